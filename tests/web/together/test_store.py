"""The store and the merge on both databases: nothing acknowledged is lost, and no request makes much work."""

import itertools
import json
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import Phone, make_phones, run_machine
from request_work import lines_run
from sheet_machine import NOW, SheetMachine
from sqlalchemy import select, text
from table import Clock, open_sheet, type_entry
from werkzeug.datastructures import MultiDict

from app import create_app
from scorers.registry import game
from web.sync.links import hash_secret as hash_id
from web.sync.models import Base
from web.together import limits
from web.together.database import SharedChange, SharedEntry, SharedSheet
from web.together.merge import Change, Entry, LogRow, State, take_in
from web.together.requests import Request
from web.together.store import Store

ANN, BO = "ann-phone-0123456", "bo-phone-01234567"


class StoredSheet:
    """A shared sheet of a store as the server of a `SheetMachine`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.id = open_sheet(store)
        self.start = clock.now - NOW

    def sync(self, request: dict[str, Any], now: float) -> dict[str, Any]:
        self.clock.now = self.start + now
        changes = [Request(one["path"], one["value"], one["n"], one["base"], one["age"]) for one in request["changes"]]
        answer = self.store.sync(self.id, request["device"], request["since"], changes)
        assert not answer.faults
        return {
            "seq": answer.seq,
            "kept": answer.kept,
            "entries": {path: cell._asdict() for path, cell in answer.entries.items()},
        }

    def answer(self, since: int) -> dict[str, Any]:
        look = self.store.look(self.id, since)
        return {"seq": look.seq, "kept": 0, "entries": {path: cell._asdict() for path, cell in look.entries.items()}}

    def rows(self, model: Any, names: tuple[str, ...]) -> list[Any]:
        query = select(*(getattr(model, name) for name in names)).where(model.sheet_id == hash_id(self.id))
        with self.store.engine.begin() as connection:
            return list(connection.execute(query))

    @property
    def log(self) -> list[LogRow]:
        rows = [LogRow(*row) for row in self.rows(SharedChange, LogRow._fields)]
        return sorted(row._replace(value=row.value and json.loads(row.value)) for row in rows)

    @property
    def entries(self) -> dict[str, Entry]:
        rows = self.rows(SharedEntry, ("path", *Entry._fields))
        return {path: Entry(*entry)._replace(value=entry[0] and json.loads(entry[0])) for path, *entry in rows}

    @property
    def marks(self) -> dict[str, int]:
        marks: dict[str, int] = {}
        for row in self.log:
            marks[row.device] = max(marks.get(row.device, 0), row.n)
        return marks

    @property
    def seq(self) -> int:
        return self.store.look(self.id, 0).seq


@pytest.mark.parametrize(("examples", "steps"), [(10, 30), pytest.param(60, 40, marks=pytest.mark.long)])
def test_phones_agree_and_nothing_acknowledged_is_lost(store: Store, clock: Clock, examples: int, steps: int) -> None:
    run_machine(SheetMachine, examples, steps, make_server=staticmethod(lambda: StoredSheet(store, clock)))


def test_concurrent_writers_leave_no_gap(store: Store) -> None:
    """Four phones type 15 numbers each into one entry at the same time."""
    secret_id, faults = open_sheet(store), []

    def write(phone: Phone) -> None:
        try:
            for value in range(15):
                type_entry(store, secret_id, "players.0.left", value, n=value + 1, device=phone.device)
        except Exception as fault:  # noqa: BLE001  any error of a thread must reach the test
            faults.append(fault)

    threads = [threading.Thread(target=write, args=[phone]) for phone in make_phones(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    history = store.history(secret_id)
    assert [past.seq for past in history] == list(range(60, 0, -1))
    last = next(past for past in history if past.stands)
    assert store.load(secret_id).fields["0.left"][:2] == (last.values, last.seq)


def test_the_database_holds_no_secret(store: Store) -> None:
    """Neither a sheet's id nor an open code."""
    secret_id = open_sheet(store)
    next_id = store.next(secret_id, "192.0.2.1")
    code = store.invite(secret_id).code
    with store.engine.begin() as connection:
        for table in Base.metadata.sorted_tables:
            for row in connection.execute(text(f"SELECT * FROM {table.name}")):
                written = repr([bytes(cell) if isinstance(cell, memoryview) else cell for cell in row])
                assert secret_id not in written
                assert next_id not in written
                assert code not in written


