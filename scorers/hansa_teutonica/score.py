"""Scoring Hansa Teutonica: six lines, from counts or from the offices on the map."""

from collections.abc import Iterator, Mapping
from functools import cache
from operator import attrgetter, eq
from typing import Any

from scorers.hansa_teutonica import drawing
from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.helpers import HELPERS
from scorers.hansa_teutonica.map import CITIES, LARGE, SMALL
from scorers.hansa_teutonica.network import best_networks, controller, row_faults, rows
from scorers.hansa_teutonica.sheet import ANNEXES, COELLEN_SPACES, MARKER_POINTS, MARKERS, PIECES, Player, Sheet, side_in_use
from scorers.house import points_of_things
from scorers.model import N_, Fault, Game, Line, LinePart, Message, Result, Variant
from scorers.ranking import TieBreak, rank_players
from scorers.sheet import blank_entries, missing_tie_inputs, player_names

KEY_VALUES = (1, 2, 2, 3, 4)
"""Points per office in the network, by pieces cleared from City Keys."""
FULL = {"actions": 5, "privilege": 3, "book": 3, "bag": 3}
"""Pieces to clear from each ability that pays when full; City Keys does not."""
_levels = attrgetter(*FULL)
BIG_BOX_PLAYERS = 3
COLOURS = ("red", "blue", "yellow", "green", "purple")
"""The colours of the pieces."""

VARIANTS = (
    Variant("2009", N_("2009 edition"), {"edition": "2009"}),
    Variant("big_box", N_("Big Box"), {"edition": "big_box"}),
)


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Check the limits of box and desks, double owners of a space, and offices that do not exist or leave a gap."""
    if sheet.edition == "big_box" and len(sheet.players) < BIG_BOX_PLAYERS:
        yield Fault("players", "too_few", N_("The Big Box needs %(low)s players or more"), {"low": BIG_BOX_PLAYERS})
    yield from _marker_faults(sheet)
    yield from _coellen_faults(sheet)
    if sheet.offices is None:
        cities = sum(player.cities or 0 for player in sheet.players)
        yield from _more_than(sheet, "cities", len(CITIES), cities, N_("%(total)s cities are controlled; the map has %(high)s"))
    else:
        yield from _office_faults(sheet)
    if sum(map(len, (sheet.annexes or {}).values())) > ANNEXES[sheet.edition]:
        yield Fault("annexes", "too_many", N_("No more than %(high)s annexes in all"), {"high": ANNEXES[sheet.edition]})


def _more_than(sheet: Sheet, name: str, high: int, total: int, message: N_) -> Iterator[Fault]:
    if total > high:
        entries = tuple(f"players.{seat}.{name}" for seat in range(len(sheet.players)))
        yield Fault("players", "impossible", message, {"total": total, "high": high}, entries)


def _marker_faults(sheet: Sheet) -> Iterator[Fault]:
    high = MARKERS[sheet.edition]
    marker_counts = [player.markers or 0 for player in sheet.players]
    over = [seat for seat, markers in enumerate(marker_counts) if markers > high]
    for seat in over:
        yield Fault(f"players.{seat}.markers", "too_many", N_("Bonus markers must be %(high)s or fewer"), {"high": high})
    if not over:
        message = N_("%(total)s bonus markers are collected; the box has %(high)s")
        yield from _more_than(sheet, "markers", high, sum(marker_counts), message)


def _coellen_faults(sheet: Sheet) -> Iterator[Fault]:
    values = [value for player in sheet.players for value in player.coellen]
    for value in COELLEN_SPACES:
        if values.count(value) > 1:
            holders = tuple(name for name, player in zip(player_names(sheet), sheet.players, strict=True) if value in player.coellen)
            message = N_("The %(value)s in Coellen cannot be held by all of %(names)s: one player must have it")
            yield Fault("players", "impossible", message, {"value": value, "names": holders})
    for seat, player in enumerate(sheet.players):
        if not player.coellen:
            continue
        path = f"players.{seat}.coellen"
        if player.book is not None and len(player.coellen) > 1 + player.book:
            message = N_("No more than %(high)s merchants in Coellen: the Book row has released no more")
            yield Fault(path, "impossible", message, {"high": 1 + player.book})
        if player.privilege is not None and any(value not in COELLEN_SPACES[: 1 + player.privilege] for value in player.coellen):
            message = N_("Your Privilege allows Coellen spaces up to %(high)s")
            yield Fault(path, "impossible", message, {"high": COELLEN_SPACES[player.privilege]})


def _office_faults(sheet: Sheet) -> Iterator[Fault]:
    offices, annexes = sheet.offices or {}, sheet.annexes or {}
    yield from row_faults(offices, annexes, side_in_use(sheet))
    everywhere = [seat for row in (*offices.values(), *annexes.values()) for seat in row]
    for seat, name in enumerate(player_names(sheet)):
        if (count := everywhere.count(seat)) > PIECES:
            message = N_("%(name)s cannot have %(count)s offices: there are %(high)s pieces")
            yield Fault("players", "impossible", message, {"name": name, "count": count, "high": PIECES})


def score(sheet: Sheet) -> Result:
    """Score six lines per player; most points win. Ties are shared; in the Big Box, fewer Actions win them, then more network points.

    >>> ann = Player(prestige=20, keys=3, actions=5, markers=4, coellen=(7,), cities=6, network=9)
    >>> bo = Player(prestige=31, keys=1, book=3, markers=10, cities=8, network=7)
    >>> [player.total for player in score(Sheet(players=(ann, bo))).players]
    [76, 86]
    """
    points = points_of_things(sheet)
    lines = [
        [_plain("prestige", player.prestige), _abilities(player, points["ability"]), _markers(player), _coellen(player), cities, network]
        for player, (cities, network) in zip(sheet.players, _on_the_map(sheet, points["city"]), strict=True)
    ]
    return rank_players(GAME, player_names(sheet), lines, blank_entries(sheet), _tie_breaks(sheet, [column[-1].points for column in lines]))


def _plain(key: str, points: int | None) -> Line:
    return Line(key, points or 0, "" if points is None else str(points))


def _abilities(player: Player, points: int) -> Line:
    levels = _levels(player)
    full = sum(map(eq, levels, FULL.values()))
    working = "" if levels.count(None) == len(levels) else f"{full} × {points}"
    return Line("abilities", full * points, working)


def _markers(player: Player) -> Line:
    return _plain("markers", None if player.markers is None else MARKER_POINTS[min(player.markers, len(MARKER_POINTS) - 1)])


def _coellen(player: Player) -> Line:
    return Line("coellen", sum(player.coellen), " + ".join(map(str, player.coellen)))


def _on_the_map(sheet: Sheet, points_per_city: int) -> Iterator[tuple[Line, Line]]:
    """Yield each player's lines for cities and network, from the offices if given, else from the counts."""
    if sheet.offices is None:
        for player in sheet.players:
            key = KEY_VALUES[player.keys or 0]
            yield _each("cities", player.cities, points_per_city), _each("network", player.network, key)
        return
    occupants, side = rows(sheet.offices, sheet.annexes or {}), side_in_use(sheet)
    controllers = {city: controller(row) for city, row in occupants.items()}
    networks = best_networks(occupants, len(sheet.players), side)
    for seat, player in enumerate(sheet.players):
        cities = {city: 1 for city, holder in controllers.items() if holder == seat}
        yield _from_places("cities", cities, points_per_city), _from_places("network", networks[seat], KEY_VALUES[player.keys or 0])


