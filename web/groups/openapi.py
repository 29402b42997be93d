"""The entrances of groups' scorebooks as the API's description has them."""

from collections.abc import Callable
from typing import Any

from scorers.entries import object_schema
from web.groups.limits import MAX_NAME_CHARACTERS, MAX_WHO_CHARACTERS
from web.secret_paths import GROUP_LINK
from web.together.limits import MAX_CHANGES, MAX_COUNTER
from web.together.openapi import COUNT, DEVICE

Make = Callable[..., dict[str, Any]]

_TEXT: dict[str, Any] = {"type": "string"}
_WHOLE = {"type": "integer", "minimum": -MAX_COUNTER, "maximum": MAX_COUNTER}
_YES = {"type": "boolean"}
_PLAYER: dict[str, Any] = {
    "type": "object",
    "required": ["name", "colour", "total", "rank"],
    "properties": {
        "name": {"type": "string", "maxLength": 1000},
        "colour": {"type": "string", "maxLength": 20},
        "total": _WHOLE,
        "rank": _WHOLE,
        "lines": {"type": "object", "additionalProperties": _WHOLE},
    },
}
_OUTCOME: dict[str, Any] = {
    "type": "object",
    "required": ["players", "winners"],
    "properties": {
        "players": {"type": "array", "minItems": 1, "maxItems": 12, "items": _PLAYER},
        "winners": {"type": "array", "items": COUNT},
        "decided_by": _TEXT,
    },
}
RESULT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["id", "slug", "date", "place", "note", "query", "result", "changed"],
    "properties": {
        "id": {"type": "string", "minLength": 1, "maxLength": 64},
        "slug": {"type": "string", "maxLength": 64},
        "date": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        "place": {"type": "string", "maxLength": 1000},
        "note": {"type": "string", "maxLength": 10_000},
        "query": {"type": "string", "maxLength": 16_384},
        "result": _OUTCOME,
        "changed": {"type": "number"},
    },
}
"""A result, as docs/scorebook.schema.json has it."""
_LINK = {
    "name": "link", "in": "path", "required": True, "description": "A link of the group: its id and a secret",
    "schema": {"type": "string", "pattern": f"^{GROUP_LINK}$"},
}  # fmt: skip
_NAME = {"type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS}


def group_schemas() -> dict[str, Any]:
    """What the entrances take and answer."""
    result = {"$ref": "#/components/schemas/KeptResult"}
    change = {
        "type": "object",
        "properties": {
            "path": _TEXT, "value": {"oneOf": [result, _TEXT, {"type": "null"}]}, "n": COUNT | {"minimum": 1}, "base": COUNT,
            "age": {"type": "number"},
        },
        "required": ["path", "n"],
        "additionalProperties": False,
    }  # fmt: skip
    request = {
        "type": "object",
        "properties": {
            "device": DEVICE, "since": COUNT, "who": {"type": "string", "maxLength": MAX_WHO_CHARACTERS},
            "changes": {"type": "array", "maxItems": MAX_CHANGES, "items": change},
        },
        "required": ["device"],
        "additionalProperties": False,
    }  # fmt: skip
    head = {"group": _TEXT, "name": _TEXT, "writes": _YES, "expires": COUNT, "seq": COUNT}
    faults = {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}}
    standing = {"type": "object", "additionalProperties": object_schema(value={}, seq=COUNT, device=_TEXT)}
    same = {"type": "object", "additionalProperties": _TEXT}
    links = {"url": _TEXT, "read_link": _TEXT, "read_url": _TEXT}
    group = object_schema(**head, count=COUNT, url=_TEXT)
    past = object_schema(path=_TEXT, value={}, seq=COUNT, who=_TEXT, device=_TEXT, typed={"type": "number"}, stands=_YES)
    gone = object_schema(value=result, who=_TEXT, typed={"type": "number"}, until=COUNT)
    return {
        "KeptResult": RESULT_SCHEMA,
        "GroupMaking": object_schema(name=_NAME) | {"additionalProperties": False},
        "GroupMade": object_schema(group=_TEXT, link=_TEXT, **links, seq=COUNT),
        "Group": group | {"properties": group["properties"] | {"read_link": _TEXT, "read_url": _TEXT}},
        "GroupRenewal": object_schema(link={"enum": ["write", "read"]}) | {"additionalProperties": False},
        "GroupLinks": object_schema(group=_TEXT, link=_TEXT, **links),
        "GroupSync": request,
        "GroupSyncAnswer": object_schema(**head, kept=COUNT, more=_YES, same=same, entries=standing, faults=faults),
        "GroupHistory": object_schema(changes={"type": "array", "items": past}),
        "GroupDeleted": object_schema(deleted={"type": "array", "items": gone}),
    }


def group_paths(operation: Make, answer: Make, body: Make, ref: Make) -> dict[str, Any]:
    """The addresses, made with the same functions as all others."""
    path, faults = "/api/v1/groups", ref("Faults")
    always = {"403": answer(faults, "Sent by a page of another site"), "503": answer(faults, "Nothing can be kept now, see Retry-After")}
    known = always | {"404": answer(faults, "No such group, or its link was renewed")}
    written = known | {"403": answer(faults, "A link that only reads, or sent by a page of another site")}
    posted = {
        "400": answer(faults, "No JSON object"), "413": answer(faults, "Over 64 KiB"), "415": answer(faults, "Not application/json"),
        "422": answer(faults, "All that is wrong with the request"),
    }  # fmt: skip
    made = {"201": answer(ref("GroupMade"), "Made"), "429": answer(faults, "Too many, see Retry-After")}
    synced = {"200": answer(ref("GroupSyncAnswer")), "409": answer(faults, "The scorebook takes no more")}
    history = operation("group_history", "What was kept, corrected and deleted", {"200": answer(ref("GroupHistory"))} | known)
    history["parameters"] += [{"name": "path", "in": "query", "schema": _TEXT}]
    deleted = operation("deleted_results", "Deleted results that can be restored", {"200": answer(ref("GroupDeleted"))} | known)
    paths: dict[str, Any] = {
        path: {"post": operation("make_group", "Make a group", made | posted | always, body(ref("GroupMaking")))},
        f"{path}/{{link}}": {
            "get": operation("group", "A group", {"200": answer(ref("Group"))} | known),
            "delete": operation("delete_group", "Delete everything", {"204": {"description": "Deleted"}} | written),
        },
        f"{path}/{{link}}/renew": {
            "post": operation(
                "renew_link", "Replace a link", {"200": answer(ref("GroupLinks"))} | posted | written, body(ref("GroupRenewal"))
            )
        },
        f"{path}/{{link}}/sync": {
            "post": operation("sync_group", "Send changes and get others'", synced | posted | written, body(ref("GroupSync")))
        },
        f"{path}/{{link}}/history": {"get": history},
        f"{path}/{{link}}/deleted": {"get": deleted},
    }
    for address, operations in paths.items():
        if "{link}" in address:
            for one in operations.values():
                one["parameters"] = [_LINK, *one["parameters"]]
    return paths
