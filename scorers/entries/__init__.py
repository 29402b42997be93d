"""The types of entries that a sheet can ask for, one class each, which knows all about itself: how it is read and written."""

from scorers.entries.base import (
    FAULTS_AT_MOST,
    HIGHEST,
    OPTION_KINDS,
    Blank,
    EnteredNumber,
    Entry,
    LoadContext,
    Query,
    Where,
    entries_of,
    entry,
    object_schema,
)
from scorers.entries.choices import Boolean, Choice, Holdings, MultipleChoice
from scorers.entries.lists import EntryList, ItemWords, PerSeat
from scorers.entries.numbers import MAX_HOUSE_POINTS, Counts, HouseValue, HouseValues, Number, parse_number
from scorers.entries.records import Records, load_record, read_record_query, record_numbers, record_schema, write_record_query
from scorers.entries.seats import Seats, SeatsByPlace
from scorers.entries.text import Text, drop_steering

__all__ = [
    "FAULTS_AT_MOST",
    "HIGHEST",
    "MAX_HOUSE_POINTS",
    "OPTION_KINDS",
    "Blank",
    "Boolean",
    "Choice",
    "Counts",
    "EnteredNumber",
    "Entry",
    "EntryList",
    "Holdings",
    "HouseValue",
    "HouseValues",
    "ItemWords",
    "LoadContext",
    "MultipleChoice",
    "Number",
    "PerSeat",
    "Query",
    "Records",
    "Seats",
    "SeatsByPlace",
    "Text",
    "Where",
    "drop_steering",
    "entries_of",
    "entry",
    "load_record",
    "object_schema",
    "parse_number",
    "read_record_query",
    "record_numbers",
    "record_schema",
    "write_record_query",
]
