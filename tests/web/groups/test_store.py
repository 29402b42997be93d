"""The store of groups on both databases: no result twice, none lost, what each link may do, and for how long all is
kept.
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from books import ADDRESS, DAY, PHONE, TABLET, ids_of, keep, make_id, make_result, rows
from flask import Flask
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule
from phones import PhoneMachine, run_machine
from sqlalchemy import text
from table import Clock

from scorers.service import dumps
from web.groups import limits
from web.groups.files import read_file, write_csv, write_json
from web.groups.store import Store
from web.together import shared_result_id
from web.together.limits import TooMany
from web.together.requests import Request


def test_a_new_group_has_a_name_and_no_results(books: Store, link: str) -> None:
    book = books.load(link)
    assert (book.head.name, book.head.writes, book.results, book.aliases) == ("Friday", True, [], {})


def test_result_kept_twice_is_one(books: Store, link: str) -> None:
    value = make_result(1)
    for n in (1, 2):
        keep(books, link, value, n)
    keep(books, link, value, 1, device=TABLET)
    assert ids_of(books, link) == [make_id(1)]
    assert len(books.history(link, make_id(1))) == 1


def test_two_games_with_the_same_numbers_are_two(books: Store, link: str) -> None:
    """In one evening, each under the id of its sheet.

    A pasted link may be one of them, in whatever order its entries come.
    """
    mine, theirs = make_result(1), make_result(1) | {"id": make_id(2)}
    for value, device in ((mine, PHONE), (theirs, TABLET)):
        assert keep(books, link, value, 1, device=device).kept == 1
    assert ids_of(books, link) == [make_id(1), make_id(2)]
    pasted = mine | {"id": make_id(3), "query": "n=2&1.name=Bo&0.left=1&0.name=Ann"}
    assert books.find_equal(link, pasted) in (make_id(1), make_id(2))
    assert books.find_equal(link, mine) is None  # it is there itself
    assert books.find_equal(link, pasted | {"date": "2026-03-07"}) is None
    keep(books, link, None, 2, path=make_id(1))
    assert books.find_equal(link, pasted) == make_id(2)


def test_names_are_kept_as_sheets_keep_them(books: Store, link: str) -> None:
    """Composed, and without what cannot be seen."""
    keep(books, link, make_result(1, names=("Jose\u0301", "\u5c0f\u660e\u200b")), 1)
    keep(books, link, "Fri\u00adday", 2, path="@name")
    keep(books, link, "Bo\u200b", 3, path="@is.Rene\u0301")
    book = books.load(link)
    assert [player["name"] for player in book.results[0]["result"]["players"]] == ["Jos\u00e9", "\u5c0f\u660e"]
    assert (book.head.name, book.aliases) == ("Friday", {"Ren\u00e9": "Bo"})


def test_history_has_author_time_and_old_values(books: Store, link: str, clock: Clock) -> None:
    keep(books, link, make_result(1), 1, who="Ann", age=60.0)
    start = clock.now
    clock.now += 600
    keep(books, link, make_result(1, "rain"), 2, who="小明")
    assert [(past.who, past.typed, past.value["note"]) for past in books.history(link, make_id(1))] == [
        ("小明", start + 600, "rain"),
        ("Ann", start - 60, ""),
    ]


def test_later_correction_stands(books: Store, link: str) -> None:
    """Bo corrected it offline ten minutes ago, Ann just now: hers stands, his is in the history."""
    keep(books, link, make_result(1), 1, age=3600.0)
    keep(books, link, make_result(1, "Ann's"), 2)
    keep(books, link, make_result(1, "Bo's"), 1, device=TABLET, base=2, age=600.0)
    assert books.load(link).results[0]["note"] == "Ann's"
    assert [(past.value["note"], past.stands) for past in books.history(link, make_id(1))] == [
        ("Bo's", False),
        ("Ann's", True),
        ("", True),
    ]


def test_deleted_result_can_be_restored_for_thirty_days(books: Store, link: str, clock: Clock) -> None:
    keep(books, link, make_result(1, "rain"), 1)
    keep(books, link, None, 2, path=make_id(1), who="Bo")
    assert ids_of(books, link) == []
    clock.now += 30 * DAY - 1
    books.sweep()
    (deleted,) = books.deleted(link)
    assert (deleted.value["note"], deleted.who, deleted.until) == ("rain", "Bo", int(clock.now) + 1)
    books.change(link, "form-0123456789abcd", books.load(link).head.seq, make_id(1), deleted.value)
    assert books.load(link).results[0]["note"] == "rain"
    assert books.deleted(link) == []
    clock.now += 31 * DAY
    books.sweep()
    assert len(books.history(link, make_id(1))) == 3  # a restored result keeps its history


def test_a_deleted_result_is_gone_after_thirty_days(books: Store, link: str, clock: Clock) -> None:
    keep(books, link, make_result(1, "a secret evening"), 1)
    keep(books, link, make_result(2), 2)
    keep(books, link, None, 3, path=make_id(1))
    clock.now += 30 * DAY
    books.sweep()
    assert books.deleted(link) == []
    assert books.history(link, make_id(1)) == []
    assert ids_of(books, link) == [make_id(2)]
    assert not any("a secret evening" in row for table in rows(books).values() for row in table)
    late = keep(books, link, make_result(1), 1, device=TABLET, age=32 * DAY)  # kept elsewhere before it was deleted
    assert (late.kept, ids_of(books, link)) == (1, [make_id(2)])


def test_size_of_a_book_is_that_of_its_history(books: Store, link: str, clock: Clock) -> None:
    """Also after a deleted result's history is purged. The test adds up the rows."""
    for number in range(1, 4):
        keep(books, link, make_result(number, "x" * number), number)
    keep(books, link, None, 4, path=make_id(2))
    for seconds in (0, 31 * DAY):
        clock.now += seconds
        books.sweep()
        log = [past for past in books.history(link) if past.path]
        with books.engine.begin() as connection:
            size = connection.execute(
                text("SELECT size FROM group_book WHERE id = :id"), {"id": link[:12]}
            ).scalar_one()
            found = connection.execute(
                text("SELECT path, value FROM group_change WHERE group_id = :id"), {"id": link[:12]}
            ).all()
        assert len(found) == len(log)
        assert size == sum(100 + len(path) + len(value or "") for path, value in found)


