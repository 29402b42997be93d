"""The HTTP API: sheets in, results out, in JSON; and its own description (OpenAPI 3.1)."""

from typing import Any

from flask import Blueprint, Response, abort, request

from scorers._version import __version__
from scorers.model import AnyGame
from scorers.querystring import sheet_from_query
from scorers.registry import game as find_game
from scorers.registry import games as all_games
from scorers.service import ask_helper, compare_data, dumps, parse, score_data
from scorers.sheet import RepeatedKey, faults_json, load_sheet, players_entry, questions, sheet_schema
from web.api.openapi import description
from web.languages import LANGUAGES, translate, translator
from web.sheet.form import sheet_form
from web.together import csrf

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
csrf.exempt(blueprint)  # it changes nothing


@blueprint.get("/games")
def games() -> Response:
    """The games: slug, title in both languages, numbers of players, BoardGameGeek id; and the version of Tally."""
    return _answer({"games": [_game_json(game) for game in all_games()], "version": __version__})


@blueprint.get("/games/<game:slug>")
def game(slug: str) -> Response:
    """One game: its sheet's JSON Schema, labels and hints in the language asked for, and its named variants."""
    game = find_game(slug)
    variants = [{"key": variant.key, "label": translate(variant.label), "options": dict(variant.options)} for variant in game.variants]
    return _answer(_game_json(game) | {"schema": sheet_schema(game.sheet, translator()), "variants": variants})


@blueprint.post("/games/<game:slug>/score")
def score(slug: str) -> Response:
    """A sheet's result, or 422 with all its faults.

    A form is told more: of each fault the whole sentence and the cells to mark, and with a result what it has to ask again.
    """
    if not _is_form():
        return _answer(score_data(slug, _json(request.get_data()), translator()))
    game = find_game(slug)
    sheet = load_sheet(game, _sheet_data(slug))
    if isinstance(sheet, list):
        form = sheet_form(game)(request.form)
        form.validate()
        return _answer({"faults": form.faults_json() or faults_json(sheet, translator())["faults"]})
    answer = game.score(sheet).as_json(translator())
    return _answer(answer | {"questions": sheet_form(game)(request.form).questions_json()} if questions(sheet) else answer)


@blueprint.post("/games/<game:slug>/compare")
def compare(slug: str) -> Response:
    """A sheet under each named variant, or 422 with all its faults."""
    return _answer(compare_data(slug, _sheet_data(slug), translator()))


@blueprint.post("/games/<game:slug>/ask/<name>")
def board_query(slug: str, name: str) -> Response:
    """What a board asks the game beside scores, such as where a card may be laid, and what the game's helpers answer."""
    query, helper = find_game(slug).board_queries.get(name), find_game(slug).helpers.get(name)
    if query is None and helper is None:
        abort(404)
    data = _json(request.get_data())
    if isinstance(data, RepeatedKey):
        return _answer(score_data(slug, data, translator()))
    if helper is not None:
        return _answer(ask_helper(helper, data, translator()))
    assert query is not None  # noqa: S101  one of the two is there
    return _answer(query.answer(data, translator()))


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This API, described."""
    return _answer(description(translator()))


def _game_json(game: AnyGame) -> dict[str, Any]:
    titles = {language: translator(language)(game.title) for language in LANGUAGES}
    seats = players_entry(game.sheet)
    return {"slug": game.slug, "title": titles, "players": {"min": seats.low, "max": seats.high}, "bgg": game.bgg}


def _sheet_data(slug: str) -> object:
    """The body's sheet: JSON under any type of content, or a form as the sheet page fills it, which gives its number of players."""
    if _is_form():
        data = sheet_from_query(find_game(slug).sheet, request.form.to_dict(flat=False))
        return data | ({"variants": request.form.getlist("variants")} if "variants" in request.form else {})
    return _json(request.get_data())


def _is_form() -> bool:
    return request.get_data()[:1] != b"{" and request.mimetype == "application/x-www-form-urlencoded" and bool(request.form.get("n"))


def _json(body: bytes) -> Any:
    data = parse(body)
    if not isinstance(data, dict | RepeatedKey):
        abort(400)
    return data


def _answer(answer: dict[str, Any]) -> Response:
    """The answer as JSON, in the bytes of the command line; its language may be that of the Accept-Language header."""
    status = 422 if "faults" in answer else 200
    return Response(dumps(answer), status, {"Vary": "Accept-Language"}, "application/json")
