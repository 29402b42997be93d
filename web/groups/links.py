"""The two links of a group: the group's id, and a secret that may write or only read."""

from typing import Any, NamedTuple

from web.together.store.secret_ids import decode_id, encode_id, hash_id, mask


class Links(NamedTuple):
    """A group's id, the link that writes, and the one that only reads."""

    group: str
    write: str
    read: str


def secret_columns(write: str, read: str) -> dict[str, bytes]:
    """Return a group's columns for its two secrets: their hashes, and the read-only one, encrypted with the writable one.

    The database alone cannot decrypt it. The pad follows from both secrets, so it is used once.
    """
    read_hash = hash_id(read)
    sealed = mask(decode_id(read), write.encode(), b"read" + read_hash)
    return {"write_hash": hash_id(write), "read_hash": read_hash, "read_sealed": sealed}


def unseal(row: Any, write: str) -> str:
    """Return the read-only secret in a group's row, decrypted with the writable one."""
    return encode_id(mask(row.read_sealed, write.encode(), b"read" + bytes(row.read_hash)))
