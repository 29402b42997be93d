"""The type of the fixture `browse`, and the clean-up between tests that share a browser context."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page

Browse = Callable[..., Page]
"""Opens a page: `browse("/en/", device="phone", scheme="dark")`."""


def forget(context: BrowserContext, page: Page, address: str) -> None:
    """Delete everything that earlier tests left: cookies, permissions, routes, storage, service workers."""
    context.clear_cookies()
    context.clear_permissions()
    context.unroute_all()
    context.set_offline(False)
    tools = context.new_cdp_session(page)
    tools.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    tools.detach()
