"""Results as a file of the scorebook has them, and the way to add them to its page."""

import json
from typing import Any

from playwright.sync_api import Page

Player = tuple[str, str, int, dict[str, int]]
"""Name, colour, rank and the points of each line; a player without a name has ""."""


def make_result(slug: str, date: str, *players: Player, winners: list[int] | None = None) -> dict[str, Any]:
    """Return a result; without `winners`, the players of rank 1 have won."""
    rows = [
        {"name": name or "ABCD"[seat], "colour": colour, "total": sum(lines.values()), "rank": rank, "lines": lines}
        for seat, (name, colour, rank, lines) in enumerate(players)
    ]
    names = [f"{seat}.name={name}" for seat, (name, *_) in enumerate(players) if name]
    winners = [seat for seat, (_, _, rank, _) in enumerate(players) if rank == 1] if winners is None else winners
    return {
        "id": f"{slug}{date}",
        "slug": slug,
        "date": date,
        "place": "",
        "note": "",
        "query": "&".join([*names, f"n={len(players)}", f"at={date}"]),
        "result": {"players": rows, "winners": winners, "decided_by": "total"},
        "changed": 1,
    }


def add_results(page: Page, *results: dict[str, Any], **changes: Any) -> None:
    """Add a file with these results to the scorebook that the page shows."""
    text = json.dumps({"format": "tally-scorebook", "version": 1, "results": results, **changes})
    page.locator("#file").set_input_files(
        {"name": "book.json", "mimeType": "application/json", "buffer": text.encode()}
    )
