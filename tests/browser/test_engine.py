"""The engine in a browser answers exactly as the server does, and the exported site works without the application."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from engine_page import Answer, Request, ask_engine, ask_server, crawl, start_engine
from offline_pages import (
    PATIENCE,
    do_main_job,
    expect_text,
    expect_totals,
    expect_winner,
    fill,
    new_device,
    send,
    wait_until_whole,
)
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from positions import examples, with_faults
from random_sheets import random_inputs
from serving import ROOT, Server, environment
from shipped import SHIPPED
from table_page import close_keypad

from bench._tables import tables
from scorers.registry import game
from web.common.http import POLICY
from web.common.languages import LANGUAGES

API = "/api/v1/games"
BREAK_ENGINE = """async () => {
  const { ask } = await import(document.querySelector('script[src$="/search.js"]').src.replace("search/search.js",
    "offline/engine.js"));
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
    """Missing and truncated files are in test_offline.py."""
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


PREFIX = "tally"


class PlainFiles(SimpleHTTPRequestHandler):
    """The handler of `python -m http.server`, without its log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host's folder, with the site in a subfolder."""
    host = tmp_path_factory.mktemp("host")
    code = "import make_site, sys; make_site.write_site(make_site.Path(sys.argv[1]), sys.argv[2])"
    command = [sys.executable, "-c", code, str(host / PREFIX), f"/{PREFIX}"]
    process = subprocess.run(
        command, env=environment(PYTHONPATH="tools"), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return host


@pytest.fixture
def reader(chromium: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A phone with nothing stored; errors of scripts fail the test."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainFiles, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    context = new_device(chromium, f"http://127.0.0.1:{server.server_port}/{PREFIX}/")
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    server.shutdown()
    server.server_close()
    assert wrong == []


@pytest.mark.long
def test_main_job_works_at_the_first_visit(reader: BrowserContext) -> None:
    """And the search."""
    page = reader.new_page()
    page.goto("./")
    expect(page.get_by_role("link", name="Score: Qin")).to_be_visible()
    assert page.url.endswith(f"/{PREFIX}/en/")
    do_main_job(page)
    page.goto("en/")
    page.locator("#search").fill("gates")
    expect(page.locator("#search-found a").first).to_be_visible(timeout=PATIENCE)
    page.locator("#search").press("Enter")
    expect(page).to_have_url(re.compile("/search"), timeout=PATIENCE)
    expect(page.locator("#search-found a").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("en/qin/score?n=2&0.name=Ann&0.left=3&1.name=Bo&1.left=5", "Ann wins"),
        ("zh-Hant/qin/compare/?n=2&0.name=Ann&0.left=3&1.left=5", "Ann"),
        ("en/qin/example/match", "Change entries"),
        ("en/trajan/setup?n=3", "set-up"),
        ("en/qin/column/2?n=2&1.name=Bo&1.left=5", "Bo"),
        ("zh-Hant/qin/column/1/qr?n=2&0.name=Ann&0.left=3", "Ann"),
        ("en/qin/column?0.name=Ann&0.left=3", "Ann"),
    ],
)
def test_shared_link_opens_at_the_first_visit(reader: BrowserContext, path: str, heading: str) -> None:
    page = reader.new_page()
    page.goto(path)
    expect_text(page, "main", heading)


@pytest.mark.long
def test_columns_lead_to_the_result_on_plain_files(reader: BrowserContext) -> None:
    """Qin with two players: 24 pagodas each at the start, so that 3 and 5 left are 21 and 19 built."""
    page = reader.new_page()
    page.goto("en/qin/column/1?n=2&0.name=Ann&1.name=Bo&0.left=3")
    expect(page.locator(".strip [aria-current=true]")).to_contain_text("Ann", timeout=PATIENCE)
    page.locator(".dock .main").click()
    expect(page.locator(".strip [aria-current=true]")).to_contain_text("Bo", timeout=PATIENCE)
    page.locator("[name='1.left']").fill("5")
    close_keypad(page)
    page.locator(".dock .main").click()
    expect_winner(page, "Ann")


@pytest.mark.long
def test_installed_site_works_without_its_host(reader: BrowserContext) -> None:
    page = reader.new_page()
    page.goto("en/qin/score/")
    wait_until_whole(page)
    reader.set_offline(True)
    fill(page, "3", "5")
    expect_totals(page, "21", "19")
    send(page)
    expect_winner(page, "A")
    other: Page = reader.new_page()
    other.goto("zh-Hant/qin/score?n=2&0.name=Ann&0.left=3&1.name=Bo&1.left=5")
    expect_winner(other, "Ann")
    other.goto("en/honshu/rules/")
    expect(other.locator("#scoring-lake")).to_be_attached()
