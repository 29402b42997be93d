"""The OpenAPI description of groups' scorebooks."""

from typing import Any

from scorers.entries import object_schema
from web.common.http import GROUP_LINK
from web.common.openapi import ALWAYS, FAULTS, POSTED, TEXT, add_path_parameter, answer, body, operation, ref
from web.groups.files import FORMAT, VERSION
from web.groups.limits import MAX_NAME_CHARACTERS
from web.groups.results import MAX_MINUTES, MAX_NOTE_CHARACTERS, MAX_PLACE_CHARACTERS, MAX_PLAYERS
from web.sync.limits import MAX_COUNTER
from web.sync.openapi import (
    COUNT,
    NUMBER,
    YES,
    by_name,
    closed,
    events_operation,
    list_of,
    secret_parameter,
    sync_answer,
    sync_request,
    text_of,
)


def _said(schema: dict[str, Any], description: str) -> dict[str, Any]:
    return schema | {"description": description}


def _with_optional(schema: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return schema | {"properties": schema["properties"] | optional}


_WHOLE = {"type": "integer", "minimum": -MAX_COUNTER, "maximum": MAX_COUNTER}
_SEAT = {"type": "integer", "minimum": 0}
_PLAYER = _with_optional(
    object_schema(name=text_of(1000), colour=text_of(20), total=_WHOLE, rank=_WHOLE),
    lines=_said(by_name(_WHOLE), "Points by the line's key."),
)
_OUTCOME = _with_optional(
    object_schema(
        players=list_of(_PLAYER) | {"minItems": 1, "maxItems": MAX_PLAYERS},
        winners=_said(list_of(_SEAT) | {"uniqueItems": True}, "Seats, counted from 0."),
    ),
    decided_by=_said(text_of(64), "What decided first place, as the API says it."),
)
RESULT_SCHEMA = _with_optional(
    object_schema(
        id=_said(text_of(64) | {"minLength": 1}, "No other result has it."),
        slug=_said(text_of(64), "The game, as in its address."),
        date=_said(TEXT | {"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}, "The day of the game."),
        place=_said(text_of(MAX_PLACE_CHARACTERS), "Where it was played."),
        note=text_of(MAX_NOTE_CHARACTERS),
        query=_said(text_of(16_384), "The sheet's entries as in its address."),
        result=_OUTCOME,
        changed=_said(
            {"type": "number", "minimum": -MAX_COUNTER, "maximum": MAX_COUNTER}, "Milliseconds since 1970 (UTC)."
        ),
    ),
    minutes=_said({"type": "integer", "minimum": 0, "maximum": MAX_MINUTES}, "How long it took."),
    starter=_said(_SEAT, "The seat that began, counted from 0."),
)
"""A result, in requests and in files; `is_result` checks it, thirty times as fast as a validator of schemas."""
SCOREBOOK_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": f"The scorebook of Tally as a file, version {VERSION}",
    **object_schema(format={"const": FORMAT}, version={"const": VERSION}, results=list_of(RESULT_SCHEMA)),
}
"""A scorebook's file. docs/scorebook.schema.json has it: tools/schema.py writes it."""
_VALUE = {"oneOf": [ref("KeptResult"), TEXT, {"type": "null"}]}


def group_schemas() -> dict[str, Any]:
    """Return the schemas of requests and answers."""
    links = {"write": TEXT, "read": TEXT, "url": TEXT, "read_url": TEXT}
    place = {"seq": COUNT, "mark": TEXT}
    group = object_schema(name=TEXT, writes=YES, count=COUNT, expires=COUNT, **place, url=TEXT)
    following = {"oneOf": [COUNT, {"type": "null"}]}
    past = object_schema(name=TEXT, value=_VALUE, seq=COUNT, who=TEXT, device=TEXT, age=NUMBER, stands=YES)
    gone = object_schema(name=TEXT, value=ref("KeptResult"), seq=COUNT, who=TEXT, age=NUMBER, until=COUNT)
    return {
        "KeptResult": RESULT_SCHEMA,
        "GroupMaking": closed(object_schema(name=text_of(MAX_NAME_CHARACTERS) | {"minLength": 1})),
        "GroupMade": object_schema(**links, **place),
        "Group": group | {"properties": group["properties"] | links},
        "GroupRenewal": closed(object_schema(link={"enum": ["write", "read"]})),
        "GroupLinks": object_schema(**links),
        "GroupSync": sync_request(_VALUE),
        "GroupSyncAnswer": sync_answer(_VALUE, same=by_name(TEXT)),
        "GroupResults": object_schema(results=list_of(ref("KeptResult")), next={"oneOf": [TEXT, {"type": "null"}]}),
        "GroupHistory": object_schema(changes=list_of(past), next=following),
        "GroupDeleted": object_schema(deleted=list_of(gone), next=following),
    }


def group_paths() -> dict[str, Any]:
    """Return the operations by address."""
    path = "/api/v1/groups"
    known = ALWAYS | {"404": answer(FAULTS, "No such group, or its link was renewed")}
    written = known | {"403": answer(FAULTS, "A link that only reads, or sent by a page of another site")}
    made = {"201": answer(ref("GroupMade"), "Made"), "429": answer(FAULTS, "Too many, see Retry-After")}
    synced = {"200": answer(ref("GroupSyncAnswer")), "409": answer(FAULTS, "It takes no more, or no such numbers")}
    paths: dict[str, Any] = {
        path: {"post": operation("make_group", "Make a group", made | POSTED | ALWAYS, body(ref("GroupMaking")))},
        f"{path}/{{link}}": {
            "get": operation("group", "A group", {"200": answer(ref("Group"))} | known),
            "delete": operation("delete_group", "Delete everything", {"204": {"description": "Deleted"}} | written),
        },
        f"{path}/{{link}}/renew": {
            "post": operation(
                "renew_link",
                "Replace a link",
                {"200": answer(ref("GroupLinks"))} | POSTED | written,
                body(ref("GroupRenewal")),
            )
        },
        f"{path}/{{link}}/sync": {
            "post": operation(
                "sync_group", "Send changes and get others'", synced | POSTED | written, body(ref("GroupSync"))
            )
        },
        f"{path}/{{link}}/events": {"get": events_operation("group_events", "GroupSyncAnswer", known)},
        f"{path}/{{link}}/results": {
            "get": _list("group_results", "Results, the newest first", "GroupResults", known, before=TEXT, limit=COUNT)
        },
        f"{path}/{{link}}/history": {
            "get": _list(
                "group_history", "What was kept, corrected and deleted", "GroupHistory", known, name=TEXT, before=COUNT
            )
        },
        f"{path}/{{link}}/deleted": {
            "get": _list("deleted_results", "Deleted results that can be restored", "GroupDeleted", known, before=COUNT)
        },
    }
    add_path_parameter(paths, secret_parameter("link", GROUP_LINK, "A link of the group: its id and a secret"))
    return paths


def _list(operation_id: str, summary: str, schema: str, known: dict[str, Any], **queries: Any) -> dict[str, Any]:
    """Return the operation of a list in pages."""
    found = operation(operation_id, summary, {"200": answer(ref(schema))} | known)
    found["parameters"] += [{"name": one, "in": "query", "schema": schema} for one, schema in queries.items()]
    return found
