"""The pages of groups' scorebooks."""

import re
import secrets
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_timedelta
from werkzeug.datastructures import MultiDict

from scorers.model import N_, AnyGame
from scorers.registry import games as all_games
from web.common.http import keep_private
from web.common.languages import language, message, translate
from web.common.pages import unlisted, uses_query
from web.groups import available, group_books
from web.groups.keeping import EqualGameError, keep_from_form, read_day
from web.groups.limits import MAX_NAME_CHARACTERS, MAX_WHO_CHARACTERS, ResultGone
from web.groups.results import ALIAS, NAME, NO_NAME, correct, is_name
from web.result.share import download, draw_code
from web.sheet.links import address, unpack
from web.together.requests import read_count

if TYPE_CHECKING:
    from web.groups.answers import Head

blueprint = Blueprint("groups", __name__)
blueprint.add_app_template_global(available, "groups_available")

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


BROKEN = {
    "broken": N_("This file is not a Tally scorebook, or it is damaged. Nothing was changed."),
    "newer": N_("This file comes from a newer version of Tally. Nothing was changed."),
}
FORMATS = {"json": "application/json", "csv": "text/csv", "bgsplay": "application/json"}
"""Export formats of a book, each with its MIME type."""
COLUMNS = (N_("Date"), N_("Game"), N_("Where"), N_("Notes"), N_("Player"), N_("Points"), N_("Place"), N_("winner"))
"""The headings of the table for spreadsheets, as a device's file has them."""


@blueprint.get("/<lang:lang>/groups/<group:link>/links")
@unlisted
def links(lang: str, link: str) -> str:
    """Show the group's links."""
    return show_links(link)


def show_links(link: str, fault: str = "", said: str = "") -> str:
    """Return the page of the links, with a message about the last step."""
    books = group_books()
    head, count = books.head(link)
    secrets_of = books.links(link) if head.writes else None
    chosen = {"write": secrets_of.write, "read": secrets_of.read} if secrets_of else {"read": link}
    shown = {which: _code_of(one) for which, one in chosen.items()}
    return render_template(
        "groups/links.html", **base_context(link, head), links=shown, count=count, fault=fault, said=said
    )


def _code_of(link: str) -> dict[str, Any]:
    page = address("groups.book", {"link": link}, lang=language())
    return {"address": page, "svg": draw_code(page)}


@blueprint.post("/<lang:lang>/groups/<group:link>/links")
def change_links(lang: str, link: str) -> ResponseReturnValue:
    """Rename the group, replace a link, or delete everything."""
    books, do = group_books(), request.form.get("do", "")
    if do in ("renew_write", "renew_read"):
        link = books.renew(link, do.removeprefix("renew_")).write
    elif do == "rename":
        name = request.form.get("name", "").strip()
        if not is_name(name):
            return show_links(link, fault=message(NO_NAME, most=MAX_NAME_CHARACTERS)), 422
        post_change(link, NAME, name)
    elif do == "delete" and request.form.get("sure"):
        books.delete(link)
        return redirect(url_for("groups.start", lang=lang))
    elif do == "delete":
        return show_links(link, fault=translate(N_("Nothing was deleted: tick the box first."))), 422
    else:
        abort(400)
    return redirect(url_for("groups.links", lang=lang, link=link))


@blueprint.post("/<lang:lang>/groups/<group:link>/import")
def bring_in(lang: str, link: str) -> ResponseReturnValue:
    """Import a scorebook file."""
    from web.groups.files import read_file

    books, file = group_books(), request.files.get("file")
    results = read_file(file.read() if file else b"")
    if isinstance(results, str):
        return show_links(link, fault=translate(BROKEN[results])), 422
    new = books.bring_in(link, read_form_id(), results, read_who(), equal="equal" in request.form)
    said = message(N_("%(new)s new or changed, %(old)s already here."), new=new, old=len(results) - new)
    return show_links(link, said=said)


