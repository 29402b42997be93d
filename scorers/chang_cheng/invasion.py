"""The Mongol invasion: who loses each region's threat, under every interpretation of towers and neutral walls."""

from collections.abc import Sequence

from scorers.chang_cheng.wall import Region


def find_losers(regions: Sequence[Region], tower: str, tower_majority: str, neutral: str) -> list[list[int]]:
    """Return the seats that lose each region's threat, from left to right.

    Interpretations are named as in the sheet's options.

    In the first region both players are level, but the second player's tower stands there; in the second only that
    player has walls:

    >>> regions = Region(threat=3, walls=(2, 2), towers=(1,)), Region(threat=4, walls=(0, 3))
    >>> find_losers(regions, "region", "nobody", "competes"), find_losers(regions, "all", "nobody", "competes")
    ([[0], [1]], [[0], []])
    """
    owners = {seat for region in regions for seat in region.towers}
    return [
        _losers(
            *_counts(region, neutral),
            owners if tower == "all" else set(region.towers),
            passed_on=tower_majority == "pass_on",
        )
        for region in regions
    ]


def find_majority(region: Region, neutral: str) -> list[int]:
    """Return the seats with most standing walls in a region; none if competing neutral walls alone have most.

    >>> level, few = Region(walls=(2, 2), neutral=1), Region(walls=(1, 0), neutral=2)
    >>> find_majority(level, "competes"), find_majority(few, "competes")
    ([0, 1], [])
    """
    walls, competing = _counts(region, neutral)
    most = max(*walls, competing, 1)
    return [seat for seat, count in enumerate(walls) if count == most]


def _counts(region: Region, neutral: str) -> tuple[list[int], int]:
    """Return the standing walls by seat, and the competing neutral walls."""
    return [count or 0 for count in region.walls], (region.neutral or 0) if neutral == "competes" else 0


def _losers(walls: Sequence[int], neutral: int, safe: set[int], *, passed_on: bool) -> list[int]:
    """Return the unprotected seats with most walls; with `pass_on`, the next most if all are safe, unless neutral
    walls are ahead.
    """
    for most in sorted({*walls, neutral} - {0}, reverse=True):
        seats = [seat for seat, count in enumerate(walls) if count == most and seat not in safe]
        if seats or most == neutral or not passed_on:
            return seats
    return []
