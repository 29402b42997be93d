"""Helpers for tests of drafts: the sheets that the device has saved, and the start of one."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from waiting import wait_until, wait_until_idle

ROWS = """async () => (await new Promise((resolve) => {
  const asked = indexedDB.open("tally documents");
  asked.onupgradeneeded = () => asked.transaction.abort(); // nothing was saved yet
  asked.onerror = (event) => { event.preventDefault(); resolve([]); };
  asked.onsuccess = () => {
    const all = asked.result.transaction("%s").objectStore("%s").getAll();
    all.onsuccess = () => { asked.result.close(); resolve(all.result); };
  };
}))"""
SHEETS = f"""async () => (await ({ROWS.replace("%s", "documents")})()).filter(({{ kind }}) => kind === "draft")
  .map(({{ about, time }}) => ({{ ...about, time }}))"""
"""The drafts on the device."""
WAITING = ROWS.replace("%s", "outbox")
"""The changes that wait for the server."""
REFUSED = "Object.defineProperty(indexedDB, 'open', { value() { throw new DOMException('no', 'SecurityError'); } });"


def begin(page: Page, count: str = "4", name: str = "Ann") -> None:
    """Fill in a name and a number on a sheet of Qin, and wait until both and the totals are saved."""
    page.locator('[name="0.name"]').fill(name)
    page.locator('[name="0.left"]').fill(count)
    entry = f"0.left={count}"
    await_sheets(
        page,
        lambda sheets: any(
            entry in sheet["query"] and name in sheet["names"] and "totals" in sheet for sheet in sheets
        ),
    )


def await_saved(page: Page) -> None:
    """Wait until every entry is in the database."""
    wait_until_idle(page)


def await_sheets(page: Page, condition: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """Wait until the saved sheets meet a condition, and return them."""
    return wait_until(page, SHEETS, condition)


def await_sheet(page: Page, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until one sheet is saved and meets a condition, and return it."""
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1 and condition(sheets[0]))
    return sheet
