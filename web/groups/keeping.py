"""Keeping a result in a group's scorebook: from a form, or automatically from the group's shared sheet."""

import hashlib
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from scorers.model import AnyGame
from web.groups import group_books
from web.groups.results import is_date
from web.result.share import stored_result
from web.sheet.form import sheet_form
from web.together import revealed, shared_result_id, shared_sheets


def make_result(
    game: AnyGame, query: MultiDict[str, str], result_id: str, day: str = "", place: str = "", note: str = ""
) -> Any:
    """The result of a filled sheet, as scorebooks have it; None where the sheet is empty or has faults. Without a
    day it is today's.
    """
    form = sheet_form(game)(query)
    if not form.is_filled or not form.validate():
        return None
    return {
        "id": result_id,
        "slug": game.slug,
        "date": read_day(day),
        "place": place[:1000],
        "note": note[:10_000],
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
    books = group_books()
    if not is_another and (equal := books.find_equal(link, value)):
        raise EqualGameError(equal)
    books.change(link, form_id, 0, result_id, value, who)
    return result_id


@revealed.connect
def keep_shared_result(sender: Flask, secret_id: str) -> None:
    """Keep the result of a shared sheet that came from a group, once its result is out: once, whoever asks, and
    corrected where it was.
    """
    shared = shared_sheets().load(secret_id)
    reveal = shared.states.get("@reveal")
    if not (shared.group_id and reveal):
        return
    day = reveal.value[0].partition(" ")[0]  # the day of the phone that began; how far its reveal is comes after it
    value = make_result(shared.game, shared.query, shared_result_id(shared.id), day)
    if value is not None:
        with suppress(
            HTTPException
        ):  # a book that is full, or cannot be written now, is no reason not to show the result
            group_books().keep(shared.group_id, value)
