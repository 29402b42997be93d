"""The page of a group's links: its name, both links with their codes, import, export and deletion."""

from collections.abc import Callable
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorers.model import N_
from web.common.languages import language, message, translate
from web.common.pages import unlisted
from web.groups import group_books
from web.groups.limits import MAX_NAME_CHARACTERS
from web.groups.pages import (
    base_context,
    blueprint,
    games_by_slug,
    post_change,
    read_form_id,
    read_who,
    say_expiry,
    title_of,
)
from web.groups.results import NAME, NO_NAME, is_name
from web.result.share import download, draw_code
from web.sheet.links import address

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
    said = message(N_("New or changed: %(new)s. Here already: %(old)s."), new=new, old=len(results) - new)
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
