"""Sheets of an invented game about pots: loading, faults and blanks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from scorers.entries import Boolean, Choice, LoadContext, Number, PerSeat, entry
from scorers.model import N_, AnyGame, Fault
from scorers.registry import game
from scorers.sheet import (
    Seat,
    blank_entries,
    check_sheet,
    load_sheet,
    missing_tie_inputs,
    player_names,
    players,
    players_entry,
    read_sheet,
    sheet_schema,
)

WRONG = N_("wrong")


@dataclass(frozen=True)
class Player(Seat):
    """A player's pots, and how many were traded with each seat."""

    pots: int | None = entry(Number(label=N_("Pots"), high=9))
    traded: tuple[int | None, ...] = entry(PerSeat(label=N_("Traded"), item=Number(label=N_("Traded"), high=9)))
    kiln: int | None = entry(Number(label=N_("Kiln"), tie_input=True))
    extra: int | None = entry(Number(label=N_("Extra"), optional=True))


@dataclass(frozen=True)
class Table:
    """Options, and entries of the sheet, one of them for large games only."""

    players: tuple[Player, ...] = players(Player, 1, 3)
    size: str = entry(Choice(label=N_("Size"), options={"small": N_("Small"), "large": N_("Large")}))
    dry: bool = entry(Boolean(label=N_("Dry")))
    clay: int | None = entry(
        Number(label=N_("Clay"), high=9, asked_if=lambda sheet, player: sheet.size == "large" and player is None)
    )
    water: int | None = entry(Number(label=N_("Water"), high=9))
    scores: tuple[int | None, ...] = entry(
        PerSeat(label=N_("Scores"), item=Number(label=N_("Scores")), asked_if=lambda sheet, player: sheet.dry)
    )


def pots(faults: Callable[[Table], Iterator[Fault] | Sequence[Fault]] = lambda sheet: ()) -> AnyGame:
    """Return the game with this function for faults."""
    return replace(game("lanterns"), slug="pots", sheet=Table, faults=faults)


def faults_at(*paths: str) -> list[Fault]:
    return [Fault(path, "impossible", WRONG) for path in paths]


def table(seats: int = 2, **entries: object) -> Table:
    return Table(players=(Player(),) * seats, **entries)


def locate_faults(faults: object) -> list[tuple[str, str]]:
    assert isinstance(faults, list)
    return [(fault.path, fault.code) for fault in faults]


# Loading


def test_unreadable_entry_leaves_the_rest_of_the_sheet() -> None:
    sheet, faults = read_sheet(Table, {"players": [{"pots": 3}, {"pots": "x"}], "water": 10})
    assert sheet == Table(players=(Player(pots=3), Player()))
    assert locate_faults(faults) == [("players.1.pots", "type"), ("water", "too_many")]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("x", ("players", "type")),
        ([], ("players", "too_few")),
        ([{}] * 4, ("players", "too_many")),
        (None, ("players", "missing")),
    ],
)
def test_faulty_players_hide_faults_of_seats_elsewhere(value: object, fault: tuple[str, str]) -> None:
    """Entries elsewhere may name any seat up to the maximum."""
    sheet, faults = read_sheet(Table, {"players": value, "scores": [1, 2, 3]})
    assert sheet is None
    assert locate_faults(faults) == [fault]
    assert locate_faults(read_sheet(Table, {"players": value, "scores": [1, 2, 3, 4]})[1])[-1] == ("scores", "too_many")


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_entry_has_at_most_one_value_per_player(seats: int) -> None:
    assert read_sheet(Table, {"players": [{}] * seats, "scores": [1] * seats})[1] == []
    assert locate_faults(read_sheet(Table, {"players": [{}] * seats, "scores": [1] * (seats + 1)})[1]) == [
        ("scores", "too_many")
    ]


def test_players_entry_has_its_bounds() -> None:
    assert (players_entry(Table).low, players_entry(Table).high, players_entry(Table).of) == (1, 3, Player)


def test_player_without_a_name_gets_the_seat_number() -> None:
    assert player_names(Table(players=(Player(), Player(name="Ann"), Player()))) == ["1", "Ann", "3"]


# Faults


def test_equal_colours_are_a_fault_of_all_their_owners() -> None:
    seats = [{"colour": "red", "name": "Ann"}, {"colour": "red"}, {"colour": "blue"}]
    (fault,) = load_sheet(pots(), {"players": seats})
    assert fault.as_json() == {
        "path": "players",
        "code": "impossible",
        "message": "Ann, 2 cannot all have the colour red",
    }
    assert locate_faults(load_sheet(pots(), {"players": [{"colour": "red"}] * 3})) == [("players", "impossible")]
    assert load_sheet(pots(), {"players": [{"colour": "red"}, {}, {}]}) == Table(
        players=(Player(colour="red"), Player(), Player())
    )


def test_readable_sheet_reports_every_fault_of_the_game() -> None:
    faults = faults_at("players", "players.0", "size", "clay")
    assert check_sheet(pots(lambda sheet: faults), table()) == faults
    assert check_sheet(pots(), table(), faults_at("size")) == []


