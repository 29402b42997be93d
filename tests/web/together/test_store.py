"""The store on both databases: nothing acknowledged is lost, however many phones write at once."""

import json
import threading
from functools import partial
from typing import Any

import pytest
from phones import Phone, make_phones, run_machine
from sheet_machine import NOW, SheetMachine
from sqlalchemy import select, text
from table import Clock, open_sheet, type_entry
from werkzeug.datastructures import MultiDict

from scorers.registry import game
from web.together import limits
from web.together.entrance import Request
from web.together.store.merge import Entry, LogRow
from web.together.store.models import Base, SharedChange, SharedEntry, SharedSheet
from web.together.store.secret_ids import hash_id
from web.together.store.store import Store

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
    assert store.find_code("00000000", "2001:db8:0:1::1") is None
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
    """Ann's later 4 replaces Bo's 9, which her phone had not seen. When Bo, who saw the 4, replaces it, Ann loses nothing."""
    secret_id = open_sheet(store)
    sync = partial(store.sync, secret_id, with_lost=True)
    seen = sync(BO, 0, [Request("players.0.left", 9, 1, 0, 60.0)]).seq
    sync(ANN, 0, [Request("players.0.left", 4, 1, 0, 0.0)])
    assert [(row.path, row.value, row.seq) for row in sync(BO, seen, []).lost] == [("players.0.left", "9", seen)]
    assert sync(ANN, 0, []).lost == []
    answer = sync(BO, seen + 1, [Request("players.0.left", 9, 2, seen + 1, 0.0)])
    assert answer.lost == []
    assert sync(ANN, answer.seq - 1, []).lost == []