@blueprint.get("/<lang:lang>/groups/<group:link>/export/<kind>")
@unlisted
def export(lang: str, link: str, kind: str) -> Response:
    """Return the whole book as a file."""
    from web.groups import files

    if kind not in FORMATS:
        abort(404)
    book = group_books().load(link)
    expiry = say_expiry(book.head.expires)
    columns = [translate(one) for one in COLUMNS]
    writers: dict[str, Callable[[], str]] = {
        "json": lambda: files.write_json(book),
        "csv": lambda: files.write_csv(book, columns, title_of, expiry),
        "bgsplay": lambda: files.write_bg_stats(book, games_by_slug(), expiry),
    }
    return download(writers[kind](), FORMATS[kind], f"tally-scorebook.{kind}")


NO_RESULT = N_("This is not a link to a result on this site. Copy the link of the result's page.")
_SHEET_PATH = re.compile(r"(?:/[^/]+)?/([a-z_0-9]+)/score")


# Making a group


@blueprint.get("/<lang:lang>/groups")
@unlisted
def start(lang: str) -> ResponseReturnValue:
    """Show the form that creates a group."""
    group_books()  # without a database there is none
    return keep_private(make_response(render_template("groups/start.html", name="", fault="")))


@blueprint.post("/<lang:lang>/groups")
def create(lang: str) -> ResponseReturnValue:
    """Create a group, and show its links."""
    name = request.form.get("name", "").strip()
    if not is_name(name):
        fault = message(NO_NAME, most=MAX_NAME_CHARACTERS)
        return keep_private(
            make_response(render_template("groups/start.html", name=name[:MAX_NAME_CHARACTERS], fault=fault), 422)
        )
    links = group_books().create(name, request.remote_addr or "")
    return redirect(url_for("groups.links", lang=lang, link=links.write))


# Reading


@blueprint.get("/<lang:lang>/groups/<group:link>")
@uses_query
@unlisted
def book(lang: str, link: str) -> str:
    """Show a group's evenings, the last first: all, or those of a game, a person or a month."""
    return show_book(link)


def show_book(link: str, fault: str = "", equal: str = "") -> str:
    """Return the page of a book, with what was wrong with the last step, or the address of a result that may be the
    same game.
    """
    chosen = {name: request.args.get(name, "") for name in ("game", "person", "month")}
    page = group_books().list_results(link, **chosen, page=read_count(request.args.get("page", "")))
    evenings = [
        (day_text(day), list(played)) for day, played in groupby(page.book.results, key=lambda one: one["date"])
    ]
    return render_template(
        "groups/book.html",
        **base_context(link, page.book.head),
        evenings=evenings,
        listed=page,
        chosen=chosen,
        slugs=sorted({one.slug for one in page.briefs}, key=title_of),
        fault=fault,
        equal=equal,
    )


@blueprint.get("/<lang:lang>/groups/<group:link>/statistics")
@uses_query
@unlisted
def statistics(lang: str, link: str) -> str:
    """Show who won how often and which games were played; or one person's games and rivals, or one game."""
    from web.groups.statistics import compare_people, count_games, count_people

    page, games = group_books().list_results(link), games_by_slug()
    person, game = request.args.get("person", ""), request.args.get("game", "")
    results = [one for one in page.briefs if one.slug == game] if game else page.briefs
    return render_template(
        "groups/statistics.html",
        **base_context(link, page.book.head),
        person=person,
        chosen_game=game,
        people=[] if person else count_people(results),
        played=count_games(results, games, person),
        rivals=compare_people(results, games, person) if person else [],
    )


# Keeping, correcting, deleting, restoring


@blueprint.post("/<lang:lang>/groups/<group:link>")
def keep(lang: str, link: str) -> ResponseReturnValue:
    """Keep the result whose link was pasted, or whose entries were sent."""
    found = read_result_link(request.form.get("address", "")) or _named_game()
    texts = {name: request.form.get(name, "") for name in ("place", "note")}
    day, who = request.form.get("date", ""), read_who()
    is_another = "another" in request.form
    try:
        result_id = (
            keep_from_form(link, found[0], found[1], read_form_id(), who, is_another=is_another, day=day, **texts)
            if found
            else None
        )
    except EqualGameError as error:
        return show_book(link, equal=url_for("groups.book", lang=lang, link=link, _anchor=f"r-{error}")), 409
    if result_id is None:
        return show_book(link, fault=translate(NO_RESULT)), 422
    return redirect(url_for("groups.book", lang=lang, link=link, _anchor=f"r-{result_id}"))