def test_unreadable_entry_reports_one_fault() -> None:
    faults = faults_at(
        "players", "players.0", "players.0.pots", "players.0.pots.1", "players.0.kiln", "players.1.pots", "water"
    )
    rest = check_sheet(pots(lambda sheet: faults), table(), faults_at("players.0.pots"))
    assert [fault.path for fault in rest] == ["players", "players.0.kiln", "players.1.pots", "water"]


def test_unreadable_option_reports_only_faults_of_all_its_values() -> None:
    def found(sheet: Table) -> Iterator[Fault]:
        if sheet.size in ("small", "large"):
            yield Fault("clay", "impossible", WRONG)
        if sheet.size == "small":
            yield Fault("water", "impossible", WRONG)
        yield Fault("scores", "too_few" if sheet.size == "small" else "too_many", WRONG)

    assert locate_faults(check_sheet(pots(found), table(), faults_at("size"))) == [("clay", "impossible")]
    assert locate_faults(check_sheet(pots(found), table(), faults_at("dry"))) == [
        ("clay", "impossible"),
        ("water", "impossible"),
        ("scores", "too_few"),
    ]


@pytest.mark.parametrize("dry", [False, True])
def test_unreadable_boolean_may_be_either(dry: bool) -> None:  # noqa: FBT001  the value of the entry
    def found(sheet: Table) -> Iterator[Fault]:
        yield Fault("water" if sheet.dry else "clay", "impossible", WRONG)
        yield Fault("scores", "impossible", WRONG)

    assert locate_faults(check_sheet(pots(found), table(dry=dry), faults_at("dry"))) == [("scores", "impossible")]


def test_partly_readable_sheet_reports_both_kinds_of_fault() -> None:
    odd = pots(lambda sheet: faults_at("size", "water", "clay") if sheet.size == "small" else faults_at("clay"))
    assert locate_faults(load_sheet(odd, {"players": [{}], "size": "huge"})) == [
        ("size", "choice"),
        ("clay", "impossible"),
    ]
    assert locate_faults(load_sheet(odd, {"players": [{}]})) == [
        ("size", "impossible"),
        ("water", "impossible"),
        ("clay", "impossible"),
    ]
    assert load_sheet(odd, {"players": [], "size": "small"})[0].path == "players"


def test_faults_of_a_game_stop_at_the_limit() -> None:
    """100 are answered, and one more shows that there are more."""

    def endless(sheet: Table) -> Iterator[Fault]:
        for number in range(101):
            yield Fault(f"players.0.pots.{number}", "impossible", WRONG)
        raise AssertionError

    assert len(check_sheet(pots(endless), table())) == 101
    assert len(check_sheet(pots(endless), table(), faults_at("size"))) == 101


def test_faults_beyond_the_limit_are_not_kept() -> None:
    context = LoadContext()
    context.faults = faults_at(*map(str, range(100)))
    for path in ("100", "101"):
        context.add(path, "type", WRONG)
    assert [fault.path for fault in context.faults[-2:]] == ["99", "100"]


# Blanks


def test_blank_required_entries_are_listed_with_seats() -> None:
    blanks = [blank[:2] for blank in blank_entries(table())]
    assert blanks == [
        ("water", None),
        ("players.0.pots", 0),
        ("players.0.traded.0", 0),
        ("players.0.traded.1", 1),
        ("players.1.pots", 1),
        ("players.1.traded.0", 0),
        ("players.1.traded.1", 1),
    ]


def test_entries_of_an_option_are_blank_only_with_it() -> None:
    one = Player(pots=0, traded=(1,))
    assert [blank.path for blank in blank_entries(Table(players=(one,), size="large", water=1))] == ["clay"]
    assert [blank.path for blank in blank_entries(Table(players=(one,), size="large", water=1, clay=0))] == []
    assert [
        blank[:2] for blank in blank_entries(Table(players=(one, replace(one, traded=(1, 1))), water=1, dry=True))
    ] == [
        ("scores.0", 0),
        ("scores.1", 1),
    ]


def test_blank_number_of_a_player_has_its_seat() -> None:
    seats = (Player(pots=1, traded=(1, 1)), Player(traded=(1, 1)))
    assert [blank[:2] for blank in blank_entries(Table(players=seats, water=0))] == [("players.1.pots", 1)]


def test_missing_tie_inputs_are_listed_by_seat() -> None:
    seats = (Player(kiln=0), Player(extra=2), Player(kiln=1, extra=0))
    assert missing_tie_inputs(Table(players=seats), "kiln", "extra") == [["players.0.extra"], ["players.1.kiln"], []]


def test_schema_needs_players_and_is_in_the_readers_language() -> None:
    schema = sheet_schema(Table, str.upper)
    assert schema["required"] == ["players"]
    assert schema["properties"]["water"]["title"] == "WATER"
    assert sheet_schema(Table)["properties"]["water"]["title"] == "Water"
