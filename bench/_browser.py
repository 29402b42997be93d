"""The installed Chromium, to measure in, and the application on the same machine, to be visited by it."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from app import create_app


@contextmanager
def chromium() -> Iterator[Browser]:
    """One browser, closed at the end."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Silent(WSGIRequestHandler):
    """Keeps connections open, as a real server does, and says nothing."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002  the library's name
        """Say nothing."""


@contextmanager
def served_here() -> Iterator[str]:
    """The address of the application, which a thread of this process serves."""
    server = make_server("127.0.0.1", 0, create_app({}), threaded=True, request_handler=Silent)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
