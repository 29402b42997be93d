"""The application in a browser, the server gone: every page and every score is what the server answered, letter by letter."""

import json
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlencode

import pytest
from engine_page import Answer, Asked, ask_engine, ask_server, build_bundle, crawl, start_engine
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from positions import examples, with_faults
from serving import Server, serving
from shipped import SHIPPED

from bench._tables import tables
from scorers.registry import game
from tests.fuzz.test_random import inputs
from web.common.http import POLICY
from web.common.languages import LANGUAGES

API = "/api/v1/games"
BREAK = """async () => {
  const { ask } = await import(document.querySelector('script[src$="/search.js"]').src.replace("search/search.js", "offline/engine.js"));
  await ask({ url: "/en/", headers: [["X-No-Value"]] });
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with the bundle, as `make offline` and `make serve` start it."""
    build_bundle()
    with serving(WORKERS="1") as started:
        yield started


@pytest.fixture(scope="module")
def context(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """A browser's window that has been nowhere."""
    phone = {"viewport": {"width": 360, "height": 740}, "service_workers": "block"}
    a_context = chromium.new_context(base_url=f"http://127.0.0.1:{server.port}", locale="en", **phone)
    yield a_context
    a_context.close()


@pytest.fixture(scope="module")
def alone(context: BrowserContext) -> Iterator[Page]:
    """A page whose engine has started, and which nobody else answers any more."""
    page = context.new_page()
    page.goto("/en/qin/score")
    assert start_engine(page) == ("ready", "")
    context.set_offline(True)
    yield page
    context.set_offline(False)
    page.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page of the server, with nothing kept from those before."""
    context.set_offline(False)
    a_page = context.new_page()
    yield a_page
    a_page.close()


def every_score(slug: str) -> Iterator[Asked]:
    """A game's examples at each of its entrances, what its boards ask, and a helper's question that is at fault."""
    the_game = game(slug)
    for sheet in examples(slug).values():
        for tag in LANGUAGES:
            yield Asked("POST", f"{API}/{slug}/score?lang={tag}", json.dumps(sheet).encode())
        yield Asked("POST", f"{API}/{slug}/compare", json.dumps(sheet | {"sensitivity": True}).encode())
        for name in the_game.board_queries:
            yield Asked("POST", f"{API}/{slug}/ask/{name}?lang=en", json.dumps(sheet).encode())
    for name in the_game.helpers:
        yield Asked("POST", f"{API}/{slug}/ask/{name}?lang=zh-Hant", b"{}")
    for tag in LANGUAGES:
        yield Asked("GET", f"{API}/{slug}?lang={tag}")
        yield Asked("GET", f"/{tag}/{slug}/score?{with_faults(slug)}")


def equal(server: Server, page: Page, requests: list[Asked]) -> list[Answer]:
    """Both answers, which must be the same; returns them."""
    expected = ask_server(server, requests)
    for one, ours, theirs in zip(requests, ask_engine(page, requests), expected, strict=True):
        assert ours == theirs, one
    return expected


@pytest.mark.long
def test_every_linked_page_is_the_servers(server: Server, alone: Page) -> None:
    pages = list(crawl(server, [f"/{tag}/" for tag in LANGUAGES]))
    assert len(pages) > 200
    assert {answer.status for _, answer in pages} == {200, 302}
    for (call, theirs), ours in zip(pages, ask_engine(alone, [call for call, _ in pages]), strict=True):
        assert ours == theirs, call


@pytest.mark.long
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_example_is_answered_as_by_the_server(server: Server, alone: Page, slug: str) -> None:
    answers = equal(server, alone, list(every_score(slug)))
    assert {200, 422} <= {answer.status for answer in answers}


@pytest.mark.long
def test_search_and_missing_pages_are_the_servers(server: Server, alone: Page) -> None:
    queries = ("tie", "how do I win", "平手", "怎麼計分", "walll", "zzzz", "")
    calls = [Asked("GET", f"/{tag}/search?{urlencode({'q': query})}") for tag in LANGUAGES for query in queries]
    calls += [Asked("GET", "/en/nothing"), Asked("GET", "/zh-Hant/qin/example/none")]
    calls += [Asked("GET", f"{API}/openapi.json".replace("/games", "")), Asked("GET", "/api/v1/games"), Asked("GET", "/healthz")]
    calls += [Asked("POST", f"{API}/qin/score", b"{"), Asked("POST", f"{API}/none/score", b"{}"), Asked("POST", "/en/")]
    calls += [Asked("GET", "/en/qin/score?" + "x" * 20_000)]
    calls += [Asked("POST", f"{API}/qin/score", '{"players": []}'.encode(f"utf-{bits}-{end}")) for bits in (16, 32) for end in ("le", "be")]
    assert {200, 400, 404, 405, 414, 422} == {answer.status for answer in equal(server, alone, calls)}
    (too_long,) = ask_engine(alone, [Asked("POST", f"{API}/qin/score", b" " * 70_000)])  # where the server hangs up meanwhile
    assert too_long.status == 413


def sheets(slug: str, count: int) -> list[Asked]:
    """So many sheets of a game: full tables, and examples with changes by chance, of which many are no sheets at all."""
    odd = (text for run in range(99) for text in inputs(slug, run))
    bodies = [text.encode() if isinstance(text, str) else text for text in islice(odd, count - count // 3)]
    bodies += [json.dumps(table).encode() for table in tables(slug, count // 3)]
    return [Asked("POST", f"{API}/{slug}/score?lang={'en' if number % 2 else 'zh-Hant'}", body) for number, body in enumerate(bodies)]


@pytest.mark.long
@pytest.mark.parametrize("slug", SHIPPED)
def test_generated_sheets_score_as_the_server_does(server: Server, alone: Page, slug: str) -> None:
    statuses = [answer.status for answer in equal(server, alone, sheets(slug, 2_000))]
    assert {200, 422} <= set(statuses)


def _other_policy(route: Route) -> None:
    route.fulfill(response=route.fetch(), headers={"content-type": "text/javascript", "content-security-policy": POLICY})


@pytest.mark.long
def test_engine_that_the_policy_stops_says_so(page: Page, context: BrowserContext) -> None:
    """Files of it that are missing or cut short are in test_offline_faults.py."""
    context.route("**/offline/*/worker.js", _other_policy)
    page.goto("/en/qin/score?n=2&to=sheet")
    state, reason = start_engine(page)
    context.unroute_all()
    assert state == "broken"
    assert reason
    page.locator('[name="0.left"]').fill("2")
    expect(page.locator("#totals b").first).to_have_text("22")


def test_json_nested_60000_deep_is_400_and_ends_no_engine(alone: Page, server: Server) -> None:
    nests = (b"[" * 60_000, b'{"":[' * 12_000, b'{"players":' + b"[" * 30_000 + b"]" * 30_000 + b"}")
    requests = [Asked("POST", f"{API}/qin/{what}", body) for what in ("score", "compare", "ask/village") for body in nests]
    answers = ask_engine(alone, requests)
    assert [answer.status for answer in answers] == [400] * 9
    assert answers == ask_server(server, requests)
    assert alone.evaluate("document.documentElement.dataset.engine") == "ready"
    (score,) = ask_engine(alone, [Asked("POST", f"{API}/qin/score", b'{"players": [{"left": 3}, {"left": 5}]}')])
    assert score.status == 200


@pytest.mark.long
def test_broken_engine_leaves_the_server_to_answer(page: Page) -> None:
    """A header without a value ends it; no page sends one."""
    page.goto("/en/qin/score?n=2&to=sheet")
    assert start_engine(page) == ("ready", "")
    with pytest.raises(Exception, match="not enough values"):
        page.evaluate(BREAK)
    assert page.evaluate("document.documentElement.dataset.engine") == "broken"
    page.locator('[name="0.left"]').fill("2")
    expect(page.locator("#totals b").first).to_have_text("22")
