"""The group's scorebook as a kind of document: its name, its results, and which names are one person."""

import hashlib
import json
import re
from typing import Any
from urllib.parse import parse_qsl

from scorers.entries import clean_name
from scorers.model import N_, Fault
from web.groups.limits import MAX_RESULT_BYTES, GroupFull, GroupGone
from web.groups.results import NAME, PERSON, RESULT, clean_result, is_name, is_result, name_fault, reckon_result
from web.sheet.unanswered import SURE
from web.sync.kind import About, Kind
from web.sync.limits import DAY, HASH_BYTES, MAX_NAME_CHARACTERS, Limits

_NAME = re.compile(
    rf"{NAME}|{RESULT}[A-Za-z0-9_-]{{1,64}}|{PERSON}[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{{1,100}}"
)
_NO_NAME = N_("There is no such place in a scorebook")
_NO_RESULT = N_("This is not a result of a Tally scorebook")


class GroupBook(Kind):
    """A scorebook that a group keeps together."""

    name = "group"
    limits = Limits(
        lifetime_seconds=730 * DAY, max_values=20_000, max_value_bytes=MAX_RESULT_BYTES,
        max_log_bytes=128 * 1024 * 1024, max_log_rows=200_000, max_devices=5_000, max_streams=200,
        max_opened_an_hour=60, is_extended_by_reading=True,
    )  # fmt: skip
    link_characters = 34
    gone, full = GroupGone, GroupFull
    lasting = frozenset({NAME})
    restore_seconds = 30 * DAY

    def reckon(self, name: str, value: Any) -> Any:
        """Return a result of a known game as the server scores its entries."""
        return reckon_result(value) if name.startswith(RESULT) and is_result(value) else value

    def read_value(self, about: About, name: str, value: Any) -> Any:
        """Return a result or a name as it is kept, or its fault."""
        if name.startswith(RESULT):
            is_good = is_result(value) and value["id"] == name.removeprefix(RESULT)
            return clean_result(value) if is_good else Fault(name, "type", _NO_RESULT)
        cleaned = clean_name(value) if is_name(value) else ""
        return cleaned if cleaned and cleaned != name.removeprefix(PERSON) else name_fault(name)

    def find_name_fault(self, about: About, name: str) -> Fault | None:
        """Return the fault of what no scorebook has; a name of a person is written as names are kept."""
        person = name.removeprefix(PERSON)
        is_known = _NAME.fullmatch(name) and len(name) <= MAX_NAME_CHARACTERS
        is_clean = not name.startswith(PERSON) or clean_name(person) == person
        return None if is_known and is_clean else Fault(name[:60], "unknown", _NO_NAME)

    def find_likeness(self, name: str, value: Any) -> bytes | None:
        """Return the hash of a result's game, day and entries: two that have the same may be one game."""
        if not name.startswith(RESULT):
            return None
        pairs = parse_qsl(value["query"], keep_blank_values=True)
        entries = sorted(pair for pair in pairs if pair[0] != SURE)  # what was confirmed makes no other game
        text = json.dumps([value["slug"], value["date"], entries])
        return hashlib.sha256(text.encode("utf-8", "replace")).digest()[:HASH_BYTES]

    def find_rank(self, name: str, value: Any) -> str | None:
        """Return a result's day and when it was changed, so that the latest is the highest."""
        if not name.startswith(RESULT):
            return None
        return f"{value['date']} {int(value['changed']) + 2**53:017} {value['id']}"
