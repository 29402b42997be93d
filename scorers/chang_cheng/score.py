"""Chang Cheng: the prestige track, what the Mongols take where a player has most walls, and the event cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorers.chang_cheng.invasion import losers
from scorers.chang_cheng.wall import (
    AS_PRINTED,
    NEUTRAL_WALLS,
    OWN_SPACES,
    REGIONS,
    SPACES,
    THREATS,
    TOWERS,
    Region,
    Wall,
    read_wall,
    wall_faults,
)
from scorers.kinds import MOST, Choice, Number
from scorers.sheets import blanks, choice, listed, name, names, number, players, records, several, text
from scorers.words import N_, Fault, Game, Line, Part, Result, Variant, each, settle

POINTS_FOR_DIPLOMACY = 4
POINTS_PER_SPACE_OF_ROW = 1
POINTS_PER_UNPLAYED_CARD = 2

ACTION_CARDS = 6
EVENT_CARDS_IN_USE = 2
MOST_REGIONS = max(REGIONS.values())

GAME = Game(
    slug="chang_cheng",
    title=N_("Chang Cheng"),
    bgg=None,
    designer="Walter Obert",
    year=2007,
    lines={
        "track": N_("Prestige track"),
        "invasion": N_("Mongol invasion"),
        "diplomacy": N_("Diplomacy"),
        "overlord": N_("Overlord"),
        "emperors_reward": N_("Emperor's reward"),
    },
)


@dataclass(frozen=True, slots=True)
class Player:
    """A player's track and cards; the entries for diplomacy and overlord are not needed where the whole wall is given."""

    name: str | None = name()
    track: int | None = number(N_("Prestige track"), low=-MOST, line="track", hint=N_("As it stands before the invasion."))
    provinces: int | None = number(
        N_("Provinces with walls of your own"),
        high=MOST_REGIONS,
        line="diplomacy",
        hint=N_("Chinese provinces only; destroyed walls do not count."),
        when=lambda sheet, player: _counted(sheet, "diplomacy"),
        offered=lambda sheet: "diplomacy" in sheet.events,
    )
    chain: int | None = number(
        N_("Your longest row"),
        high=OWN_SPACES,
        line="overlord",
        hint=N_("In spaces; a tower is 1, a double wall 2."),
        when=lambda sheet, player: _counted(sheet, "overlord"),
        offered=lambda sheet: "overlord" in sheet.events,
    )
    unplayed: int | None = number(
        N_("Unplayed action cards"), high=ACTION_CARDS, line="emperors_reward", when=lambda sheet, player: "emperors_reward" in sheet.events
    )


def _both_ways(sheet: Any) -> bool:
    """Regions and the whole wall are two ways to say the same: a form always offers both."""
    return True


_SIZE = Number(label=N_("Size"), low=1, high=max(SPACES.values()))


