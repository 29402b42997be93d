"""The parts of the OpenAPI description that all kinds of documents have."""

from typing import Any

from scorers.entries import object_schema
from web.common.openapi import FAULTS, TEXT, answer, operation, ref
from web.sync.limits import MAX_CHANGES, MAX_COUNTER, MAX_NAME_CHARACTERS, MAX_WHO_CHARACTERS
from web.sync.requests import DEVICE, MAX_MARK_CHARACTERS

COUNT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": MAX_COUNTER}
NUMBER = {"type": "number"}
YES = {"type": "boolean"}
DEVICE_SCHEMA = {
    "type": "string",
    "pattern": f"^{DEVICE}$",
    "description": "Two texts drawn by chance with a dot between: of the phone, and of one page of it. Both are "
    "secrets.",
}


def text_of(most: int) -> dict[str, Any]:
    """Return the schema of a text of so many characters."""
    return TEXT | {"maxLength": most}


def closed(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has no other properties."""
    return schema | {"additionalProperties": False}


def list_of(schema: Any) -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": schema}


def by_name(schema: Any) -> dict[str, Any]:
    """Return the schema of an object with any names."""
    return {"type": "object", "additionalProperties": schema}


def secret_parameter(name: str, pattern: str, description: str) -> dict[str, Any]:
    """Return the parameter of a path that has a secret."""
    schema = {"type": "string", "pattern": f"^{pattern}$"}
    return {"name": name, "in": "path", "required": True, "description": description, "schema": schema}


def sync_request(value: Any) -> dict[str, Any]:
    """Return the schema of a request to sync; `value` is the schema of the values."""
    name = text_of(MAX_NAME_CHARACTERS) | {"minLength": 1}
    change = {
        "type": "object",
        "required": ["name", "n"],
        "properties": {"name": name, "value": value, "n": COUNT | {"minimum": 1}, "base": COUNT, "age": NUMBER},
    }
    properties = {
        "device": DEVICE_SCHEMA, "since": COUNT, "mark": text_of(MAX_MARK_CHARACTERS),
        "who": text_of(MAX_WHO_CHARACTERS), "changes": list_of(closed(change)) | {"maxItems": MAX_CHANGES},
    }  # fmt: skip
    return closed({"type": "object", "properties": properties, "required": ["device"]})


def sync_answer(value: Any, **others: Any) -> dict[str, Any]:
    """Return the schema of an answer to sync and of an event."""
    standing = object_schema(value=value, seq=COUNT, device=TEXT, age=NUMBER)
    fault = {"allOf": [ref("Fault"), {"type": "object", "properties": {"n": COUNT, "name": TEXT}}]}
    properties: dict[str, Any] = {
        "from": COUNT, "seq": COUNT, "mark": TEXT, "values": by_name(standing), "kept": COUNT, "you": TEXT,
        "faults": list_of(fault), "more": YES, "lost": list_of(object_schema(name=TEXT, value=value, seq=COUNT)),
    }  # fmt: skip
    return {
        "type": "object",
        "required": [*properties],
        "properties": properties | {"writes": YES, "expires": COUNT} | others,
    }


def events_operation(name: str, answer_schema: str, known: dict[str, Any]) -> dict[str, Any]:
    """Return the operation of an event stream."""
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": ref(answer_schema)}
    event = {"type": "object", "properties": {"id": TEXT, "data": data}, "required": ["data"]}
    stream = {
        "description": f"Server-sent events, each in the shape of {answer_schema}",
        "content": {"text/event-stream": {"schema": event}},
    }
    found = operation(name, "Changes as they come", {"200": stream, "429": answer(FAULTS, "Too many streams")} | known)
    since = "The `seq` and `mark` of an answer with a hyphen between; a header Last-Event-ID goes before it"
    found["parameters"] += [{"name": "since", "in": "query", "schema": TEXT, "description": since}]
    return found
