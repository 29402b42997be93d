"""
JSON Schema (2020-12) of each entry type.

The translation of these tests is upper case, so that an untranslated word is noticed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from scorers import entries
from scorers.model import N_

LABEL, HINT, HELP = N_("Things"), N_("A hint"), N_("A help.")
OPTIONS = {"a": N_("First"), "b": N_("Second")}
A_OR_B = [{"const": "a", "title": "FIRST"}, {"const": "b", "title": "SECOND"}]
NULL = {"type": "null"}
SEAT = {"type": ["integer", "null"], "minimum": 0, "maximum": 11}
"""A sheet has 12 seats at most, counted from 0."""
NUMBER = entries.Number(label=N_("Count"), low=2, high=9)
BLANK_OR_2_TO_9 = {"title": "COUNT", "type": ["integer", "null"], "minimum": 2, "maximum": 9}


def upper_schema(declaration: entries.Entry[Any]) -> dict[str, Any]:
    return declaration.schema(str.upper)


@dataclass(frozen=True)
class Round:
    """A record of one entry."""

    count: int | None = entries.entry(NUMBER)


def test_number_has_its_bounds() -> None:
    assert upper_schema(NUMBER) == {"type": "integer", "minimum": 2, "maximum": 9}


def test_counts_are_an_object_of_nullable_numbers() -> None:
    counts = entries.Counts(label=LABEL, keys={"x": N_("Count")}, low=2, high=9)
    assert upper_schema(counts) == {
        "type": "object",
        "properties": {"x": BLANK_OR_2_TO_9},
        "additionalProperties": False,
    }


def test_text_has_its_length() -> None:
    assert upper_schema(entries.Text(label=LABEL, most=7)) == {"type": "string", "maxLength": 7}


def test_boolean_is_false_by_default() -> None:
    assert upper_schema(entries.Boolean(label=LABEL)) == {"type": "boolean", "default": False}


def test_choice_lists_values_aliases_and_null() -> None:
    choice = entries.Choice(label=LABEL, options=OPTIONS, alias={"z": "a"})
    assert upper_schema(choice) == {"default": "a", "oneOf": [*A_OR_B, {"const": "z"}, NULL]}
    assert upper_schema(entries.Choice(label=LABEL, options=OPTIONS, unset=N_("None"))) == {
        "default": None,
        "oneOf": [*A_OR_B, NULL],
    }


def test_several_choices_are_a_list_with_a_length() -> None:
    assert upper_schema(entries.MultipleChoice(label=LABEL, options=OPTIONS, most=1)) == {
        "type": "array",
        "maxItems": 1,
        "items": {"oneOf": [*A_OR_B, NULL]},
    }


def test_holdings_are_an_object_of_states() -> None:
    holdings = entries.Holdings(
        label=LABEL, keys={"x": N_("One"), "y": N_("Other")}, options=OPTIONS, helps={"y": HELP}
    )
    assert upper_schema(holdings) == {
        "type": "object",
        "properties": {
            "x": {"title": "ONE", "enum": ["a", "b", None]},
            "y": {"title": "OTHER", "enum": ["a", "b", None], "description": "A HELP."},
        },
        "additionalProperties": False,
    }


def test_list_is_an_array_of_its_items() -> None:
    assert upper_schema(entries.EntryList(label=LABEL, item=NUMBER, most=3)) == {
        "type": "array",
        "items": BLANK_OR_2_TO_9,
        "maxItems": 3,
    }
    assert upper_schema(entries.PerSeat(label=LABEL, item=NUMBER)) == {"type": "array", "items": BLANK_OR_2_TO_9}


def test_seats_are_an_array_of_seats() -> None:
    assert upper_schema(entries.Seats(label=LABEL)) == {"type": "array", "items": SEAT}


def test_places_are_an_object_of_seats_and_have_aliases() -> None:
    row = {"type": ["array", "null"], "maxItems": 2, "items": SEAT}
    places_schema = {"type": "object", "properties": {"x": {"title": "HERE", **row}}}
    places = entries.SeatsByPlace(label=LABEL, keys={"x": N_("Here")}, most=2)
    assert upper_schema(places) == {**places_schema, "additionalProperties": False}
    declaration = entries.SeatsByPlace(label=LABEL, keys={"x": N_("Here")}, most=2, alias={"da": "x"})
    assert upper_schema(declaration) == {
        **places_schema,
        "propertyNames": {"type": "string"},
        "additionalProperties": row,
    }


def test_records_are_an_array_of_objects() -> None:
    one = {"type": "object", "properties": {"count": BLANK_OR_2_TO_9}, "additionalProperties": False}
    assert entries.record_schema(Round, str.upper) == one
    assert entries.record_schema(Round)["properties"]["count"]["title"] == "Count"
    assert upper_schema(entries.Records(label=LABEL, of=Round, low=1, high=4)) == {
        "type": "array",
        "minItems": 1,
        "maxItems": 4,
        "items": one,
    }


def test_required_records_cannot_be_null() -> None:
    assert entries.Records(label=LABEL, of=Round, low=1, high=4).described_schema(str)["type"] == "array"
    assert entries.Records(label=LABEL, of=Round, low=0, high=4).described_schema(str)["type"] == ["array", "null"]


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ({}, None),
        ({"hint": HINT}, "A HINT"),
        ({"help": HELP}, "A HELP."),
        ({"hint": HINT, "help": HELP}, "A HINT\nA HELP."),
    ],
)
def test_hint_and_help_describe_an_entry(words: dict[str, N_], description: str | None) -> None:
    result = entries.Text(label=LABEL, most=7, **words).described_schema(str.upper)
    assert result.pop("title") == "THINGS"
    assert result.pop("description", None) == description
    assert result == {"type": ["string", "null"], "maxLength": 7}


def test_blank_choice_is_listed_once_in_its_schema() -> None:
    assert "type" not in entries.Choice(label=LABEL, options=OPTIONS).described_schema(str)


def test_object_schema_requires_all_properties() -> None:
    assert entries.object_schema(a=NULL, b=SEAT) == {
        "type": "object",
        "properties": {"a": NULL, "b": SEAT},
        "required": ["a", "b"],
    }


def test_dataclass_field_declares_an_entry_with_a_blank_default() -> None:
    @dataclass
    class Declared:
        """Two entries and a field that is none."""

        plain: int = 5
        number: int | None = entries.entry(NUMBER)
        things: Mapping[str, str] = entries.entry(entries.Holdings(label=LABEL, keys={"x": N_("One")}, options=OPTIONS))

    assert Declared() == Declared(plain=5, number=None, things={})
    assert list(entries.entries_of(Declared)) == ["number", "things"]
    assert entries.entries_of(Declared)["number"] is NUMBER


@pytest.mark.parametrize(
    ("line", "rule", "heading"),
    [("", "", ""), ("end_card", "", "scoring-end-card"), ("end_card", "ties", "ties"), ("", "ties", "ties")],
)
def test_entry_heading_defaults_to_its_line(line: str, rule: str, heading: str) -> None:
    assert entries.Number(label=LABEL, line=line, rule=rule).heading == heading