def test_a_read_link_reads_and_does_not_write(books: Store) -> None:
    links = books.create("Friday", ADDRESS)
    keep(books, links.write, make_result(1), 1)
    book = books.load(links.read)
    assert (book.head.writes, [one["id"] for one in book.results]) == (False, [make_id(1)])
    assert len(books.sync(links.read, PHONE, 0, []).entries) == 2
    for write in (
        lambda: keep(books, links.read, make_result(2), 2),
        lambda: books.renew(links.read, "write"),
        lambda: books.links(links.read),
        lambda: books.delete(links.read),
        lambda: books.bring_in(links.read, TABLET, [make_result(3)]),
    ):
        with pytest.raises(limits.ReadOnly):
            write()
    assert ids_of(books, links.write) == [make_id(1)]


@pytest.mark.parametrize("which", ["write", "read"])
def test_renewed_link_is_dead_and_the_other_works(books: Store, which: str) -> None:
    links = books.create("Friday", ADDRESS)
    keep(books, links.write, make_result(1), 1)
    for _ in range(2):
        old, links = links, books.renew(links.write, which)
        assert getattr(old, which) != getattr(links, which)
        for ask in (books.load, books.history, books.deleted, books.head, lambda dead: books.sync(dead, PHONE, 0, [])):
            with pytest.raises(limits.GroupGone):
                ask(getattr(old, which))
        assert (books.load(links.write).head.writes, books.load(links.read).head.writes) == (True, False)
        assert books.links(links.write) == links


