"""Median time to list a scorebook of two thousand results, and to show a person and a game, with a CPU four times slower.

Only time in which the page's main thread runs scripts, style or layout is counted.
"""

import json
import random
import statistics
from typing import Any

from _browser import chromium, served_here
from playwright.sync_api import CDPSession, Page

from scorers.registry import game, slugs

RESULTS = 2000
TRIES = 7
SLOWER = 4
AIMS = {"results": 100, "person": 150, "game": 150}
"""Milliseconds."""
PEOPLE = [f"Person {number}" for number in range(12)]
ADDRESSES = {"results": "results", "person": "person=Person+3", "game": f"game={slugs()[0]}"}
SHOW = """(address) => new Promise((shown) => {
  location.hash = address;
  setTimeout(shown, 1000);
})"""
"""Switches to a view, and waits until it is painted."""


def make_result(number: int, chance: random.Random) -> dict[str, Any]:
    """Make a random result with two to four players."""
    slug = chance.choice(slugs())
    names = chance.sample(PEOPLE, chance.randint(2, 4))
    colours = chance.sample(["red", "blue", "green", "yellow", "white"], len(names))
    players = [
        {"name": name, "colour": colour, "lines": {key: chance.randint(0, 30) for key in game(slug).lines}}
        for name, colour in zip(names, colours, strict=True)
    ]
    totals = [sum(player["lines"].values()) for player in players]
    for player, total in zip(players, totals, strict=True):
        player |= {"total": total, "rank": 1 + sum(other > total for other in totals)}
    winners = [seat for seat, player in enumerate(players) if player["rank"] == 1]
    query = "&".join([*(f"{seat}.name={name}" for seat, name in enumerate(names)), f"n={len(names)}", f"of={number}"])
    date = f"20{chance.randint(20, 26)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    own = {"id": f"r{number}", "slug": slug, "date": date, "place": "", "note": "", "query": query, "changed": number}
    return own | {"result": {"players": players, "winners": winners, "decided_by": "total"}}


def measure(page: Page, tools: CDPSession, kind: str) -> float:
    """Return the main thread's milliseconds to switch to a view."""
    page.evaluate(SHOW, "people")
    times = []
    for _ in range(2):
        metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
        times.append(1000 * float(metrics["TaskDuration"]))
        if len(times) == 1:
            page.evaluate(SHOW, ADDRESSES[kind])
    return times[1] - times[0]


def main() -> None:
    """Print a line for each view."""
    chance = random.Random(12)
    book = {"format": "tally-scorebook", "version": 1, "results": [make_result(number, chance) for number in range(RESULTS)]}
    file = {"name": "book.json", "mimeType": "application/json", "buffer": json.dumps(book).encode()}
    with served_here() as address, chromium() as browser:
        page = browser.new_page(viewport={"width": 360, "height": 740})
        page.goto(f"{address}/en/scorebook")
        page.set_input_files("#file", file)
        page.wait_for_selector(".kept")
        for address in ADDRESSES.values():  # so that all scripts are there
            page.evaluate(SHOW, address)
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for kind, aim in AIMS.items():
            times = [measure(page, tools, kind) for _ in range(TRIES)]
            figures = f"{statistics.median(times):.0f} ms, at best {min(times):.0f} ms (aim {aim}), on a processor {SLOWER} times slower"
            print(f"scorebook: {kind} of {RESULTS} results in {figures}")


if __name__ == "__main__":
    main()
