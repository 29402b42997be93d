"""Median time to open and list a group's scorebook of five thousand results on a phone, with a CPU four times slower.

Only time in which the page's main thread runs scripts, style or layout is counted.
"""

import random
import statistics
import tempfile

from _browser import chromium, open_tools, read_times, served_here
from _results import make_result
from flask import Flask
from playwright.sync_api import CDPSession, Page
from scorebook import SHOW

from app import create_app
from web.groups.keeping import import_results
from web.sync import documents

RESULTS = 5000
TRIES = 7
SLOWER = 4
AIM = 100
"""Target in milliseconds."""
READY = "#results .kept"


def measure_opening(page: Page, tools: CDPSession, address: str) -> float:
    """Return the milliseconds of scripts, style and layout until a page that the phone has visited before shows its list."""
    page.goto("about:blank")
    page.goto(address, wait_until="commit")
    page.wait_for_selector(READY)
    times = read_times(tools)
    return times["ScriptDuration"] + times["LayoutDuration"] + times["RecalcStyleDuration"]


def measure_list(page: Page, tools: CDPSession) -> float:
    """Return the milliseconds of the main thread to list the evenings again."""
    page.evaluate(SHOW, "people")
    before = read_times(tools)["TaskDuration"]
    page.evaluate(SHOW, "results")
    return read_times(tools)["TaskDuration"] - before


def main() -> None:
    """Print a line for opening the scorebook, and one for listing it."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": folder})
        link = fill_book(app)
        with served_here(app) as host, chromium() as browser:
            measure(browser.new_page(viewport={"width": 360, "height": 740}), f"{host}/en/groups/{link}")


def fill_book(app: Flask) -> str:
    """Create a group's scorebook with all results, and return its link."""
    chance = random.Random(12)
    results = [make_result(number, chance) for number in range(RESULTS)]
    with app.app_context():
        store = documents()
        link, *_ = store.open_with_two_links(store.kinds["group"], {}, {"name": "Friday"}, "192.0.2.1")
        import_results(link, "x" * 24, results, equal=True)
    return link


def measure(page: Page, address: str) -> None:
    """Print the times of a page that the phone has visited before."""
    page.goto(address)
    page.wait_for_selector(READY, timeout=120_000)
    tools = open_tools(page, SLOWER)
    openings = [measure_opening(page, tools, address) for _ in range(TRIES)]
    page.wait_for_selector("body[data-ready]")
    lists = [measure_list(page, tools) for _ in range(TRIES)]
    for name, aim, times in (("page opened", "", openings), ("listed", f" (aim {AIM})", lists)):
        figures = f"{statistics.median(times):.0f} ms, at best {min(times):.0f} ms{aim}, on a CPU {SLOWER} times slower"
        print(f"group's scorebook of {RESULTS} results: {name} in {figures}")


if __name__ == "__main__":
    main()