def test_the_database_holds_no_link(books: Store) -> None:
    links = books.create("Friday", ADDRESS)
    renewed = books.renew(links.write, "read")
    keep(books, links.write, make_result(1), 1)
    written = [row for table in rows(books).values() for row in table]
    assert any(links.group in row for row in written)
    for link in (*links[1:], *renewed[1:]):
        assert not any(link[12:] in row for row in written)


def test_links_have_128_random_bits(books: Store) -> None:
    one, other = books.create("Friday", ADDRESS), books.create("Friday", ADDRESS)
    secrets = {link[12:] for links in (one, other) for link in links[1:]}
    assert len(secrets) == 4
    assert {len(secret) for secret in secrets} == {22}  # 22 letters of 6 bits
    assert len({link[:12] for links in (one, other) for link in links[1:]}) == 2


@pytest.mark.parametrize("wrong", ["", "x", "é" * 34, "A" * 34, "A" * 35, "A" * 33])
def test_invalid_link_opens_nothing(books: Store, link: str, wrong: str) -> None:
    for one in (wrong, link[:12] + wrong[:22]):
        with pytest.raises(limits.GroupGone):
            books.load(one)


def test_names_of_one_person_are_joined_and_parted(books: Store, link: str) -> None:
    keep(books, link, make_result(1, names=("Annie", "Bo")), 1)
    keep(books, link, make_result(2, names=("Ann", "Anna")), 2)
    base = 3
    for once, path, value in (("1", "@is.Anna", "Annie"), ("2", "@is.Annie", "Ann")):
        books.change(link, once * 16, base, path, value)
        base += 1
    names = [[player["name"] for player in one["result"]["players"]] for one in books.load(link).results]
    assert sorted(names) == [["Ann", "Ann"], ["Ann", "Bo"]]
    assert books.list_results(link).names == ["Ann", "Bo"]
    books.change(link, "3" * 16, base, "@is.Annie", None)
    names = [[player["name"] for player in one["result"]["players"]] for one in books.load(link).results]
    assert sorted(names) == [["Ann", "Annie"], ["Annie", "Bo"]]  # Anna still counts as Annie


def test_names_joined_in_a_circle_are_resolved(books: Store, link: str) -> None:
    keep(books, link, make_result(1), 1)
    for once, path, value in (("1", "@is.Ann", "Bo"), ("2", "@is.Bo", "Ann")):
        books.change(link, once * 16, 9, path, value)
    assert len(books.load(link).results) == 1


