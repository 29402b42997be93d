"""Parts of the OpenAPI description that several packages use."""

from collections.abc import Mapping
from typing import Any

from web.common.languages import LANGUAGES

TEXT: dict[str, Any] = {"type": "string"}


def operation(name: str, summary: str, responses: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Describe an operation; any can be asked for its language."""
    description = f"{' or '.join(LANGUAGES)}; for anything else Accept-Language decides"
    language = {"name": "lang", "in": "query", "description": description, "schema": TEXT}
    described = {"operationId": name, "summary": summary, "parameters": [language], "responses": responses}
    return described | ({"requestBody": body} if body else {})


def body(schema: Mapping[str, Any], *, form: bool = False) -> dict[str, Any]:
    """Describe a JSON body; with `form`, also the sheet's HTML form: its number of players and any entries by name."""
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if form:
        fields = {
            "type": "object",
            "properties": {"n": {"type": "integer"}},
            "required": ["n"],
            "additionalProperties": True,
        }
        content["application/x-www-form-urlencoded"] = {"schema": fields}
    return {"required": True, "content": content}


def answer(schema: Mapping[str, Any], text: str = "OK") -> dict[str, Any]:
    """Describe a JSON answer."""
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def ref(name: str) -> dict[str, str]:
    """Refer to a schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


FAULTS = ref("Faults")
ALWAYS = {
    "403": answer(FAULTS, "Sent by a page of another site"),
    "503": answer(FAULTS, "Nothing can be kept now, see Retry-After"),
}
"""The answers of every operation on what the server stores."""
POSTED = {
    "400": answer(FAULTS, "No JSON object"), "413": answer(FAULTS, "Over 64 KiB"),
    "415": answer(FAULTS, "Not application/json"),
    "422": answer(FAULTS, "All that is wrong with the request"),
}  # fmt: skip
"""The answers of every operation that takes a body there."""


def add_path_parameter(paths: Mapping[str, Any], parameter: Mapping[str, Any]) -> None:
    """Describe a parameter in every operation whose path has it."""
    for address, operations in paths.items():
        if f"{{{parameter['name']}}}" in address:
            for one in operations.values():
                one["parameters"] = [parameter, *one["parameters"]]
