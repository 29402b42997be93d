"""QR codes of links, and chains of codes for a sheet that is too long for one."""

import hashlib

import segno
from markupsafe import Markup

from web.sheet.links import address

MAX_QR_BYTES = 1273
"""Capacity of QR version 25-L, the largest that phones scan easily from another phone's screen."""
MAX_CHAIN_CODES = 4
"""Upper limit of codes that a longer link is split into."""
MASK = 4
"""Any mask can be read; scoring all eight would cost eight times the CPU time."""


def draw_code(link: str) -> Markup | None:
    """Draw a link as a QR code, always dark on light with a margin, as scanners need; None if it is too long."""
    if len(link) > MAX_QR_BYTES:
        return None
    code = segno.make_qr(link, error="l", boost_error=False, mask=MASK)
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="code", lineclass=None))  # noqa: S704  segno's


def chain_links(text: str, lang: str, slug: str) -> list[str]:
    """Split a packed sheet into links that each fit a QR code; none if more than `MAX_CHAIN_CODES` would be needed.

    The phone that opens them collects the pieces; `sum` identifies the pieces of one sheet.
    """
    digest = {"sum": hashlib.sha256(text.encode()).hexdigest()[:8]}
    room = MAX_QR_BYTES - len(
        address("share.chain_part", {"part": 1, "parts": 1, **digest, "z": ""}, lang=lang, slug=slug)
    )
    count = -(-len(text) // room)
    if not 0 < count <= MAX_CHAIN_CODES:
        return []
    step = -(-len(text) // count)
    pieces = [text[at * step : (at + 1) * step] for at in range(count)]
    return [
        address("share.chain_part", {"part": at, "parts": count, **digest, "z": piece}, lang=lang, slug=slug)
        for at, piece in enumerate(pieces, 1)
    ]