def _beside_the_wall(label: N_, **bounds: Any) -> Any:
    """A list with an entry for each region or province, which goes with the whole wall."""
    return listed(
        label,
        most=MOST_REGIONS,
        rule="board",
        when=lambda sheet, player: _by_wall(sheet),
        offered=_both_ways,
        **bounds,
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table: what is played with, and the Mongol regions by counts or the whole wall; where both are given, the wall is scored."""

    players: tuple[Player, ...] = players(Player, 2, 4)
    events: tuple[str, ...] = several(
        N_("Event cards in use"),
        rule="event-cards",
        most=EVENT_CARDS_IN_USE,
        options={
            "diplomacy": N_("Diplomacy"),
            "overlord": N_("Overlord"),
            "emperors_reward": N_("Emperor's reward"),
            "scout": N_("Scout"),
        },
    )
    tower: str = choice(
        N_("A tower protects"),
        rule="disputed-tower",
        options={"region": N_("In the region it stands in"), "all": N_("In every region")},
    )
    tower_majority: str = choice(
        N_("If all who have most walls are protected"),
        rule="disputed-tower-majority",
        options={"nobody": N_("Nobody loses"), "pass_on": N_("Those with next most lose")},
    )
    neutral: str = choice(
        N_("Neutral walls"),
        rule="disputed-neutral",
        options={"competes": N_("Compete for most walls"), "ignored": N_("Are left out")},
        when=lambda sheet, player: len(sheet.players) == 2,
    )
    overlord_tie: str = choice(
        N_("Tie for overlord"),
        rule="disputed-overlord-tie",
        options={"all": N_("Each of them scores"), "none": N_("Nobody scores")},
        when=lambda sheet, player: "overlord" in sheet.events,
    )
    regions: tuple[Region, ...] | None = records(
        N_("Region"),
        of=Region,
        low=0,
        high=MOST_REGIONS,
        line="invasion",
        hint=N_("The Mongol regions from left to right."),
        shown=REGIONS.__getitem__,
        when=lambda sheet, player: not _by_wall(sheet),
        offered=_both_ways,
    )
    wall: str | None = text(
        N_("The whole wall"),
        most=400,
        position=True,
        rule="board",
        hint=N_("Instead of the regions, with blanks between: A wall, At tower, Ad half a double wall, n neutral, x destroyed, . empty."),
    )
    china: tuple[int, ...] = _beside_the_wall(
        N_("Sizes of the provinces"), item=_SIZE, hint=N_("Spaces of each Chinese province from the left.")
    )
    mongol: tuple[int, ...] = _beside_the_wall(
        N_("Sizes of the regions"), item=_SIZE, hint=N_("Spaces of each Mongol region from the left.")
    )
    threats: tuple[int, ...] = _beside_the_wall(
        N_("Threat tiles"),
        item=Choice(label=N_("Threat tiles"), options=THREATS, alias=AS_PRINTED),
        hint=N_("One for each Mongol region from the left; 0 where it was removed."),
    )


VARIANTS = (
    Variant("basic", N_("Basic game"), {"events": ()}),
    Variant("diplomacy_overlord", N_("Diplomacy, overlord"), {"events": ("diplomacy", "overlord")}),
    Variant("diplomacy_reward", N_("Diplomacy, reward"), {"events": ("diplomacy", "emperors_reward")}),
    Variant("overlord_reward", N_("Overlord, reward"), {"events": ("overlord", "emperors_reward")}),
    Variant("tower_all", N_("Towers protect everywhere"), {"tower": "all"}),
)


def _by_wall(sheet: Sheet) -> bool:
    return sheet.wall is not None


def written(sheet: Sheet) -> tuple[str, Sequence[int], Sequence[int], Sequence[int], int]:
    """The wall as it is written out: its text, the sizes of provinces and regions, the threats, and the number of players."""
    return sheet.wall or "", sheet.china, sheet.mongol, sheet.threats, len(sheet.players)


def _counted(sheet: Sheet, event: str) -> bool:
    """Whether an event card is in use and what it pays for must be typed, as no wall shows it."""
    return event in sheet.events and not _by_wall(sheet)


def _typed(regions: Sequence[Region] | None) -> bool:
    return any(region != Region() for region in regions or ())


def faults(sheet: Sheet) -> Iterator[Fault]:
    """The wall must be one that the pieces and the boards can make; so must the regions and provinces, where there is no wall."""
    if sheet.wall is not None:
        yield from wall_faults(*written(sheet))
        return
    yield from _regions_that_cannot_be(sheet)
    most = REGIONS[len(sheet.players)]
    for seat, player in enumerate(sheet.players):
        if _counted(sheet, "diplomacy") and (player.provinces or 0) > most:
            message = N_("With %(players)s players there are only %(high)s provinces")
            yield Fault(f"players.{seat}.provinces", "too_many", message, {"players": len(sheet.players), "high": most})


def _regions_that_cannot_be(sheet: Sheet) -> Iterator[Fault]:
    regions, seated = sheet.regions or (), len(sheet.players)
    if _typed(regions[REGIONS[seated] :]):
        message = N_("With %(players)s players there are only %(high)s regions")
        yield Fault("regions", "too_many", message, {"players": seated, "high": REGIONS[seated]})
    for i, region in enumerate(regions):
        for seat in region.towers:
            if region.walls and region.walls[seat] == 0:
                yield Fault(f"regions.{i}.walls.{seat}", "impossible", N_("A tower stands here, so there must be 1 wall or more"))
        if region.neutral and seated != 2:
            yield Fault(f"regions.{i}.neutral", "too_many", N_("Neutral walls are for two players only"))
    walls = [sum(region.walls[seat] or 0 for region in regions if region.walls) for seat in range(seated)]
    for seat, called in enumerate(names(sheet)):
        if walls[seat] > OWN_SPACES:
            message = N_("%(name)s has %(number)s walls in the regions, but pieces for only %(high)s")
            yield Fault("players", "impossible", message, {"name": called, "number": walls[seat], "high": OWN_SPACES})
        if sum(seat in region.towers for region in regions) > TOWERS:
            yield Fault("players", "impossible", N_("%(name)s has only one tower, but it is in two regions"), {"name": called})
    neutral = sum(region.neutral or 0 for region in regions) if sheet.neutral == "competes" else 0
    for built, high, message in (
        (neutral, NEUTRAL_WALLS, N_("There are %(number)s neutral walls in the regions, but only %(high)s to build")),
        (neutral + sum(walls), SPACES[seated], N_("There are %(number)s walls in the regions, but only %(high)s spaces")),
    ):
        if built > high:
            yield Fault("players", "impossible", message, {"number": built, "high": high})


def score(sheet: Sheet) -> Result:
    """Five lines a player, the invasion's below 0; most points win and a tie is shared.

    Two walls each in the first region, level for its threat of 3, but the second player's tower stands there:

    >>> first, second = Region(threat=3, walls=(2, 2), towers=(1,)), Region(threat=4, walls=(0, 3))
    >>> [player.total for player in score(Sheet((Player(track=20), Player(track=21)), regions=(first, second))).players]
    [17, 17]
    """
    wall = read_wall(*written(sheet)) if _by_wall(sheet) else None
    columns = zip(
        [Line("track", player.track or 0, "") for player in sheet.players],
        _invasion(sheet, wall.regions if wall else sheet.regions),
        _diplomacy(sheet, wall),
        _overlord(sheet, wall),
        [_emperors_reward(sheet, player) for player in sheet.players],
        strict=True,
    )
    return settle(GAME, names(sheet), list(columns), blanks(sheet))


def _invasion(sheet: Sheet, regions: Sequence[Region] | None) -> Iterator[Line]:
    """Region by region from the left, those with most walls lose its threat."""
    hit = losers(regions or (), sheet.tower, sheet.tower_majority, sheet.neutral)
    for seat in range(len(sheet.players)):
        lost = [(f"m{i}", region.threat) for i, region in enumerate(regions or (), 1) if region.threat and seat in hit[i - 1]]
        parts = tuple(Part(-threat, f"−{threat}", (place,)) for place, threat in lost)
        working = "−" + " − ".join(str(threat) for _, threat in lost) if lost else ""
        yield Line("invasion", sum(part.points for part in parts), working, None if regions is None else parts)


def _diplomacy(sheet: Sheet, wall: Wall | None) -> Iterator[Line]:
    """Own walls in most provinces; each of those level scores."""
    told = [player.provinces or 0 for player in sheet.players] if wall is None else [len(ids) for ids in wall.provinces]
    for seat, ahead in enumerate(_most(told)):
        scores = ahead and "diplomacy" in sheet.events
        yield _event("diplomacy", POINTS_FOR_DIPLOMACY if scores else 0, f"{POINTS_FOR_DIPLOMACY}", wall.provinces[seat] if wall else None)


def _overlord(sheet: Sheet, wall: Wall | None) -> Iterator[Line]:
    """The longest row of own walls, wherever it lies; by default each of those level scores."""
    told = [player.chain or 0 for player in sheet.players] if wall is None else [row.length for row in wall.rows]
    ahead = _most(told)
    in_use = "overlord" in sheet.events and (sheet.overlord_tie == "all" or sum(ahead) == 1)
    for seat, length in enumerate(told):
        points = POINTS_PER_SPACE_OF_ROW * length if in_use and ahead[seat] else 0
        yield _event("overlord", points, f"{POINTS_PER_SPACE_OF_ROW} × {length}", wall.rows[seat].provinces if wall else None)


def _most(counts: Sequence[int]) -> list[bool]:
    """Who has most, seat by seat; with nothing nobody has."""
    return [count == max(counts) > 0 for count in counts]


def _event(key: str, points: int, working: str, at: tuple[str, ...] | None) -> Line:
    """The line of an event card; `at` are the places it pays for, where the wall tells them."""
    parts = (Part(points, working, at),) if points and at else ()
    return Line(key, points, working if points else "", None if at is None else parts)


def _emperors_reward(sheet: Sheet, player: Player) -> Line:
    return each("emperors_reward", POINTS_PER_UNPLAYED_CARD, player.unplayed if "emperors_reward" in sheet.events else None)
