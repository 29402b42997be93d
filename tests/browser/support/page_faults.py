"""Faults of a page in a browser: what is too wide, what is too small for a thumb, and what axe finds."""

from accessibility import violations
from playwright.sync_api import Page

SETTINGS = [("phone", "light", "zh-Hant"), ("desktop", "dark", "en")]
"""Each device, scheme and language once; not every combination of them."""
SMALL = """() => [...document.querySelectorAll("button, input:not([type=hidden]), select, textarea, summary, nav a, a.button")]
  .filter((e) => e.checkVisibility() && !e.closest(".unseen, .skip"))
  .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
  .map(([e, box]) => `${e.localName} ${e.name || e.textContent.trim()} ${Math.round(box.width)}×${Math.round(box.height)}`)"""
WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
  [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll"))
  .map((e) => `${e.localName}.${e.className} reaches ${Math.round(e.getBoundingClientRect().right)}`)"""
WIDE_TABLES = """() => [...document.querySelectorAll("main .scroll")]
  .filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.closest("section").id)"""
"""The sections with a table that is wider than its box."""


def page_faults(page: Page, device: str) -> list[str]:
    """Return what is wrong with a page as it is shown now."""
    return [*page.evaluate(WIDE), *(page.evaluate(SMALL) if device == "phone" else ()), *violations(page)]
