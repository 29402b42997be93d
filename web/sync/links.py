"""Links: the secrets in them, of which only hashes are stored, and the handles that stand for devices."""

import base64
import hashlib
import hmac
import secrets
from typing import NamedTuple

from web.sync.limits import HANDLE_CHARACTERS, HASH_BYTES, SECRET_BYTES

ID_CHARACTERS, SECRET_CHARACTERS = 12, 22
"""Length of the id of a document that has several links, and of a secret."""


class Link(NamedTuple):
    """What a link says: a document's id, and the hash of the secret that opens it."""

    document_id: str
    hash: bytes


def read_link(text: str) -> Link:
    """Read a link; the secret of a document with one link is its whole link, and the id follows from it."""
    if len(text) == SECRET_CHARACTERS:
        return Link(encode(hash_secret(text)), hash_secret(text))
    return Link(text[:ID_CHARACTERS], hash_secret(text[ID_CHARACTERS:]))


def new_secret() -> str:
    """Return a secret, as it is written in links."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_id() -> str:
    """Return the id of a document with several links, which is no secret."""
    return secrets.token_urlsafe(ID_CHARACTERS * 3 // 4)


def make_handle(document_id: str, device: str) -> str:
    """Return what others are told of a device, for one document alone: from it nobody learns the device's secret."""
    digest = hashlib.sha256(f"{document_id}:{device}".encode()).digest()
    return encode(digest)[:HANDLE_CHARACTERS] if device else ""


def seal(read: str, write: str) -> bytes:
    """Encrypt the secret that reads with the one that writes; the pad follows from both, so it is used once."""
    return mask(decode(read), write.encode(), b"read" + hash_secret(read))


def unseal(sealed: bytes, write: str, read_hash: bytes) -> str:
    """Return the secret that reads, for whoever has the one that writes."""
    return encode(mask(sealed, write.encode(), b"read" + read_hash))


def mask(data: bytes, key: bytes, nonce: bytes) -> bytes:
    """Encrypt or decrypt the bytes of a secret with a one-time pad; never use a nonce twice with the same key."""
    pad = hmac.digest(key, nonce, "sha256")
    return bytes(one ^ other for one, other in zip(data, pad, strict=False))


def hash_secret(secret: str) -> bytes:
    """Return the hash of a secret, which is stored instead of it."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()[:HASH_BYTES]


def encode(data: bytes) -> str:
    """Return bytes as they are written in addresses."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(secret: str) -> bytes:
    """Return the bytes of a secret."""
    return base64.urlsafe_b64decode(secret + "==")