def test_long_book_is_sent_in_parts(books: Store, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone that asks again from each answer's `seq` gets every entry once, in the order of the changes."""
    monkeypatch.setattr(limits, "MAX_ANSWERED_ENTRIES", 3)
    for number in range(1, 8):
        keep(books, link, make_result(number), number)
    keep(books, link, make_result(2, "corrected"), 8)
    since, received = 0, []
    while True:
        answer = books.sync(link, TABLET, since, [])
        received += answer.entries
        since = answer.seq
        if not answer.more:
            break
    assert received == ["@name", *map(make_id, (1, 3, 4, 5, 6, 7, 2))]
    assert since == 9


READER = "a-reader-0123456789"
NUMBERS = st.integers(1, 4)
EQUAL_GAMES = {3: 1}
"""Result 3 has the day and the numbers of result 1, and is another game."""


def value_of(number: int, note: str) -> dict[str, Any]:
    """Return a result."""
    return make_result(EQUAL_GAMES.get(number, number), note) | {"id": make_id(number)}


class GroupMachine(PhoneMachine):
    """A group's phones, its server, and the network between them."""

    books: Store
    clock: Clock

    @initialize(count=st.integers(2, 3))
    def start(self, count: int) -> None:
        self.link = self.books.create("Friday", "192.0.2.1").write
        self.add_phones(count)
        self.stored: dict[str, Any] = {}
        self.last_values: dict[str, Any] = {}
        self.settled: dict[str, int] = {}
        self.forms = 0
        self.read_book()

    def read_clock(self) -> float:
        """Return the server's time."""
        return self.clock.now

    def read_book(self) -> None:
        """Read the whole scorebook, and note the last value of each result, which a restore brings back."""
        since, self.stored = 0, {}
        while True:
            answer = self.books.sync(self.link, READER, since, [])
            self.stored |= {path: cell.value for path, cell in answer.entries.items()}
            since = answer.seq
            if not answer.more:
                break
        self.seq = since
        self.last_values |= {path: value for path, value in self.stored.items() if value is not None}

    @rule(data=st.data(), number=NUMBERS, note=st.sampled_from("abc"))
    def keep_or_correct(self, data: st.DataObject, number: int, note: str) -> None:
        phone = self.draw_phone(data)
        phone.type(make_id(number), value_of(number, note), self.clock_of(phone))

    @rule(data=st.data(), number=NUMBERS)
    def delete(self, data: st.DataObject, number: int) -> None:
        """Delete a result that the phone shows."""
        phone = self.draw_phone(data)
        if make_id(number) in phone.shown:
            phone.type(make_id(number), None, self.clock_of(phone))

    @rule(data=st.data(), other=st.sampled_from(["Bo", "Cleo", None]))
    def join_or_part_names(self, data: st.DataObject, other: str | None) -> None:
        phone = self.draw_phone(data)
        phone.type("@is.Ann", other, self.clock_of(phone))

    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        """Restore a result on a page of the server: it has its last value."""
        deleted = {one.value["id"]: one.value for one in self.books.deleted(self.link)}
        assert deleted == {
            path: self.last_values[path] for path, value in self.stored.items() if value is None and path[0] != "@"
        }
        if not deleted:
            return
        path = data.draw(st.sampled_from(sorted(deleted)))
        self.forms += 1
        self.books.change(self.link, f"form-number-{self.forms:08}", self.seq, path, deleted[path])
        self.read_book()
        assert self.stored[path] == deleted[path]

    @rule(data=st.data())
    def go_online(self, data: st.DataObject) -> None:
        self.exchange(self.draw_phone(data))

    @rule(seconds=st.sampled_from([0.01, 3.0, 86_400.0]))
    def advance_clock(self, seconds: float) -> None:
        self.clock.now += seconds

    def deliver(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the server's answer: what it acknowledges is in the history, or stands already."""
        standing, seen = (
            dict(self.stored),
            {past.path: past.seq for past in reversed(self.books.history(self.link)) if past.stands},
        )
        changes = [Request(one["path"], one["value"], one["n"], one["base"], one["age"]) for one in request["changes"]]
        answer = self.books.sync(self.link, request["device"], request["since"], changes)
        assert not answer.faults
        logged = {(past.device, past.path): past for past in reversed(self.books.history(self.link))}
        for one in sorted(changes, key=lambda change: change.n):
            if one.n <= self.settled.get(request["device"], 0):  # repeated, or later than the change that replaced it
                continue
            self.settled[request["device"]] = one.n
            past = logged.get((request["device"], one.path))
            if past is not None and past.value == one.value and past.seq > self.seq:
                if seen.get(one.path, 0) <= one.base:  # a phone that had seen the standing value overrules it
                    assert past.stands
                if past.stands:
                    standing[one.path] = one.value
            else:
                assert standing.get(one.path) == one.value
        self.read_book()
        entries = {path: cell._asdict() for path, cell in answer.entries.items()}
        return {"seq": answer.seq, "kept": answer.kept, "entries": entries}

    def teardown(self) -> None:
        """Bring every phone online: all show the same, and the history has no gap."""
        if not hasattr(self, "stored"):
            return
        for phone in self.phones * 2:
            for _ in range(20):  # an answer has at most two entries
                self.exchange(phone)
                if phone.since == self.seq and not phone.outbox:
                    break
        expected = {path: value for path, value in self.stored.items() if value is not None}
        for phone in self.phones:
            self.exchange(phone)
            assert phone.shown == expected
        history = self.books.history(self.link)
        assert [past.seq for past in history] == list(range(self.seq, max(0, self.seq - 100), -1))


@pytest.mark.parametrize(("examples", "steps"), [(10, 30), pytest.param(60, 40, marks=pytest.mark.long)])
def test_phones_agree_and_nothing_kept_is_lost(
    books: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, examples: int, steps: int
) -> None:
    monkeypatch.setattr("web.groups.limits.MAX_ANSWERED_ENTRIES", 2)  # so that scorebooks come in parts
    run_machine(GroupMachine, examples, steps, books=books, clock=clock)


QIN = {"players": [{"name": "Ann", "left": 4}, {"name": "Bo", "left": 2}]}
"""Ann has four pagodas left and Bo two."""


@dataclass
class SharedQin:
    """A shared sheet of Qin that belongs to a group."""

    app: Flask
    group: str | None

    def __post_init__(self) -> None:
        body = {"game": "qin", "sheet": QIN} | ({"group": self.group} if self.group else {})
        self.id = self.app.test_client().post("/api/v1/shared", json=body).json["id"]

    def change(self, device: str, *changes: tuple[str, object]) -> None:
        """Send changes of a phone."""
        sent = [{"path": path, "value": value, "n": n, "base": 99} for n, (path, value) in enumerate(changes, 1)]
        answer = self.app.test_client().post(f"/api/v1/shared/{self.id}/sync", json={"device": device, "changes": sent})
        assert answer.status_code == 200, answer.text

    def get(self) -> int:
        """Get its page; return the status."""
        return self.app.test_client().get(f"/en/together/{self.id}").status_code


def test_shared_sheet_of_a_group_is_kept_once(together_app: Flask, open_book: Any) -> None:
    """Although two phones reveal it, and both get the result."""
    book = open_book()
    sheet = SharedQin(together_app, book.link)
    assert [*book.sync()["entries"]] == ["@name"]  # nothing is kept before the reveal
    for device in (PHONE, TABLET):
        sheet.change(device, ("@reveal", "2026-03-06"))
        sheet.get()
    entries = book.sync()["entries"]
    assert [*entries] == ["@name", shared_result_id(sheet.id)]
    kept = entries[shared_result_id(sheet.id)]["value"]
    assert (kept["slug"], kept["date"], [player["name"] for player in kept["result"]["players"]]) == (
        "qin",
        "2026-03-06",
        ["Ann", "Bo"],
    )
    assert len(book.get("/history").json["changes"]) == 2


def test_corrected_shared_sheet_corrects_its_result(together_app: Flask, open_book: Any) -> None:
    """The day and notes that were entered in the scorebook stay; a deleted result stays deleted."""
    book = open_book()
    sheet = SharedQin(together_app, book.link)
    result_id = shared_result_id(sheet.id)
    sheet.change(PHONE, ("@reveal", "2026-03-06"))
    kept = book.sync()["entries"][result_id]["value"]
    book.sync({"path": result_id, "value": kept | {"note": "rain", "date": "2026-03-05"}, "base": 9})
    sheet.change(TABLET, ("players.1.left", 3), ("@reveal", "2026-03-06"))
    corrected = book.sync()["entries"][result_id]["value"]
    assert (corrected["note"], corrected["date"]) == ("rain", "2026-03-05")
    assert "1.left=3" in corrected["query"]
    assert corrected["result"] != kept["result"]
    book.sync({"path": result_id, "value": None, "base": 99})
    sheet.change("another-phone-0123", ("players.1.left", 5), ("@reveal", "1"))
    assert book.sync()["entries"][result_id]["value"] is None


def test_shared_sheet_of_a_deleted_group_goes_on(together_app: Flask, open_book: Any) -> None:
    book = open_book()
    sheet = SharedQin(together_app, book.link)
    assert book.client.delete(f"/api/v1/groups/{book.link}").status_code == 204
    sheet.change(PHONE, ("@reveal", "1"))
    assert sheet.get() == 200


def test_shared_sheet_without_a_group_is_not_kept(together_app: Flask, open_book: Any) -> None:
    book = open_book()
    sheet = SharedQin(together_app, None)
    sheet.change(PHONE, ("@reveal", "1"))
    assert [*book.sync()["entries"]] == ["@name"]


def test_sheet_of_a_group_needs_its_write_link(together_app: Flask, open_book: Any) -> None:
    book, client = open_book(), together_app.test_client()
    for group, status in ((book.read_link, 403), ("A" * 34, 404), (7, 422)):
        answer = client.post("/api/v1/shared?lang=en", json={"game": "qin", "sheet": QIN, "group": group})
        assert answer.status_code == status, answer.text


def test_the_next_game_stays_with_the_group(together_app: Flask, open_book: Any) -> None:
    book, sheets = open_book(), together_app.extensions["together"]
    sheet = SharedQin(together_app, book.link)
    assert sheets.load(sheets.next(sheet.id, ADDRESS)).group_id == book.link[:12]


def test_thousand_results_are_imported_once(books: Store, link: str) -> None:
    """Although it comes twice.

    Under the ids of another device they may be the same games, unless somebody says otherwise.
    """
    results = [make_result(number, date=f"2026-{number % 12 + 1:02}-06") for number in range(1, 1001)]
    text = dumps({"format": "tally-scorebook", "version": 1, "results": results}).encode()
    for once, new in (("a" * 16, 1000), ("b" * 16, 0)):
        read = read_file(text)
        assert isinstance(read, list)
        assert books.bring_in(link, once, read) == new
    others = [one | {"id": make_id(5000 + number)} for number, one in enumerate(results)]
    assert books.bring_in(link, "c" * 16, others) == 0
    assert ids_of(books, link) == sorted(one["id"] for one in results)
    assert books.load(link).head.seq == 1001  # the name, and each result once
    assert books.bring_in(link, "d" * 16, others[:2], equal=True) == 2


def test_equal_games_of_one_file_are_two(books: Store, link: str) -> None:
    assert books.bring_in(link, "a" * 16, [make_result(1), make_result(1) | {"id": make_id(2)}]) == 2


def test_later_changes_of_a_device_are_imported(books: Store, link: str, clock: Clock) -> None:
    """The group kept three results a day ago. The device corrected one later and one earlier.

    The group has deleted the third.
    """
    for number in (1, 2, 3):
        keep(books, link, make_result(number, "group's"), number, age=86_400.0)
    keep(books, link, None, 4, path=make_id(3))
    times = {1: clock.now - 3600, 2: clock.now - 90_000, 3: clock.now - 3600}
    imported = [make_result(number, "device's", changed=int(1000 * at)) for number, at in times.items()]
    assert books.bring_in(link, "a" * 16, imported) == 1
    assert {one["id"]: one["note"] for one in books.load(link).results} == {
        make_id(1): "device's",
        make_id(2): "group's",
    }


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"", "broken"),
        (b"[]", "broken"),
        (b'{"format":"tally-scorebook","version":2,"results":[]}', "newer"),
        (b'{"format":"tally-scorebook","version":1}', "broken"),
        (b'{"format":"another","version":1,"results":[]}', "broken"),
        (
            dumps({"format": "tally-scorebook", "version": 1, "results": [make_result(1), {"id": "x"}]}).encode(),
            "broken",
        ),
        (
            dumps({"format": "tally-scorebook", "version": 1, "results": [make_result(1, "x" * 17_000)]}).encode(),
            "broken",
        ),
    ],
)
def test_broken_file_is_refused_whole(text: bytes, fault: str) -> None:
    assert read_file(text) == fault


