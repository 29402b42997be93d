"""Scoring together: sheets that several phones fill at once, which the server stores until they expire.

Other parts use `available()` and `shared_sheets()`. Only `register` imports SQLAlchemy, and only if a database is
configured; browsers, `make site` and servers without shared sheets do not need it.
"""

import hashlib
import re
from typing import TYPE_CHECKING

from blinker import Namespace
from flask import Flask, current_app

from web.common.http import SHARED_ID
from web.sync import documents, without_database
from web.sync.limits import ReadOnly

if TYPE_CHECKING:
    from web.sync.links import Link
    from web.together.store import Store

revealed = Namespace().signal("revealed")
"""Sent with the `secret_id` of a shared sheet whose result is out: once, or again whenever somebody looks at it."""
EVENTS_PATH = re.compile(rf"/api/v1/shared/({SHARED_ID})/events")
"""The address of an event stream, which `asgi.py` serves without Flask."""


def available() -> bool:
    """Return whether this application stores shared sheets."""
    return "together" in current_app.extensions


def shared_result_id(shared_id: str) -> str:
    """The id of the result of a shared sheet, the same for everybody who keeps it."""
    return hashlib.sha256(b"result:" + shared_id.encode()).hexdigest()[:24]


def shared_sheets() -> "Store":
    """Return the store of shared sheets. Raises an error that is answered with 503 if there is none."""
    store: Store | None = current_app.extensions.get("together")
    if store is None:
        raise without_database()
    return store


def find_group(link: str) -> "Link | None":
    """Return the group's link that writes, as the sheet remembers it, None without one. Raises GroupGone and
    ReadOnly.
    """
    from web.sync.links import read_link

    if not link:
        return None
    head, _, _ = documents().read(link)
    if not head.writes:
        raise ReadOnly
    return read_link(link)


def register(app: Flask) -> None:
    """Give the application its shared sheets, where it has a database; call it after documents are registered."""
    if "documents" in app.extensions:
        from web.together import store

        engine = app.extensions["documents"].engine
        app.extensions["together"] = store.Store(engine, app.config["SECRET_KEY"].encode())


__all__ = ["available", "find_group", "register", "revealed", "shared_sheets"]
