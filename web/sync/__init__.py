"""Documents that several devices keep the same, such as a group's scorebook.

A document is values under names. A device sends what was changed on it, each change numbered; the server merges it in
one transaction, keeps everything in a log, and tells every device what changed after what it knows. docs/documents.md
lists what always holds, and by which test.

Other parts use `available()` and `documents()`. Only `register` imports SQLAlchemy, and only if a database is
configured; browsers, `make site` and servers without a database do not need it.
"""

import contextlib
import os
import re
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, current_app, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf import CSRFProtect

from web.common.http import GROUP_LINK, SHARED_ID
from web.common.start import StartError
from web.sync.limits import Offline, SwitchedOff

if TYPE_CHECKING:
    from web.sync.store import Store

KEY_FILE = "secret_key"
EVENTS_PATH = re.compile(rf"/api/v1/(?:shared/(?P<shared>{SHARED_ID})|groups/(?P<group>{GROUP_LINK}))/events")
"""The address of an event stream, which `asgi.py` serves without Flask."""
csrf = CSRFProtect()
"""CSRF tokens for forms that change something on the server; the blueprints of the JSON APIs are exempt."""


class Sessions(SecureCookieSessionInterface):
    """Cookies that are sent over HTTPS alone once a visitor came by it, whatever the settings say."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether this connection, or the public address, is a secure one."""
        return super().get_cookie_secure(app) or request.is_secure


def available() -> bool:
    """Return whether this application keeps documents."""
    return "documents" in current_app.extensions


def documents() -> "Store":
    """Return the store of documents. Raises Offline or SwitchedOff, both 503, if there is none."""
    store: Store | None = current_app.extensions.get("documents")
    if store is None:
        raise without_database()
    return store


def without_database() -> Offline | SwitchedOff:
    """Return the error that says why this application keeps no documents."""
    return Offline() if current_app.config["IN_BROWSER"] else SwitchedOff()


def register(app: Flask) -> None:
    """Set up documents, whose kinds other parts add, if a data folder or a database is configured. Raises
    StartError.
    """
    if app.config["IN_BROWSER"]:
        return
    folder = _data_folder(app)
    if not app.config["DATABASE_URL"] and folder is None:
        return
    if app.config["DATABASE_URL"] and find_spec("psycopg") is None:
        raise StartError(
            "DATABASE_URL names PostgreSQL, whose driver is not installed: `pip install 'psycopg[binary]'`."
        )
    from web.sync import database, store

    url = app.config["DATABASE_URL"] or f"sqlite:///{folder}/{database.FILE}"
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or _read_key(folder)
    app.config.update(
        WTF_CSRF_TIME_LIMIT=None,  # an evening is longer than an hour; the token expires with the browser's session
        WTF_CSRF_SSL_STRICT=False,  # pages with a secret address send no referrer, which this would require
        SESSION_COOKIE_NAME="tally",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=app.config["PUBLIC_URL"].startswith("https:"),
    )
    app.session_interface = Sessions()
    csrf.init_app(app)
    engine, key = database.register(app, url), app.config["SECRET_KEY"].encode()
    app.extensions["documents"] = store.Store(engine, [], key)


def _data_folder(app: Flask) -> Path | None:
    """Return the data folder as an absolute path, or None, with a warning, if it cannot be written to."""
    name = app.config["DATA_DIR"]
    if not name:
        return None
    folder = Path(name).absolute()
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        return folder
    reason = "cannot be written to" if folder.is_dir() else "is not there"
    app.logger.warning("Scoring together is switched off: the folder %s, which DATA_DIR names, %s.", folder, reason)
    return None


def _read_key(folder: Path | None) -> str:
    """Return the key in the data folder, created at the first start.

    Whoever has it can forge tokens and read open invitations.
    """
    if folder is None:
        raise StartError(
            "SECRET_KEY is needed with DATABASE_URL: the same text of 32 characters or more for every server, or "
            "else DATA_DIR."
        )
    file = folder / KEY_FILE
    if not file.exists():
        draft = folder / f"{KEY_FILE}.{secrets.token_hex(8)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(32), encoding="ascii")
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)  # atomic, and never replaces another process's key
        draft.unlink()
    return file.read_text(encoding="ascii")


__all__ = ["available", "csrf", "documents", "register", "without_database"]
