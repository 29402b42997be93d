"""Waiting for a state of a page. Playwright's `wait_for_function` evaluates text in the page, which our Content-Security-Policy forbids."""

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
