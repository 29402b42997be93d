"""The OpenAPI description of shared sheets."""

from typing import Any

from scorers.entries import object_schema
from web.common.http import SHARED_ID
from web.common.openapi import ALWAYS, FAULTS, POSTED, TEXT, add_path_parameter, answer, body, operation, ref
from web.sync.limits import MAX_NAME_CHARACTERS
from web.sync.openapi import (
    COUNT,
    DEVICE_SCHEMA,
    by_name,
    closed,
    events_operation,
    list_of,
    secret_parameter,
    sync_answer,
    sync_request,
    text_of,
)

_TEXTS: dict[str, Any] = {
    "oneOf": [list_of(TEXT), {"type": "null"}],
    "description": "The texts of a field, as in the query of the sheet's link; null clears",
}


def shared_schemas(slugs: tuple[str, ...]) -> dict[str, Any]:
    """Return the schemas of requests and answers."""
    opening = closed(object_schema(game={"enum": list(slugs)}, sheet={"type": "object"}))
    group = {"oneOf": [TEXT, {"type": "null"}], "description": "A link of the group in whose scorebook it is kept"}
    opening["properties"]["group"] = group
    here = by_name(COUNT) | {"description": "Seconds since each phone was heard of, by its handle"}
    return {
        "SharedSheet": object_schema(id=TEXT, url=TEXT, seq=COUNT, mark=TEXT),
        "SharedSheetOpening": opening,
        "SharedSync": sync_request(_TEXTS),
        "SharedSyncAnswer": sync_answer(_TEXTS, here=here),
        "Typing": closed(object_schema(device=DEVICE_SCHEMA, name=text_of(MAX_NAME_CHARACTERS))),
    }


def shared_paths() -> dict[str, Any]:
    """Return the operations by address."""
    path, schema = "/api/v1/shared", "SharedSyncAnswer"
    secret = ALWAYS | {"404": answer(FAULTS, "No such shared sheet, or none any more")}
    opened = {
        "201": answer(ref("SharedSheet"), "Opened"), "404": answer(FAULTS, "No such group"),
        "429": answer(FAULTS, "Too many, see Retry-After"),
    }  # fmt: skip
    scored = {"200": answer(ref("Result")), "422": answer(FAULTS, "All that is wrong with the sheet")}
    synced = {"200": answer(ref(schema)), "409": answer(FAULTS, "The sheet takes no more")}
    as_it_stands = {"200": answer({"type": "object"})}
    streams = events_operation("shared_events", schema, secret)
    stream = streams["responses"]["200"]
    stream["description"] += "; those named `here` say who is there, those named `typing` where somebody types"
    stream["content"]["text/event-stream"]["schema"]["properties"]["event"] = {"enum": ["message", "here", "typing"]}
    phone = {"name": "device", "in": "query", "schema": DEVICE_SCHEMA, "description": "Who reads, and is there"}
    streams["parameters"] += [phone]
    posts = {
        path: operation("open_shared", "Open one", opened | POSTED | ALWAYS, body(ref("SharedSheetOpening"))),
        f"{path}/{{id}}/sync": operation(
            "sync_shared", "Send changes and get others'", synced | POSTED | secret, body(ref("SharedSync"))
        ),
        f"{path}/{{id}}/typing": operation(
            "show_typing",
            "Show where one is about to type",
            {"204": {"description": "Told"}} | POSTED | secret,
            body(ref("Typing")),
        ),
    }
    gets = {
        f"{path}/{{id}}/events": streams,
        f"{path}/{{id}}/sheet": operation("shared_sheet", "The shared sheet as it stands", as_it_stands | secret),
        f"{path}/{{id}}/score": operation("score_shared", "Its result", scored | secret),
    }
    paths = {at: {"post": one} for at, one in posts.items()} | {at: {"get": one} for at, one in gets.items()}
    add_path_parameter(paths, secret_parameter("id", SHARED_ID, "The secret id of the shared sheet"))
    return paths
