"""The merge without a database: which of two changes stands, and that phones agree whatever becomes of their messages."""

import pytest
from phones import run_machine
from sheet_machine import SheetMachine

from web.together.store.merge import Change, Entry, LogRow, State, take_in

NOW = 1000.0
ANN, BO = "ann-phone", "bo-phone"


def change(value: str | None, *, n: int = 1, base: int = 0, age: float = 0, path: str = "players.0.left") -> Change:
    return Change(((path, value),), n, base, age)


def stands(standing: Entry, late: Change, device: str = BO) -> bool:
    """Return whether a change replaces the standing entry."""
    state = State(standing.seq, {"players.0.left": standing, "@seat.0": standing})
    (row,) = take_in(state, device, [late], NOW)
    return row.stands


def test_a_first_change_stands_however_old() -> None:
    (row,) = take_in(State(), ANN, [change("5", age=600)], NOW)
    assert row == LogRow(1, "players.0.left", "5", ANN, 1, NOW - 600, stands=True)


@pytest.mark.parametrize(
    ("age", "base", "device", "outcome"),
    [
        (9, 0, BO, True),  # typed at 991, after what was typed at 990
        (10, 0, BO, True),  # at the same time
        (11, 0, BO, False),
        (11, 6, BO, False),  # the phone had not seen the standing entry
        (11, 7, BO, True),  # it had seen it
        (11, 0, ANN, True),  # the standing entry is its own
        (-500, 0, BO, True),  # a clock that was set back counts as now
    ],
)
def test_late_change_stands_by_the_rule(age: float, base: int, device: str, outcome: bool) -> None:  # noqa: FBT001
    assert stands(Entry("4", 7, ANN, 990.0), change("5", base=base, age=age), device) is outcome


@pytest.mark.parametrize(("base", "outcome"), [(6, False), (7, True)])
def test_a_seat_stays_with_its_holder_until_taken_knowingly(base: int, outcome: bool) -> None:  # noqa: FBT001
    assert stands(Entry('"ann"', 7, ANN, 900.0), change('"bo"', base=base, path="@seat.0")) is outcome


def test_a_seat_that_was_left_is_free() -> None:
    assert stands(Entry(None, 7, ANN, 999.0), change('"bo"', age=100, path="@seat.0"))


def test_a_change_that_comes_twice_is_taken_once() -> None:
    state = State()
    first = take_in(state, ANN, [change("5"), change("6", n=2)], NOW)
    again = take_in(state, ANN, [change("5"), change("6", n=2), change("7", n=3)], NOW + 1)
    assert [row.n for row in first] == [1, 2]
    assert [(row.seq, row.n, row.value) for row in again] == [(3, 3, "7")]
    assert (state.seq, state.kept) == (3, 3)


def test_changes_are_taken_in_the_order_of_their_numbers() -> None:
    state = State()
    take_in(state, ANN, [change("6", n=2), change("5", n=1)], NOW)
    assert state.entries["players.0.left"].value == "6"


def test_change_that_lost_is_in_the_log() -> None:
    state = State(7, {"players.0.left": Entry("4", 7, ANN, 990.0)})
    (row,) = take_in(state, BO, [change("5", age=60)], NOW)
    assert (row.value, row.stands, row.seq) == ("5", False, 8)
    assert state.entries["players.0.left"].value == "4"


@pytest.mark.parametrize(
    ("value", "base", "device", "replaced"),
    [
        ("5", 6, BO, 7),  # Bo's phone had not seen Ann's 4
        ("5", 7, BO, None),  # it had seen it
        ("5", 6, ANN, None),  # Ann replaces her own entry
        ("4", 6, BO, None),  # both typed the same
        (None, 6, BO, 7),  # Bo clears an entry that he had not seen
    ],
)
def test_log_names_the_entry_that_was_replaced_unseen(
    value: str | None, base: int, device: str, replaced: int | None
) -> None:
    state = State(7, {"players.0.left": Entry("4", 7, ANN, 990.0)})
    (row,) = take_in(state, device, [change(value, base=base)], NOW)
    assert (row.stands, row.replaced) == (True, replaced)


def test_cells_of_one_change_share_its_number() -> None:
    state = State()
    log = take_in(state, ANN, [Change((("players.0.coellen:7", None), ("players.1.coellen:7", "true")), 1, 0, 0)], NOW)
    assert [(row.seq, row.path) for row in log] == [(1, "players.0.coellen:7"), (1, "players.1.coellen:7")]


@pytest.mark.parametrize(("examples", "steps"), [(30, 40), pytest.param(400, 60, marks=pytest.mark.long)])
def test_phones_agree_and_nothing_acknowledged_is_lost(examples: int, steps: int) -> None:
    run_machine(SheetMachine, examples, steps)
