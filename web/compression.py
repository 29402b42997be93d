"""Which compression a reader takes, and compressing."""

import gzip

from werkzeug.http import parse_accept_header

LONGEST_HEADER = 200
"""Characters of an Accept header that are read; browsers send fewer. A longer one counts as not sent, so that none costs much to read."""
SHORTEST = 500
"""Bytes below which compressing saves no packet."""
FAST = 4
"""Brotli's quality for an answer that is compressed for one reader: the next one takes half as long again to save an eighth."""
SMALLEST = 11
"""Brotli's quality for what is compressed once and sent often."""


def choose_coding(header: str) -> str:
    """The coding to answer in, by an Accept-Encoding header: "br", "gzip" or "" for none."""
    if len(header) > LONGEST_HEADER:
        return ""
    if ";" in header or "*" in header:
        return parse_accept_header(header).best_match(["br", "gzip"], default="") or ""
    codings = {coding.strip() for coding in header.lower().split(",")}
    return "br" if "br" in codings else "gzip" if "gzip" in codings else ""


def compress(body: bytes, coding: str, quality: int = FAST) -> bytes:
    """A body in a coding; `quality` is Brotli's."""
    if coding == "br":
        import brotli  # there is none in the browser, where nothing is compressed

        return bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=quality))
    return gzip.compress(body, 9 if quality == SMALLEST else FAST, mtime=0) if coding == "gzip" else body


def can_shrink(mimetype: str) -> bool:
    """Whether bodies of this type are text of some sort, which compression makes smaller."""
    return mimetype.startswith("text/") or mimetype.endswith(("json", "xml", "javascript"))
