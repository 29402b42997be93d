"""Encoding, hashing and encryption of the secret ids of shared sheets and groups."""

import base64
import hashlib
import hmac

from web.together.store.models import HASH_BYTES


def hash_id(secret_id: str) -> bytes:
    """Return the hash of a secret id, which is stored instead of it."""
    return hashlib.sha256(secret_id.encode()).digest()[:HASH_BYTES]


def encode_id(data: bytes) -> str:
    """Return an id as it is written in addresses."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_id(secret_id: str) -> bytes:
    """Return the bytes of an id."""
    return base64.urlsafe_b64decode(secret_id + "==")


def mask(data: bytes, key: bytes, nonce: bytes) -> bytes:
    """Encrypt or decrypt the bytes of an id with a one-time pad; never use a nonce twice with the same key."""
    pad = hmac.digest(key, nonce, "sha256")
    return bytes(one ^ other for one, other in zip(data, pad, strict=False))
