"""The pages of a group's scorebook: its evenings, its people and games, its links. Every step is a plain form."""

import re
from itertools import groupby
from urllib.parse import parse_qsl, urlsplit

from flask import abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorers.model import N_, AnyGame
from web.common.http import keep_private
from web.common.languages import message, translate
from web.common.pages import unlisted, uses_query
from web.groups import group_books, link_views  # noqa: F401  its addresses are of the same blueprint
from web.groups.keeping import EqualGameError, keep_from_form, read_day
from web.groups.limits import MAX_NAME_CHARACTERS, ResultGone
from web.groups.pages import (
    base_context,
    blueprint,
    date_text,
    day_text,
    games_by_slug,
    post_change,
    read_form_id,
    read_who,
    time_text,
    title_of,
)
from web.groups.results import ALIAS, NO_NAME, correct, is_name
from web.sheet.links import unpack
from web.together.entrance import read_count

NO_RESULT = N_("This is no link of a result of this Tally. Copy the link of the result's page.")
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
    """Return the page of a book, with what was wrong with the last step, or the address of a result that may be the same game."""
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


__all__ = ["blueprint"]
