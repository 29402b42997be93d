"""Scoring Chang Cheng: the prestige track, the Mongol invasion and the event cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorers.chang_cheng.board_queries import BOARD_QUERIES
from scorers.chang_cheng.calculators import CALCULATORS
from scorers.chang_cheng.counts import count_position
from scorers.chang_cheng.examples import EXAMPLES
from scorers.chang_cheng.invasion import find_losers
from scorers.chang_cheng.sheet import Player, Sheet, by_wall, counts_for_event, owner_names, wall_arguments
from scorers.chang_cheng.wall import (
    LAST_SPACE_OF_FIRST,
    MAX_REGION_SPACES,
    NEUTRAL_WALLS,
    OWN_SPACES,
    REGIONS,
    SPACES,
    SPACES_OF_BOARD,
    THREATS,
    TOWERS,
    USUAL_SIZES,
    Region,
    Wall,
    read_wall,
    wall_faults,
)
from scorers.game import (
    N_,
    Fault,
    Game,
    Line,
    LinePart,
    Message,
    Result,
    Variant,
    counts_query,
    open_entries,
    player_names,
    points_each,
    points_of_things,
    rank_players,
)

VARIANTS = (
    Variant("basic", N_("Basic game"), {"events": ()}),
    Variant("diplomacy_overlord", N_("Diplomacy, overlord"), {"events": ("diplomacy", "overlord")}),
    Variant("diplomacy_reward", N_("Diplomacy, reward"), {"events": ("diplomacy", "emperors_reward")}),
    Variant("overlord_reward", N_("Overlord, reward"), {"events": ("overlord", "emperors_reward")}),
    Variant("tower_all", N_("Towers protect in every region"), {"tower": "all"}),
)


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Check that the pieces and boards allow this wall, or these regions and provinces if there is no wall."""
    if sheet.wall is not None:
        yield from wall_faults(*wall_arguments(sheet), owner_names(sheet))
        return
    yield from _region_faults(sheet)
    yield from _piece_faults(sheet)
    most = REGIONS[len(sheet.players)]
    for seat, player in enumerate(sheet.players):
        if counts_for_event(sheet, "diplomacy") and (player.provinces or 0) > most:
            message = N_("With %(players)s players there are only %(high)s provinces")
            yield Fault(f"players.{seat}.provinces", "too_many", message, {"players": len(sheet.players), "high": most})


def _region_faults(sheet: Sheet) -> Iterator[Fault]:
    """Check each region by itself, and that there are no more than the boards have."""
    regions, seats = sheet.regions or (), len(sheet.players)
    if any(region != Region() for region in regions[REGIONS[seats] :]):
        message = N_("With %(players)s players there are only %(high)s regions")
        yield Fault("regions", "too_many", message, {"players": seats, "high": REGIONS[seats]})
    for i, region in enumerate(regions):
        for seat in region.towers:
            if region.walls and region.walls[seat] == 0:
                yield Fault(
                    f"regions.{i}.walls.{seat}",
                    "impossible",
                    N_("A tower stands here, so there must be 1 wall or more"),
                )
        neutral = (region.neutral or 0) if sheet.neutral == "competes" else 0
        if (number := sum(count or 0 for count in region.walls) + neutral) > MAX_REGION_SPACES:
            message = N_("There are %(number)s walls here, but a region has only %(high)s spaces")
            entries = (*(f"regions.{i}.walls.{seat}" for seat in range(seats)), f"regions.{i}.neutral")
            yield Fault(
                f"regions.{i}.walls", "impossible", message, {"number": number, "high": MAX_REGION_SPACES}, entries
            )
        if region.neutral and seats != 2:
            yield Fault(f"regions.{i}.neutral", "too_many", N_("Neutral walls are for two players only"))


def _piece_faults(sheet: Sheet) -> Iterator[Fault]:
    """Check the pieces in all regions against those of each player, the neutral ones and the spaces."""
    regions, seats = sheet.regions or (), len(sheet.players)
    walls = [sum(region.walls[seat] or 0 for region in regions if region.walls) for seat in range(seats)]
    for seat, name in enumerate(player_names(sheet)):
        if walls[seat] > OWN_SPACES:
            message = N_("%(name)s has %(number)s walls in the regions, but pieces for only %(high)s")
            entries = tuple(f"regions.{i}.walls.{seat}" for i in range(len(regions)))
            yield Fault(
                "players", "impossible", message, {"name": name, "number": walls[seat], "high": OWN_SPACES}, entries
            )
        if sum(seat in region.towers for region in regions) > TOWERS:
            yield Fault(
                "players", "impossible", N_("%(name)s has only one tower, but it is in two regions"), {"name": name}
            )
    neutral = sum(region.neutral or 0 for region in regions) if sheet.neutral == "competes" else 0
    for number, high, message in (
        (
            neutral,
            NEUTRAL_WALLS,
            N_("There are %(number)s neutral walls in the regions, but only %(high)s in the game"),
        ),
        (
            neutral + sum(walls),
            SPACES[seats],
            N_("There are %(number)s walls in the regions, but only %(high)s spaces"),
        ),
    ):
        if number > high:
            yield Fault("players", "impossible", message, {"number": number, "high": high})