def test_exported_book_is_imported_unchanged(books: Store, link: str) -> None:
    """It has the names that were typed, and separately which of them are joined."""
    for number in (1, 2):
        keep(books, link, make_result(number, names=("Annie", "Bo")), number)
    books.change(link, "a" * 16, 9, "@is.Annie", "Ann")
    text = write_json(books.load(link))
    group = json.loads(text)["group"]
    assert (group["name"], group["names"]) == ("Friday", {"Annie": "Ann"})
    other = books.create("Saturday", ADDRESS).write
    read = read_file(text.encode())
    assert isinstance(read, list)
    assert books.bring_in(other, "a" * 16, read) == 2
    assert sorted(books.load(other).kept, key=str) == sorted(books.load(link).kept, key=str)


def test_csv_escapes_formulas_and_states_the_expiry(books: Store, link: str) -> None:
    keep(books, link, make_result(5, "+rain", names=("=1+1", "小明")), 1)
    text = write_csv(books.load(link), ["Date"], str.title, "It ends.")
    assert text.splitlines() == [
        "\ufeffDate",
        "2026-03-06,Qin,,'+rain,'=1+1,5,1,1",
        "2026-03-06,Qin,,'+rain,小明,4,2,0",
        "It ends.",
    ]


def test_a_group_expires_two_years_after_its_last_use(books: Store, clock: Clock) -> None:
    links = books.create("Friday", ADDRESS)
    clock.now += 700 * DAY
    assert books.load(links.read).head.expires == int(clock.now) + 730 * DAY  # reading counts as use
    clock.now += 730 * DAY - 1
    keep(books, links.write, make_result(1), 1)
    clock.now += 730 * DAY
    for ask in (books.load, books.head, lambda link: keep(books, link, make_result(2), 2)):
        with pytest.raises(limits.GroupGone):
            ask(links.write)


