"""What the fixture `browse` is."""

from collections.abc import Callable

from playwright.sync_api import Page

Browse = Callable[..., Page]
"""Opens a page: `browse("/en/", device="phone", scheme="dark")`."""
