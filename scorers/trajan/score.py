"""Scoring Trajan: leftovers after the last quarter, sets of construction tiles, and bonus tiles."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from scorers.game import (
    N_,
    Counts,
    Fault,
    Game,
    Line,
    LinePart,
    Message,
    Number,
    Result,
    TieBreak,
    Variant,
    entries_of,
    missing_tie_inputs,
    open_entries,
    player_names,
    points_each,
    points_of_things,
    rank_players,
)
from scorers.trajan.bonus import DEMANDS, TILES, score_tiles
from scorers.trajan.box import CARDS, POINTS_BY_TILES_OF_A_TYPE, TILES_OF_A_TYPE, TOKENS_OF_A_PLAYER
from scorers.trajan.calculators import CALCULATORS
from scorers.trajan.examples import EXAMPLES
from scorers.trajan.player import Player
from scorers.trajan.sheet import Sheet

TOKENS = ("workers_camp", "workers_field", "legionnaires_camp", "legionnaires_provinces")
FIRST_BONUS_TILES, QUARTERS = 1, 4
"""Each player starts with a bonus tile; each quarter the senate gives two, the first gold side up, the second grey."""
SHARED_SUPPLIES = (
    "construction",
    "wild_construction",
    "display",
    "wild_commodity",
    "bread",
    "games",
    "religion",
    "wild_demand",
)
"""Entries whose bound is the game's total supply, which also limits all players together."""

