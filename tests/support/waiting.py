"""
Waiting for a state of a page.

Playwright's `wait_for_function` evaluates text in the page, which our Content-Security-Policy forbids.
"""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page

SECONDS = 30
"""A page that takes longer is broken, however busy the machine."""


def wait_until(page: Page, expression: str, condition: Callable[[Any], object] = bool) -> Any:
    """Evaluate an expression until its value meets a condition, and return the value."""
    until = time.monotonic() + SECONDS
    value: Any = None
    while True:
        try:
            if condition(value := page.evaluate(expression)):
                return value
        except Error as error:
            if "Execution context was destroyed" not in error.message:
                raise  # otherwise the next page has just replaced this one
        assert time.monotonic() < until, f"{expression}\nis still {value!r}"
        page.wait_for_timeout(50)


IDLE = r"""async () => {
  const { src } = document.querySelector('script[src*="/static/"]');
  const { idle } = await import(src.replace(/(\/static\/\w+\/).*/, "$1common/documents.js"));
  await idle();
}"""

HOLD_DATABASE = "IDBObjectStore.prototype.put = () => ({})"
"""Lets all that a page writes to its database from now on wait for ever."""


def wait_until_idle(page: Page) -> None:
    """Wait until nothing is being written to the device or sent to the server."""
    wait_until(page, f"({IDLE})().then(() => true)")


def stop_clock(page: Page) -> None:
    """Let the clock of a page stand half a minute ahead: it can be stopped only at a time that is still to come."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 30_000"))
