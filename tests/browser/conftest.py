"""A real Chromium, and the application served to it; what went wrong on a page fails the test that saw it."""

import logging
import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright
from werkzeug.serving import make_server

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1100, "height": 800}},
}
PATIENCE = 30_000
"""Milliseconds before a busy machine counts as a broken page."""

Browse = Callable[..., Page]


@pytest.fixture(scope="session")
def address(app: Flask) -> Iterator[str]:
    """Where the application is served, on a port that was free."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The installed Chromium, one for all tests."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "The browser tests need Chromium: `make test` installs it, or says how."
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def browse(chromium: Browser, address: str) -> Iterator[Browse]:
    """Opens a page on a device, in a colour scheme, with scripts or without: `browse("/en/", device="phone", scheme="dark")`."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []
    visited: set[str] = set()

    def heard(message: ConsoleMessage) -> None:
        # That a page or a sheet was refused is noted in the console too, and is what some tests are about.
        refused = message.text.startswith("Failed to load") and (message.location["url"] in visited or "status of 422" in message.text)
        if message.type in ("error", "warning") and not refused:
            wrong.append(f"console: {message.text} ({message.location['url']})")

    def asked(request: Request) -> None:
        if request.is_navigation_request():
            visited.add(request.url)
        if urlsplit(request.url).netloc != urlsplit(address).netloc and not request.url.startswith(("data:", "blob:")):
            wrong.append(f"request to {request.url}")

    def open_page(path: str, *, device: str = "phone", scheme: str = "light", scripts: bool = True) -> Page:
        context = chromium.new_context(base_url=address, color_scheme=scheme, java_script_enabled=scripts, locale="en", **DEVICES[device])
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
        page.on("request", asked)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
