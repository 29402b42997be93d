"""The HTTP API: sheets in, results out, in JSON; and its own description (OpenAPI 3.1)."""

from typing import Any

from flask import Blueprint, Response, abort, request
from flask_babel import force_locale

from scorers import asks, compare_data, dumps, parse, part, score_data, slugs
from scorers.groups import declared
from scorers.links import from_query
from scorers.sheets import json_schema
from web.locale import LANGUAGES, LOCALES, translate, translator
from web.openapi import description

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


@blueprint.after_request
def _varied(answer: Response) -> Response:
    """Labels and messages are in the language of the request."""
    answer.vary.add("Accept-Language")
    return answer


@blueprint.get("/games")
def games() -> dict[str, Any]:
    """The games: slug, title in both languages, numbers of players, BoardGameGeek id."""
    return {"games": [_game(slug) for slug in slugs()]}


@blueprint.get("/games/<slug>")
def game(slug: str) -> dict[str, Any]:
    """One game: its sheet's JSON Schema, labels and hints in the language asked for, and its named variants."""
    room = _room(slug)
    variants = [{"key": v.key, "label": translate(v.label), "options": dict(v.options)} for v in room.VARIANTS]
    return _game(slug) | {"schema": json_schema(room.Sheet, translate), "variants": variants}


@blueprint.post("/games/<slug>/score")
def score(slug: str) -> Response:
    """A sheet's result, or 422 with all its faults."""
    _room(slug)
    return _answer(score_data(slug, _data(slug), translator()))


@blueprint.post("/games/<slug>/compare")
def compare(slug: str) -> Response:
    """A sheet under each named variant, or 422 with all its faults."""
    _room(slug)
    return _answer(compare_data(slug, _data(slug), translator()))


@blueprint.post("/games/<slug>/ask/<name>")
def ask(slug: str, name: str) -> Response:
    """What a room answers beside scores, such as where a card may be laid."""
    _room(slug)
    if name not in asks(slug):
        abort(404)
    return _answer(asks(slug)[name].reply(_json(), translator()))


@blueprint.get("/openapi.json")
def openapi() -> dict[str, Any]:
    """This API, described."""
    return description(translate)


def _room(slug: str) -> Any:
    try:
        return part(slug)
    except KeyError:
        abort(404)


def _game(slug: str) -> dict[str, Any]:
    room = part(slug)
    titles = {}
    for language in LANGUAGES:
        with force_locale(LOCALES[language]):
            titles[language] = translate(room.GAME.title)
    seats = declared(room.Sheet)["players"]
    return {"slug": slug, "title": titles, "players": {"min": seats.low, "max": seats.high}, "bgg": room.GAME.bgg}


def _data(slug: str) -> object:
    """The body's sheet: JSON under any type of content, or a form as the sheet page fills it, which tells its number of players."""
    body = _body()
    if request.mimetype == "application/x-www-form-urlencoded" and request.form.get("n") and not isinstance(parse(body), dict):
        data = from_query(part(slug).Sheet, request.form.to_dict(flat=False))
        return data | ({"variants": request.form.getlist("variants")} if "variants" in request.form else {})
    return _json()


def _body() -> bytes:
    body = request.get_data()
    if request.content_length is None and len(body) == request.max_content_length:
        abort(413)  # a body that did not tell its length was cut here
    return body


def _json() -> dict[str, Any]:
    data = parse(_body())
    if not isinstance(data, dict):
        abort(400)
    return data


def _answer(answer: dict[str, Any]) -> Response:
    return Response(dumps(answer), 422 if "faults" in answer else 200, mimetype="application/json")
