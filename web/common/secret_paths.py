"""Paths that hold a secret, a shared sheet's id or a group's link: their answers are private, and logs leave the secret out."""

import re

from flask import Response

SHARED_ID = "[A-Za-z0-9_-]{22}"
"""The pattern of a shared sheet's id: 128 bits in base64url."""
GROUP_LINK = "[A-Za-z0-9_-]{34}"
"""The pattern of a group's link: the group's id of 12 characters, and a secret of 128 bits."""
PRIVATE_HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
_SECRET = re.compile(rf"(/(?:together|shared)/){SHARED_ID}|(/groups/){GROUP_LINK}")


def holds_secret(path: str) -> bool:
    """Return whether a path holds a shared sheet's id or a group's link."""
    return bool(_SECRET.search(path))


def hide_secret(path: str) -> str:
    """Return a path as it may be logged."""
    return _SECRET.sub(r"\1\2…", path)


def keep_private(response: Response) -> Response:
    """Forbid caches to store a response, search engines to list it, and browsers to tell other sites its address."""
    response.headers.update(PRIVATE_HEADERS)
    return response
