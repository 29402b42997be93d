"""Pages that lead into a group's scorebook: keeping a result without scripts, a new shared sheet, and the offline
page.
"""

import re
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Forbidden, NotFound

from scorers.model import AnyGame
from scorers.registry import game as find_game
from scorers.registry import games as all_games
from scorers.sheet import players_entry
from web.common.http import GROUP_LINK
from web.common.pages import cached_page, needs_query, unlisted
from web.groups.book import list_results, load_head
from web.groups.keeping import EqualGameError, keep_from_form
from web.groups.results import is_named
from web.groups.views import new_form_id, read_form_id, read_who
from web.sheet.form import read_filled
from web.sheet.links import read_query
from web.sync import documents

blueprint = Blueprint("group_entrances", __name__)

_LINK = re.compile(rf"(?:^|/)({GROUP_LINK})(?![A-Za-z0-9_-])")


@blueprint.get("/<lang:lang>/groups/shell")
@cached_page
@unlisted
def shell(lang: str) -> str:
    """Show the page that stands in for a group's scorebook where no server answers; its script draws what the device
    has.
    """
    documents()  # there is nothing to stand in for where there is no database
    return render_template("groups/shell.html", games=all_games())


@blueprint.route("/<lang:lang>/<game:slug>/keep", methods=["GET", "POST"])
@needs_query
def keep(lang: str, slug: str) -> ResponseReturnValue:
    """Keep the result in the query in a group's scorebook, whose link is pasted: with a script, the result's own
    page does that.
    """
    documents()  # without a database there is nothing to keep it in
    game = find_game(slug)
    filled = read_filled(game)
    fault: Forbidden | NotFound | None = None
    equal = ""
    pasted = request.form.get("link", "").strip()
    if request.method == "POST":
        found = _LINK.search(pasted.partition("?")[0].partition("#")[0])
        link = found[1] if found else ""
        day, who, is_another = request.form.get("day", ""), read_who(), "another" in request.form
        try:
            result_id = keep_from_form(
                link, game, read_query(game), read_form_id(), who, is_another=is_another, day=day
            )
            return redirect(url_for("groups.book", lang=lang, link=link, _anchor=f"r-{result_id}"))
        except EqualGameError as error:
            equal = url_for("groups.book", lang=lang, link=link, _anchor=f"r-{error}")
        except (Forbidden, NotFound) as reason:
            fault = reason
    page = render_template(
        "groups/keep.html",
        game=game,
        form=filled.form,
        result=game.score(filled.named_sheet),
        once=new_form_id(),
        pasted=pasted,
        fault=fault,
        equal=equal,
    )
    return page, fault.code or 422 if fault else 409 if equal else 200


@blueprint.get("/<lang:lang>/groups/<group:link>/play")
@unlisted
def play(lang: str, link: str) -> str:
    """Open a shared sheet whose result keeps itself in the group's scorebook: with whoever played last, where the
    game takes so many.
    """
    last = list_results(link, most=1).results
    games = [(game, _last_players(game, last)) for game in all_games()]
    return render_template("groups/play.html", head=load_head(link), link=link, choices=games)


def _last_players(game: AnyGame, results: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """The players of the last result as the entries of a sheet, or nothing where the game does not take so many."""
    seats = players_entry(game.sheet)
    for result in results[:1]:
        players = result["result"]["players"]
        if seats.low <= len(players) <= seats.high:
            named = [(f"{seat}.name", player["name"]) for seat, player in enumerate(players) if is_named(result, seat)]
            return [("n", str(len(players))), *named]
    return [("n", str(seats.low))]
