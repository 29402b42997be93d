"""The installed Chromium, and the application served from this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from chromium import find_chromium
from flask import Flask
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from app import create_app


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser and close it at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Silent(WSGIRequestHandler):
    """A request handler with keep-alive and without logging."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002  the library's name
        """Log nothing."""


@contextmanager
def served_here(app: Flask | None = None) -> Iterator[str]:
    """Serve the application in a thread and yield its address."""
    server = make_server("127.0.0.1", 0, app or create_app({}), threaded=True, request_handler=Silent)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()


def open_tools(page: Page, slower: int) -> CDPSession:
    """Throttle the CPU of a page, and return the DevTools session that reports what its main thread does."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return tools


def read_times(tools: CDPSession) -> dict[str, float]:
    """Return the milliseconds that the main thread has worked, by kind of work."""
    return {metric["name"]: 1000 * metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}
