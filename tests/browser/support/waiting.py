"""Waiting for what a page comes to. Playwright's own wait has the page evaluate text, which our policy forbids after the first time."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page

SECONDS = 30
"""A page that takes longer is broken, however busy the machine."""


def wait_until(page: Page, expression: str, is_so: Callable[[Any], object] = bool) -> Any:
    """Evaluate an expression until its value is so, and return the value."""
    until = time.monotonic() + SECONDS
    value: Any = None
    while True:
        try:
            if is_so(value := page.evaluate(expression)):
                return value
        except Error as error:
            if "Execution context was destroyed" not in error.message:
                raise  # else the next page came while this one was asked
        assert time.monotonic() < until, f"{expression}\nis still {value!r}"
        page.wait_for_timeout(50)