def _each(key: str, count: int | None, points: int) -> Line:
    return Line(key, (count or 0) * points, "" if count is None else f"{count} × {points}")


def _from_places(key: str, counts: Mapping[str, int], points: int) -> Line:
    """Return a line with a part for each city."""
    total = sum(counts.values())
    parts = tuple([_part(city, count, points) for city, count in counts.items()])
    return Line(key, total * points, f"{total} × {points}", parts)


@cache
def _part(city: str, count: int, points: int) -> LinePart:
    """Return the part for a city's offices; cached, since many sheets share the same parts."""
    return LinePart(count * points, f"{count} × {points}", (city,))


def _tie_breaks(sheet: Sheet, network_points: list[int]) -> tuple[TieBreak, ...]:
    """Return the tie-breaks: none in the 2009 edition; in the Big Box fewer Actions, then more network points."""
    if sheet.edition == "2009":
        return ()
    entries = ("keys",) if sheet.offices is not None else ("keys", "network")
    return (
        TieBreak("actions", [-(player.actions or 0) for player in sheet.players], missing_tie_inputs(sheet, "actions")),
        TieBreak("network", network_points, missing_tie_inputs(sheet, *entries)),
    )


def _place_name(place: str) -> Message | None:
    """Name a place, which is a city's id."""
    return Message(CITIES[place].name, {})


def _board_data(sheet: Sheet) -> Mapping[str, Any]:
    """Return the board script's data: the side in use and the number of annexes."""
    return {**DRAWINGS[side_in_use(sheet)], "annexes": ANNEXES[sheet.edition]}


def _drawing(side: str) -> Mapping[str, Any]:
    return {
        "side": side,
        "field": drawing.FIELD,
        "pitch": drawing.PITCH,
        "towns": drawing.cities(side),
        "ways": drawing.ways(side),
        "special": (CITIES["coellen"].x, CITIES["coellen"].y + drawing.SPECIAL_DISTANCE),
        "special_spaces": COELLEN_SPACES,
    }


DRAWINGS = {side: _drawing(side) for side in (SMALL, LARGE)}
"""Both printed sides of the board."""


GAME = Game(
    slug="hansa_teutonica",
    title=N_("Hansa Teutonica"),
    bgg=43015,
    designer="Andreas Steding",
    year=2009,
    lines={
        "prestige": N_("Prestige track"),
        "abilities": N_("Full abilities"),
        "markers": N_("Bonus markers"),
        "coellen": N_("Coellen"),
        "cities": N_("Cities"),
        "network": N_("Network"),
    },
    decisions={
        "actions": N_("Tied at %(points)s points: %(name)s wins with the less developed Actions ability."),
        "network": N_("Tied at %(points)s points and in Actions: %(name)s wins with more points for the network."),
    },
    ground="sea",
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=VARIANTS,
    examples=EXAMPLES,
    colours=COLOURS,
    place_name=_place_name,
    board_data=_board_data,
    drawings=DRAWINGS,
    helpers=HELPERS,
)