def test_the_sweep_deletes_expired_groups_whole(books: Store, clock: Clock) -> None:
    old, links = books.create("Friday", ADDRESS), None
    keep(books, old.write, make_result(1), 1)
    clock.now += 731 * DAY
    links = books.create("Saturday", ADDRESS)
    assert books.sweep() >= 1
    for name, table in rows(books).items():
        assert not any(old.group in row for row in table), name
    assert books.load(links.write).head.name == "Saturday"


def test_delete_everything_leaves_nothing(books: Store, link: str) -> None:
    other = books.create("Saturday", ADDRESS).write
    for one in (link, other):
        keep(books, one, make_result(1), 1)
        keep(books, one, None, 2, path=make_id(1))
        keep(books, one, make_result(2), 3)
    books.delete(link)
    for name, table in rows(books).items():
        assert not any(link[:12] in row for row in table), name
    with pytest.raises(limits.GroupGone):
        books.load(link)
    assert ids_of(books, other) == [make_id(2)]


def test_devices_are_forgotten_after_ninety_days(books: Store, link: str, clock: Clock) -> None:
    """A change that a forgotten phone repeats has no effect."""
    keep(books, link, make_result(1), 1, age=0)
    clock.now += 91 * DAY
    books.sweep()
    assert not any(link[:12] in row for row in rows(books)["group_device"])
    keep(books, link, make_result(1), 1, age=91 * DAY)
    assert len(books.history(link, make_id(1))) == 1


