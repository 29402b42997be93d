"""The pages of groups' scorebooks."""

import re
import secrets
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import chain, groupby
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_timedelta
from werkzeug.datastructures import MultiDict

from scorers.entries import clean_name
from scorers.model import N_, AnyGame
from scorers.registry import games as all_games
from web.common.http import STREAM, keep_private
from web.common.languages import language, message, translate
from web.common.pages import unlisted, uses_query
from web.groups import files
from web.groups.book import BookHead, list_results, load_book, load_head, read_deleted, read_history, read_result
from web.groups.keeping import EqualGameError, import_results, keep_from_form, read_day
from web.groups.limits import MAX_NAME_CHARACTERS, PAGE_SIZE, ResultGone
from web.groups.results import (
    MAX_MINUTES,
    MAX_NOTE_CHARACTERS,
    MAX_PLACE_CHARACTERS,
    NAME,
    NO_NAME,
    RESULT,
    as_result,
    correct,
    is_name,
)
from web.result.share import download, draw_code
from web.sheet.links import address, unpack
from web.sync import available, documents
from web.sync.limits import MAX_WHO_CHARACTERS
from web.sync.requests import read_count

blueprint = Blueprint("groups", __name__)
blueprint.add_app_template_global(available, "groups_available")

FORM_ID_BYTES = 16
EXPIRY = N_("This scorebook expires on %(day)s unless it is used before then.")
BROKEN = {
    "broken": N_("This file is not a Tally scorebook, or it is damaged. Nothing was changed."),
    "newer": N_("This file comes from a newer version of Tally. Nothing was changed."),
}
FORMATS = {"json": "application/json", "csv": "text/csv", "bgsplay": "application/json"}
"""Export formats of a book, each with its MIME type."""
COLUMNS = (
    N_("Date"), N_("Game"), N_("Where"), N_("Notes"), N_("Minutes"), N_("Player"), N_("Points"), N_("Place"),
    N_("winner"), N_("Started"),
)  # fmt: skip
"""The headings of the table for spreadsheets, as a device's file has them."""
PIECE_CHARACTERS = 32 * 1024
"""Size of the pieces in which a file is sent."""
NO_RESULT = N_("This is not a link to a result on this site. Copy the link of the result's page.")
_SHEET_PATH = re.compile(r"(?:/[^/]+)?/([a-z_0-9]+)/score")
OPTIONAL = ("minutes", "starter")
"""What a result need not have."""


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