def test_a_sheet_expires_seven_days_after_its_last_change(store: Store, clock: Clock) -> None:
    secret_id = open_sheet(store)
    clock.now += 6 * 86_400
    type_entry(store, secret_id, "players.0.left", 4, n=1)
    clock.now += 7 * 86_400 - 1
    assert store.load(secret_id).expires == int(clock.now) + 1
    clock.now += 1
    for ask in (store.load, store.invite, lambda secret_id: type_entry(store, secret_id, "players.0.left", 5, n=2)):
        with pytest.raises(limits.SheetGone):
            ask(secret_id)


def test_the_sweep_deletes_expired_sheets_whole(store: Store, clock: Clock) -> None:
    old_id = open_sheet(store)
    type_entry(store, old_id, "players.0.left", 4, n=1)
    clock.now += 8 * 86_400
    new_id = open_sheet(store)
    type_entry(store, new_id, "players.0.left", 5, n=1)
    assert store.sweep() >= 1
    with store.engine.begin() as connection:
        for model, column in (
            (SharedSheet, SharedSheet.id),
            (SharedEntry, SharedEntry.sheet_id),
            (SharedChange, SharedChange.sheet_id),
        ):
            left = set(connection.execute(select(column)).scalars())
            assert hash_id(old_id) not in left, model
            assert hash_id(new_id) in left, model


def test_code_leads_to_its_sheet_while_it_is_open(store: Store, clock: Clock) -> None:
    secret_id = open_sheet(store)
    invitation = store.invite(secret_id)
    assert len(invitation.code) == 8
    assert invitation.expires == int(clock.now) + 15 * 60
    assert store.invite(secret_id) == invitation  # another phone shows the same
    spaced = f" {invitation.code[:4]} {invitation.code[4:]} "
    assert store.find_code(spaced, "192.0.2.1") == secret_id
    clock.now += 15 * 60
    assert store.find_code(invitation.code, "192.0.2.1") is None
    again = store.invite(secret_id)
    assert again.code != invitation.code
    store.end_invitation(secret_id)
    assert store.find_code(again.code, "192.0.2.1") is None


def test_codes_are_tried_ten_times_a_minute_by_an_address(store: Store, clock: Clock) -> None:
    clock.now -= clock.now % 60
    for _ in range(10):
        assert store.find_code("00000000", "2001:db8::1") is None
    with pytest.raises(limits.TooMany) as refusal:
        store.find_code("00000000", "2001:db8::2")  # of the same household
    assert refusal.value.retry_after == 60
    assert store.find_code("00000000", "2001:db8:0:100::1") is None
    clock.now += 60
    assert store.find_code("00000000", "2001:db8::1") is None


