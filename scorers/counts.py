"""The board query `counts`: what a position counts, to be entered in place of the position."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from scorers.entries import object_schema
from scorers.model import BoardQuery, Fault, Translate
from scorers.querystring import sheet_to_query
from scorers.sheet import faults_json, read_sheet, sheet_schema

S = TypeVar("S")


def counts_query(
    sheet_type: type[S], faults: Callable[[S], Iterable[Fault]], count_position: Callable[[S], S]
) -> BoardQuery:
    """Return the board query of a game whose `count_position` returns a sheet with counts in place of its position."""

    def answer(data: Mapping[str, Any], translate: Translate = str) -> dict[str, Any]:
        """What the position counts: each entry's texts by its name, as in a link."""
        sheet, found = read_sheet(sheet_type, data)
        if sheet is None or (found := [*found, *faults(sheet)]):
            return faults_json(found, translate)
        before = sheet_to_query(sheet)
        fields: dict[str, list[str]] = {}
        for name, text in sheet_to_query(count_position(sheet)):
            if (name, text) not in before:
                fields.setdefault(name, []).append(text)
        return {"fields": fields}

    texts = {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
    return BoardQuery(
        answer=answer, question_schema=sheet_schema(sheet_type), answer_schema=object_schema(fields=texts)
    )
