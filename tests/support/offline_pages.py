"""Helpers for the tests without a network: a server, a proxy in front of it, devices, and what a person does on
them.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from engine_page import build_bundle
from front import Front
from playwright.sync_api import Browser, BrowserContext, Page, expect
from serving import Server, serving

SHEET = "/en/qin/score"
FILLED = "/en/qin/score?n=2&0.name=Ann&0.left=3&1.name=Bo&1.left=5"
"""Of 24 pagodas each, Ann has built 21 and Bo 19."""

PATIENCE = 120_000
"""Milliseconds to wait for the engine, which starts within a second on an idle machine."""

NewPhone = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def backend() -> Iterator[Server]:
    """The server as `make serve` starts it, with the offline bundle."""
    build_bundle()
    with serving(WORKERS="1") as running:
        yield running


@contextmanager
def in_front(backend: Server, host: str = "127.0.0.1") -> Iterator[Front]:
    """Run a proxy in front of a server, which a test can stop."""
    page = backend.get("/en/")[1].decode()
    match = re.search(r'data-offline-base="/offline/([^/"]+)/"', page)
    assert match, "These tests need the offline bundle: run `make offline` first."
    front = Front(backend.port, match[1], host)
    try:
        yield front
    finally:
        front.go()


@pytest.fixture
def front(backend: Server) -> Iterator[Front]:
    """A proxy in front of the server."""
    with in_front(backend) as proxy:
        yield proxy


@pytest.fixture
def new_phone(chromium: Browser) -> Iterator[NewPhone]:
    """A function that opens a device with nothing stored.

    Errors of scripts and violations of the policy fail the test.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_device(front: Front, *, thrifty: bool = False) -> BrowserContext:
        context = new_device(chromium, front.address, thrifty=thrifty)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on(
            "console", lambda message: wrong.append(message.text) if "Content Security Policy" in message.text else None
        )
        contexts.append(context)
        return context

    yield open_device
    for context in contexts:
        context.close()
    assert [text for text in wrong if text != "Failed to fetch"] == [], wrong  # expected without a network


def new_device(chromium: Browser, address: str, *, thrifty: bool = False) -> BrowserContext:
    """Return a phone with nothing stored; `thrifty` if it saves data."""
    context = chromium.new_context(
        base_url=address, locale="en", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(PATIENCE)
    if thrifty:
        context.add_init_script("Object.defineProperty(navigator.connection, 'saveData', { value: true });")
    return context


def install(context: BrowserContext) -> Page:
    """Visit a sheet, and wait until all of Tally is on the device and the engine runs."""
    page = context.new_page()
    page.goto(SHEET)
    wait_until_whole(page)
    expect(page.locator("html")).to_have_attribute("data-engine", "ready", timeout=PATIENCE)
    return page


def wait_until_whole(page: Page) -> None:
    """Wait until the page says that everything works offline."""
    expect(page.locator("html")).to_have_attribute("data-offline", "ready", timeout=PATIENCE)


def fill(page: Page, *counts: str) -> None:
    """Enter the pagodas that each player has left on a sheet of Qin."""
    for seat, count in enumerate(counts):
        page.locator(f"[name='{seat}.left']").fill(count)


def send(page: Page) -> None:
    page.locator(".finish button.main").click()


def expect_totals(page: Page, *totals: str) -> None:
    expect(page.locator("#totals b")).to_have_text(list(totals), timeout=PATIENCE)


def expect_text(page: Page, selector: str, text: str) -> None:
    """Wait for a page that has this text; the engine may have to start first."""
    expect(page.locator(selector)).to_contain_text(text, ignore_case=True, timeout=PATIENCE)


def expect_winner(page: Page, name: str) -> None:
    """Wait for a result with this winner, and for its scripts."""
    expect(page.locator(".hero .who .name")).to_contain_text(name, timeout=PATIENCE)
    expect(page.locator(".to-scorebook button")).to_be_enabled()


def do_main_job(page: Page) -> None:
    """Go from the list of games to a sheet of Qin, its totals, its result, the comparison of variants, and the
    rules.
    """
    page.get_by_role("link", name="Score: Qin").click()
    fill(page, "3", "5")
    expect_totals(page, "21", "19")
    send(page)
    expect_winner(page, "A")
    page.get_by_role("link", name="Compare variants").click()
    expect_text(page, "h1", "Every way of scoring gives the same result")
    page.go_back()
    expect_winner(page, "A")
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("#scoring-pagodas")).to_be_attached()