def score(sheet: Sheet) -> Result:
    """Score five lines per player, the invasion's at most 0; most points win, and ties are shared.

    Both players have two walls in the first region (threat 3), but the second player's tower is there:

    >>> first, second = Region(threat=3, walls=(2, 2), towers=(1,)), Region(threat=4, walls=(0, 3))
    >>> [player.total for player in score(Sheet((Player(track=20), Player(track=21)), regions=(first, second))).players]
    [17, 17]
    """
    wall = read_wall(*wall_arguments(sheet)) if by_wall(sheet) else None
    points_of = points_of_things(sheet)
    columns = zip(
        [Line("track", player.track or 0, "") for player in sheet.players],
        _invasion(sheet, wall.regions if wall else sheet.regions),
        _diplomacy(sheet, wall, points_of["diplomacy"]),
        _overlord(sheet, wall, points_of["overlord"]),
        [_emperors_reward(sheet, player, points_of["emperors_reward"]) for player in sheet.players],
        strict=True,
    )
    return rank_players(GAME, player_names(sheet), list(columns), open_entries(sheet))


def _invasion(sheet: Sheet, regions: Sequence[Region] | None) -> Iterator[Line]:
    """Score the invasion, region by region from the left: the players with most walls lose its threat."""
    losers_by_region = find_losers(regions or (), sheet.tower, sheet.tower_majority, sheet.neutral)
    for seat in range(len(sheet.players)):
        losses = [
            (f"m{i}", region.threat)
            for i, (region, losers) in enumerate(zip(regions or (), losers_by_region, strict=True), 1)
            if region.threat and seat in losers
        ]
        parts = tuple(LinePart(-threat, f"−{threat}", (place,)) for place, threat in losses)
        working = "−" + " − ".join(str(threat) for _, threat in losses) if losses else ""
        yield Line("invasion", sum(part.points for part in parts), working, None if regions is None else parts)


def _diplomacy(sheet: Sheet, wall: Wall | None, points: int) -> Iterator[Line]:
    """Score own walls in most provinces; tied players all score."""
    counts = (
        [player.provinces or 0 for player in sheet.players] if wall is None else [len(ids) for ids in wall.provinces]
    )
    for seat, ahead in enumerate(_mark_leaders(counts)):
        scores = ahead and "diplomacy" in sheet.events
        yield _event("diplomacy", points if scores else 0, f"{points}", wall.provinces[seat] if wall else None)


def _overlord(sheet: Sheet, wall: Wall | None, points_per_space: int) -> Iterator[Line]:
    """Score the longest row of own walls; by default, tied players all score."""
    lengths = [player.chain or 0 for player in sheet.players] if wall is None else [row.length for row in wall.rows]
    ahead = _mark_leaders(lengths)
    in_use = "overlord" in sheet.events and (sheet.overlord_tie == "all" or sum(ahead) == 1)
    for seat, length in enumerate(lengths):
        points = points_per_space * length if in_use and ahead[seat] else 0
        yield _event("overlord", points, f"{points_per_space} × {length}", wall.rows[seat].provinces if wall else None)


def _mark_leaders(counts: Sequence[int]) -> list[bool]:
    """Return for each seat whether it has most; nobody has most of nothing."""
    return [count == max(counts) > 0 for count in counts]


def _event(key: str, points: int, working: str, at: tuple[str, ...] | None) -> Line:
    """Return the line of an event card; `at` are the places it pays for, if the wall is known."""
    parts = (LinePart(points, working, at),) if points and at else ()
    return Line(key, points, working if points else "", None if at is None else parts)


def _emperors_reward(sheet: Sheet, player: Player, points_per_card: int) -> Line:
    return points_each(
        "emperors_reward", points_per_card, player.unplayed if "emperors_reward" in sheet.events else None
    )


def _unused_lines(sheet: Sheet) -> Iterator[str]:
    """Yield the lines of event cards that are not in use."""
    return (event for event in ("diplomacy", "overlord", "emperors_reward") if event not in sheet.events)


def _place_name(place: str) -> Message | None:
    """Name a place: Chinese provinces are c1, c2 …, Mongol regions m1, m2 …, from the left."""
    text = N_("province %(number)s") if place[:1] == "c" else N_("region %(number)s")
    return Message(text, {"number": place[1:]})


def _board_data(sheet: Sheet) -> Mapping[str, Any]:
    """Return the board script's data: the number of spaces, the usual division of a board, and the threat tiles."""
    return {
        "spaces": SPACES[len(sheet.players)],
        "spaces_of_board": SPACES_OF_BOARD,
        "usual_sizes": USUAL_SIZES,
        "last_space_of_first": LAST_SPACE_OF_FIRST,
        "threats": list(THREATS),
    }


GAME = Game(
    slug="chang_cheng",
    title=N_("Chang Cheng"),
    bgg=29903,
    designer="Walter Obert",
    year=2007,
    lines={
        "track": N_("Prestige track"),
        "invasion": N_("Mongol invasion"),
        "diplomacy": N_("Diplomacy"),
        "overlord": N_("Overlord"),
        "emperors_reward": N_("Emperor's reward"),
    },
    ground="clay",
    sheet=Sheet,
    faults=faults,
    score=score,
    unused_lines=_unused_lines,
    variants=VARIANTS,
    examples=EXAMPLES,
    place_name=_place_name,
    board_queries=BOARD_QUERIES | {"counts": counts_query(Sheet, faults, count_position)},
    board_data=_board_data,
    calculators=CALCULATORS,
)
