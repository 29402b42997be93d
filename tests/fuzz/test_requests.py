"""Random and hostile requests: every answer is one that the API describes, and every page shows texts as text."""

import random
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.exceptions import BadRequest

from app import create_app
from scorers.registry import slugs
from web.common.languages import LANGUAGES

EXAMPLES = 50
"""For each operation, in either language."""

if TYPE_CHECKING:
    from schemathesis import Case


@pytest.mark.long
def test_every_answer_matches_the_description(tmp_path: Path) -> None:
    import schemathesis  # which takes long, in every process that collects tests
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    # A schema cannot say all that rules forbid, such as two players of one colour: a sheet that it allows may have
    # faults.
    undescribed = [positive_data_acceptance]
    app = create_app({"DATA_DIR": str(tmp_path)})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    opened = (
        app.test_client().post("/api/v1/shared", json={"game": "honshu", "sheet": {"players": [{}, {}]}}).get_json()
    )
    api = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for operation in api.get_all_operations():

        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.ok().as_strategy(), is_there=st.booleans(), language=st.sampled_from(list(LANGUAGES)))
        def check(case: "Case", *, is_there: bool, language: str) -> None:
            if is_there and "id" in case.path_parameters:  # a made-up id is nobody's
                case.path_parameters["id"] = opened["id"]
            case.call_and_validate(
                headers={"Accept-Language": language, "Accept-Encoding": "identity"}, excluded_checks=undescribed
            )

        check()


QUERIES = 250
"""For each page."""
PIECES = [
    "n", "seats", "to", "0.name", "1.name", "0.map", "variants", "regions", "rounds.shown", "0.left", "end_card", "q",
    "game", "players",
    "", "sheet", "-1", "0", "1", "5", "99999999999", "1e3", "²", "１２", "\x00", "\ud7ff", "\u202e", "<script>",
    "'\"><img src=x onerror=y>",
    "%s%(x)s",
    "{{7*7}}", "../../etc/passwd", "NULL", "a" * 3000, "🀄" * 40, "A B / F T", "F//F", "\u0301" * 60,
    "العربية", "עברית",
    "ไทย",
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
