"""Keeping results in a group's scorebook: from a form, from a file, or automatically from the group's shared sheet."""

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from scorers.model import AnyGame
from web.groups.limits import MAX_IMPORT_SECONDS, REWRITE_SECONDS
from web.groups.results import MAX_NOTE_CHARACTERS, MAX_PLACE_CHARACTERS, RESULT, as_result, correct, is_date
from web.result.share import stored_result
from web.sheet.form import sheet_form
from web.sync import documents
from web.sync.answers import Incoming, Request, write_mark
from web.sync.limits import MAX_READ_VALUES, TooMuch
from web.sync.merge import LogRow
from web.together import revealed, shared_result_id
from web.together.shared import load_shared


def make_result(
    game: AnyGame, query: MultiDict[str, str], result_id: str, day: str = "", place: str = "", note: str = ""
) -> Any:
    """Return the result of a filled sheet, as scorebooks have it; None where the sheet is empty or has faults.

    Without a day it is today's.
    """
    form = sheet_form(game)(query)
    if not form.is_filled or not form.validate():
        return None
    return {
        "id": result_id,
        "slug": game.slug,
        "date": read_day(day),
        "place": place[:MAX_PLACE_CHARACTERS],
        "note": note[:MAX_NOTE_CHARACTERS],
        **stored_result(game.score(form.named_sheet), form.filled),
        "changed": int(time.time() * 1000),
    }


def read_day(text: str) -> str:
    """Return a day that somebody typed, or today."""
    return text if is_date(text) else datetime.now(UTC).date().isoformat()


class EqualGameError(Exception):
    """The book has a result with the same game, day and entries, whose id this is: it may be the same game."""


def keep_from_form(
    link: str,
    game: AnyGame,
    query: MultiDict[str, str],
    form_id: str,
    who: str,
    *,
    is_another: bool = False,
    **about: str,
) -> str | None:
    """Keep the result of a filled sheet; return its id in the book, or None where the sheet is empty or has faults.

    A form that is sent twice is one result. `about` may have its `day`, `place` and `note`. Raises EqualGameError,
    unless somebody said that it `is_another` game.
    """
    result_id = hashlib.sha256(form_id.encode()).hexdigest()[:24]
    value = make_result(game, query, result_id, **about)
    if value is None:
        return None
    name = f"{RESULT}{result_id}"
    if not is_another and (equal := find_equal(link, value)):
        raise EqualGameError(equal)
    documents().change(link, form_id, 0, name, value, who)
    return result_id


def find_equal(link: str, value: dict[str, Any]) -> str | None:
    """Return the id of another result with the same game, day and entries, unless this one is there. Raises
    ReadOnly.
    """
    name = f"{RESULT}{value['id']}"
    _, standing, _ = documents().read(link, name)
    found = documents().find_alike(link, {name: value}).get(name, "")
    is_there = name in standing and standing[name].value is not None
    return found.removeprefix(RESULT) if found and not is_there else None


class Imported(NamedTuple):
    """How many results of a file were looked at, and how many of them were new or changed."""

    read: int
    new: int


def import_results(
    link: str, form_id: str, results: Sequence[dict[str, Any]], who: str = "", *, equal: bool = False
) -> Imported:
    """Import a file's results, as many as can be reckoned in some seconds. What was changed later wins.

    A result with game, day and entries of another one that is in the book may be the same game: it comes in if `equal`
    are wanted.
    """
    named = {f"{RESULT}{one['id']}": one for one in results}
    alike = {} if equal else documents().find_alike(link, named)
    names, new, read, end = list(named), 0, 0, time.monotonic() + MAX_IMPORT_SECONDS
    while read < len(names) and (not read or time.monotonic() < end):
        some = {name: named[name] for name in names[read : read + MAX_READ_VALUES]}
        new += _import_some(link, f"{form_id}.{read}", some, alike, who)
        read += len(some)
    return Imported(read, new)


def _import_some(
    link: str, device: str, named: Mapping[str, dict[str, Any]], alike: Mapping[str, str], who: str
) -> int:
    """Import some results; return how many were new or changed."""
    store = documents()
    head, standing, _ = store.read(link, *named)
    now = store.now()
    incoming: list[Incoming] = []
    for name, one in named.items():
        value = as_result(json.loads(standing[name].value or "null")) if name in standing else None
        if (value is None and name not in alike) or (value is not None and one["changed"] > value["changed"]):
            incoming.append(Incoming(name, one, len(incoming) + 1, 0, max(0.0, now - one["changed"] / 1000)))
    request, count, most = Request(device, head.seq, write_mark(head.seq, head.mark), who), 0, len(incoming)
    while incoming:
        try:
            count += store.sync(link, request, incoming[:most]).stands
            incoming = incoming[most:]
        except TooMuch:  # they take long to be reckoned
            most = max(1, most // 2)
    return count


@revealed.connect
def keep_shared_result(sender: Flask, secret_id: str) -> None:
    """Keep the result of a shared sheet that came from a group, once its result is out: once, whoever asks.

    While the link with which the sheet was opened is the group's, and for a day, the result follows the sheet; a result
    that was corrected in the group keeps its day and notes, and a deleted one stays deleted.
    """
    shared = load_shared(secret_id)
    reveal = shared.fields.get("@reveal")
    if not (shared.group and reveal):
        return
    day = reveal[0].partition(" ")[0]  # the day of the phone that began; how far its reveal is comes after it
    value = make_result(shared.game, shared.query, shared_result_id(shared.id), day)
    if value is None:
        return

    def choose(past: Sequence[LogRow], now: float) -> Any:
        """Return what is to stand after these changes, or None where everything stays."""
        if not past:
            return value
        standing = as_result(json.loads(past[-1].value or "null"))
        if standing is None or standing["query"] == value["query"] or now - past[0].typed > REWRITE_SECONDS:
            return None
        return correct(standing, {name: value[name] for name in ("query", "result")})

    with suppress(HTTPException):  # a book that is full, or cannot be written now, is no reason not to show the result
        documents().change_by_server(shared.group, f"{RESULT}{value['id']}", choose)
