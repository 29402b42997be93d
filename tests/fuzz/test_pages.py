"""Hostile queries, headers and names: every page answers, and shows them as text."""

import random
from urllib.parse import quote, urlencode

import pytest
from flask import Flask
from werkzeug.exceptions import BadRequest

from scorers.registry import slugs

QUERIES = 250
"""For each page."""
PIECES = [
    "n", "seats", "to", "0.name", "1.name", "0.map", "variants", "regions", "rounds.shown", "0.left", "end_card", "q", "game", "players",
    "", "sheet", "-1", "0", "1", "5", "99999999999", "1e3", "²", "１２", "\x00", "\ud7ff", "\u202e", "<script>",
    "'\"><img src=x onerror=y>",
    "%s%(x)s",
    "{{7*7}}", "../../etc/passwd", "NULL", "a" * 3000, "🀄" * 40, "A B / F T", "F//F", "\u0301" * 60, "العربية", "עברית", "ไทย",
    "小明", "\r\nX: y",
]  # fmt: skip
HEADERS = [
    "Accept-Language",
    "Accept-Encoding",
    "If-None-Match",
    "Cookie",
    "Content-Type",
    "Range",
    "Host",
    "X-Forwarded-Host",
]
PAGES = ("score", "compare", "rules", "both", "terms", "example/none")


def query(chance: random.Random) -> str:
    pairs = [(chance.choice(PIECES), chance.choice(PIECES)) for _ in range(chance.randrange(1, 9))]
    return urlencode(pairs) if chance.random() < 0.8 else quote("&".join(map("=".join, pairs)), safe="&=%;+")


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_no_query_breaks_a_page_or_writes_into_it(app: Flask, slug: str) -> None:
    client, chance = app.test_client(), random.Random(slug)
    for page in (*(f"/{slug}/{page}" for page in PAGES), "/", "/search", "/about"):
        for _ in range(QUERIES // (1 if page.endswith(("score", "compare", "search")) else 20)):
            address = f"/{chance.choice(['en', 'zh-Hant'])}{page}?{query(chance)}"
            answer = client.get(address)
            assert answer.status_code in (200, 302, 404, 414, 422), address
            assert b"<script>" not in answer.data, address
            assert b"<img src=x" not in answer.data, address
            assert b">49<" not in answer.data, address
            assert "X" not in answer.headers, address


@pytest.mark.long
@pytest.mark.parametrize("header", HEADERS)
def test_no_header_breaks_an_answer(app: Flask, header: str) -> None:
    client, chance = app.test_client(), random.Random(header)
    for _ in range(QUERIES):
        value = "".join(
            chance.choice([*'a;q=0.,*"-/\\ :[]zh-Hant,en', "\x7f", "é"]) for _ in range(chance.randrange(60))
        )
        if chance.random() < 0.1:
            value *= 200
        for method, path in (("GET", "/"), ("POST", "/api/v1/games/qin/score")):
            try:
                answer = client.open(path, method=method, headers={header: value})
            except (ValueError, BadRequest):
                continue  # the client itself refuses to send such a header
            assert answer.status_code < 500, value


NAMES = [
    "小明",
    "Zoë",
    "محمد",
    "דוד",
    "สมชาย",
    "नमस्ते",
    "e\u0301",
    "🀄",
    "\u202eevil",
    "A\x00B",
    "<b>",
    "a'b\"c",
    "&amp;",
    "\u2066x\u2069",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("slug", slugs())
def test_name_in_any_script_has_no_control_characters(app: Flask, slug: str, name: str) -> None:
    client = app.test_client()
    for page in ("score", "compare"):
        body = client.get(
            f"/en/{slug}/{page}?{urlencode({'n': 2, '0.name': name, '1.name': 'Bo', 'to': 'sheet'})}"
        ).get_data(as_text=True)
        assert not {"\x00", "\u202e", "\u2066", "\u2069"} & set(body)
        assert "<b>&" not in body
        assert "value=\"a'b" not in body
