"""The OpenAPI description of groups' scorebooks."""

from typing import Any

from scorers.entries import object_schema
from web.common.http import GROUP_LINK
from web.common.openapi import ALWAYS, FAULTS, POSTED, TEXT, add_path_parameter, answer, body, operation, ref
from web.groups.limits import MAX_NAME_CHARACTERS, MAX_WHO_CHARACTERS
from web.together.limits import MAX_COUNTER
from web.together.openapi import (
    COUNT,
    by_name,
    change_schema,
    closed,
    list_of,
    secret_parameter,
    standing,
    sync_request,
)

_WHOLE = {"type": "integer", "minimum": -MAX_COUNTER, "maximum": MAX_COUNTER}
_YES = {"type": "boolean"}


def _text(most: int) -> dict[str, Any]:
    return TEXT | {"maxLength": most}


_PLAYER = object_schema(name=_text(1000), colour=_text(20), total=_WHOLE, rank=_WHOLE)
_PLAYER["properties"]["lines"] = by_name(_WHOLE)
_OUTCOME = object_schema(players=list_of(_PLAYER) | {"minItems": 1, "maxItems": 12}, winners=list_of(COUNT))
_OUTCOME["properties"]["decided_by"] = TEXT
RESULT_SCHEMA = object_schema(
    id=_text(64) | {"minLength": 1},
    slug=_text(64),
    date=TEXT | {"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    place=_text(1000),
    note=_text(10_000),
    query=_text(16_384),
    result=_OUTCOME,
    changed={"type": "number"},
)
"""A result, as docs/scorebook.schema.json has it."""


def group_schemas() -> dict[str, Any]:
    """Return the schemas of requests and answers."""
    result = ref("KeptResult")
    change = change_schema("path", {"oneOf": [result, TEXT, {"type": "null"}]})
    head = {"group": TEXT, "name": TEXT, "writes": _YES, "expires": COUNT, "seq": COUNT}
    synced = {
        "kept": COUNT,
        "more": _YES,
        "entries": standing({}),
        "faults": list_of(ref("Fault")),
    }
    links = {"url": TEXT, "read_link": TEXT, "read_url": TEXT}
    group = object_schema(**head, count=COUNT, url=TEXT)
    past = object_schema(path=TEXT, value={}, seq=COUNT, who=TEXT, device=TEXT, typed={"type": "number"}, stands=_YES)
    gone = object_schema(value=result, who=TEXT, typed={"type": "number"}, until=COUNT)
    return {
        "KeptResult": RESULT_SCHEMA,
        "GroupMaking": closed(object_schema(name=_text(MAX_NAME_CHARACTERS) | {"minLength": 1})),
        "GroupMade": object_schema(group=TEXT, link=TEXT, **links, seq=COUNT),
        "Group": group | {"properties": group["properties"] | {"read_link": TEXT, "read_url": TEXT}},
        "GroupRenewal": closed(object_schema(link={"enum": ["write", "read"]})),
        "GroupLinks": object_schema(group=TEXT, link=TEXT, **links),
        "GroupSync": sync_request(change, who=_text(MAX_WHO_CHARACTERS)),
        "GroupSyncAnswer": object_schema(**head, **synced),
        "GroupHistory": object_schema(changes=list_of(past)),
        "GroupDeleted": object_schema(deleted=list_of(gone)),
    }


def group_paths() -> dict[str, Any]:
    """Return the operations by address."""
    path = "/api/v1/groups"
    known = ALWAYS | {"404": answer(FAULTS, "No such group, or its link was renewed")}
    written = known | {"403": answer(FAULTS, "A link that only reads, or sent by a page of another site")}
    made = {"201": answer(ref("GroupMade"), "Made"), "429": answer(FAULTS, "Too many, see Retry-After")}
    synced = {"200": answer(ref("GroupSyncAnswer")), "409": answer(FAULTS, "The scorebook takes no more")}
    history = operation(
        "group_history", "What was kept, corrected and deleted", {"200": answer(ref("GroupHistory"))} | known
    )
    history["parameters"] += [{"name": "path", "in": "query", "schema": TEXT}]
    deleted = operation(
        "deleted_results", "Deleted results that can be restored", {"200": answer(ref("GroupDeleted"))} | known
    )
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
        f"{path}/{{link}}/history": {"get": history},
        f"{path}/{{link}}/deleted": {"get": deleted},
    }
    add_path_parameter(paths, secret_parameter("link", GROUP_LINK, "A link of the group: its id and a secret"))
    return paths