def test_codes_tried_by_all_addresses_are_limited(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.MAX_CODES_A_MINUTE == 1000
    monkeypatch.setattr(limits, "MAX_CODES_A_MINUTE", 5)
    clock.now -= clock.now % 60
    for number in range(5):
        store.find_code("00000000", f"192.0.2.{number}")
    with pytest.raises(limits.TooMany):
        store.find_code("00000000", "192.0.2.99")


def test_sheets_opened_by_an_address_are_limited_an_hour(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_OPENED_AN_HOUR", 2)
    for _ in range(2):
        open_sheet(store)
    with pytest.raises(limits.TooMany):
        open_sheet(store)
    clock.now += 3600
    open_sheet(store)


def test_next_game_is_the_same_for_every_phone(store: Store) -> None:
    sheet = {
        "players": [{"name": "Ann", "colour": "red", "track": 5}, {"name": "小明"}],
        "tower": "all",
        "events": ["scout"],
    }
    outcome = store.open(game("chang_cheng"), sheet, "192.0.2.1")
    assert isinstance(outcome, tuple)
    next_id = store.next(outcome[0], "192.0.2.1")
    assert store.next(outcome[0], "192.0.2.2") == next_id
    assert store.load(outcome[0]).states["@next"].value == ["1"]
    assert store.load(next_id).sheet == {
        "players": [{"name": "Ann", "colour": "red"}, {"name": "小明"}],
        "tower": "all",
    }  # events are drawn anew


def test_form_changes_only_what_its_reader_changed(store: Store) -> None:
    secret_id = open_sheet(store, "trajan")
    type_entry(store, secret_id, "players.0.points", 10, n=1, device=ANN)
    base = store.load(secret_id).seq
    type_entry(store, secret_id, "players.1.points", 20, n=2, device=ANN)  # after the page was made
    posted = MultiDict({"0.points": "12", "1.points": "", "waiting_tiles": "one_each", "0.hand": "3+1"})
    for _ in range(2):  # sent twice
        answer = store.post_form(secret_id, "form-0123456789ab", base, posted)
    assert answer.seq == base + 3
    players = store.load(secret_id).sheet["players"]
    assert players[:2] == [{"points": 12, "hand": 4}, {"points": 20}]


def test_changes_and_bytes_of_a_sheet_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    secret_id = open_sheet(store)
    monkeypatch.setattr(limits, "MAX_HISTORY_CHANGES", 2)
    for n in (1, 2):
        type_entry(store, secret_id, "players.0.left", n, n=n)
    with pytest.raises(limits.SheetFull):
        type_entry(store, secret_id, "players.0.left", 3, n=3)
    assert store.load(secret_id).sheet["players"][0] == {"left": 2}
    other_id = open_sheet(store)
    type_entry(store, other_id, "players.0.left", 3, n=1)  # other sheets go on
    monkeypatch.setattr(limits, "MAX_HISTORY_BYTES", 100)
    with pytest.raises(limits.SheetFull):
        type_entry(store, other_id, "players.0.name", "x" * 40, n=2, device=BO) and type_entry(
            store, other_id, "players.1.name", "x" * 40, n=3, device=BO
        )


def test_restored_older_database_is_read_from_the_start(store: Store) -> None:
    secret_id = open_sheet(store)
    type_entry(store, secret_id, "players.0.left", 4, n=1)
    assert store.look(secret_id, since=500).entries["players.0.left"].value == 4


def test_a_request_that_comes_twice_counts_once(store: Store) -> None:
    secret_id = open_sheet(store)
    changes = [Request("players.0.left", 4, 1, 0, 0.0), Request("players.1.left", 5, 2, 0, 0.0)]
    first, again = (store.sync(secret_id, ANN, 0, changes) for _ in range(2))
    assert (first.seq, first.kept) == (again.seq, again.kept) == (2, 2)
    assert len(store.history(secret_id)) == 2


def test_lost_entry_is_reported_and_can_be_restored(store: Store) -> None:
    secret_id = open_sheet(store)
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    answer = store.sync(secret_id, BO, 0, [Request("players.0.left", 9, 1, 0, 60.0)], with_lost=True)
    assert [(past.field, past.values, past.stands) for past in store.view_log(answer.game, answer.lost)] == [
        ("0.left", ["9"], False)
    ]
    assert [(past.values, past.device, past.stands) for past in store.history(secret_id, "0.left")] == [
        (["9"], BO, False),
        (["4"], ANN, True),
    ]
    type_entry(store, secret_id, "players.0.left", 9, n=2, device=BO, base=answer.seq)
    assert store.load(secret_id).sheet["players"][0] == {"left": 9}


def test_entry_replaced_unseen_is_reported_to_its_author(store: Store) -> None:
    """Ann's later 4 replaces Bo's 9, which her phone had not seen.

    When Bo, who saw the 4, replaces it, Ann loses nothing.
    """
    secret_id = open_sheet(store)
    sync = partial(store.sync, secret_id, with_lost=True)
    seen = sync(BO, 0, [Request("players.0.left", 9, 1, 0, 60.0)]).seq
    sync(ANN, 0, [Request("players.0.left", 4, 1, 0, 0.0)])
    assert [(row.path, row.value, row.seq) for row in sync(BO, seen, []).lost] == [("players.0.left", "9", seen)]
    assert sync(ANN, 0, []).lost == []
    answer = sync(BO, seen + 1, [Request("players.0.left", 9, 2, seen + 1, 0.0)])
    assert answer.lost == []
    assert sync(ANN, answer.seq - 1, []).lost == []


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
def test_merging_phones_agree_and_lose_nothing(examples: int, steps: int) -> None:
    run_machine(SheetMachine, examples, steps)


MAX_LINES = 750_000
"""Of any request; a line takes about a tenth of a microsecond."""
MAX_BYTES = 128 * 1024
STRANGER, OTHER = "a-stranger-012345", "another-stranger-1"
LAND = " ".join(["F"] * 1900)
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def sqlite_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application with SQLite."""
    return create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data"))})


@pytest.fixture
def visitor(sqlite_app: Flask) -> FlaskClient:
    """A client of that application."""
    return sqlite_app.test_client()


def open_for_four(visitor: FlaskClient, slug: str) -> str:
    """Open a shared sheet for four; return its id."""
    return str(visitor.post("/api/v1/shared", json={"game": slug, "sheet": {"players": [{}, {}, {}, {}]}}).json["id"])


def sync(
    visitor: FlaskClient, secret_id: str, changes: list[tuple[str, Any]], device: str = STRANGER, age: float = 0
) -> Any:
    """Send changes, each with the next number; return the answer."""
    listed = [{"path": path, "value": value, "n": next(numbers), "base": 0, "age": age} for path, value in changes]
    return visitor.post(
        f"/api/v1/shared/{secret_id}/sync", json={"device": device, "since": 0, "changes": listed, "fields": True}
    )


def check(action: Callable[[], Any]) -> None:
    """Do something once, so that everything is loaded, and count lines the second time."""
    action()
    lines, answer = lines_run(action)
    assert answer.status_code == 200, answer.text
    assert lines < MAX_LINES
    assert len(answer.data) < MAX_BYTES


@pytest.mark.parametrize(
    ("slug", "change", "times"),
    [
        ("hansa_teutonica", ("players.0.prestige", 5), limits.MAX_CHANGES),
        ("hansa_teutonica", ("players.0.coellen", [7, 8, 9, 11]), limits.MAX_CHANGES),
        ("hansa_teutonica", ("offices.bremen", [0, 1, 2, 3]), limits.MAX_CHANGES),
        ("chang_cheng", ("wall.51", "x"), limits.MAX_CHANGES),
        ("honshu", ("players.0.map", LAND), 16),  # 64 KiB, the largest request
    ],
)
def test_largest_request_makes_bounded_work(
    visitor: FlaskClient, slug: str, change: tuple[str, Any], times: int
) -> None:
    secret_id = open_for_four(visitor, slug)
    check(lambda: sync(visitor, secret_id, [change] * times))


def test_full_sheet_is_shown_with_bounded_work(visitor: FlaskClient) -> None:
    """It has nearly as many changes as it may, and 400 of another device that lost."""
    secret_id = open_for_four(visitor, "hansa_teutonica")
    for _ in range(9):
        assert sync(visitor, secret_id, [("players.0.prestige", 5)] * 500).status_code == 200
    assert sync(visitor, secret_id, [("players.0.prestige", 6)] * 400, OTHER, age=9999).status_code == 200
    for page in ("?view=all", "/history", "/history?field=0.prestige", "/seats"):
        check(lambda page=page: visitor.get(f"/en/together/{secret_id}{page}"))
    check(lambda: sync(visitor, secret_id, [], OTHER))
    check(lambda: visitor.get(f"/api/v1/shared/{secret_id}/events?since=0"))
