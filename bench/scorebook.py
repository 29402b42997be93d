"""Median time to list a scorebook of two thousand results, and to show a person and a game, with a CPU four times slower.

Only time in which the page's main thread runs scripts, style or layout is counted.
"""

import json
import random
import statistics

from _browser import chromium, open_tools, read_times, served_here
from _results import make_result
from playwright.sync_api import CDPSession, Page

from scorers.registry import slugs

RESULTS = 2000
TRIES = 7
SLOWER = 4
AIMS = {"results": 100, "person": 150, "game": 150}
"""Targets in milliseconds."""
ADDRESSES = {"results": "results", "person": "person=Person+3", "game": f"game={slugs()[0]}"}
SHOW = """(address) => new Promise((shown) => {
  location.hash = address;
  setTimeout(shown, 1000);
})"""
"""Switches to a view, and waits long enough for it to be painted."""


def measure(page: Page, tools: CDPSession, kind: str) -> float:
    """Return the main thread's milliseconds to switch to a view."""
    page.evaluate(SHOW, "people")
    before = read_times(tools)["TaskDuration"]
    page.evaluate(SHOW, ADDRESSES[kind])
    return read_times(tools)["TaskDuration"] - before


def main() -> None:
    """Print a line for each view."""
    chance = random.Random(12)
    book = {
        "format": "tally-scorebook",
        "version": 1,
        "results": [make_result(number, chance) for number in range(RESULTS)],
    }
    file = {"name": "book.json", "mimeType": "application/json", "buffer": json.dumps(book).encode()}
    with served_here() as address, chromium() as browser:
        page = browser.new_page(viewport={"width": 360, "height": 740})
        page.goto(f"{address}/en/scorebook")
        page.set_input_files("#file", file)
        page.wait_for_selector(".kept")
        for address in ADDRESSES.values():  # loads all scripts
            page.evaluate(SHOW, address)
        tools = open_tools(page, SLOWER)
        for kind, aim in AIMS.items():
            times = [measure(page, tools, kind) for _ in range(TRIES)]
            figures = f"{statistics.median(times):.0f} ms, at best {min(times):.0f} ms (aim {aim}), on a CPU {SLOWER} times slower"
            print(f"scorebook: {kind} of {RESULTS} results in {figures}")


if __name__ == "__main__":
    main()
