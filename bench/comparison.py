"""CPU time of the most expensive comparison: five Honshu lands of the maximum size, in the hardest shapes known."""

import json
import time
from collections.abc import Callable
from urllib.parse import urlencode

from _tables import tables
from request_work import draw_land, is_one_district

from app import create_app
from scorers.querystring import sheet_to_query
from scorers.registry import game
from scorers.rulesets import find_thresholds, score_rulesets
from scorers.service import compare_data
from scorers.sheet import load_sheet
from tests.games.honshu.hard_lands import HARD_LANDS

ROUNDS = 5
LIMIT = 100
"""Limit of the page on the server, in milliseconds."""


def milliseconds(work: Callable[[], object]) -> float:
    """Return the shortest CPU time of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best * 1e3


def sheets() -> dict[str, dict[str, object]]:
    """Return sheets with five full lands: random ones, and the hardest known shapes for each scoring card that packs
    patterns.
    """
    found: dict[str, dict[str, object]] = {"random squares": tables("honshu", 1)[0]}
    for name in (land for land in HARD_LANDS if is_one_district(HARD_LANDS[land])):
        for square, card in (("F", "forest_runs"), ("A", "fallow_blocks")):
            maps = [draw_land(HARD_LANDS[name], square, turns) for turns in range(4)]
            found[f"{name}, {card}"] = {
                "end_card": card,
                "players": [{"map": text} for text in [*maps, maps[0] + "/."]],
            }
    return found


def main() -> None:
    """Print a line for each sheet: the API's comparison with sensitivity, the rulesets and thresholds of the page,
    and the page itself.
    """
    honshu = game("honshu")
    client = create_app({}).test_client()
    print(f"CPU milliseconds, five full lands{'API':>23} {'rulesets':>9} {'values':>7} {'page':>7}")
    slowest = 0.0
    for name, data in sheets().items():
        plain = json.loads(json.dumps(data))
        sheet = load_sheet(honshu, plain)
        link = f"/en/honshu/compare?{urlencode(sheet_to_query(sheet))}"
        assert client.get(link).status_code == 200
        times = [
            milliseconds(lambda plain=plain: compare_data("honshu", plain | {"sensitivity": True})),
            milliseconds(lambda plain=plain: score_rulesets(honshu, load_sheet(honshu, plain))),
            milliseconds(lambda plain=plain: find_thresholds(honshu, load_sheet(honshu, plain))),
            milliseconds(lambda link=link: client.get(link)),
        ]
        slowest = max(slowest, times[3])
        print(f"  {name:<46} {' '.join(f'{value:7.1f}' for value in times)}")
    print(f"slowest page {slowest:.0f} ms, limit {LIMIT} ms")


if __name__ == "__main__":
    main()
