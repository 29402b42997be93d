"""Short links: a sheet's query compressed into one value, `z`, and read back.

`z` is `0` or `1` and then, in base64url, two bytes of a checksum and the compressed query. With `1`, the game's
`link_words.txt` is the preset dictionary. Links live for years, so never change such a file once it is in use.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from flask import current_app, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from scorers.model import N_, AnyGame
from scorers.querystring import sheet_to_query
from scorers.registry import folder
from scorers.sheet import options_of
from web.common.http import MAX_QUERY_BYTES

Pairs = list[tuple[str, str]]
_NAME = re.compile(r"\d+\.name", re.ASCII)
_SEAT_DETAIL = re.compile(r"\d+\.(name|colour)", re.ASCII)


class BrokenLink(BadRequest):
    """The compressed query of a link is truncated or mistyped."""

    description = N_("This link is incomplete or mistyped. Please ask for it again, or scan the code again.")


def sheet_link(sheet: Any) -> dict[str, Any]:
    """Return a sheet as arguments for `url_for`."""
    return MultiDict(sheet_to_query(sheet)).to_dict(flat=False)


def same_players_link(game: AnyGame, query: Pairs) -> dict[str, Any]:
    """Return the link to an empty sheet with the players and options of a query, without the options that are drawn
    for each game.
    """
    options = {name for name, entry in options_of(game.sheet).items() if not entry.per_game}
    pairs = [(name, value) for name, value in query if name in {"n", *options} or _SEAT_DETAIL.fullmatch(name)]
    return MultiDict(pairs).to_dict(flat=False)


def short_link(game: AnyGame, pairs: Pairs) -> dict[str, Any]:
    """Return a query as arguments for `url_for`, compressed if that is shorter."""
    text = pack(pairs, game.slug)
    if text and len(text) + len("z=") < len(urlencode(pairs)):
        return {"z": text}
    return MultiDict(pairs).to_dict(flat=False)


def read_query(game: AnyGame) -> MultiDict[str, str]:
    """Return the request's query with its `z` expanded. Names next to `z` override those within."""
    query = request.args
    if "z" not in query:
        return query
    pairs = unpack(query["z"], game.slug)
    if pairs is None:
        raise BrokenLink
    own = [(name, value) for name, value in query.items(multi=True) if name != "z"]
    names = {name for name, _ in own}
    return MultiDict([*((name, value) for name, value in pairs if name not in names), *own])


def pack(pairs: Pairs, slug: str) -> str:
    """Pack names and values into the value of `z`; "" if one contains a line break, the separator."""
    texts = [text for pair in pairs for text in pair]
    if any("\n" in text for text in texts):
        return ""
    body = "\n".join(texts).encode("utf-8", "replace")
    words = _dictionary(slug)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=words)
    data = _checksum(body) + packer.compress(body) + packer.flush()
    return ("1" if words else "0") + base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpack(text: str, slug: str) -> Pairs | None:
    """Unpack the names and values of `z`; None if it is truncated, mistyped, or too long when expanded."""
    words = _dictionary(slug) if text[:1] == "1" else b""
    if text[:1] not in ("0", "1") or (text[:1] == "1" and not words):
        return None
    try:
        data = base64.b64decode((text[1:] + "=" * (-len(text[1:]) % 4)).encode("ascii"), altchars=b"-_", validate=True)
        reader = zlib.decompressobj(-zlib.MAX_WBITS, zdict=words)
        body = reader.decompress(data[2:], MAX_QUERY_BYTES)
        texts = body.decode().split("\n")
    except (binascii.Error, zlib.error, UnicodeError):
        return None
    if not reader.eof or reader.unused_data or data[:2] != _checksum(body) or len(texts) % 2:
        return None
    return list(zip(texts[::2], texts[1::2], strict=True))


def _checksum(body: bytes) -> bytes:
    return (zlib.crc32(body) & 0xFFFF).to_bytes(2)


@cache
def _dictionary(slug: str) -> bytes:
    """Return the preset dictionary for a game's links, if it has one."""
    file = folder(slug) / "link_words.txt"
    return file.read_bytes() if file.exists() else b""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The links of a page that is handed on: as short arguments for `url_for`, as a whole address, and to its
    preview image.
    """

    short: dict[str, Any]
    address: str
    preview: str


def page_links(
    game: AnyGame, pairs: Pairs, lang: str, page: str, preview: str, extra: Mapping[str, Any] | None = None
) -> PageLinks:
    """Return the links of a sheet's page; `extra` joins the sheet in its query.

    The preview image does not depend on names.
    """
    extra = dict(extra or {})
    short = short_link(game, pairs) | extra
    nameless = [(name, value) for name, value in pairs if not _NAME.fullmatch(name)]
    image = short_link(game, nameless) | extra
    return PageLinks(
        short,
        address(page, short, lang=lang, slug=game.slug),
        address(preview, image, lang=lang, slug=game.slug),
    )


def address(endpoint: str, link: dict[str, Any], **values: Any) -> str:
    """Return a page's absolute address, for use outside this site."""
    site = current_app.config["PUBLIC_URL"] or request.host_url.rstrip("/")
    return str(site + url_for(endpoint, **values, **link))
