"""The HTTP API: JSON sheets in, JSON results out, and an OpenAPI 3.1 description."""

from typing import Any

from flask import Blueprint, Response, abort, request

from scorers._version import __version__
from scorers.model import AnyGame
from scorers.querystring import drop_unused_places, sheet_from_query
from scorers.registry import game as find_game
from scorers.registry import games as all_games
from scorers.service import ask_calculator, compare_data, dumps, parse, result_data, score_data
from scorers.sheet import RepeatedKey, faults_json, load_sheet, players_entry, questions, sheet_schema
from web.api.openapi import description
from web.common.languages import LANGUAGES, translate, translator
from web.sheet.form import sheet_form
from web.sheet.unanswered import find_open_groups, sure_names
from web.sync import csrf

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
csrf.exempt(blueprint)  # it changes nothing


@blueprint.get("/games")
def games() -> Response:
    """List the games (slug, titles, numbers of players, BoardGameGeek id) and Tally's version."""
    return _answer({"games": [_game_json(game) for game in all_games()], "version": __version__})


@blueprint.get("/games/<game:slug>")
def game(slug: str) -> Response:
    """Describe one game: its sheet's JSON Schema, with labels and hints in the requested language, and its named
    variants.
    """
    game = find_game(slug)
    variants = [
        {"key": variant.key, "label": translate(variant.label), "options": dict(variant.options)}
        for variant in game.variants
    ]
    return _answer(_game_json(game) | {"schema": sheet_schema(game.sheet, translator()), "variants": variants})


@blueprint.post("/games/<game:slug>/score")
def score(slug: str) -> Response:
    """Score a sheet, or answer 422 with all its faults.

    A form also gets, with each fault, the whole sentence and the cells to mark, and with a result the questions to ask
    again and what nobody has answered or confirmed.
    """
    body = request.get_data()
    if not _is_form(body):
        return _answer(score_data(slug, _json(body), translator()))
    game = find_game(slug)
    sheet = load_sheet(game, _form_data(game))
    if isinstance(sheet, list):
        form = sheet_form(game)(request.form)
        form.validate()
        faults = form.faults_json() or faults_json(sheet, translator())["faults"]
        return _answer({"faults": faults, "unanswered": [group.as_json(translator()) for group in form.unanswered]})
    answer = result_data(game, sheet, translator())
    if questions(sheet):
        answer |= {"questions": sheet_form(game)(request.form).questions_json()}
    unanswered = find_open_groups(game, sheet, translator(), sure_names(request.form))
    return _answer(answer | {"unanswered": [group.as_json(translator()) for group in unanswered]})


@blueprint.post("/games/<game:slug>/compare")
def compare(slug: str) -> Response:
    """Score a sheet under each named variant, or answer 422 with all its faults."""
    body = request.get_data()
    data = _form_data(find_game(slug)) if _is_form(body) else _json(body)
    return _answer(compare_data(slug, data, translator()))


@blueprint.post("/games/<game:slug>/ask/<name>")
def board_query(slug: str, name: str) -> Response:
    """Answer a board query, such as whether a card fits, or a calculator's question."""
    game = find_game(slug)
    if name not in game.calculators and name not in game.board_queries:
        abort(404)
    body = request.get_data()
    data = _form_data(game) if _is_form(body) else _json(body)
    if isinstance(data, RepeatedKey):
        return _answer(score_data(slug, data, translator()))
    if name in game.calculators:
        return _answer(ask_calculator(game.calculators[name], data, translator()))
    return _answer(game.board_queries[name].answer(data, translator()))


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Return the OpenAPI document."""
    return _answer(description(translator()))


def _game_json(game: AnyGame) -> dict[str, Any]:
    titles = {language: translator(language)(game.title) for language in LANGUAGES}
    seats = players_entry(game.sheet)
    return {"slug": game.slug, "title": titles, "players": {"min": seats.low, "max": seats.high}, "bgg": game.bgg}


def _is_form(body: bytes) -> bool:
    """Return whether the body is the sheet page's form, which has the number of players as `n`.

    JSON may have any content type.
    """
    return body[:1] != b"{" and request.mimetype == "application/x-www-form-urlencoded" and bool(request.form.get("n"))


def _form_data(game: AnyGame) -> dict[str, Any]:
    """Read the sheet page's form as JSON data."""
    data = drop_unused_places(game.sheet, sheet_from_query(game.sheet, request.form.to_dict(flat=False)))
    data |= {"variants": request.form.getlist("variants")} if "variants" in request.form else {}
    return data | ({"sensitivity": True} if request.form.get("sensitivity") else {})


def _json(body: bytes) -> Any:
    data = parse(body)
    if not isinstance(data, dict | RepeatedKey):
        abort(400)
    return data


def _answer(answer: dict[str, Any]) -> Response:
    """Return an answer as the command line's JSON; it varies with Accept-Language."""
    status = 422 if "faults" in answer else 200
    return Response(dumps(answer), status, {"Vary": "Accept-Language"}, "application/json")
