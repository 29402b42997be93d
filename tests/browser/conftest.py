"""A real Chromium, and the application served to it; what went wrong on a page fails the test that saw it."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from browsing import Browse, forget
from chromium import find_chromium
from flask import Flask
from offline_pages import backend, front, new_phone  # noqa: F401  fixtures of the tests without a network
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright
from serving import serve_in_thread
from table_page import (  # noqa: F401  fixtures of shared sheets and groups
    lively_server,
    new_phone_at_table,
    table_front,
    table_server,
    used_phones,
    worker_phone,
)

UNUSED = (
    # Parts of a window that are pages themselves: nobody sees them here, and each window would start them anew.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    # What Playwright turns off. It is named again, because Chromium takes the last such list.
    "AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # One process draws all pages, which then need not wait for a process of their own.
    "--renderer-process-limit=1", "--disable-site-isolation-trials",
    f"--disable-features={','.join(UNUSED)}",
    # Of the engine, which starts anew on many pages, only what runs for seconds is compiled a second time to run
    # faster.
    "--js-flags=--wasm-tiering-budget=100000000",
)  # fmt: skip
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1100, "height": 800}},
}
PATIENCE = 30_000
"""Milliseconds before a busy machine counts as a broken page."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test of this folder as one that needs a browser."""
    item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def address(app: Flask) -> Iterator[str]:
    """Where the application is served, on a port that was free."""
    with serve_in_thread(app) as served:
        yield served


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The installed Chromium, one for all tests."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def new_context(chromium: Browser, address: str) -> Callable[..., BrowserContext]:
    """Makes a context that nobody has used: its storage and its cache are empty."""

    def make(device: str, scheme: str, scripts: bool) -> BrowserContext:  # noqa: FBT001  used by position here and in `context_for`
        # What is kept for work without a network is fetched only in the tests of that: it would take the machine from
        # all others.
        options = {"color_scheme": scheme, "java_script_enabled": scripts, "service_workers": "block"}
        context = chromium.new_context(base_url=address, locale="en", **options, **DEVICES[device])
        context.set_default_timeout(PATIENCE)
        return context

    return make


@pytest.fixture(scope="session")
def context_for(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """The one context of a device, a colour scheme and scripts or none, which the tests use in turn.

    An empty page keeps its process.
    """

    def make(device: str, scheme: str, scripts: bool) -> BrowserContext:  # noqa: FBT001  as in `new_context`
        context = new_context(device, scheme, scripts)
        context.new_page()
        return context

    return cache(make)


@pytest.fixture
def browse(
    request: pytest.FixtureRequest,
    new_context: Callable[..., BrowserContext],
    context_for: Callable[..., BrowserContext],
    address: str,
) -> Iterator[Browse]:
    """Opens a page on a device, in a colour scheme, with scripts or without: `browse("/en/", device="phone",
    scheme="dark")`.

    A test begins with nothing stored and no cookies, but files may be in the cache; `pristine=True` opens a new
    context. In a module with `ON_BOARD = True`, every sheet opens with its board in view.
    """
    pristine_of: dict[BrowserContext, bool] = {}
    wrong: list[str] = []
    addresses: set[str] = set()

    def hear_message(message: ConsoleMessage) -> None:
        # That a page or a sheet was refused is noted in the console too, and is what some tests are about.
        is_refusal = message.text.startswith("Failed to load") and (
            message.location["url"] in addresses or "status of 422" in message.text
        )
        is_block = "blocked by Playwright" in message.text
        if message.type in ("error", "warning") and not is_refusal and not is_block:
            wrong.append(f"console: {message.text} ({message.location['url']})")

    def see_request(request: Request) -> None:
        if request.is_navigation_request():
            addresses.add(request.url)
        if urlsplit(request.url).netloc != urlsplit(address).netloc and not request.url.startswith(("data:", "blob:")):
            wrong.append(f"request to {request.url}")

    def open_page(
        path: str, *, device: str = "phone", scheme: str = "light", scripts: bool = True, pristine: bool = False
    ) -> Page:
        context = (new_context if pristine else context_for)(device, scheme, scripts)
        page = context.new_page()
        if context not in pristine_of:
            pristine_of[context] = pristine
            if not pristine:
                forget(context, page, address)
        page.on("console", hear_message)
        page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
        page.on("request", see_request)
        visit(page, path, on_board=scripts and getattr(request.module, "ON_BOARD", False))
        return page

    yield open_page
    for context, pristine in pristine_of.items():
        if pristine:
            context.close()
        for page in context.pages[1:]:
            page.close()
    assert wrong == []


@pytest.fixture
def start_chromium(chromium: Browser) -> Iterator[Callable[[Path], tuple[Page, Callable[[], None]]]]:
    """Starts a Chromium of its own with the profile in a folder: its first page, and what kills all its processes at
    once.
    """
    processes: list[subprocess.Popen[bytes]] = []

    def start(profile: Path) -> tuple[Page, Callable[[], None]]:
        port = profile / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        command = [
            find_chromium(),
            *FLAGS,
            "--headless=new",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        processes.append(process)
        until = time.monotonic() + 2 * PATIENCE / 1000
        while not (port.exists() and "\n" in port.read_text()):
            assert process.poll() is None, "Chromium did not start."
            assert time.monotonic() < until, "Chromium took too long to start."
            time.sleep(0.1)
        browser = chromium.browser_type.connect_over_cdp(f"http://127.0.0.1:{port.read_text().splitlines()[0]}")
        return browser.contexts[0].pages[0], lambda: kill(process)

    def kill(process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    yield start
    for process in processes:
        kill(process)


def visit(page: Page, path: str, *, on_board: bool) -> None:
    """Open a page, perhaps of a device that remembers that the board was in view.

    Then wait for the script that fills the board.
    """
    if on_board:
        page.add_init_script("localStorage.setItem(`view ${location.pathname.split('/')[2]}`, 'board');")
    page.goto(path)
    if on_board:
        page.locator(".board-part[open] > section").wait_for()
