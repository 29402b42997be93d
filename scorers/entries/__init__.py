"""The entry types that a sheet can declare, one class each, with their JSON, query string and schema."""

from scorers.entries.base import (
    MAX_FAULTS,
    MAX_NUMBER,
    OPTION_KINDS,
    Blank,
    EnteredNumber,
    Entry,
    LoadContext,
    PieceChange,
    PieceWords,
    Query,
    RecordName,
    Where,
    entries_of,
    entry,
    object_schema,
)
from scorers.entries.choices import Boolean, Choice, Holdings, MultipleChoice
from scorers.entries.grids import District, Grid, Painting, Square, find_districts
from scorers.entries.lists import EntryList, ItemWords, PerSeat
from scorers.entries.numbers import MAX_HOUSE_POINTS, Counts, HouseValue, HouseValues, Number, parse_number
from scorers.entries.records import (
    Records,
    load_record,
    read_record_query,
    record_numbers,
    record_schema,
    write_record_query,
)
from scorers.entries.seats import Seats, SeatsByPlace
from scorers.entries.text import Text, clean_name

__all__ = [
    "MAX_FAULTS",
    "MAX_HOUSE_POINTS",
    "MAX_NUMBER",
    "OPTION_KINDS",
    "Blank",
    "Boolean",
    "Choice",
    "Counts",
    "District",
    "EnteredNumber",
    "Entry",
    "EntryList",
    "Grid",
    "Holdings",
    "HouseValue",
    "HouseValues",
    "ItemWords",
    "LoadContext",
    "MultipleChoice",
    "Number",
    "Painting",
    "PerSeat",
    "PieceChange",
    "PieceWords",
    "Query",
    "RecordName",
    "Records",
    "Seats",
    "SeatsByPlace",
    "Square",
    "Text",
    "Where",
    "clean_name",
    "entries_of",
    "entry",
    "find_districts",
    "load_record",
    "object_schema",
    "parse_number",
    "read_record_query",
    "record_numbers",
    "record_schema",
    "write_record_query",
]
