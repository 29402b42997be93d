"""The OpenAPI 3.1 description, generated from the games' declarations."""

from collections.abc import Mapping
from typing import Any

from scorers._version import __version__
from scorers.entries import MultipleChoice, object_schema, record_schema
from scorers.model import AnyGame, Translate
from scorers.registry import games, slugs
from scorers.sensitivity import MAX_SCORINGS
from scorers.sheet import options_of, players_entry, sheet_schema
from scorers.swings import MAX_CHANGES
from web.common.languages import LANGUAGES
from web.common.openapi import TEXT, answer, body, operation, ref
from web.groups.openapi import group_paths, group_schemas
from web.together.openapi import shared_paths, shared_schemas

_COUNT = {"type": "integer"}
_TEXTS = {"type": "array", "items": TEXT}
_OPEN = _TEXTS | {
    "description": "What nobody has answered: `blank`, and each further entry that is at its default for every player "
    "at once, such as "
    "the owners of tiles."
}


def description(translate: Translate) -> dict[str, Any]:
    """Return the OpenAPI document, with labels in the language of `translate`."""
    paths: dict[str, Any] = {
        "/api/v1/games": {"get": operation("games", "The games", {"200": answer(ref("Games"))})},
        "/api/v1/openapi.json": {"get": operation("openapi", "This document", {"200": answer({"type": "object"})})},
    }
    schemas = _shared_schemas()
    for game in games():
        schemas[game.slug] = sheet_schema(game.sheet, translate)
        schemas[f"{game.slug}_compare"] = _with_variants(schemas[game.slug], game)
        paths |= _paths_of(game, translate(game.title)) | _calculator_paths(game, translate)
    paths |= shared_paths() | group_paths()
    schemas |= shared_schemas(slugs()) | group_schemas()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tally 算分", "version": __version__},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _paths_of(game: AnyGame, title: str) -> dict[str, Any]:
    path, slug = f"/api/v1/games/{game.slug}", game.slug
    paths = {
        path: {"get": operation(f"{slug}_game", title, {"200": answer(ref("GameDescription"))})},
        f"{path}/score": {
            "post": operation(f"{slug}_score", title, _answers(ref("Result")), body(ref(slug), form=True))
        },
        f"{path}/compare": {
            "post": operation(
                f"{slug}_compare", title, _answers(ref("Columns")), body(ref(f"{slug}_compare"), form=True)
            )
        },
    }
    for name, query in game.board_queries.items():
        summary = (query.answer.__doc__ or title).partition("\n")[0]
        answers = _answers(query.answer_schema)
        paths[f"{path}/ask/{name}"] = {
            "post": operation(f"{slug}_ask_{name}", summary, answers, body(query.question_schema))
        }
    return paths


def _calculator_paths(game: AnyGame, translate: Translate) -> dict[str, Any]:
    paths = {}
    for name, calculator in game.calculators.items():
        answers = _answers(object_schema(answer=TEXT, reasons=_TEXTS, **calculator.data_schema))
        question = body(record_schema(calculator.question, translate))
        ask = operation(f"{game.slug}_ask_{name}", translate(calculator.title), answers, question)
        paths[f"/api/v1/games/{game.slug}/ask/{name}"] = {"post": ask}
    return paths


def _with_variants(schema: Mapping[str, Any], game: AnyGame) -> dict[str, Any]:
    keys = {
        "type": ["array", "null"],
        "items": {"enum": [variant.key for variant in game.variants_of(_sheet_with_all_modules(game))]},
    }
    asked = {"type": ["boolean", "null"], "default": False}
    return {**schema, "properties": {**schema["properties"], "variants": keys, "sensitivity": asked}}


def _sheet_with_all_modules(game: AnyGame) -> Any:
    options = options_of(game.sheet).items()
    modules = {
        name: tuple(option.options)[: option.most] for name, option in options if isinstance(option, MultipleChoice)
    }
    bounds = players_entry(game.sheet)
    return game.sheet(players=(bounds.of(),) * bounds.low, **modules)


def _answers(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "200": answer(schema),
        "400": answer(ref("Faults"), "No JSON object"),
        "413": answer(ref("Faults"), "Over 64 KiB"),
        "422": answer(ref("Faults"), "All that is wrong with the sheet"),
    }


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _with_optional(schema: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return schema | {"properties": schema["properties"] | optional}


def _shared_schemas() -> dict[str, Any]:
    part = _with_optional(object_schema(points=_COUNT, working=TEXT, at=_TEXTS), running=_COUNT, what=TEXT)
    line = _with_optional(
        object_schema(key=TEXT, label=TEXT, points=_COUNT, working=TEXT, rule=TEXT), parts=_list(part)
    )
    player = object_schema(name=TEXT, total=_COUNT, rank=_COUNT, lines=_list(line))
    result = object_schema(
        game=TEXT, players=_list(player), winners=_list(_COUNT), decided_by=TEXT, blank=_TEXTS, open=_OPEN, asks=_TEXTS,
    )  # fmt: skip
    seats = object_schema(min=_COUNT, max=_COUNT)
    game = object_schema(
        slug=TEXT,
        title=object_schema(**dict.fromkeys(LANGUAGES, TEXT)),
        players=seats,
        bgg={"type": ["integer", "null"]},
    )
    variant = object_schema(key=TEXT, label=TEXT, options={"type": "object"})
    column = _with_optional(variant, result=ref("Result"), needs=_TEXTS, faults=_list(ref("Fault")))
    value = {"type": ["integer", "string", "array", "null"], "items": {"type": ["integer", "null"]}}
    swing = object_schema(
        **{"path": TEXT, "from": value, "to": value, "winners": _list(_COUNT), "totals": _list(_COUNT)}
    )
    return {
        "Fault": object_schema(path=TEXT, code=TEXT, message=TEXT),
        "Faults": object_schema(faults=_list(ref("Fault"))),
        "Games": object_schema(games=_list(game), version=TEXT),
        "GameDescription": object_schema(**game["properties"], schema={"type": "object"}, variants=_list(variant)),
        "Result": _with_optional(
            result,
            leaders=_list(_COUNT),
            final={"type": "boolean"},
            house={"type": "object", "additionalProperties": _COUNT},
        ),
        "Columns": _with_optional(
            object_schema(columns=_list(column)), sensitivity={"oneOf": [ref("Sensitivity"), {"type": "null"}]}
        ),
        "Sensitivity": object_schema(
            tried={"type": "integer", "minimum": 1, "maximum": MAX_SCORINGS},
            complete={"type": "boolean"},
            winners=_list(_list(_COUNT)),
            changes=_list(object_schema(options={"type": "object"}, winners=_list(_COUNT), totals=_list(_COUNT))),
            turned_by={**_list(swing), "maxItems": MAX_CHANGES},
        ),
    }
