"""The two links of a group: the group's id, and a secret that may write or only read."""

import base64
import hashlib
import hmac
import re
import secrets
from typing import NamedTuple

from web.common.secret_paths import GROUP_LINK
from web.groups.limits import GROUP_BYTES, GROUP_CHARACTERS, SECRET_BYTES
from web.together.store.models import HASH_BYTES

_LINK = re.compile(GROUP_LINK)


class Links(NamedTuple):
    """A group's id, the link that writes, and the one that only reads."""

    group: str
    write: str
    read: str


def make_group_id() -> str:
    """A new group's id."""
    return secrets.token_urlsafe(GROUP_BYTES)


def make_secret() -> str:
    """A new secret."""
    return secrets.token_urlsafe(SECRET_BYTES)


def split_link(link: str) -> tuple[str, str] | None:
    """The group's id and the secret of a link; None where it is none."""
    return (link[:GROUP_CHARACTERS], link[GROUP_CHARACTERS:]) if _LINK.fullmatch(link) else None


def hash_secret(secret: str) -> bytes:
    """Return the hash of a secret, which is stored instead of it."""
    return hashlib.sha256(secret.encode()).digest()[:HASH_BYTES]


def seal(read_secret: str, write_secret: str) -> bytes:
    """Encrypt the secret that reads so that whoever has the one that writes can open it, and the database alone cannot.

    The pad follows from both: it is used once.
    """
    text = base64.urlsafe_b64decode(read_secret + "==")
    return _mask(text, write_secret, hash_secret(read_secret))


def unseal(sealed: bytes, read_hash: bytes, write_secret: str) -> str:
    """The secret that reads."""
    return base64.urlsafe_b64encode(_mask(sealed, write_secret, read_hash)).rstrip(b"=").decode()


def _mask(text: bytes, write_secret: str, read_hash: bytes) -> bytes:
    pad = hmac.digest(write_secret.encode(), b"read" + read_hash, "sha256")
    return bytes(one ^ other for one, other in zip(text, pad, strict=False))
