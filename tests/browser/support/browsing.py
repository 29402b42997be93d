"""The type of the fixture `browse`."""

from collections.abc import Callable

from playwright.sync_api import Page

Browse = Callable[..., Page]
"""Opens a page: `browse("/en/", device="phone", scheme="dark")`."""
