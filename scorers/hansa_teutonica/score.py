"""Hansa Teutonica: six lines at the end of the game, from counts or from the offices on the map."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorers.entries import Choice, MultipleChoice, Number, SeatsByPlace, entry
from scorers.hansa_teutonica import drawing
from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.map import ALIASES, CITIES, LARGE, SMALL
from scorers.hansa_teutonica.network import best_network, controller, row_faults, rows
from scorers.model import N_, Fault, Game, Line, LinePart, Message, Result, Variant
from scorers.ranking import TieBreak, rank_players
from scorers.sheet import Seat, blank_entries, missing_tie_inputs, player_names, players

POINTS_PER_FULL_ABILITY = 4
POINTS_PER_CITY = 2
KEY_VALUES = (1, 2, 2, 3, 4)
"""What an office in the network pays, by pieces cleared from City Keys."""
FULL = {"actions": 5, "privilege": 3, "book": 3, "bag": 3}
"""Pieces to clear from each ability that pays when full; City Keys do not."""
MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
"""Points by number of bonus markers; more than the last pay as the last."""
COELLEN_SPACES = (7, 8, 9, 11)
"""The special spaces in Coellen, in the order in which Privilege opens them: white, orange, pink, black."""
MARKERS = {"2009": 16, "big_box": 15}
"""Bonus markers in the box."""
ANNEXES = {"2009": 5, "big_box": 4}
"""Annex markers in the box."""
SPARE_ANNEXES = 2
"""How many more annexes a form has room for in each city; more than one is rare."""
BIG_BOX_PLAYERS = 3
COLOURS = ("red", "blue", "yellow", "green", "purple")
"""The colours of the players' pieces in the box."""
PIECES = 30
"""What a player can have in offices: 27 traders less the one on the prestige track, and 4 merchants."""

