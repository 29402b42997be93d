"""The API's description, OpenAPI 3.1, read off the rooms' own declarations."""

from collections.abc import Mapping
from typing import Any

from scorers import Translate, asks, part, slugs
from scorers.sheets import json_schema

_TEXT = {"type": "string"}
_COUNT = {"type": "integer"}


def description(translate: Translate) -> dict[str, Any]:
    """The whole API as one OpenAPI document, labels in the language of `translate`."""
    paths: dict[str, Any] = {
        "/api/v1/games": {"get": _operation("games", "The games", {"200": _answer({"type": "object"})})},
        "/api/v1/openapi.json": {"get": _operation("openapi", "This document", {"200": _answer({"type": "object"})})},
    }
    sheets = {}
    for slug in slugs():
        room = part(slug)
        title = translate(room.GAME.title)
        sheets[slug] = json_schema(room.Sheet, translate)
        body = {"required": True, "content": {"application/json": {"schema": _ref(slug)}}}
        keys = {"type": "array", "items": {"enum": [variant.key for variant in room.VARIANTS]}}
        properties = sheets[slug]["properties"] | {"variants": keys}
        compared = {"required": True, "content": {"application/json": {"schema": sheets[slug] | {"properties": properties}}}}
        path = f"/api/v1/games/{slug}"
        paths[path] = {"get": _operation(f"{slug}_game", title, {"200": _answer({"type": "object"})})}
        paths[f"{path}/score"] = {"post": _operation(f"{slug}_score", title, _scored("Result"), body)}
        paths[f"{path}/compare"] = {"post": _operation(f"{slug}_compare", title, _scored("Columns"), compared)}
        for name, asked in asks(slug).items():
            question = {"required": True, "content": {"application/json": {"schema": asked.question}}}
            said = (asked.reply.__doc__ or title).partition("\n")[0]
            paths[f"{path}/ask/{name}"] = {"post": _operation(f"{slug}_ask_{name}", said, _replied(asked.answer), question)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tally 算分", "version": "1"},
        "paths": paths,
        "components": {"schemas": _shared() | sheets},
    }


def _operation(name: str, summary: str, responses: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
    language = {"name": "lang", "in": "query", "schema": {"enum": ["zh-Hant", "en"]}}
    operation = {"operationId": name, "summary": summary, "parameters": [language], "responses": responses}
    return operation | ({"requestBody": body} if body else {})


def _answer(schema: Mapping[str, Any], said: str = "OK") -> dict[str, Any]:
    return {"description": said, "content": {"application/json": {"schema": schema}}}


def _scored(answer: str) -> dict[str, Any]:
    return _replied(_ref(answer))


def _replied(answer: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "200": _answer(answer),
        "400": _answer(_ref("Faults"), "No JSON object"),
        "413": _answer(_ref("Faults"), "Over 64 KiB"),
        "422": _answer(_ref("Faults"), "All that cannot be"),
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(optional: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [name for name in properties if name not in optional]}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _shared() -> dict[str, Any]:
    part_ = _object(points=_COUNT, working=_TEXT, at=_list(_TEXT))
    line = _object(("parts",), key=_TEXT, label=_TEXT, points=_COUNT, working=_TEXT, rule=_TEXT, parts=_list(part_))
    player = _object(name=_TEXT, total=_COUNT, rank=_COUNT, lines=_list(line))
    paths = _list(_TEXT)
    column = _object(
        ("result", "needs", "faults"),
        key=_TEXT, label=_TEXT, options={"type": "object"}, result=_ref("Result"), needs=paths, faults=_list(_ref("Fault")),
    )  # fmt: skip
    return {
        "Fault": _object(path=_TEXT, code=_TEXT, message=_TEXT),
        "Faults": _object(faults=_list(_ref("Fault"))),
        "Result": _object(
            game=_TEXT, players=_list(player), winners=_list(_COUNT), decided_by=_TEXT, blank=paths, asks=paths,
        ),
        "Columns": _object(columns=_list(column)),
    }  # fmt: skip
