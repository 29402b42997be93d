"""The entrances of shared sheets as the API's description has them."""

from collections.abc import Callable
from typing import Any

from scorers.entries import object_schema
from web.together.limits import MAX_CHANGES, MAX_DEVICE_CHARACTERS, MAX_PATH_CHARACTERS, MIN_DEVICE_CHARACTERS

Make = Callable[..., dict[str, Any]]

_TEXT: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 2**53}
DEVICE = {"type": "string", "minLength": MIN_DEVICE_CHARACTERS, "maxLength": MAX_DEVICE_CHARACTERS, "pattern": "^[ -~]*$"}
_VALUE = {"type": ["boolean", "integer", "string", "array", "object", "null"], "description": "As in the sheet's JSON; null clears"}
_STANDING = object_schema(value=_VALUE, seq=COUNT, device=_TEXT)
_TEXTS = {"oneOf": [_TEXT, {"type": "array", "items": _TEXT}, {"type": "null"}]}
_FIELDS: dict[str, Any] = {
    "type": "object",
    "additionalProperties": object_schema(value={"type": "array", "items": _TEXT}, seq=COUNT, device=_TEXT),
}
_ID = {
    "name": "id", "in": "path", "required": True, "description": "The secret id of the shared sheet",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
}  # fmt: skip


def shared_schemas(slugs: tuple[str, ...]) -> dict[str, Any]:
    """What the entrances take and answer."""
    change: dict[str, Any] = {
        "type": "object",
        "properties": {"value": _VALUE, "n": COUNT | {"minimum": 1}, "base": COUNT, "age": {"type": "number"}},
        "required": ["n"],
    }
    by_path = change | {"properties": {"path": _TEXT} | change["properties"], "required": ["path", "n"], "additionalProperties": False}
    by_field_properties = {"field": _TEXT} | change["properties"] | {"value": _TEXTS}
    by_field = change | {"properties": by_field_properties, "required": ["field", "n"], "additionalProperties": False}
    changes = {"type": "array", "maxItems": MAX_CHANGES, "items": {"oneOf": [by_path, by_field]}}
    request = {
        "type": "object",
        "properties": {"device": DEVICE, "since": COUNT, "changes": changes, "fields": {"type": "boolean"}},
        "required": ["device"],
        "additionalProperties": False,
    }
    answer = object_schema(seq=COUNT, kept=COUNT, faults={"type": "array", "items": {"$ref": "#/components/schemas/Fault"}})
    lost = {"type": "array", "items": object_schema(field=_TEXT, value=_FIELDS["additionalProperties"]["properties"]["value"], seq=COUNT)}
    here = {"type": "object", "additionalProperties": COUNT}
    answer["properties"] |= {
        "entries": {"type": "object", "additionalProperties": _STANDING}, "fields": _FIELDS, "lost": lost, "here": here,
    }  # fmt: skip
    opening = object_schema(game={"enum": list(slugs)}, sheet={"type": "object"}) | {"additionalProperties": False}
    opening["properties"]["group"] = {
        "oneOf": [_TEXT, {"type": "null"}],
        "description": "A link of the group in whose scorebook it is kept",
    }
    typing = object_schema(device=DEVICE, field=_TEXT | {"maxLength": MAX_PATH_CHARACTERS}) | {"additionalProperties": False}
    return {
        "SharedSheet": object_schema(id=_TEXT, url=_TEXT, seq=COUNT),
        "SharedSheetOpening": opening,
        "Sync": request,
        "SyncAnswer": answer,
        "Typing": typing,
    }


def shared_paths(operation: Make, answer: Make, body: Make, ref: Make) -> dict[str, Any]:
    """The addresses, made with the same functions as all others."""
    path = "/api/v1/shared"
    faults = ref("Faults")
    always = {"403": answer(faults, "Sent by a page of another site"), "503": answer(faults, "Nothing can be kept now, see Retry-After")}
    secret = always | {"404": answer(faults, "No such shared sheet, or none any more")}
    posted = {
        "400": answer(faults, "No JSON object"), "413": answer(faults, "Over 64 KiB"), "415": answer(faults, "Not application/json"),
        "422": answer(faults, "All that is wrong with the request"),
    }  # fmt: skip
    opened = {
        "201": answer(ref("SharedSheet"), "Opened"), "404": answer(faults, "No such group"),
        "429": answer(faults, "Too many, see Retry-After"),
    }  # fmt: skip
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": ref("SyncAnswer")}
    event = {
        "type": "object",
        "properties": {"id": _TEXT, "event": {"enum": ["message", "here", "typing"]}, "data": data},
        "required": ["data"],
    }
    stream = {
        "description": "Server-sent events, each in the shape of SyncAnswer; those named `here` say who is there, "
        "those named `typing` where somebody is about to type",
        "content": {"text/event-stream": {"schema": event}},
    }
    full = {"409": answer(faults, "The sheet, or the game, takes no more")}
    get_sheet = operation("shared_sheet", "The shared sheet as it stands", {"200": answer({"type": "object"})} | secret)
    scored = {"200": answer(ref("Result")), "422": answer(faults, "All that is wrong with the sheet")}
    paths: dict[str, Any] = {
        path: {"post": operation("open_shared", "Open a shared sheet", opened | posted | always, body(ref("SharedSheetOpening")))},
        f"{path}/{{id}}/sync": {
            "post": operation(
                "sync_shared",
                "Send changes and get others'",
                {"200": answer(ref("SyncAnswer"))} | full | posted | secret,
                body(ref("Sync")),
            )
        },
        f"{path}/{{id}}/typing": {
            "post": operation(
                "show_typing", "Show where one is about to type", {"204": {"description": "Told"}} | posted | secret, body(ref("Typing"))
            )
        },
        f"{path}/{{id}}/events": {
            "get": operation("shared_events", "Changes as they come", {"200": stream, "429": answer(faults, "Too many streams")} | secret)
        },
        f"{path}/{{id}}/sheet": {"get": get_sheet},
        f"{path}/{{id}}/score": {"get": operation("score_shared", "Its result", scored | secret)},
    }
    queries = {"since": COUNT, "fields": _TEXT, "device": _TEXT}
    paths[f"{path}/{{id}}/events"]["get"]["parameters"] += [
        {"name": name, "in": "query", "schema": schema} for name, schema in queries.items()
    ]
    for address, operations in paths.items():
        if "{id}" in address:
            for one in operations.values():
                one["parameters"] = [_ID, *one["parameters"]]
    return paths
