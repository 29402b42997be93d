"""Secret ids of shared sheets and groups: their bytes, their hashes, and how one is encrypted."""

import base64
import hashlib
import hmac

from web.together.store.models import HASH_BYTES


def hash_id(secret_id: str) -> bytes:
    """Return the hash of a secret id, which is stored instead of it."""
    return hashlib.sha256(secret_id.encode()).digest()[:HASH_BYTES]


def encode_id(text: bytes) -> str:
    """Return an id as it stands in addresses."""
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


def decode_id(secret_id: str) -> bytes:
    """Return the bytes of an id."""
    return base64.urlsafe_b64decode(secret_id + "==")


def mask(text: bytes, key: bytes, nonce: bytes) -> bytes:
    """Encrypt, or decrypt, as many bytes as an id has, with a pad of its own: a nonce is used once."""
    pad = hmac.digest(key, nonce, "sha256")
    return bytes(one ^ other for one, other in zip(text, pad, strict=False))
