"""Honshu: forest, the largest town, lakes, factories and one scoring card, counted by the players or read off their maps."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorers.entries import Choice, Counts, EntryList, Number, Text, entries_of, entry
from scorers.honshu.board_queries import BOARD_QUERIES
from scorers.honshu.cards import MAP_CARDS, START_CARDS
from scorers.honshu.examples import EXAMPLES
from scorers.honshu.land import VISIBLE_SQUARES, faults_in, read
from scorers.honshu.laying import STAYS_IN_SIGHT, TURNS
from scorers.honshu.parts import POINTS_OF_CARD, POINTS_PER_FOREST, POINTS_PER_TOWN, factory_room, lake_worth, parts_of
from scorers.model import N_, Fault, Game, Line, LinePart, Message, Result, Variant, points_each
from scorers.ranking import TieBreak, rank_players
from scorers.sheet import Seat, blank_entries, missing_tie_inputs, player_names, players

COUNTED_AS = {
    "forest_runs": "runs",
    "fallow_blocks": "blocks",
    "town_crosses": "crosses",
    "empty_production": "empty",
    "blue_yellow": "blue_yellow",
    "grey_brown": "grey_brown",
}
"""The entry that each scoring card with a price for each thing counts."""

ROWS_AND_COLUMNS = 2
"""Each square can begin three in a row and three in a column."""

END_CARDS = {
    "none": N_("No scoring card"),
    "double_factories": N_("1: two cubes to a factory"),
    "forest_runs": N_("2: three forests in a line"),
    "fallow_blocks": N_("3: blocks of fallow fields"),
    "lake_squares": N_("4: lakes by the square"),
    "town_crosses": N_("5: towns in the middle"),
    "empty_production": N_("6: empty production squares"),
    "blue_yellow": N_("7: blue and yellow cubes"),
    "grey_brown": N_("8: grey and brown cubes"),
}
FACTORIES = {"2": N_("2-point factories"), "3": N_("3-point factories"), "4": N_("4-point factories")}
SECOND_CUBES = {"2": N_("2-point, second cubes"), "3": N_("3-point, second cubes"), "4": N_("4-point, second cubes")}


def _counted(sheet: "Sheet", player: "Player") -> bool:
    return player.map is None


def _on_card(card: str, label: N_, *, high: int = VISIBLE_SQUARES, hint: N_ = N_()) -> Any:
    """The entry that counts what a scoring card pays for."""
    rule = f"card-{card.replace('_', '-')}"
    return entry(
        Number(
            label=label,
            high=high,
            line="end_card",
            rule=rule,
            hint=hint,
            required_if=lambda s, player: player.map is None and s.end_card == card,
        )
    )


def _second_cubes_pay(sheet: "Sheet") -> bool:
    return sheet.end_card == "double_factories" and sheet.double_factories == "each"


def _read_as(card: str, label: N_, **readings: N_) -> Any:
    """The option that says how a scoring card is read where it is not clear."""
    rule = f"disputed-{card.replace('_', '-')}"
    return entry(Choice(label=label, options=readings, rule=rule, required_if=lambda sheet, player: sheet.end_card == card))


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """One player's land: its map, or the counts that the map would yield."""

    map: str | None = entry(
        Text(
            label=N_("Map of the land"),
            most=4000,
            position=True,
            rule="squares",
            hint=N_("Put / between rows, a space between squares: F T L A, Pb, Mb3, . for nothing, * for a cube."),
        )
    )
    forest: int | None = entry(Number(label=N_("Forest squares"), high=VISIBLE_SQUARES, line="forest", required_if=_counted))
    town: int | None = entry(
        Number(
            label=N_("Largest town district"),
            high=VISIBLE_SQUARES,
            line="town",
            hint=N_("Squares joined edge to edge."),
            required_if=_counted,
        )
    )
    lakes: tuple[int, ...] = entry(
        EntryList(
            label=N_("Lake sizes"),
            item=Number(label=N_("Lake size"), low=1, high=VISIBLE_SQUARES),
            most=VISIBLE_SQUARES,
            line="lake",
            hint=N_("The squares of each lake district, such as 5 1."),
            required_if=_counted,
        )
    )
    factories: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Factories with a cube"),
            keys=FACTORIES,
            high=VISIBLE_SQUARES,
            line="factory",
            hint=N_("Those that hold a cube."),
            required_if=_counted,
        )
    )
    second_resources: Mapping[str, int | None] = entry(
        Counts(
            label=N_("Second cubes"),
            keys=SECOND_CUBES,
            high=VISIBLE_SQUARES,
            line="end_card",
            rule="card-double-factories",
            hint=N_("Factories that hold two cubes."),
            required_if=lambda sheet, player: player.map is None and _second_cubes_pay(sheet),
        )
    )
    runs: int | None = _on_card("forest_runs", N_("Threes of forest in a line"), high=ROWS_AND_COLUMNS * VISIBLE_SQUARES)
    blocks: int | None = _on_card("fallow_blocks", N_("Blocks of fallow"))
    crosses: int | None = _on_card("town_crosses", N_("Towns in the middle"), hint=N_("Towns with a town on all four sides."))
    empty: int | None = _on_card("empty_production", N_("Empty production squares"))
    blue_yellow: int | None = _on_card("blue_yellow", N_("Blue and yellow cubes"), hint=N_("Those in factories."))
    grey_brown: int | None = _on_card("grey_brown", N_("Grey and brown cubes"), hint=N_("Those in factories."))
    fallow: int | None = entry(
        Number(
            label=N_("Fallow fields"),
            high=VISIBLE_SQUARES,
            tie_input=True,
            rule="ties",
            hint=N_("They only break ties."),
            required_if=_counted,
        )
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table: two to five players, the scoring card in play, and how it is read where it is not clear."""

    players: tuple[Player, ...] = players(Player, 2, 5)
    end_card: str = entry(Choice(label=N_("Scoring card"), options=END_CARDS, rule="end-cards"))
    double_factories: str = _read_as(
        "double_factories", N_("Two cubes in a factory"), each=N_("Each cube scores"), once=N_("A factory scores once")
    )
    forest_runs: str = _read_as(
        "forest_runs",
        N_("Forests in longer lines"),
        per_three=N_("One for every three"),
        sliding=N_("Every three in a line"),
        strict=N_("Each forest once"),
    )
    fallow_blocks: str = _read_as(
        "fallow_blocks", N_("Blocks that share a field"), disjoint=N_("No overlap"), overlapping=N_("Overlapping blocks count")
    )
    town_crosses: str = _read_as(
        "town_crosses", N_("Towns in the middle count in"), any=N_("Any district"), largest_only=N_("Largest district only")
    )
    empty_production: str = _read_as(
        "empty_production", N_("Empty squares are counted"), after=N_("After delivering"), before=N_("Before delivering")
    )


VARIANTS = tuple(Variant(card, label, {"end_card": card}) for card, label in END_CARDS.items())


def faults(sheet: Sheet) -> Iterator[Fault]:
    """What no land can show: on its map, or in counts that do not fit thirteen cards or each other."""
    for seat, (player, called) in enumerate(zip(sheet.players, player_names(sheet), strict=True)):
        if player.map is None:
            yield from _miscounted(sheet, player, called, f"players.{seat}.")
        else:
            yield from faults_in(read(player.map), f"players.{seat}.map", factory_room(sheet.end_card))


def _miscounted(sheet: Sheet, player: Player, called: str, path: str) -> Iterator[Fault]:
    held = player.factories.values()
    empty = player.empty if sheet.end_card == "empty_production" else 0
    squares = sum(player.lakes) + sum(count or 0 for count in (player.forest, player.town, player.fallow, empty, *held))
    if squares > VISIBLE_SQUARES:
        message = N_("%(name)s has %(count)s squares counted, but 13 cards show %(high)s at most")
        yield Fault("players", "impossible", message, {"name": called, "count": squares, "high": VISIBLE_SQUARES})
    if _second_cubes_pay(sheet):
        for key, first in player.factories.items():
            if first is not None and (player.second_resources[key] or 0) > first:
                message = N_("%(label)s: %(high)s with a cube, so no more can have two")
                yield Fault(f"{path}second_resources.{key}", "impossible", message, {"label": FACTORIES[key], "high": first})
    if sheet.end_card in ("blue_yellow", "grey_brown") and None not in held:
        filled = sum(count or 0 for count in held)
        if (getattr(player, sheet.end_card) or 0) > filled:
            message = N_("%(label)s: only %(high)s factories hold a cube")
            label = entries_of(Player)[sheet.end_card].label
            yield Fault(path + sheet.end_card, "impossible", message, {"label": label, "high": filled})


def score(sheet: Sheet) -> Result:
    """Forest, town, lakes, factories and the scoring card; a tie goes to the most fallow fields, and is shared after that.

    >>> ann, bo = Player(forest=10, town=17, lakes=(5, 1), fallow=5), Player(map="T T F / L L F")
    >>> [[line.points for line in player.lines] for player in score(Sheet(players=(ann, bo))).players]
    [[20, 17, 12, 0, 0], [4, 2, 3, 0, 0]]
    """
    fallow = [player.fallow or 0 if player.map is None else len(read(player.map).kinds["A"]) for player in sheet.players]
    asked = [paths if player.map is None else [] for player, paths in zip(sheet.players, missing_tie_inputs(sheet, "fallow"), strict=True)]
    columns = [_by_counts(sheet, player) if player.map is None else _by_map(sheet, player.map) for player in sheet.players]
    return rank_players(GAME, player_names(sheet), columns, blank_entries(sheet), [TieBreak("fallow", fallow, asked)])


def _by_map(sheet: Sheet, map_text: str) -> list[Line]:
    return [_line(key, parts) for key, parts in parts_of(read(map_text), sheet.end_card, _reading(sheet)).items()]


def _line(key: str, parts: tuple[LinePart, ...]) -> Line:
    working = parts[0].working if len(parts) == 1 else _sum(str(part.points) for part in parts)
    return Line(key, sum(part.points for part in parts), working, parts)


def _by_counts(sheet: Sheet, player: Player) -> list[Line]:
    lakes = [lake_worth(size, sheet.end_card) for size in player.lakes]
    return [
        points_each("forest", POINTS_PER_FOREST, player.forest),
        points_each("town", POINTS_PER_TOWN, player.town),
        Line("lake", sum(points for points, _ in lakes), _sum(working for _, working in lakes)),
        _cubes("factory", player.factories),
        _card(sheet, player),
    ]


def _card(sheet: Sheet, player: Player) -> Line:
    if sheet.end_card in COUNTED_AS:
        return points_each("end_card", POINTS_OF_CARD[sheet.end_card], getattr(player, COUNTED_AS[sheet.end_card]))
    if _second_cubes_pay(sheet):
        return _cubes("end_card", player.second_resources)
    return Line("end_card", 0, "")


def _reading(sheet: Sheet) -> str:
    """How the scoring card in play is read: the option that has the card's name, if there is one."""
    return str(getattr(sheet, sheet.end_card, ""))


def _cubes(key: str, held: Mapping[str, int | None]) -> Line:
    typed = {int(points): count for points, count in held.items() if count is not None}
    return Line(key, sum(points * count for points, count in typed.items()), _sum(f"{points} × {count}" for points, count in typed.items()))


def _sum(terms: Iterable[str]) -> str:
    return " + ".join(terms)


def _place_name(place: str) -> Message | None:
    """Squares are r1c1, r1c2 …, row and column from the top left."""
    row, column = place[1:].split("c")
    return Message(N_("row %(row)s, column %(column)s"), {"row": row, "column": column})


def _board_data(sheet: Sheet) -> Mapping[str, Any]:
    """What the board's script has to know: the cards, how they turn, what must stay in sight, and how many cubes a factory takes."""
    return {
        "start_cards": list(START_CARDS),
        "cards": {number: [" ".join(row) for row in card] for number, card in (START_CARDS | MAP_CARDS).items()},
        "turns": TURNS,
        "stays_in_sight": STAYS_IN_SIGHT,
        "cubes": {"P": 1, "M": factory_room(sheet.end_card)},
    }


GAME = Game(
    slug="honshu",
    title=N_("Honshu"),
    bgg=207336,
    designer="Kalle Malmioja",
    year=2016,
    lines={
        "forest": N_("Forest"),
        "town": N_("Town"),
        "lake": N_("Lakes"),
        "factory": N_("Factories"),
        "end_card": N_("Scoring card"),
    },
    decisions={"fallow": N_("Tied at %(points)s points; %(name)s has more fallow fields.")},
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=VARIANTS,
    examples=EXAMPLES,
    place_name=_place_name,
    board_queries=BOARD_QUERIES,
    board_data=_board_data,
)