VARIANTS = (
    Variant("second_edition", N_("Second edition"), {"waiting_tiles": "one_each"}),
    Variant("first_edition", N_("First edition"), {"waiting_tiles": "none"}),
)


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Check each player's tokens and bonus tiles, and the game's supply for all players together."""
    names = player_names(sheet)
    for seat, player in enumerate(sheet.players):
        tokens = sum(getattr(player, name) or 0 for name in TOKENS)
        if tokens > TOKENS_OF_A_PLAYER:
            message = N_(
                "%(name)s has %(number)s tokens in camps, district and provinces; each player has only %(high)s"
            )
            values = {"name": names[seat], "number": tokens, "high": TOKENS_OF_A_PLAYER}
            yield Fault("players", "impossible", message, values, tuple(f"players.{seat}.{name}" for name in TOKENS))
        for label, number, most in (
            (N_("Bonus tiles"), len(player.bonus), FIRST_BONUS_TILES + QUARTERS),
            (N_("Grey bonus tiles"), _count_sides([player], "grey"), QUARTERS),
        ):
            if number > most:
                yield Fault(
                    f"players.{seat}.bonus",
                    "too_many",
                    N_("%(label)s must be %(high)s or fewer"),
                    {"label": label, "high": most},
                )
    for tile, kind in TILES.items():
        holders = [names[seat] for seat, player in enumerate(sheet.players) if tile in player.bonus]
        if len(holders) > 1:
            message = N_("%(names)s have the bonus tile %(tile)s, but there is only one")
            yield Fault("players", "impossible", message, {"tile": kind.label, "names": tuple(holders)})
    for label, number, most, counted in _over_all_players(sheet):
        if number > most:
            message = N_("%(label)s: %(number)s in all, but there are only %(high)s")
            entries = tuple(f"players.{seat}.{counted}" for seat in range(len(names)))
            yield Fault("players", "impossible", message, {"label": label, "number": number, "high": most}, entries)


def _over_all_players(sheet: Sheet) -> Iterator[tuple[N_, int, int, str]]:
    """Yield for each shared supply its label, the number entered, the number in the game, and the entry that counts
    it.
    """
    for name in SHARED_SUPPLIES:
        declaration = entries_of(Player)[name]
        values = [getattr(player, name) for player in sheet.players if declaration.asked_if(sheet, player)]
        if isinstance(declaration, Counts):
            for key, label in declaration.keys.items():
                yield label, sum(value[key] or 0 for value in values), declaration.high, f"{name}.{key}"
        else:
            assert isinstance(declaration, Number)  # noqa: S101  shared supplies are counted
            yield declaration.label, sum(value or 0 for value in values), declaration.high, name
    cards = sum(sum(_zero_blanks(player.display)) + (player.hand or 0) for player in sheet.players)
    yield N_("Cards in hands and displays"), cards, CARDS, "hand"
    supply = FIRST_BONUS_TILES * len(sheet.players) + 2 * QUARTERS
    yield N_("Bonus tiles"), sum(len(player.bonus) for player in sheet.players), supply, "bonus"
    if all(_count_sides([player], "grey") <= QUARTERS for player in sheet.players):
        yield N_("Grey bonus tiles"), _count_sides(sheet.players, "grey"), QUARTERS, "bonus"


def _count_sides(players: Sequence[Player], side: str) -> int:
    return sum(up == side for player in players for up in player.bonus.values())


def _zero_blanks(numbers: Mapping[str, int | None]) -> list[int]:
    return [count or 0 for count in numbers.values()]


def score(sheet: Sheet) -> Result:
    """Score seven lines per player; ties go to the higher standing in the senate, and are then shared.

    >>> built = {"stairs": 0, "door": 2, "fountain": 0, "roof": 3, "window": 1}
    >>> roofs = Player(construction=built, wild_construction=2)
    >>> waiting = Player(points=20, trajan_tiles=6)
    >>> [player.total for player in score(Sheet(players=(roofs, waiting))).players]
    [30, 26]
    """
    points_of = points_of_things(sheet)
    lines = [
        (
            Line("points", player.points or 0, ""),
            points_each("hand", points_of["hand"], player.hand),
            points_each("workers", points_of["worker"], player.workers_camp),
            points_each("legionnaires", points_of["legionnaire"], player.legionnaires_camp),
            points_each(
                "trajan_tiles",
                points_of["trajan_tile"],
                player.trajan_tiles if sheet.waiting_tiles == "one_each" else None,
            ),
            _construction(player, points_of),
            _bonus(player, (player.wild_demand or 0) if sheet.demand_wilds == "counts" else 0),
        )
        for player in sheet.players
    ]
    return rank_players(GAME, player_names(sheet), lines, open_entries(sheet), [_senate(sheet)])


def _construction(player: Player, points_of: Mapping[str, int]) -> Line:
    """Score sets of one type, with wild tiles placed where they pay most."""
    real = _zero_blanks(player.construction)
    points = (*POINTS_BY_TILES_OF_A_TYPE[:3], points_of["three_of_a_type"], points_of["four_of_a_type"])
    sets = max(_placings(real, player.wild_construction or 0, points), key=sum)
    return Line("construction", sum(sets), " + ".join(str(points) for points in sets if points))


def _placings(real: Sequence[int], wild: int, points: Sequence[int]) -> Iterator[list[int]]:
    """Yield the points of each type for every way to place the wild tiles; more than four of a type add nothing."""
    for types in combinations_with_replacement(range(len(real)), wild):
        yield [points[min(tiles + types.count(kind), TILES_OF_A_TYPE)] for kind, tiles in enumerate(real)]


def _bonus(player: Player, wild_demand: int) -> Line:
    things = {pair: cards or 0 for pair, cards in player.display.items()}
    things |= {
        "military": player.legionnaires_provinces or 0,
        "building": player.workers_field or 0,
        "bonus_tiles": _count_sides([player], "gold"),
    }
    things |= {demand: min(getattr(player, demand) or 0, 1) for demand in DEMANDS}
    tile_points = score_tiles(player.bonus, things, player.wild_commodity or 0, wild_demand)
    parts = tuple(
        LinePart(points, working, (tile,)) for tile, (points, working) in zip(player.bonus, tile_points, strict=True)
    )
    return Line("bonus", sum(part.points for part in parts), " + ".join(part.working for part in parts), parts)


def _senate(sheet: Sheet) -> TieBreak:
    standing = [player.senate for player in sheet.players]
    return TieBreak("senate", [-(place or 0) for place in standing], missing_tie_inputs(sheet, "senate"))


def _place_name(place: str) -> Message:
    """Name the bonus tile of a line part."""
    return Message(TILES[place].label, {})


GAME = Game(
    slug="trajan",
    title=N_("Trajan"),
    bgg=102680,
    designer="Stefan Feld",
    year=2011,
    lines={
        "points": N_("Points on the track"),
        "hand": N_("Cards in hand"),
        "workers": N_("Workers in the camp"),
        "legionnaires": N_("Legionnaires in the camp"),
        "trajan_tiles": N_("Waiting Trajan tiles"),
        "construction": N_("Construction tiles"),
        "bonus": N_("Bonus tiles"),
    },
    decisions={"senate": N_("Tied at %(points)s points; %(name)s stands higher in the senate.")},
    ground="plum",
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=VARIANTS,
    examples=EXAMPLES,
    calculators=CALCULATORS,
    place_name=_place_name,
    chance_start="setup-start",
)