def base_context(link: str, head: BookHead) -> dict[str, Any]:
    """Return the context of every page of a book."""
    return {
        "link": link,
        "head": head,
        "expiry": say_expiry(head.expires),
        "title_of": title_of,
        "day_text": day_text,
        "games": games_by_slug(),
        "once": new_form_id(),
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


def new_form_id() -> str:
    """Return a random id for a form, by which it counts once."""
    return secrets.token_urlsafe(FORM_ID_BYTES)


def read_form_id() -> str:
    """Return the id of a posted form, or a new one where it has none."""
    text = re.sub(r"[^\w-]", "", request.form.get("once", ""), flags=re.ASCII)[:64]
    return text if len(text) >= FORM_ID_BYTES else new_form_id()


def read_who() -> str:
    """Return the writer's name, and remember it for the next form."""
    name = clean_name(request.form.get("who", "")[: 4 * MAX_WHO_CHARACTERS])[:MAX_WHO_CHARACTERS]
    if name != session.get("who", ""):
        session["who"] = name
    return name


def post_change(link: str, name: str, value: Any) -> None:
    """Make the change of a form, which says what its reader had seen of the book."""
    base = read_count(request.form.get("base", ""))
    documents().change(link, read_form_id(), base, name, value, read_who())


@blueprint.get("/<lang:lang>/groups/<group:link>/links")
@unlisted
def links(lang: str, link: str) -> str:
    """Show the group's links."""
    return show_links(link)


def show_links(link: str, fault: str = "", said: str = "") -> str:
    """Return the page of the links, with a message about the last step."""
    head = load_head(link)
    chosen = dict(zip(("write", "read"), documents().find_links(link), strict=True)) if head.writes else {"read": link}
    shown = {which: _code_of(one) for which, one in chosen.items()}
    return render_template(
        "groups/links.html", **base_context(link, head), links=shown, count=head.count, fault=fault, said=said
    )


def _code_of(link: str) -> dict[str, Any]:
    page = address("groups.book", {"link": link}, lang=language())
    return {"address": page, "svg": draw_code(page)}


@blueprint.post("/<lang:lang>/groups/<group:link>/links")
def change_links(lang: str, link: str) -> ResponseReturnValue:
    """Rename the group, replace a link, or delete everything."""
    do = request.form.get("do", "")
    if do in ("renew_write", "renew_read"):
        link, _ = documents().renew(link, do.removeprefix("renew_"))
    elif do == "rename":
        name = request.form.get("name", "").strip()
        if not is_name(name):
            return show_links(link, fault=message(NO_NAME, most=MAX_NAME_CHARACTERS)), 422
        post_change(link, NAME, name)
    elif do == "delete" and request.form.get("sure"):
        documents().delete(link)
        return redirect(url_for("groups.start", lang=lang))
    elif do == "delete":
        return show_links(link, fault=translate(N_("Nothing was deleted: tick the box first."))), 422
    else:
        abort(400)
    return redirect(url_for("groups.links", lang=lang, link=link))


@blueprint.post("/<lang:lang>/groups/<group:link>/import")
def bring_in(lang: str, link: str) -> ResponseReturnValue:
    """Import a scorebook file."""
    head, file = load_head(link), request.files.get("file")
    results = files.read_file(file.read() if head and file else b"")
    if isinstance(results, str):
        return show_links(link, fault=translate(BROKEN[results])), 422
    read, new = import_results(link, read_form_id(), results, read_who(), equal="equal" in request.form)
    said = message(N_("%(new)s new or changed, %(old)s already here."), new=new, old=read - new)
    if read < len({one["id"] for one in results}):
        said += " " + translate(N_("The file has more results: please send it again."))
    return show_links(link, said=said)


@blueprint.get("/<lang:lang>/groups/<group:link>/export/<kind>")
@unlisted
def export(lang: str, link: str, kind: str) -> Response:
    """Return the whole book as a file."""
    if kind not in FORMATS:
        abort(404)
    book = load_book(link)
    expiry = say_expiry(book.head.expires)
    columns = [translate(one) for one in COLUMNS]
    titles = {slug: translate(game.title) for slug, game in games_by_slug().items()}
    writers: dict[str, Callable[[], Iterator[str]]] = {
        "json": lambda: files.write_json(book),
        "csv": lambda: files.write_csv(book, columns, lambda slug: titles.get(slug, slug), expiry),
        "bgsplay": lambda: files.write_bg_stats(book, games_by_slug(), expiry),
    }
    request.environ[STREAM] = True
    return download(gather(writers[kind]()), FORMATS[kind], f"tally-scorebook.{kind}")


def gather(texts: Iterator[str]) -> Iterator[str]:
    """Return texts put together into pieces worth sending; the first is there before a response begins."""
    pieces = _gather(texts)
    first = next(pieces)
    return chain([first], pieces)


def _gather(texts: Iterator[str]) -> Iterator[str]:
    waiting, size = [], 0
    for text in texts:
        waiting.append(text)
        size += len(text)
        if size > PIECE_CHARACTERS:
            yield "".join(waiting)
            waiting, size = [], 0
    yield "".join(waiting)


# Making a group


@blueprint.get("/<lang:lang>/groups")
@unlisted
def start(lang: str) -> ResponseReturnValue:
    """Show the form that creates a group."""
    documents()  # without a database there is none
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
    store = documents()
    write, *_ = store.open_with_two_links(store.kinds["group"], {}, {NAME: clean_name(name)}, request.remote_addr or "")
    return redirect(url_for("groups.links", lang=lang, link=write))


# Reading


@blueprint.get("/<lang:lang>/groups/<group:link>")
@uses_query
@unlisted
def book(lang: str, link: str) -> str:
    """Show a group's evenings, the last first, a page of results at a time."""
    return show_book(link)


def show_book(link: str, fault: str = "", equal: str = "") -> str:
    """Return the page of a book, with what was wrong with the last step, or the address of a result that may be the
    same game.
    """
    head, before = load_head(link), request.args.get("before", "")[:200]
    page = list_results(link, before)
    evenings = [(day_text(day), list(played)) for day, played in groupby(page.results, key=lambda one: one["date"])]
    pages = {
        "newest": url_for("groups.book", lang=language(), link=link) if before else None,
        "older": url_for("groups.book", lang=language(), link=link, before=page.older) if page.older else None,
    }
    context = base_context(link, head)
    return render_template(
        "groups/book.html",
        **context,
        evenings=evenings,
        unreadable=page.unreadable,
        pages=pages,
        fault=fault,
        equal=equal,
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
@uses_query
@unlisted
def result(lang: str, link: str, result_id: str) -> str:
    """Show one result: what is known of it to correct, and its history."""
    before = read_count(request.args.get("before", ""))
    head, history = load_head(link), read_history(link, f"{RESULT}{result_id}", before, PAGE_SIZE)
    if all(past.value is None for past in history):  # there was none, or it was deleted long ago
        raise ResultGone
    changes = [{"past": past, "one": as_result(past.value), "time": time_text(past.typed)} for past in history]
    kept = read_result(link, result_id)
    return render_template(
        "groups/result.html",
        **base_context(link, head),
        result_id=result_id,
        one=as_result(kept),
        is_kept=kept is not None,
        changes=changes,
        older=history.next,
    )


@blueprint.post("/<lang:lang>/groups/<group:link>/results/<result_id>")
def change_result(lang: str, link: str, result_id: str) -> ResponseReturnValue:
    """Correct, delete or restore a result."""
    do, name = request.form.get("do", ""), f"{RESULT}{result_id}"
    past = read_history(link, name)
    if not past:
        raise ResultGone
    now = as_result(read_result(link, result_id))
    if do == "save" and now is not None:
        value = correct({name: one for name, one in now.items() if name not in OPTIONAL}, _read_corrections(now))
    elif do == "restore":
        value = next((one.value for one in past if one.stands and one.value is not None), None)
    elif do == "put_back":
        seq = read_count(request.form.get("seq", ""))
        value = next((one.value for one in read_history(link, name, seq + 1)[:1] if one.seq == seq), None)
    elif do == "delete":
        value = None
    else:
        abort(400)
    if value is not None or do == "delete":
        post_change(link, name, value)
    if do == "delete":
        return redirect(url_for("groups.book", lang=lang, link=link, deleted=result_id))
    return redirect(url_for("groups.result", lang=lang, link=link, result_id=result_id))


def _read_corrections(now: dict[str, Any]) -> dict[str, Any]:
    """Return what the form of a result says of it."""
    form = request.form
    corrections: dict[str, Any] = {
        "date": read_day(form.get("date", now["date"])),
        "place": form.get("place", "")[:MAX_PLACE_CHARACTERS],
        "note": form.get("note", "")[:MAX_NOTE_CHARACTERS],
    }
    minutes, starter = read_count(form.get("minutes", "")), form.get("starter", "")
    if 1 <= minutes <= MAX_MINUTES:
        corrections["minutes"] = minutes
    if starter in map(str, range(len(now["result"]["players"]))):
        corrections["starter"] = int(starter)
    return corrections


@blueprint.get("/<lang:lang>/groups/<group:link>/deleted")
@uses_query
@unlisted
def deleted(lang: str, link: str) -> str:
    """Show the deleted results of the last 30 days, to restore them."""
    found = read_deleted(link, read_count(request.args.get("before", "")), PAGE_SIZE)
    gone = [
        {"one": one.value, "who": one.who, "time": time_text(one.typed), "until": date_text(one.until)} for one in found
    ]
    context = base_context(link, load_head(link))
    return render_template("groups/deleted.html", **context, deleted=gone, older=found.next)
