"""Median time to open and list a group's scorebook of five thousand results on a phone, with a CPU four times slower.

Only time in which the page's main thread runs scripts, style or layout is counted.
"""

import random
import statistics
import tempfile
import threading

from _browser import Silent, chromium
from _results import make_result
from playwright.sync_api import CDPSession, Page
from scorebook import SHOW
from werkzeug.serving import make_server

from app import create_app
from web.groups import group_books
from web.groups.answers import Request

RESULTS = 5000
TRIES = 7
SLOWER = 4
AIM = 100
"""Milliseconds."""
READY = "#results .kept"


def read_times(tools: CDPSession) -> dict[str, float]:
    """Return how long the main thread has worked, in milliseconds, by kind of work."""
    return {one["name"]: 1000 * one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}


def measure_opening(page: Page, tools: CDPSession, address: str) -> float:
    """Return the milliseconds of scripts, style and layout until a page that the phone has seen before shows its list."""
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
    """Print a line for opening the book, and one for listing it."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        app = create_app({"DATA_DIR": folder})
        chance = random.Random(12)
        with app.app_context():
            link = group_books().create("Friday", "192.0.2.1").write
            results = [make_result(number, chance) for number in range(RESULTS)]
            for start in range(0, RESULTS, 500):
                changes = [Request(one["id"], one, start + n, 0, 0.0) for n, one in enumerate(results[start : start + 500], 1)]
                group_books().sync(link, "x" * 24, 0, changes)
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Silent)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page(viewport={"width": 360, "height": 740})
        address = f"http://127.0.0.1:{server.port}/en/groups/{link}"
        page.goto(address)
        page.wait_for_selector(READY, timeout=120_000)
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        openings = [measure_opening(page, tools, address) for _ in range(TRIES)]
        page.wait_for_selector("body[data-ready]")
        lists = [measure_list(page, tools) for _ in range(TRIES)]
        for name, aim, times in (("page opened", "", openings), ("listed", f" (aim {AIM})", lists)):
            figures = f"{statistics.median(times):.0f} ms, at best {min(times):.0f} ms{aim}, on a processor {SLOWER} times slower"
            print(f"group's scorebook of {RESULTS} results: {name} in {figures}")
        server.shutdown()


if __name__ == "__main__":
    main()
