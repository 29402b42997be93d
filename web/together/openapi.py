"""The OpenAPI description of shared sheets."""

from typing import Any

from scorers.entries import object_schema
from web.api.parts import ALWAYS, FAULTS, POSTED, TEXT, add_path_parameter, answer, body, operation, ref
from web.common.secret_paths import SHARED_ID
from web.together.limits import MAX_CHANGES, MAX_COUNTER, MAX_DEVICE_CHARACTERS, MAX_PATH_CHARACTERS, MIN_DEVICE_CHARACTERS

COUNT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": MAX_COUNTER}
DEVICE = {"type": "string", "minLength": MIN_DEVICE_CHARACTERS, "maxLength": MAX_DEVICE_CHARACTERS, "pattern": "^[ -~]*$"}
_VALUE = {"type": ["boolean", "integer", "string", "array", "object", "null"], "description": "As in the sheet's JSON; null clears"}
_STANDING = object_schema(value=_VALUE, seq=COUNT, device=TEXT)
_TEXTS = {"oneOf": [TEXT, {"type": "array", "items": TEXT}, {"type": "null"}]}
_FIELDS: dict[str, Any] = {
    "type": "object",
    "additionalProperties": object_schema(value={"type": "array", "items": TEXT}, seq=COUNT, device=TEXT),
}
_ID = {
    "name": "id", "in": "path", "required": True, "description": "The secret id of the shared sheet",
    "schema": {"type": "string", "pattern": f"^{SHARED_ID}$"},
}  # fmt: skip


def shared_schemas(slugs: tuple[str, ...]) -> dict[str, Any]:
    """Return the schemas of requests and answers."""
    change: dict[str, Any] = {
        "type": "object",
        "properties": {"value": _VALUE, "n": COUNT | {"minimum": 1}, "base": COUNT, "age": {"type": "number"}},
        "required": ["n"],
    }
    by_path = change | {"properties": {"path": TEXT} | change["properties"], "required": ["path", "n"], "additionalProperties": False}
    by_field_properties = {"field": TEXT} | change["properties"] | {"value": _TEXTS}
    by_field = change | {"properties": by_field_properties, "required": ["field", "n"], "additionalProperties": False}
    changes = {"type": "array", "maxItems": MAX_CHANGES, "items": {"oneOf": [by_path, by_field]}}
    request = {
        "type": "object",
        "properties": {"device": DEVICE, "since": COUNT, "changes": changes, "fields": {"type": "boolean"}},
        "required": ["device"],
        "additionalProperties": False,
    }
    answer = object_schema(seq=COUNT, kept=COUNT, faults={"type": "array", "items": {"$ref": "#/components/schemas/Fault"}})
    lost = {"type": "array", "items": object_schema(field=TEXT, value=_FIELDS["additionalProperties"]["properties"]["value"], seq=COUNT)}
    here = {"type": "object", "additionalProperties": COUNT}
    answer["properties"] |= {
        "entries": {"type": "object", "additionalProperties": _STANDING}, "fields": _FIELDS, "lost": lost, "here": here,
    }  # fmt: skip
    opening = object_schema(game={"enum": list(slugs)}, sheet={"type": "object"}) | {"additionalProperties": False}
    opening["properties"]["group"] = {
        "oneOf": [TEXT, {"type": "null"}],
        "description": "A link of the group in whose scorebook it is kept",
    }
    typing = object_schema(device=DEVICE, field=TEXT | {"maxLength": MAX_PATH_CHARACTERS}) | {"additionalProperties": False}
    return {
        "SharedSheet": object_schema(id=TEXT, url=TEXT, seq=COUNT),
        "SharedSheetOpening": opening,
        "Sync": request,
        "SyncAnswer": answer,
        "Typing": typing,
    }


def shared_paths() -> dict[str, Any]:
    """Return the operations by address."""
    path = "/api/v1/shared"
    secret = ALWAYS | {"404": answer(FAULTS, "No such shared sheet, or none any more")}
    opened = {
        "201": answer(ref("SharedSheet"), "Opened"), "404": answer(FAULTS, "No such group"),
        "429": answer(FAULTS, "Too many, see Retry-After"),
    }  # fmt: skip
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": ref("SyncAnswer")}
    event = {
        "type": "object",
        "properties": {"id": TEXT, "event": {"enum": ["message", "here", "typing"]}, "data": data},
        "required": ["data"],
    }
    stream = {
        "description": "Server-sent events, each in the shape of SyncAnswer; those named `here` say who is there, "
        "those named `typing` where somebody is about to type",
        "content": {"text/event-stream": {"schema": event}},
    }
    full = {"409": answer(FAULTS, "The sheet, or the game, takes no more")}
    get_sheet = operation("shared_sheet", "The shared sheet as it stands", {"200": answer({"type": "object"})} | secret)
    scored = {"200": answer(ref("Result")), "422": answer(FAULTS, "All that is wrong with the sheet")}
    paths: dict[str, Any] = {
        path: {"post": operation("open_shared", "Open a shared sheet", opened | POSTED | ALWAYS, body(ref("SharedSheetOpening")))},
        f"{path}/{{id}}/sync": {
            "post": operation(
                "sync_shared",
                "Send changes and get others'",
                {"200": answer(ref("SyncAnswer"))} | full | POSTED | secret,
                body(ref("Sync")),
            )
        },
        f"{path}/{{id}}/typing": {
            "post": operation(
                "show_typing", "Show where one is about to type", {"204": {"description": "Told"}} | POSTED | secret, body(ref("Typing"))
            )
        },
        f"{path}/{{id}}/events": {
            "get": operation("shared_events", "Changes as they come", {"200": stream, "429": answer(FAULTS, "Too many streams")} | secret)
        },
        f"{path}/{{id}}/sheet": {"get": get_sheet},
        f"{path}/{{id}}/score": {"get": operation("score_shared", "Its result", scored | secret)},
    }
    queries = {"since": COUNT, "fields": TEXT, "device": TEXT}
    paths[f"{path}/{{id}}/events"]["get"]["parameters"] += [
        {"name": name, "in": "query", "schema": schema} for name, schema in queries.items()
    ]
    add_path_parameter(paths, _ID)
    return paths
