"""The OpenAPI description of shared sheets."""

from typing import Any

from scorers.entries import object_schema
from web.common.http import SHARED_ID
from web.common.openapi import ALWAYS, FAULTS, POSTED, TEXT, add_path_parameter, answer, body, operation, ref
from web.sync.openapi import COUNT, by_name, closed, list_of, secret_parameter
from web.together.limits import (
    MAX_CHANGES,
    MAX_DEVICE_CHARACTERS,
    MAX_PATH_CHARACTERS,
    MIN_DEVICE_CHARACTERS,
)

DEVICE = {
    "type": "string",
    "minLength": MIN_DEVICE_CHARACTERS,
    "maxLength": MAX_DEVICE_CHARACTERS,
    "pattern": "^[ -~]*$",
}
_VALUE = {
    "type": ["boolean", "integer", "string", "array", "object", "null"],
    "description": "As in the sheet's JSON; null clears",
}
_FIELD_CHANGE: dict[str, Any] = {"oneOf": [TEXT, {"type": "array", "items": TEXT}, {"type": "null"}]}


def standing(value: Any) -> dict[str, Any]:
    """Return the schema of entries as they stand, by path."""
    return by_name(object_schema(value=value, seq=COUNT, device=TEXT))


def sync_request(change: Any, **others: Any) -> dict[str, Any]:
    """Return the schema of a request to sync."""
    properties = {"device": DEVICE, "since": COUNT, "changes": list_of(change) | {"maxItems": MAX_CHANGES}, **others}
    return closed({"type": "object", "properties": properties, "required": ["device"]})


def change_schema(name: str, value: Any) -> dict[str, Any]:
    """Return the schema of a change, with the name that says where it was made."""
    properties = {name: TEXT, "value": value, "n": COUNT | {"minimum": 1}, "base": COUNT, "age": {"type": "number"}}
    return closed({"type": "object", "properties": properties, "required": [name, "n"]})


def shared_schemas(slugs: tuple[str, ...]) -> dict[str, Any]:
    """Return the schemas of requests and answers."""
    texts = list_of(TEXT)
    change = {"oneOf": [change_schema("path", _VALUE), change_schema("field", _FIELD_CHANGE)]}
    answer = object_schema(seq=COUNT, kept=COUNT, faults=list_of(ref("Fault")))
    answer["properties"] |= {
        "entries": standing(_VALUE), "fields": standing(texts), "here": by_name(COUNT),
        "lost": list_of(object_schema(field=TEXT, value=texts, seq=COUNT)),
    }  # fmt: skip
    opening = closed(object_schema(game={"enum": list(slugs)}, sheet={"type": "object"}))
    group = {"oneOf": [TEXT, {"type": "null"}], "description": "A link of the group in whose scorebook it is kept"}
    opening["properties"]["group"] = group
    return {
        "SharedSheet": object_schema(id=TEXT, url=TEXT, seq=COUNT),
        "SharedSheetOpening": opening,
        "Sync": sync_request(change, fields={"type": "boolean"}),
        "SyncAnswer": answer,
        "Typing": closed(object_schema(device=DEVICE, field=TEXT | {"maxLength": MAX_PATH_CHARACTERS})),
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
    }
    stream = {
        "description": "Server-sent events, each in the shape of SyncAnswer; those named `here` say who is there, "
        "those named `typing` where somebody is about to type",
        "content": {"text/event-stream": {"schema": event | {"required": ["data"]}}},
    }
    full = {"409": answer(FAULTS, "The sheet, or the game, takes no more")}
    get_sheet = operation("shared_sheet", "The shared sheet as it stands", {"200": answer({"type": "object"})} | secret)
    scored = {"200": answer(ref("Result")), "422": answer(FAULTS, "All that is wrong with the sheet")}
    paths: dict[str, Any] = {
        path: {
            "post": operation(
                "open_shared", "Open a shared sheet", opened | POSTED | ALWAYS, body(ref("SharedSheetOpening"))
            )
        },
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
                "show_typing",
                "Show where one is about to type",
                {"204": {"description": "Told"}} | POSTED | secret,
                body(ref("Typing")),
            )
        },
        f"{path}/{{id}}/events": {
            "get": operation(
                "shared_events",
                "Changes as they come",
                {"200": stream, "429": answer(FAULTS, "Too many streams")} | secret,
            )
        },
        f"{path}/{{id}}/sheet": {"get": get_sheet},
        f"{path}/{{id}}/score": {"get": operation("score_shared", "Its result", scored | secret)},
    }
    queries = {"since": COUNT, "fields": TEXT, "device": TEXT}
    paths[f"{path}/{{id}}/events"]["get"]["parameters"] += [
        {"name": name, "in": "query", "schema": schema} for name, schema in queries.items()
    ]
    add_path_parameter(paths, secret_parameter("id", SHARED_ID, "The secret id of the shared sheet"))
    return paths
