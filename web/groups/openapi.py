"""The OpenAPI description of groups' scorebooks."""

from typing import Any

from scorers.entries import object_schema
from web.api.parts import ALWAYS, FAULTS, POSTED, TEXT, add_path_parameter, answer, body, operation, ref
from web.common.secret_paths import GROUP_LINK
from web.groups.limits import MAX_NAME_CHARACTERS, MAX_WHO_CHARACTERS
from web.together.limits import MAX_CHANGES, MAX_COUNTER
from web.together.openapi import COUNT, DEVICE

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
        "decided_by": TEXT,
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
    """Return the schemas of requests and answers."""
    result = {"$ref": "#/components/schemas/KeptResult"}
    change = {
        "type": "object",
        "properties": {
            "path": TEXT, "value": {"oneOf": [result, TEXT, {"type": "null"}]}, "n": COUNT | {"minimum": 1}, "base": COUNT,
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
    head = {"group": TEXT, "name": TEXT, "writes": _YES, "expires": COUNT, "seq": COUNT}
    faults = {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}}
    standing = {"type": "object", "additionalProperties": object_schema(value={}, seq=COUNT, device=TEXT)}
    same = {"type": "object", "additionalProperties": TEXT}
    links = {"url": TEXT, "read_link": TEXT, "read_url": TEXT}
    group = object_schema(**head, count=COUNT, url=TEXT)
    past = object_schema(path=TEXT, value={}, seq=COUNT, who=TEXT, device=TEXT, typed={"type": "number"}, stands=_YES)
    gone = object_schema(value=result, who=TEXT, typed={"type": "number"}, until=COUNT)
    return {
        "KeptResult": RESULT_SCHEMA,
        "GroupMaking": object_schema(name=_NAME) | {"additionalProperties": False},
        "GroupMade": object_schema(group=TEXT, link=TEXT, **links, seq=COUNT),
        "Group": group | {"properties": group["properties"] | {"read_link": TEXT, "read_url": TEXT}},
        "GroupRenewal": object_schema(link={"enum": ["write", "read"]}) | {"additionalProperties": False},
        "GroupLinks": object_schema(group=TEXT, link=TEXT, **links),
        "GroupSync": request,
        "GroupSyncAnswer": object_schema(**head, kept=COUNT, more=_YES, same=same, entries=standing, faults=faults),
        "GroupHistory": object_schema(changes={"type": "array", "items": past}),
        "GroupDeleted": object_schema(deleted={"type": "array", "items": gone}),
    }


def group_paths() -> dict[str, Any]:
    """Return the operations by address."""
    path = "/api/v1/groups"
    known = ALWAYS | {"404": answer(FAULTS, "No such group, or its link was renewed")}
    written = known | {"403": answer(FAULTS, "A link that only reads, or sent by a page of another site")}
    made = {"201": answer(ref("GroupMade"), "Made"), "429": answer(FAULTS, "Too many, see Retry-After")}
    synced = {"200": answer(ref("GroupSyncAnswer")), "409": answer(FAULTS, "The scorebook takes no more")}
    history = operation("group_history", "What was kept, corrected and deleted", {"200": answer(ref("GroupHistory"))} | known)
    history["parameters"] += [{"name": "path", "in": "query", "schema": TEXT}]
    deleted = operation("deleted_results", "Deleted results that can be restored", {"200": answer(ref("GroupDeleted"))} | known)
    paths: dict[str, Any] = {
        path: {"post": operation("make_group", "Make a group", made | POSTED | ALWAYS, body(ref("GroupMaking")))},
        f"{path}/{{link}}": {
            "get": operation("group", "A group", {"200": answer(ref("Group"))} | known),
            "delete": operation("delete_group", "Delete everything", {"204": {"description": "Deleted"}} | written),
        },
        f"{path}/{{link}}/renew": {
            "post": operation(
                "renew_link", "Replace a link", {"200": answer(ref("GroupLinks"))} | POSTED | written, body(ref("GroupRenewal"))
            )
        },
        f"{path}/{{link}}/sync": {
            "post": operation("sync_group", "Send changes and get others'", synced | POSTED | written, body(ref("GroupSync")))
        },
        f"{path}/{{link}}/history": {"get": history},
        f"{path}/{{link}}/deleted": {"get": deleted},
    }
    add_path_parameter(paths, _LINK)
    return paths