_READ = N_("The rightmost uncovered value.")


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """One player's track, desk and pieces. A level counts the pieces cleared from its row of the desk.

    `cities` and `network` are not needed where the sheet gives `offices`.
    """

    prestige: int | None = entry(Number(label=N_("Prestige points"), line="prestige", hint=N_("Where the trader stands on the track.")))
    keys: int | None = entry(
        Number(
            label=N_("City Keys"), high=4, faces=("1", N_("2 (1st)"), N_("2 (2nd)"), "3", "4"), line="network", rule="desk-keys", hint=_READ
        )
    )
    actions: int | None = entry(
        Number(
            label=N_("Actions"),
            high=5,
            faces=("2", N_("3 (1st)"), N_("3 (2nd)"), N_("4 (1st)"), N_("4 (2nd)"), "5"),
            line="abilities",
            rule="desk-actions",
            hint=_READ,
        )
    )
    privilege: int | None = entry(
        Number(
            label=N_("Privilege"),
            high=3,
            faces=(N_("White"), N_("Orange"), N_("Pink"), N_("Black")),
            line="abilities",
            rule="desk-privilege",
            hint=N_("The rightmost uncovered colour."),
        )
    )
    book: int | None = entry(
        Number(label=N_("Book of Knowledge"), high=3, faces=("2", "3", "4", "5"), line="abilities", rule="desk-book", hint=_READ)
    )
    bag: int | None = entry(
        Number(label=N_("Money Bag"), high=3, faces=("3", "5", "7", "C"), line="abilities", rule="desk-bag", hint=_READ)
    )
    markers: int | None = entry(Number(label=N_("Bonus markers collected"), high=MARKERS["2009"], line="markers", hint=N_("Used or not.")))
    coellen: tuple[int, ...] = entry(
        MultipleChoice(
            label=N_("Special spaces in Coellen"),
            options={7: N_("7, white"), 8: N_("8, orange"), 9: N_("9, pink"), 11: N_("11, black")},
            most=4,
            one_owner=True,
            line="coellen",
            hint=N_("Whose merchant stands there?"),
        )
    )
    cities: int | None = entry(
        Number(
            label=N_("Cities controlled"),
            high=len(CITIES),
            line="cities",
            hint=N_("Most offices there; if tied, the one furthest right."),
            required_if=lambda sheet, player: sheet.offices is None,
            shown_if=lambda sheet: True,
        )
    )
    network: int | None = entry(
        Number(
            label=N_("Offices in the network"),
            high=PIECES,
            line="network",
            hint=N_("All your offices in connected cities, annexes too."),
            required_if=lambda sheet, player: sheet.offices is None,
            shown_if=lambda sheet: True,
        )
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table: two to five players (Big Box three to five), the edition, the side of the board, and what stands on it.

    `side` is None for the one meant for the number of players. `offices` are the occupied cities (id -> seats from left to right, as many
    as the city has, None where free), None if the players' counts are to be taken; `annexes` lie left of them.
    """

    players: tuple[Player, ...] = players(Player, 2, 5)
    edition: str = entry(
        Choice(
            label=N_("Edition"),
            options={"2009": N_("2009: a tie is shared"), "big_box": N_("Big Box: fewer Actions win a tie")},
            rule="editions",
        )
    )
    side: str | None = entry(
        Choice(
            label=N_("Side of the board"),
            options={SMALL: N_("2–3 players"), LARGE: N_("4–5 players")},
            unset=N_("By number of players"),
            rule="map",
        )
    )
    offices: Mapping[str, tuple[int | None, ...]] | None = entry(
        SeatsByPlace(
            label=N_("Offices on the map"),
            keys={city_id: city.name for city_id, city in CITIES.items()},
            most=4,
            gaps=True,
            alias=ALIASES,
            slots=lambda sheet, city: len(CITIES[city].offices[side_in_use(sheet)]),
            line="cities",
            rule="map-cities",
            hint=N_("Instead of the counts: whose piece is in each office?"),
        )
    )
    annexes: Mapping[str, tuple[int, ...]] | None = entry(
        SeatsByPlace(
            label=N_("Annexes"),
            keys={city_id: city.name for city_id, city in CITIES.items()},
            most=ANNEXES["2009"],
            alias=ALIASES,
            slots=lambda sheet, city: min(len((sheet.annexes or {}).get(city, ())) + SPARE_ANNEXES, ANNEXES[sheet.edition]),
            line="cities",
            rule="marker-annex",
            hint=N_("From left to right, left of the printed offices."),
        )
    )


VARIANTS = (
    Variant("2009", N_("2009 edition"), {"edition": "2009"}),
    Variant("big_box", N_("Big Box"), {"edition": "big_box"}),
)


def side_in_use(sheet: Sheet) -> str:
    """The side of the board: the one chosen, else the one meant for the number of players.

    >>> side_in_use(Sheet(players=(Player(), Player(), Player())))
    '2-3'
    """
    return sheet.side or (SMALL if len(sheet.players) <= 3 else LARGE)


def faults(sheet: Sheet) -> Iterator[Fault]:
    """What cannot be: more than the box or a desk gives, a space held twice, offices that are not printed or taken out of turn."""
    if sheet.edition == "big_box" and len(sheet.players) < BIG_BOX_PLAYERS:
        yield Fault("players", "too_few", N_("The Big Box needs %(low)s players or more"), {"low": BIG_BOX_PLAYERS})
    yield from _marker_faults(sheet)
    yield from _coellen_faults(sheet)
    if sheet.offices is None:
        controlled = sum(player.cities or 0 for player in sheet.players)
        yield from _more_than(len(CITIES), controlled, N_("%(total)s cities are controlled; the map has %(high)s"))
    else:
        yield from _office_faults(sheet)
    if sum(map(len, (sheet.annexes or {}).values())) > ANNEXES[sheet.edition]:
        yield Fault("annexes", "too_many", N_("Annexes must number %(high)s or fewer in all"), {"high": ANNEXES[sheet.edition]})


def _more_than(high: int, total: int, message: N_) -> Iterator[Fault]:
    if total > high:
        yield Fault("players", "impossible", message, {"total": total, "high": high})


def _marker_faults(sheet: Sheet) -> Iterator[Fault]:
    high = MARKERS[sheet.edition]
    held = [player.markers or 0 for player in sheet.players]
    over = [seat for seat, markers in enumerate(held) if markers > high]
    for seat in over:
        yield Fault(f"players.{seat}.markers", "too_many", N_("Bonus markers must be %(high)s or fewer"), {"high": high})
    if not over:
        yield from _more_than(high, sum(held), N_("%(total)s bonus markers are collected; the box has %(high)s"))


def _coellen_faults(sheet: Sheet) -> Iterator[Fault]:
    for value in COELLEN_SPACES:
        holders = [called for called, player in zip(player_names(sheet), sheet.players, strict=True) if value in player.coellen]
        if len(holders) > 1:
            message = N_("The %(value)s in Coellen cannot be held by all of %(names)s: one player must have it")
            yield Fault("players", "impossible", message, {"value": value, "names": tuple(holders)})
    for seat, player in enumerate(sheet.players):
        path = f"players.{seat}.coellen"
        if player.book is not None and len(player.coellen) > 1 + player.book:
            message = N_("No more than %(high)s merchants in Coellen: you have not freed more")
            yield Fault(path, "impossible", message, {"high": 1 + player.book})
        if player.privilege is not None and any(value not in COELLEN_SPACES[: 1 + player.privilege] for value in player.coellen):
            message = N_("Your Privilege allows Coellen spaces up to %(high)s")
            yield Fault(path, "impossible", message, {"high": COELLEN_SPACES[player.privilege]})


def _office_faults(sheet: Sheet) -> Iterator[Fault]:
    offices, annexes = sheet.offices or {}, sheet.annexes or {}
    yield from row_faults(offices, annexes, side_in_use(sheet))
    everywhere = [seat for row in (*offices.values(), *annexes.values()) for seat in row]
    for seat, called in enumerate(player_names(sheet)):
        if (count := everywhere.count(seat)) > PIECES:
            message = N_("%(name)s cannot have %(count)s offices: there are %(high)s pieces")
            yield Fault("players", "impossible", message, {"name": called, "count": count, "high": PIECES})


def score(sheet: Sheet) -> Result:
    """Six lines a player; most points win. A tie is shared; in the Big Box fewer Actions win it, then more points for the network.

    >>> ann = Player(prestige=20, keys=3, actions=5, markers=4, coellen=(7,), cities=6, network=9)
    >>> bo = Player(prestige=31, keys=1, book=3, markers=10, cities=8, network=7)
    >>> [player.total for player in score(Sheet(players=(ann, bo))).players]
    [76, 86]
    """
    lines = [
        [_plain("prestige", player.prestige), _abilities(player), _markers(player), _coellen(player), cities, network]
        for player, (cities, network) in zip(sheet.players, _on_the_map(sheet), strict=True)
    ]
    return rank_players(GAME, player_names(sheet), lines, blank_entries(sheet), _tie_breaks(sheet, [column[-1].points for column in lines]))


def _plain(key: str, points: int | None) -> Line:
    return Line(key, points or 0, "" if points is None else str(points))


def _abilities(player: Player) -> Line:
    levels = [getattr(player, ability) for ability in FULL]
    full = sum(level == high for level, high in zip(levels, FULL.values(), strict=True))
    working = "" if levels == [None] * len(FULL) else f"{full} × {POINTS_PER_FULL_ABILITY}"
    return Line("abilities", full * POINTS_PER_FULL_ABILITY, working)


def _markers(player: Player) -> Line:
    return _plain("markers", None if player.markers is None else MARKER_POINTS[min(player.markers, len(MARKER_POINTS) - 1)])


def _coellen(player: Player) -> Line:
    return Line("coellen", sum(player.coellen), " + ".join(map(str, player.coellen)))


def _on_the_map(sheet: Sheet) -> Iterator[tuple[Line, Line]]:
    """Each player's cities and network: from the offices where they are given, else from the counts."""
    if sheet.offices is None:
        for player in sheet.players:
            key = KEY_VALUES[player.keys or 0]
            yield _each("cities", player.cities, POINTS_PER_CITY), _each("network", player.network, key)
        return
    held, side = rows(sheet.offices, sheet.annexes or {}), side_in_use(sheet)
    controllers = {city: controller(row) for city, row in held.items()}
    for seat, player in enumerate(sheet.players):
        controlled = {city: 1 for city, holder in controllers.items() if holder == seat}
        network = best_network(held, seat, side)
        yield _from_places("cities", controlled, POINTS_PER_CITY), _from_places("network", network, KEY_VALUES[player.keys or 0])


def _each(key: str, count: int | None, points: int) -> Line:
    return Line(key, (count or 0) * points, "" if count is None else f"{count} × {points}")


def _from_places(key: str, counts: Mapping[str, int], points: int) -> Line:
    """A line with a part for each city."""
    total = sum(counts.values())
    parts = tuple(LinePart(count * points, f"{count} × {points}", (city,)) for city, count in counts.items())
    return Line(key, total * points, f"{total} × {points}", parts)


def _tie_breaks(sheet: Sheet, network_points: list[int]) -> tuple[TieBreak, ...]:
    """None in the 2009 edition; in the Big Box fewer Actions, then more points for the network."""
    if sheet.edition == "2009":
        return ()
    needed = ("keys",) if sheet.offices is not None else ("keys", "network")
    return (
        TieBreak("actions", [-(player.actions or 0) for player in sheet.players], missing_tie_inputs(sheet, "actions")),
        TieBreak("network", network_points, missing_tie_inputs(sheet, *needed)),
    )


def _place_name(place: str) -> Message | None:
    """Places are cities, by their id."""
    return Message(CITIES[place].name, {})


def _board_data(sheet: Sheet) -> Mapping[str, Any]:
    """What is drawn of the board's side in use, and how many annexes there are."""
    side = side_in_use(sheet)
    return {
        "side": side,
        "field": drawing.FIELD,
        "pitch": drawing.PITCH,
        "towns": drawing.cities(side),
        "ways": drawing.ways(side),
        "special": (CITIES["coellen"].x, CITIES["coellen"].y + drawing.SPECIAL_DOWN),
        "special_spaces": COELLEN_SPACES,
        "annexes": ANNEXES[sheet.edition],
    }


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
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=VARIANTS,
    examples=EXAMPLES,
    colours=COLOURS,
    place_name=_place_name,
    board_data=_board_data,
)
