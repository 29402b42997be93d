"""Groups: people who keep one scorebook together, on the server, known by secret links.

A group's scorebook is a document (`web/sync`) of a kind of its own. Without a database there are no groups.
"""

import re

from flask import Flask, request

from web.common.http import BUSY, GROUP_LINK
from web.groups.limits import MAX_FILE_BYTES
from web.sync import documents
from web.sync.limits import NotKept

MULTIPART_BYTES = 4096
"""Upper limit of what a form adds to the file that it sends."""
FILE_PATH = re.compile(rf"/[^/]+/groups/({GROUP_LINK})/(?:import|export/[a-z]+)")
"""The address of files, which are longer than other bodies: one that is uploaded, or a scorebook that is saved."""
MAX_FILE_BODY_BYTES = MAX_FILE_BYTES + MULTIPART_BYTES


def register(app: Flask) -> None:
    """Give the application its groups, where it has a database; call it after documents are registered."""
    if "documents" in app.extensions:
        from web.groups.kind import GroupBook

        app.extensions["documents"].add_kind(GroupBook())
        app.before_request_funcs.setdefault(None, []).insert(
            0, _allow_files
        )  # before the check of forms' tokens, which reads the body


def _allow_files() -> None:
    """Accept a scorebook file, which is longer than any sheet, from who may write; it is looked up before the body is
    read. Raises GroupGone, ReadOnly, and NotKept where too many files are read at once.
    """
    if found := FILE_PATH.fullmatch(request.path):
        if request.environ.get(BUSY):
            raise NotKept
        if request.method == "POST":
            documents().check_writes(found[1])
            request.max_content_length = MAX_FILE_BODY_BYTES


__all__ = ["register"]
