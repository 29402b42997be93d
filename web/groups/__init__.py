"""Groups: people who keep one scorebook together, on the server, known by secret links.

A scorebook is synced, merged and limited as a shared sheet is (`database`, `merge` and `requests` of `web/together`),
in tables of its own. What other parts use: `available()`, `group_books()` and `find_group()`. Without a database there
are no groups.
"""

import re
from typing import TYPE_CHECKING

from flask import Flask, current_app, request

from web.common.http import GROUP_LINK
from web.groups.limits import MAX_FILE_BYTES
from web.together import without_database

if TYPE_CHECKING:
    from web.groups.store import Store

MULTIPART_BYTES = 4096
"""Upper limit of what a form adds to the file that it sends."""
FILE_PATH = re.compile(rf"/[^/]+/groups/{GROUP_LINK}/import")
"""The address of file uploads, which are longer than other bodies."""
MAX_FILE_BODY_BYTES = MAX_FILE_BYTES + MULTIPART_BYTES


def available() -> bool:
    """Whether this application keeps groups' scorebooks."""
    return "groups" in current_app.extensions


def group_books() -> "Store":
    """The store of groups' scorebooks. Raises Offline or SwitchedOff, both 503, where there is none."""
    store: Store | None = current_app.extensions.get("groups")
    if store is None:
        raise without_database()
    return store


def register(app: Flask) -> None:
    """Give the application its groups, where it has a database; call it after shared sheets are registered."""
    sheets = app.extensions.get("together")
    if sheets is not None:
        from web.groups.store import Store

        app.before_request_funcs.setdefault(None, []).insert(
            0, _allow_files
        )  # before the check of forms' tokens, which reads the body
        app.extensions["groups"] = Store(sheets.engine, app.config["SECRET_KEY"].encode())


def _allow_files() -> None:
    """Accept a scorebook file, which is longer than any sheet."""
    if FILE_PATH.fullmatch(request.path):
        request.max_content_length = MAX_FILE_BODY_BYTES


__all__ = ["available", "group_books", "register"]
