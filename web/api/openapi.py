"""The OpenAPI 3.1 description, generated from the games' declarations."""

from collections.abc import Mapping
from typing import Any

from scorers._version import __version__
from scorers.entries import MultipleChoice, object_schema, record_schema
from scorers.model import AnyGame, Translate
from scorers.registry import games, slugs
from scorers.sensitivity import MAX_SCORINGS
from scorers.sheet import options_of, players_entry, sheet_schema
from scorers.turns import MAX_CHANGES
from web.groups.openapi import group_paths, group_schemas
from web.languages import LANGUAGES
from web.together.openapi import shared_paths, shared_schemas

_TEXT = {"type": "string"}
_COUNT = {"type": "integer"}
_TEXTS = {"type": "array", "items": _TEXT}


def description(translate: Translate) -> dict[str, Any]:
    """Return the OpenAPI document, with labels in the language of `translate`."""
    paths: dict[str, Any] = {
        "/api/v1/games": {"get": _operation("games", "The games", {"200": _answer(_ref("Games"))})},
        "/api/v1/openapi.json": {"get": _operation("openapi", "This document", {"200": _answer({"type": "object"})})},
    }
    schemas = _shared_schemas()
    for game in games():
        schemas[game.slug] = sheet_schema(game.sheet, translate)
        schemas[f"{game.slug}_compare"] = _with_variants(schemas[game.slug], game)
        paths |= _paths_of(game, translate(game.title)) | _helper_paths(game, translate)
    paths |= shared_paths(_operation, _answer, _body, _ref)
    paths |= group_paths(_operation, _answer, _body, _ref)
    schemas |= shared_schemas(slugs()) | group_schemas()
    return {"openapi": "3.1.0", "info": {"title": "Tally 算分", "version": __version__}, "paths": paths, "components": {"schemas": schemas}}


def _paths_of(game: AnyGame, title: str) -> dict[str, Any]:
    path, slug = f"/api/v1/games/{game.slug}", game.slug
    paths = {
        path: {"get": _operation(f"{slug}_game", title, {"200": _answer(_ref("GameDescription"))})},
        f"{path}/score": {"post": _operation(f"{slug}_score", title, _answers(_ref("Result")), _body(_ref(slug), form=True))},
        f"{path}/compare": {
            "post": _operation(f"{slug}_compare", title, _answers(_ref("Columns")), _body(_ref(f"{slug}_compare"), form=True))
        },
    }
    for name, query in game.board_queries.items():
        summary = (query.answer.__doc__ or title).partition("\n")[0]
        answers = _answers(query.answer_schema)
        paths[f"{path}/ask/{name}"] = {"post": _operation(f"{slug}_ask_{name}", summary, answers, _body(query.question_schema))}
    return paths


def _helper_paths(game: AnyGame, translate: Translate) -> dict[str, Any]:
    paths = {}
    for name, helper in game.helpers.items():
        answers = _answers(object_schema(answer=_TEXT, reasons=_TEXTS, **helper.data_schema))
        body = _body(record_schema(helper.question, translate))
        operation = _operation(f"{game.slug}_ask_{name}", translate(helper.title), answers, body)
        paths[f"/api/v1/games/{game.slug}/ask/{name}"] = {"post": operation}
    return paths


def _with_variants(schema: Mapping[str, Any], game: AnyGame) -> dict[str, Any]:
    keys = {"type": ["array", "null"], "items": {"enum": [variant.key for variant in game.variants_of(_sheet_with_all_modules(game))]}}
    asked = {"type": ["boolean", "null"], "default": False}
    return {**schema, "properties": {**schema["properties"], "variants": keys, "sensitivity": asked}}


def _sheet_with_all_modules(game: AnyGame) -> Any:
    options = options_of(game.sheet).items()
    modules = {name: tuple(option.options)[: option.most] for name, option in options if isinstance(option, MultipleChoice)}
    bounds = players_entry(game.sheet)
    return game.sheet(players=(bounds.of(),) * bounds.low, **modules)


def _operation(name: str, summary: str, responses: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
    description = f"{' or '.join(LANGUAGES)}; for anything else Accept-Language decides"
    language = {"name": "lang", "in": "query", "description": description, "schema": _TEXT}
    operation = {"operationId": name, "summary": summary, "parameters": [language], "responses": responses}
    return operation | ({"requestBody": body} if body else {})


def _body(schema: Mapping[str, Any], *, form: bool = False) -> dict[str, Any]:
    """Describe a JSON body; with `form`, also the sheet's HTML form: its number of players and any entries by name."""
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if form:
        fields = {"type": "object", "properties": {"n": _COUNT}, "required": ["n"], "additionalProperties": True}
        content["application/x-www-form-urlencoded"] = {"schema": fields}
    return {"required": True, "content": content}


def _answer(schema: Mapping[str, Any], text: str = "OK") -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _answers(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "200": _answer(schema),
        "400": _answer(_ref("Faults"), "No JSON object"),
        "413": _answer(_ref("Faults"), "Over 64 KiB"),
        "422": _answer(_ref("Faults"), "All that is wrong with the sheet"),
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _with_optional(schema: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return schema | {"properties": schema["properties"] | optional}


def _shared_schemas() -> dict[str, Any]:
    part = _with_optional(object_schema(points=_COUNT, working=_TEXT, at=_TEXTS), running=_COUNT)
    line = _with_optional(object_schema(key=_TEXT, label=_TEXT, points=_COUNT, working=_TEXT, rule=_TEXT), parts=_list(part))
    player = object_schema(name=_TEXT, total=_COUNT, rank=_COUNT, lines=_list(line))
    result = object_schema(
        game=_TEXT, players=_list(player), winners=_list(_COUNT), decided_by=_TEXT, blank=_TEXTS, asks=_TEXTS,
    )  # fmt: skip
    seats = object_schema(min=_COUNT, max=_COUNT)
    game = object_schema(
        slug=_TEXT, title=object_schema(**dict.fromkeys(LANGUAGES, _TEXT)), players=seats, bgg={"type": ["integer", "null"]}
    )
    variant = object_schema(key=_TEXT, label=_TEXT, options={"type": "object"})
    column = _with_optional(variant, result=_ref("Result"), needs=_TEXTS, faults=_list(_ref("Fault")))
    value = {"type": ["integer", "string", "array", "null"], "items": {"type": ["integer", "null"]}}
    turn = object_schema(**{"path": _TEXT, "from": value, "to": value, "winners": _list(_COUNT), "totals": _list(_COUNT)})
    return {
        "Fault": object_schema(path=_TEXT, code=_TEXT, message=_TEXT),
        "Faults": object_schema(faults=_list(_ref("Fault"))),
        "Games": object_schema(games=_list(game), version=_TEXT),
        "GameDescription": object_schema(**game["properties"], schema={"type": "object"}, variants=_list(variant)),
        "Result": _with_optional(
            result, leaders=_list(_COUNT), final={"type": "boolean"}, house={"type": "object", "additionalProperties": _COUNT}
        ),
        "Columns": _with_optional(object_schema(columns=_list(column)), sensitivity={"oneOf": [_ref("Sensitivity"), {"type": "null"}]}),
        "Sensitivity": object_schema(
            tried={"type": "integer", "minimum": 1, "maximum": MAX_SCORINGS},
            complete={"type": "boolean"},
            winners=_list(_list(_COUNT)),
            changes=_list(object_schema(options={"type": "object"}, winners=_list(_COUNT), totals=_list(_COUNT))),
            turned_by={**_list(turn), "maxItems": MAX_CHANGES},
        ),
    }
