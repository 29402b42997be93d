"""The merge alone: which change stands, whatever order changes come in."""

from hypothesis import given
from hypothesis import strategies as st

from web.sync.merge import Change, State, apply_changes

NOW = 1_000_000.0
ANN, BO = "ann", "bo"
changes_of_strangers = st.lists(
    st.tuples(st.sampled_from(["20", "7", None]), st.integers(0, 10_000)),
    min_size=1,
    max_size=6,
    unique_by=lambda one: one[1],
)


def apply(state: State, device: str, *changes: Change, now: float = NOW, is_first_come: bool = False) -> list:
    """Apply changes of a page that is opened anew each time, as devices that do not know of each other would."""
    state.kept = 0
    return apply_changes(state, device, changes, now, lambda name: is_first_come)


def change(value: str | None, n: int = 1, base: int = 0, age: float = 0.0) -> Change:
    """Return a change under the name x."""
    return Change("x", value, n, base, age)


@given(changes_of_strangers, st.randoms())
def test_last_typed_stands_in_any_order(typed: list[tuple[str | None, int]], chance) -> None:
    expected = min(typed, key=lambda one: one[1])[0]
    numbered = list(enumerate(typed))
    chance.shuffle(numbered)
    state = State()
    for number, (value, age) in numbered:
        apply(state, f"device-{number}", change(value, age=float(age)))
    standing = state.values.get("x")
    assert (standing.value if standing else None) == expected or (standing is None and expected is None)


@given(st.sampled_from([0.0, -5.0, 3.0, 1e6]), st.sampled_from([0.0, 5.0, 1e12]))
def test_what_was_seen_is_overruled(first_age: float, second_age: float) -> None:
    state = State()
    apply(state, ANN, change("20", age=first_age))
    apply(state, BO, change("7", base=state.seq, age=second_age))
    assert state.values["x"].value == "7"


def test_earlier_change_comes_too_late() -> None:
    state = State()
    apply(state, ANN, change("20", age=10))
    log = apply(state, BO, change("7", age=11))
    assert state.values["x"].value == "20"
    assert [row.stands for row in log] == [False]


def test_equal_times_let_the_later_arrival_stand() -> None:
    state = State()
    apply(state, ANN, change("20", age=10))
    apply(state, BO, change("7", age=10))
    assert state.values["x"].value == "7"


def test_own_change_stands_though_its_clock_went_back() -> None:
    state = State()
    apply(state, ANN, change("20"))
    apply(state, ANN, change("7", n=2, age=500))
    assert state.values["x"].value == "7"


def test_knowing_change_is_not_dated_before_what_it_knew() -> None:
    state = State()
    apply(state, ANN, change("20", age=10))
    apply(state, BO, change("7", base=1, age=9999))
    apply(state, "cai", change("3", age=100))
    assert state.values["x"].value == "7"


def test_same_value_again_counts_as_typed_again() -> None:
    state = State()
    apply(state, ANN, change("20", age=100))
    assert apply(state, BO, change("20", age=10)) == []
    apply(state, "cai", change("7", age=50))
    assert (state.values["x"].value, state.seq) == ("20", 2)


def test_base_beyond_the_document_counts_for_nothing() -> None:
    state = State()
    apply(state, ANN, change("20", age=10))
    log = apply(state, BO, change("7", base=10**9, age=11))
    assert ([row.stands for row in log], state.values["x"].value) == ([False], "20")


def test_change_of_now_stands_though_the_clock_was_set_back() -> None:
    state = State()
    apply(state, ANN, change("20"), now=NOW)
    apply(state, BO, change("7"), now=NOW - 3600)
    assert state.values["x"].value == "7"


def test_negative_age_is_now() -> None:
    state = State()
    apply(state, ANN, change("20", age=-1e9))
    assert state.values["x"].typed == NOW


def test_seat_is_the_first_ones_until_cleared_or_taken_knowingly() -> None:
    state = State()
    apply(state, ANN, change('["ann"]'), is_first_come=True)
    apply(state, BO, change('["bo"]'), is_first_come=True)
    assert state.values["x"].device == ANN
    apply(state, ANN, change(None, n=2), is_first_come=True)
    apply(state, BO, change('["bo"]', age=50), is_first_come=True)
    assert state.values["x"].device == BO
    apply(state, "cai", change('["cai"]', base=state.seq), is_first_come=True)
    assert state.values["x"].device == "cai"


def test_change_is_taken_once() -> None:
    state = State()
    apply_changes(state, ANN, [change("20"), change("7", n=2)], NOW)
    assert apply_changes(state, ANN, [change("20"), change("7", n=2), change("3", n=3)], NOW) != []
    assert (state.seq, state.kept, state.values["x"].value) == (3, 3, "3")


def test_replaced_unseen_is_noted() -> None:
    state = State()
    apply(state, ANN, change("20", age=10))
    assert [row.replaced for row in apply(state, BO, change("7"))] == [1]
    assert [row.replaced for row in apply(state, ANN, change("8", n=2, base=2))] == [None]


def test_nothing_is_typed_before_the_document_was_opened() -> None:
    """A time that no calendar has could not be shown."""
    state = State(created=NOW - 60)
    apply(state, ANN, change("20", age=1e15))
    assert state.values["x"].typed == NOW - 60
    later = State(created=NOW + 3600)  # the server's clock was set back since
    apply(later, ANN, change("20", age=5))
    assert later.values["x"].typed == NOW
