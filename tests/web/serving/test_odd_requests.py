"""What no browser sends: hosts that are none, doubled slashes, headers without end. Each gets a whole answer that costs little."""

import pytest
from proofreader import Proofreader

from tests.web.serving.test_answers import HEADERS, RULES


@pytest.mark.parametrize(
    ("path", "place"),
    [("/en", "/en/"), ("//en", "/en/"), ("/en//", "/en/"), ("//zh-Hant///qin//score", "/zh-Hant/qin/score")],
)
@pytest.mark.parametrize("host", ["tally.example", "localhost:8000", "evil.example"])
def test_redirects_name_no_host(client: Proofreader, path: str, place: str, host: str) -> None:
    for _ in range(3):
        answer = client.get(environ_overrides={"PATH_INFO": path}, headers={"Host": host, "X-Forwarded-Proto": "https"})
        assert answer.status_code == 308
        assert answer.headers["Location"].startswith("/")
        assert not answer.headers["Location"].startswith("//")
        assert answer.headers["Cache-Control"] == "no-cache"
        assert host not in answer.get_data(as_text=True)
        path = answer.headers["Location"]
        if path == place:
            return
    raise AssertionError(path)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/en", f"/en/qin/score?{'W' * 20_000}", f"/en/{'W' * 20_000}", "/static/nothing.css"]
)
def test_error_responses_are_not_cached(client: Proofreader, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "host", ["a..b", f"{'a' * 64}.example", "a b", "tally:x", "<b>", "é.example", "[::1", "a" * 300, ""]
)
def test_a_host_that_is_none_is_a_400_page(client: Proofreader, lang: str, host: str) -> None:
    page = client.get(f"/{lang}/", headers={"Host": host})
    assert page.status_code == 400
    assert page.html.get("lang") == lang
    assert {name: page.headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    "host",
    ["localhost", "tally.example:8000", "127.0.0.1", "[::1]:8000", "tally.example.", "my_tally", "xn--fsq.example"],
)
def test_every_host_that_is_one_is_answered(client: Proofreader, host: str) -> None:
    assert client.get("/en/", headers={"Host": host}).status_code == 200


def test_long_headers_are_not_read(client: Proofreader) -> None:
    long = "en" + ", en;q=0.5" * 40_000
    headers = {"Accept-Language": long, "Accept-Encoding": long, "If-None-Match": long, "If-Modified-Since": long}
    for path in ("/api/v1/games/qin", "/", RULES):
        answer = client.get(path, headers=headers)
        assert answer.headers.get("Location", "/zh-Hant/") == "/zh-Hant/"
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "zh-Hant"),
        ("fr", "zh-Hant"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("en-GB,en;q=0.9,zh-TW;q=0.8", "en"),
        ("de,en;q=0.5", "en"),
        ("en;q=0.5,zh-TW", "zh-Hant"),
        ("en;q=0, zh;q=0.1", "zh-Hant"),
        ("en;q=0", "zh-Hant"),
        ("en;q=2, zh-CN;q=0.3", "zh-Hant"),
        ("EN-us", "en"),
        ("en;q=0.2, *;q=0.1", "en"),
        ("*, en;q=0.2", "zh-Hant"),
        ("english", "zh-Hant"),
        ("en;q=nan, en;level=1", "zh-Hant"),
        (",,;q=1,-,en ; q=0.5", "en"),
        (", en;q=0.500 ,", "en"),
        ("en" + " " * 300, "zh-Hant"),
    ],
)
def test_accept_language_is_weighed_and_nonsense_ignored(client: Proofreader, accept: str, language: str) -> None:
    answer = client.get("/", headers={"Accept-Language": accept})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/{language}/")
    assert "Accept-Language" in answer.headers["Vary"]