@pytest.mark.parametrize(
    ("limit", "value", "note", "device"),
    [
        ("MAX_ENTRIES", 2, "", PHONE),  # the name is one
        ("MAX_HISTORY_BYTES", 2_000, "x" * 2_000, PHONE),
        ("MAX_DEVICES", 1, "", TABLET),
    ],
)
def test_full_book_still_takes_corrections(
    books: Store, link: str, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, note: str, device: str
) -> None:
    """Other groups go on."""
    monkeypatch.setattr(limits, limit, value)
    keep(books, link, make_result(1), 1)
    with pytest.raises(limits.GroupFull):
        keep(books, link, make_result(2, note), 2, device=device)
    keep(books, link, make_result(1, "corrected"), 2)
    assert [one["note"] for one in books.load(link).results] == ["corrected"]
    keep(books, books.create("Saturday", ADDRESS).write, make_result(2), 1)


def test_groups_made_by_an_address_are_limited_an_hour(
    books: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_CREATED_AN_HOUR", 2)
    clock.now -= clock.now % 3600
    for _ in range(2):
        books.create("Friday", ADDRESS)
    with pytest.raises(TooMany) as refusal:
        books.create("Friday", ADDRESS)
    assert refusal.value.retry_after == 3600
    books.create("Friday", "192.0.2.2")
    clock.now += 3600
    books.create("Friday", ADDRESS)
