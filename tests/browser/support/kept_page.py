"""What the tests of what the device keeps share: the sheets that it keeps, and a hand that begins one."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from waiting import wait_until

SHEETS = """async () => (await new Promise((resolve) => {
  const asked = indexedDB.open("tally");
  asked.onupgradeneeded = () => asked.transaction.abort(); // nothing was kept yet
  asked.onerror = (event) => { event.preventDefault(); resolve([]); };
  asked.onsuccess = () => {
    const all = asked.result.transaction("sheets").objectStore("sheets").getAll();
    all.onsuccess = () => { asked.result.close(); resolve(all.result); };
  };
}))"""
REFUSED = "Object.defineProperty(indexedDB, 'open', { value() { throw new DOMException('no', 'SecurityError'); } });"


def begin(page: Page, count: str = "4", name: str = "Ann") -> None:
    """Fill in a name and a number of a sheet of Qin, and see that they are kept, and how the sheet stands."""
    page.locator('[name="0.name"]').fill(name)
    page.locator('[name="0.left"]').fill(count)
    entry = f"0.left={count}"
    await_sheets(page, lambda sheets: any(entry in sheet["query"] and name in sheet["names"] and "totals" in sheet for sheet in sheets))


def await_saved(page: Page) -> None:
    """Wait until the sheet says that every entry is in the database."""
    page.locator("#sheet[data-saved]").wait_for()


def await_sheets(page: Page, is_so: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """The sheets that this device keeps, once they are as they should be."""
    return wait_until(page, SHEETS, is_so)


def await_sheet(page: Page, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The only sheet that this device keeps, once it is as it should be: until its first entry is written there is none."""
    (sheet,) = await_sheets(page, lambda sheets: len(sheets) == 1 and is_so(sheets[0]))
    return sheet
