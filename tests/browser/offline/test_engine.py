"""The engine in a browser: every page and every score is exactly the server's."""

import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from engine_page import Answer, Request, ask_engine, ask_server, crawl, start_engine
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from positions import examples, with_faults
from random_sheets import random_inputs
from serving import Server
from shipped import SHIPPED

from bench._tables import tables
from scorers.registry import game
from web.common.http import POLICY
from web.common.languages import LANGUAGES

API = "/api/v1/games"
BREAK_ENGINE = """async () => {
  const { ask } = await import(document.querySelector('script[src$="/search.js"]').src.replace("search/search.js", "offline/engine.js"));
  await ask({ url: "/en/", headers: [["X-No-Value"]] });
}"""


@pytest.fixture(scope="module")
def context(chromium: Browser, backend: Server) -> Iterator[BrowserContext]:
    """A browser context with nothing stored."""
    phone = {"viewport": {"width": 360, "height": 740}, "service_workers": "block"}
    new_context = chromium.new_context(base_url=f"http://127.0.0.1:{backend.port}", locale="en", **phone)
    yield new_context
    new_context.close()


@pytest.fixture(scope="module")
def offline_page(context: BrowserContext) -> Iterator[Page]:
    """An offline page whose engine has started."""
    page = context.new_page()
    page.goto("/en/qin/score")
    assert start_engine(page) == ("ready", "")
    context.set_offline(True)
    yield page
    context.set_offline(False)
    page.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An online page."""
    context.set_offline(False)
    new_page = context.new_page()
    yield new_page
    new_page.close()


def score_requests(slug: str) -> Iterator[Request]:
    """Yield requests to score and compare a game's examples, its board queries, and calculators with faults."""
    the_game = game(slug)
    for sheet in examples(slug).values():
        for tag in LANGUAGES:
            yield Request("POST", f"{API}/{slug}/score?lang={tag}", json.dumps(sheet).encode())
        yield Request("POST", f"{API}/{slug}/compare", json.dumps(sheet | {"sensitivity": True}).encode())
        for name in the_game.board_queries:
            yield Request("POST", f"{API}/{slug}/ask/{name}?lang=en", json.dumps(sheet).encode())
    for name in the_game.calculators:
        yield Request("POST", f"{API}/{slug}/ask/{name}?lang=zh-Hant", b"{}")
    for tag in LANGUAGES:
        yield Request("GET", f"{API}/{slug}?lang={tag}")
        yield Request("GET", f"/{tag}/{slug}/score?{with_faults(slug)}")


def compare_answers(backend: Server, page: Page, requests: list[Request]) -> list[Answer]:
    """Check that the engine answers these requests as the server does; return the answers."""
    expected = ask_server(backend, requests)
    for one, ours, theirs in zip(requests, ask_engine(page, requests), expected, strict=True):
        assert ours == theirs, one
    return expected


@pytest.mark.long
def test_every_linked_page_is_the_servers(backend: Server, offline_page: Page) -> None:
    pages = list(crawl(backend, [f"/{tag}/" for tag in LANGUAGES]))
    assert len(pages) > 200
    assert {answer.status for _, answer in pages} == {200, 302}
    for (request, theirs), ours in zip(pages, ask_engine(offline_page, [request for request, _ in pages]), strict=True):
        assert ours == theirs, request


@pytest.mark.long
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_example_scores_as_on_the_server(backend: Server, offline_page: Page, slug: str) -> None:
    answers = compare_answers(backend, offline_page, list(score_requests(slug)))
    assert {200, 422} <= {answer.status for answer in answers}


@pytest.mark.long
def test_unusual_requests_are_answered_as_by_the_server(backend: Server, offline_page: Page) -> None:
    """The engine survives JSON nested 60,000 deep."""
    queries = ("tie", "how do I win", "平手", "怎麼計分", "walll", "zzzz", "")
    calls = [Request("GET", f"/{tag}/search?{urlencode({'q': query})}") for tag in LANGUAGES for query in queries]
    calls += [Request("GET", "/en/nothing"), Request("GET", "/zh-Hant/qin/example/none")]
    calls += [
        Request("GET", f"{API}/openapi.json".replace("/games", "")),
        Request("GET", "/api/v1/games"),
        Request("GET", "/healthz"),
    ]
    calls += [
        Request("POST", f"{API}/qin/score", b"{"),
        Request("POST", f"{API}/none/score", b"{}"),
        Request("POST", "/en/"),
    ]
    calls += [Request("GET", "/en/qin/score?" + "x" * 20_000)]
    calls += [
        Request("POST", f"{API}/qin/score", '{"players": []}'.encode(f"utf-{bits}-{end}"))
        for bits in (16, 32)
        for end in ("le", "be")
    ]
    nests = (b"[" * 60_000, b'{"":[' * 12_000, b'{"players":' + b"[" * 30_000 + b"]" * 30_000 + b"}")
    calls += [
        Request("POST", f"{API}/qin/{what}", body) for what in ("score", "compare", "ask/village") for body in nests
    ]
    calls.append(Request("POST", f"{API}/qin/score", b'{"players": [{"left": 3}, {"left": 5}]}'))
    assert {200, 400, 404, 405, 414, 422} == {answer.status for answer in compare_answers(backend, offline_page, calls)}
    (too_long,) = ask_engine(
        offline_page, [Request("POST", f"{API}/qin/score", b" " * 70_000)]
    )  # the server would close the connection
    assert too_long.status == 413
    assert offline_page.evaluate("document.documentElement.dataset.engine") == "ready"


def random_requests(slug: str, count: int) -> list[Request]:
    """Return requests to score sheets: filled ones, and examples with random changes, many of them invalid."""
    odd = random_inputs(slug, "engine", count - count // 3)
    bodies = [text.encode() if isinstance(text, str) else text for text in odd]
    bodies += [json.dumps(table).encode() for table in tables(slug, count // 3)]
    return [
        Request("POST", f"{API}/{slug}/score?lang={'en' if number % 2 else 'zh-Hant'}", body)
        for number, body in enumerate(bodies)
    ]


@pytest.mark.long
@pytest.mark.parametrize("slug", SHIPPED)
def test_generated_sheets_score_as_the_server_does(backend: Server, offline_page: Page, slug: str) -> None:
    statuses = [answer.status for answer in compare_answers(backend, offline_page, random_requests(slug, 2_000))]
    assert {200, 422} <= set(statuses)


def add_policy(route: Route) -> None:
    route.fulfill(
        response=route.fetch(), headers={"content-type": "text/javascript", "content-security-policy": POLICY}
    )


@pytest.mark.long
def test_engine_stopped_by_the_policy_is_broken(page: Page, context: BrowserContext) -> None:
    """Missing and truncated files are in test_offline_faults.py."""
    context.route("**/offline/*/worker.js", add_policy)
    page.goto("/en/qin/score?n=2&to=sheet")
    state, reason = start_engine(page)
    context.unroute_all()
    assert state == "broken"
    assert reason
    page.locator('[name="0.left"]').fill("2")
    expect(page.locator("#totals b").first).to_have_text("22")


@pytest.mark.long
def test_broken_engine_leaves_the_server_to_answer(page: Page) -> None:
    """A header without a value breaks it; no page sends one."""
    page.goto("/en/qin/score?n=2&to=sheet")
    assert start_engine(page) == ("ready", "")
    with pytest.raises(Exception, match="not enough values"):
        page.evaluate(BREAK_ENGINE)
    assert page.evaluate("document.documentElement.dataset.engine") == "broken"
    page.locator('[name="0.left"]').fill("2")
    expect(page.locator("#totals b").first).to_have_text("22")
