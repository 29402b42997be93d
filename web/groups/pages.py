"""Common parts of the pages of a group's scorebook: their context, and the fields of every form."""

import re
import secrets
import time
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from flask import Blueprint, request, session
from flask_babel import format_date, format_timedelta

from scorers.model import N_, AnyGame
from scorers.registry import games as all_games
from web.common.languages import message, translate
from web.groups import group_books
from web.groups.limits import MAX_WHO_CHARACTERS
from web.groups.results import is_name
from web.together.entrance import read_count

if TYPE_CHECKING:  # the bundle for browsers lacks the store
    from web.groups.answers import Head

blueprint = Blueprint("groups", __name__)

FORM_ID_BYTES = 16
EXPIRY = N_("This scorebook expires on %(day)s unless it is used before then.")


def games_by_slug() -> dict[str, AnyGame]:
    """The games of this Tally."""
    return {game.slug: game for game in all_games()}


def title_of(slug: str) -> str:
    """The title of a game, or its slug where this version of Tally does not know it."""
    game = games_by_slug().get(slug)
    return translate(game.title) if game else slug


def say_expiry(expires: int) -> str:
    """When a book expires, in a sentence."""
    return message(EXPIRY, day=date_text(expires))


def base_context(link: str, head: "Head") -> dict[str, Any]:
    """Return the context of every page of a book."""
    return {
        "link": link,
        "head": head,
        "expiry": say_expiry(head.expires),
        "title_of": title_of,
        "day_text": day_text,
        "games": games_by_slug(),
        "once": secrets.token_urlsafe(FORM_ID_BYTES),
        "who": str(session.get("who", "")),
    }


def day_text(text: str) -> str:
    """A day as people read it."""
    return str(format_date(date.fromisoformat(text), "full"))


def time_text(seconds: float) -> str:
    """How long ago a time was: the server does not know what time its reader's clock shows."""
    return str(format_timedelta(timedelta(seconds=seconds - time.time()), add_direction=True))


def date_text(seconds: int) -> str:
    """The day of a time as people read it."""
    return str(format_date(datetime.fromtimestamp(seconds, UTC), "long"))


def read_form_id() -> str:
    """Return the random id of a posted form, by which it counts once."""
    text = re.sub(r"[^\w-]", "", request.form.get("once", ""), flags=re.ASCII)[:64]
    return text if len(text) >= FORM_ID_BYTES else secrets.token_urlsafe(FORM_ID_BYTES)


def read_who() -> str:
    """Return the writer's name, and remember it for the next form."""
    name = request.form.get("who", "").strip()[:MAX_WHO_CHARACTERS]
    name = name if is_name(name, MAX_WHO_CHARACTERS) else ""
    if name != session.get("who", ""):
        session["who"] = name
    return name


def post_change(link: str, path: str, value: Any) -> None:
    """Make the change of a form, which says what its reader had seen of the book."""
    base = read_count(request.form.get("base", ""))
    group_books().change(link, read_form_id(), base, path, value, read_who())
