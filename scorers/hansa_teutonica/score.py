"""Scoring Hansa Teutonica: six lines and those of the modules in use, from counts or from the offices on the map."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter, eq
from typing import Any

from scorers.game import (
    N_,
    Game,
    Line,
    LinePart,
    Message,
    Result,
    TieBreak,
    Variant,
    counts_query,
    missing_tie_inputs,
    open_entries,
    player_names,
    points_of_things,
    rank_players,
)
from scorers.hansa_teutonica.boards import CITY_NAMES
from scorers.hansa_teutonica.box import ANNEXES, COUNTRY_NAMES, MARKER_POINTS, MISSIONS
from scorers.hansa_teutonica.calculators import CALCULATORS
from scorers.hansa_teutonica.counts import count_position
from scorers.hansa_teutonica.drawing import DRAWINGS
from scorers.hansa_teutonica.examples import EXAMPLES
from scorers.hansa_teutonica.faults import faults
from scorers.hansa_teutonica.modules import find_standings, score_country, score_mission_cards
from scorers.hansa_teutonica.network import Position, find_best_networks, find_position
from scorers.hansa_teutonica.options import countries_in_use, map_in_use, scores_missions, uses_favours
from scorers.hansa_teutonica.player import Player
from scorers.hansa_teutonica.sheet import Sheet

PERMANENT_SLOTS = 12
"""Slots for permanent offices that a board has in each green city."""
KEY_VALUES = (1, 2, 2, 3, 4)
"""Points per office in the network, by pieces cleared from City Keys."""
FULL = {"actions": 5, "privilege": 3, "book": 3, "bag": 3}
"""Pieces to clear from each ability that pays when full; City Keys does not."""
_levels = attrgetter(*FULL)
COLOURS = ("red", "blue", "yellow", "green", "purple")
"""The colours of the pieces."""

VARIANTS = (
    Variant("2009", N_("2009 edition"), {"edition": "2009"}),
    Variant("big_box", N_("Big Box"), {"edition": "big_box"}),
)


def score(sheet: Sheet) -> Result:
    """Score six lines per player, and one for each mission card and country; most points win.

    Ties are shared; in the Big Box, fewer Actions win them, then more network points.

    >>> ann = Player(prestige=20, keys=3, actions=5, markers=4, coellen=(7,), cities=6, network=9)
    >>> bo = Player(prestige=31, keys=1, book=3, markers=10, cities=8, network=7)
    >>> [player.total for player in score(Sheet(players=(ann, bo))).players]
    [76, 86]
    """
    points = points_of_things(sheet)
    position = None if sheet.offices is None else find_position(sheet)
    board = zip(*_board_columns(sheet, position, points), strict=True)
    lines = [
        [
            _plain("prestige", player.prestige),
            _abilities(player, points[_pick_value(sheet, player, "ability")]),
            _markers(player),
            _coellen(player),
            *rest,
        ]
        for player, rest in zip(sheet.players, board, strict=True)
    ]
    network_points = [next(line.points for line in column if line.key == "network") for column in lines]
    return rank_players(GAME, player_names(sheet), lines, open_entries(sheet), _tie_breaks(sheet, network_points))


def _board_columns(sheet: Sheet, position: Position | None, points: Mapping[str, int]) -> Iterator[Sequence[Line]]:
    """Yield the lines for cities, network, and each module in use, all with a line for each player."""
    city_points = [points[_pick_value(sheet, player, "city")] for player in sheet.players]
    keys = [KEY_VALUES[player.keys or 0] for player in sheet.players]
    if position is None:
        yield [_each("cities", player.cities, each) for player, each in zip(sheet.players, city_points, strict=True)]
        yield [_each("network", player.network, each) for player, each in zip(sheet.players, keys, strict=True)]
    else:
        yield [_from_places("cities", position.controlled_by(seat), each) for seat, each in enumerate(city_points)]
        networks = find_best_networks(position.rows, len(sheet.players), map_in_use(sheet))
        yield [_from_places("network", network, each) for network, each in zip(networks, keys, strict=True)]
    if scores_missions(sheet):
        yield score_mission_cards(sheet.players, position)
    for country in countries_in_use(sheet):
        yield score_country(
            country, find_standings(sheet, country, position), shares_all=sheet.three_way == "all_places"
        )


def _pick_value(sheet: Sheet, player: Player, thing: str) -> str:
    """Return the key of what an ability or a city pays: that of its tile of Emperor's Favour if the player has it."""
    return f"{thing}_tile" if uses_favours(sheet) and thing in player.favours else thing


def _plain(key: str, points: int | None) -> Line:
    return Line(key, points or 0, "" if points is None else str(points))


def _abilities(player: Player, points: int) -> Line:
    levels = _levels(player)
    full = sum(map(eq, levels, FULL.values()))
    working = "" if levels.count(None) == len(levels) else f"{full} × {points}"
    return Line("abilities", full * points, working)


def _markers(player: Player) -> Line:
    return _plain(
        "markers", None if player.markers is None else MARKER_POINTS[min(player.markers, len(MARKER_POINTS) - 1)]
    )


def _coellen(player: Player) -> Line:
    return Line("coellen", sum(player.coellen), " + ".join(map(str, player.coellen)))


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
    return Message(CITY_NAMES[place], {})


def _board_data(sheet: Sheet) -> Mapping[str, Any]:
    """Return the board script's data: the map in use, the numbers of slots beside its offices, and the lines that it
    yields.
    """
    return {
        **DRAWINGS[map_in_use(sheet)],
        "annexes": ANNEXES[sheet.edition],
        "permanents": PERMANENT_SLOTS,
        "missions": [card.cities for card in MISSIONS] if scores_missions(sheet) else [],
        "lines": ["cities", "network", *(["missions"] if scores_missions(sheet) else []), *countries_in_use(sheet)],
    }


def _module_variants(sheet: Sheet) -> Iterator[Variant]:
    """Yield a variant without each module in use."""
    for module, label in (("missions", N_("Without mission cards")), ("favours", N_("Without Emperor's Favour"))):
        if module in sheet.modules:
            yield Variant(
                f"no_{module}", label, {"modules": tuple(other for other in sheet.modules if other != module)}
            )


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
        "coellen": N_("Special spaces"),
        "cities": N_("Cities"),
        "network": N_("Network"),
        "missions": N_("Mission cards"),
        **COUNTRY_NAMES,
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
    module_variants=_module_variants,
    examples=EXAMPLES,
    colours=COLOURS,
    place_name=_place_name,
    board_queries={"counts": counts_query(Sheet, faults, count_position)},
    board_data=_board_data,
    drawings=DRAWINGS,
    calculators=CALCULATORS,
)