def read_result_link(text: str) -> tuple[AnyGame, MultiDict[str, str]] | None:
    """Return the game and the entries of a result's link, or None."""
    try:
        parts = urlsplit(text.strip()[:20_000])
        pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=1000)
    except ValueError:
        return None
    match = _SHEET_PATH.search(parts.path)
    game = games_by_slug().get(match[1]) if match else None
    if game is None:
        return None
    packed = dict(pairs).get("z")
    return game, MultiDict((unpack(packed, game.slug) or []) if packed else pairs)


def _named_game() -> tuple[AnyGame, MultiDict[str, str]] | None:
    game = games_by_slug().get(request.form.get("slug", ""))
    return (game, MultiDict(parse_qsl(request.form.get("query", ""), keep_blank_values=True))) if game else None


@blueprint.get("/<lang:lang>/groups/<group:link>/results/<result_id>")
@unlisted
def result(lang: str, link: str, result_id: str) -> str:
    """Show one result: its date and notes to correct, and its history."""
    books = group_books()
    book, history = books.load(link), books.history(link, result_id)
    if not history:
        raise ResultGone
    found = next((one for one in book.results if one["id"] == result_id), None)
    changes = [{"past": past, "time": time_text(past.typed)} for past in history]
    return render_template(
        "groups/result.html", **base_context(link, book.head), one=found, changes=changes, result_id=result_id
    )


@blueprint.post("/<lang:lang>/groups/<group:link>/results/<result_id>")
def change_result(lang: str, link: str, result_id: str) -> ResponseReturnValue:
    """Correct, delete or restore a result."""
    books, do = group_books(), request.form.get("do", "")
    past = books.history(link, result_id)
    if not past:
        raise ResultGone
    now = next((one.value for one in past if one.stands), None)
    before = next((one.value for one in past if one.stands and one.value is not None), None)
    if do == "save" and now is not None:
        texts = {"place": request.form.get("place", "")[:1000], "note": request.form.get("note", "")[:10_000]}
        value = correct(now, {"date": read_day(request.form.get("date", now["date"])), **texts})
    elif do == "restore":
        value = before
    elif do == "put_back":
        value = next((one.value for one in past if str(one.seq) == request.form.get("seq")), None)
    elif do == "delete":
        value = None
    else:
        abort(400)
    if value is not None or do == "delete":
        post_change(link, result_id, value)
    if do == "delete":
        return redirect(url_for("groups.book", lang=lang, link=link, deleted=result_id))
    return redirect(url_for("groups.result", lang=lang, link=link, result_id=result_id))


@blueprint.get("/<lang:lang>/groups/<group:link>/deleted")
@unlisted
def deleted(lang: str, link: str) -> str:
    """Show the deleted results of the last 30 days, to restore them."""
    books = group_books()
    gone = [
        {"one": one.value, "who": one.who, "time": time_text(one.typed), "until": date_text(one.until)}
        for one in books.deleted(link)
    ]
    return render_template("groups/deleted.html", **base_context(link, books.head(link)[0]), deleted=gone)


# Names


@blueprint.get("/<lang:lang>/groups/<group:link>/people")
@unlisted
def people(lang: str, link: str) -> str:
    """Show the people in the book, and joined names."""
    page = group_books().list_results(link)
    return render_template(
        "groups/people.html", **base_context(link, page.book.head), names=page.names, aliases=page.book.aliases
    )


@blueprint.post("/<lang:lang>/groups/<group:link>/people")
def change_people(lang: str, link: str) -> ResponseReturnValue:
    """Join two names, or separate them."""
    name, other = request.form.get("name", ""), request.form.get("is", "")
    path = f"{ALIAS}{name}"
    if request.form.get("do") == "part":
        post_change(link, path, None)
    elif is_name(name) and is_name(other) and name != other:
        post_change(link, path, other)
    else:
        abort(400)
    return redirect(url_for("groups.people", lang=lang, link=link))
