"""Scoring together: sheets that several phones fill at once, which the server stores until they expire.

A shared sheet is a document (`web/sync`) of a kind of its own. Without a database there are none; browsers, `make site`
and servers without shared sheets do not need SQLAlchemy.
"""

import hashlib
from typing import TYPE_CHECKING

from blinker import Namespace
from flask import Flask, current_app

from web.sync import documents, without_database
from web.sync.limits import ReadOnly
from web.sync.links import Link, read_link

if TYPE_CHECKING:
    from web.together.codes import Codes

CODE_DIGITS = 8
"""Digits of an invitation's code."""
revealed = Namespace().signal("revealed")
"""Sent with the `secret_id` of a shared sheet whose result is out: once, or again whenever somebody looks at it."""


def available() -> bool:
    """Return whether this application stores shared sheets."""
    return "together" in current_app.extensions


def shared_result_id(shared_id: str) -> str:
    """The id of the result of a shared sheet, the same for everybody who keeps it."""
    return hashlib.sha256(b"result:" + shared_id.encode()).hexdigest()[:24]


def codes() -> "Codes":
    """Return the codes of invitations. Raises an error that is answered with 503 if there is no database."""
    found: Codes | None = current_app.extensions.get("together")
    if found is None:
        raise without_database()
    return found


def find_group(link: str) -> Link | None:
    """Return the group's link that writes, as the sheet remembers it, None without one. Raises GroupGone and
    ReadOnly.
    """
    if not link:
        return None
    head, _, _ = documents().read(link)
    if not head.writes:
        raise ReadOnly
    return read_link(link)


def register(app: Flask) -> None:
    """Give the application its shared sheets, where it has a database; call it after documents are registered."""
    if "documents" in app.extensions:
        from web.together.codes import Codes
        from web.together.kind import SharedSheet

        store = app.extensions["documents"]
        store.add_kind(SharedSheet())
        app.extensions["together"] = Codes(store, app.config["SECRET_KEY"].encode())


__all__ = ["CODE_DIGITS", "available", "codes", "find_group", "register", "revealed", "shared_result_id"]
