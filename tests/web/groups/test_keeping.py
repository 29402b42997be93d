"""Keeping results in a group's scorebook: from files, from shared sheets, and what the whole book and its files
show.
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from books import ADDRESS, DAY, PHONE, TABLET, GroupBook, make_id, make_result
from flask import Flask
from sqlalchemy import text
from table import Clock

from scorers.service import dumps
from web.groups import keeping
from web.groups.book import load_book, load_head, read_deleted, read_history
from web.groups.files import read_file, write_csv, write_json
from web.groups.keeping import find_equal, import_results
from web.groups.limits import GroupGone
from web.result.share import write_table
from web.sync import limits
from web.sync.answers import Incoming, Request
from web.sync.limits import ReadOnly
from web.sync.store import Store
from web.together import shared_result_id
from web.together.shared import load_shared, open_next

QIN = {"players": [{"name": "Ann", "left": 4}, {"name": "Bo", "left": 2}]}
"""Ann has four pagodas left and Bo two."""


def open_group(store: Store, name: str = "Friday") -> tuple[str, str]:
    """Return the links of a new group that write and read."""
    return store.open_with_two_links(store.kinds["group"], {}, {"name": name}, ADDRESS)[:2]


def keep(store: Store, link: str, value: dict[str, Any] | None, n: int, number: int = 0, **about: Any) -> None:
    """Keep a result, or delete that of this number."""
    name = f"results/{value['id'] if value else make_id(number)}"
    incoming = Incoming(name, value, n, about.get("base", 0), about.get("age", 0.0))
    store.sync(link, Request(about.get("device", PHONE), who=about.get("who", "")), [incoming])


def ids_of(link: str) -> list[str]:
    """Return the ids of a scorebook's results."""
    return sorted(one["id"] for one in load_book(link).kept)


@pytest.fixture
def link(store: Store) -> str:
    """The link that writes of a new group."""
    return open_group(store)[0]


def test_a_new_group_has_a_name_and_no_results(link: str) -> None:
    book = load_book(link)
    assert (book.head.name, book.head.writes, book.head.count, list(book.results), book.aliases) == (
        "Friday",
        True,
        0,
        [],
        {},
    )


def test_history_has_author_time_and_old_values(store: Store, link: str, clock: Clock) -> None:
    clock.now += 3600
    start = clock.now
    keep(store, link, make_result(1), 1, who="Ann", age=60.0)
    clock.now += 600
    keep(store, link, make_result(1, "rain"), 2, who="小明")
    assert [(past.who, past.typed, past.value["note"]) for past in read_history(link, f"results/{make_id(1)}")] == [
        ("小明", start + 600, "rain"),
        ("Ann", start - 60, ""),
    ]


def test_a_deleted_result_is_gone_after_thirty_days(store: Store, link: str, clock: Clock) -> None:
    clock.now += 60
    keep(store, link, make_result(1, "a secret evening"), 1)
    keep(store, link, make_result(2), 2)
    keep(store, link, None, 3, number=1, who="Bo")
    clock.now += 30 * DAY - 1
    store.sweep()
    (deleted,) = read_deleted(link)
    assert (deleted.value["note"], deleted.who, deleted.until) == ("a secret evening", "Bo", int(clock.now) + 1)
    clock.now += 1
    store.sweep()
    assert read_deleted(link) == []
    assert [past.value for past in read_history(link, f"results/{make_id(1)}")] == [None, None]
    keep(store, link, make_result(1), 1, device=TABLET, age=32 * DAY)  # kept elsewhere before it was deleted
    assert ids_of(link) == [make_id(2)]


def test_a_group_expires_two_years_after_its_last_use(store: Store, clock: Clock) -> None:
    write, read = open_group(store)
    clock.now += 700 * DAY
    assert load_head(read).expires == int(clock.now) + 730 * DAY  # reading counts as use
    clock.now += 730 * DAY - 1
    keep(store, write, make_result(1), 1)
    clock.now += 730 * DAY
    for ask in (load_book, load_head, lambda dead: keep(store, dead, make_result(2), 2)):
        with pytest.raises(GroupGone):
            ask(write)
    assert store.sweep() >= 1


def test_names_of_one_person_are_joined_and_parted(store: Store, link: str) -> None:
    keep(store, link, make_result(1, names=("Annie", "Bo")), 1)
    keep(store, link, make_result(2, names=("Ann", "Anna")), 2)
    for once, name, value in (("1", "people/Anna", "Annie"), ("2", "people/Annie", "Ann")):
        store.change(link, once * 16, 99, name, value)
    names = [[player["name"] for player in one["result"]["players"]] for one in load_book(link).results]
    assert sorted(names) == [["Ann", "Ann"], ["Ann", "Bo"]]
    store.change(link, "3" * 16, 5, "people/Annie", None)
    names = [[player["name"] for player in one["result"]["players"]] for one in load_book(link).results]
    assert sorted(names) == [["Ann", "Annie"], ["Annie", "Bo"]]  # Anna still counts as Annie


def test_pasted_link_may_be_a_game_that_is_there(store: Store, link: str) -> None:
    """In whatever order its entries come. In one evening each game is its own, under the id of its sheet."""
    mine = make_result(1)
    keep(store, link, mine, 1)
    keep(store, link, mine | {"id": make_id(2)}, 1, device=TABLET)
    pasted = mine | {"id": make_id(3), "query": "n=2&1.name=Bo&0.left=1&0.name=Ann"}
    assert find_equal(link, pasted) in (make_id(1), make_id(2))
    assert find_equal(link, pasted | {"query": f"{pasted['query']}&sure=left"}) in (make_id(1), make_id(2))
    assert find_equal(link, mine) is None  # it is there itself
    assert find_equal(link, pasted | {"date": "2026-03-07"}) is None
    keep(store, link, None, 2, number=1, base=99)
    assert find_equal(link, pasted) == make_id(2)


# Files


def test_thousand_results_are_imported_once(store: Store, link: str) -> None:
    """Although they come twice; under the ids of another device they may be the same games, unless somebody says
    otherwise.
    """
    results = [make_result(number, date=f"2026-{number % 12 + 1:02}-06") for number in range(1, 1001)]
    text = dumps({"format": "tally-scorebook", "version": 1, "results": results}).encode()
    for once, new in (("a" * 16, 1000), ("b" * 16, 0)):
        read = read_file(text)
        assert isinstance(read, list)
        assert import_results(link, once, read).new == new
    others = [one | {"id": make_id(5000 + number)} for number, one in enumerate(results)]
    assert import_results(link, "c" * 16, others).new == 0
    assert ids_of(link) == sorted(one["id"] for one in results)
    assert load_head(link).seq == 1001  # the name, and each result once
    assert import_results(link, "d" * 16, others[:2], equal=True).new == 2


def test_long_reckoning_stops_and_goes_on_with_the_file(link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of results that are hard to reckon would keep a worker busy for minutes."""
    monkeypatch.setattr(limits, "MAX_RECKONING_SECONDS", 0)
    monkeypatch.setattr(keeping, "MAX_IMPORT_SECONDS", 0)
    results = [make_result(number) for number in range(1, 101)]
    assert import_results(link, "a" * 16, results) == (64, 64)
    assert import_results(link, "b" * 16, results) == (64, 0)
    monkeypatch.setattr(keeping, "MAX_IMPORT_SECONDS", 60)
    assert import_results(link, "c" * 16, results) == (100, 36)


def test_equal_games_of_one_file_are_two(link: str) -> None:
    assert import_results(link, "a" * 16, [make_result(1), make_result(1) | {"id": make_id(2)}]).new == 2


def test_later_changes_of_a_device_are_imported(store: Store, link: str, clock: Clock) -> None:
    """The group kept three results a day ago.

    The device corrected one later and one earlier; the group has deleted the third.
    """
    clock.now += 3 * DAY
    for number in (1, 2, 3):
        kept = make_result(number, "group's", changed=int(1000 * (clock.now - DAY)))
        keep(store, link, kept, number, age=86_400.0)
    keep(store, link, None, 4, number=3)
    times = {1: clock.now - 3600, 2: clock.now - 90_000, 3: clock.now - 3600}
    imported = [make_result(number, "device's", changed=int(1000 * at)) for number, at in times.items()]
    assert import_results(link, "a" * 16, imported).new == 1
    assert {one["id"]: one["note"] for one in load_book(link).results} == {
        make_id(1): "device's",
        make_id(2): "group's",
    }


def test_file_is_not_imported_by_a_link_that_reads(store: Store) -> None:
    _, read = open_group(store)
    with pytest.raises(ReadOnly):
        import_results(read, "a" * 16, [make_result(1)])


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
        (
            dumps({"format": "tally-scorebook", "version": 1, "results": [make_result(1, note="雨" * 6_000)]}).encode(),
            "broken",
        ),
    ],
)
def test_broken_file_is_refused_whole(text: bytes, fault: str) -> None:
    assert read_file(text) == fault


def test_exported_book_is_imported_unchanged(store: Store, link: str) -> None:
    """It has the names that were typed, and separately which of them are joined."""
    for number in (1, 2):
        keep(store, link, make_result(number, names=("Annie", "Bo"), minutes=90, starter=1), number)
    store.change(link, "a" * 16, 9, "people/Annie", "Ann")
    text = "".join(write_json(load_book(link)))
    group = json.loads(text)["group"]
    assert (group["name"], group["names"]) == ("Friday", {"Annie": "Ann"})
    other, _ = open_group(store, "Saturday")
    read = read_file(text.encode())
    assert isinstance(read, list)
    assert import_results(other, "a" * 16, read).new == 2
    assert sorted(load_book(other).kept, key=str) == sorted(load_book(link).kept, key=str)


def test_table_escapes_formulas_and_says_a_note_once(store: Store, link: str) -> None:
    """A note for each of twelve players would make a book of 32 MB a table of 375 MB."""
    keep(store, link, make_result(5, "+rain", names=("=1+1", "小明"), minutes=90, starter=1), 1)
    text = "".join(write_csv(load_book(link), ["Date"], str.title, "It ends."))
    assert text.splitlines() == [
        "\ufeffDate",
        "2026-03-06,Elsewhere,,'+rain,90,'=1+1,5,1,1,0",
        "2026-03-06,Elsewhere,,,90,小明,4,2,0,1",
        "It ends.",
    ]


@pytest.mark.parametrize("text", [" =1", "\u200b=1", "\n@x", "\uff1d1", "\u00a0+1", "\u202e-1"])
def test_blanks_and_invisible_characters_hide_no_formula(text: str) -> None:
    assert f"'{text}" in write_table([["x", text]])


def test_winner_named_often_is_shown_once(store: Store, link: str) -> None:
    """A book of before may have such a result, whose page was 30 MB long."""
    keep(store, link, make_result(1), 1)
    many = make_result(1) | {"result": make_result(1)["result"] | {"winners": [0] * 3000}}
    with store.engine.begin() as connection:
        statement = text("UPDATE document_value SET value = :value WHERE document_id = :id AND rank IS NOT NULL")
        connection.execute(statement, {"value": dumps(many), "id": link[:12]})
    (one,) = load_book(link).results
    assert one["result"]["winners"] == [0]


# Shared sheets


@dataclass
class SharedQin:
    """A shared sheet of Qin that belongs to a group."""

    app: Flask
    group: str | None

    def __post_init__(self) -> None:
        body = {"game": "qin", "sheet": QIN} | ({"group": self.group} if self.group else {})
        self.id = self.app.test_client().post("/api/v1/shared", json=body).json["id"]

    def change(self, device: str, *changes: tuple[str, str]) -> None:
        """Send changes of a phone."""
        sent = [{"name": name, "value": [text], "n": n} for n, (name, text) in enumerate(changes, 1)]
        answer = self.app.test_client().post(f"/api/v1/shared/{self.id}/sync", json={"device": device, "changes": sent})
        assert answer.status_code == 200, answer.text

    def get(self) -> int:
        """Get its page; return the status."""
        return self.app.test_client().get(f"/en/together/{self.id}").status_code

    @property
    def name(self) -> str:
        """The name of its result in a scorebook."""
        return f"results/{shared_result_id(self.id)}"


def test_shared_sheet_of_a_group_is_kept_once(together_app: Flask, open_book: Any) -> None:
    """Although two phones reveal it, and both get the result."""
    book: GroupBook = open_book()
    sheet = SharedQin(together_app, book.link)
    assert [*book.values] == ["name"]  # nothing is kept before the reveal
    for device in (PHONE, TABLET):
        sheet.change(device, ("@reveal", "2026-03-06"))
        sheet.get()
    values = book.values
    assert [*values] == ["name", sheet.name]
    kept = values[sheet.name]
    assert (kept["slug"], kept["date"], [player["name"] for player in kept["result"]["players"]]) == (
        "qin",
        "2026-03-06",
        ["Ann", "Bo"],
    )
    assert len(book.get("/history").json["changes"]) == 2


def test_corrected_shared_sheet_corrects_its_result(together_app: Flask, open_book: Any) -> None:
    """The day and notes that were entered in the scorebook stay; a deleted result stays deleted."""
    book: GroupBook = open_book()
    sheet = SharedQin(together_app, book.link)
    sheet.change(PHONE, ("@reveal", "2026-03-06"))
    kept = book.values[sheet.name]
    book.sync({"name": sheet.name, "value": kept | {"note": "rain", "date": "2026-03-05"}, "base": 2})
    sheet.change(TABLET, ("1.left", "3"), ("@reveal", "2026-03-06"))
    corrected = book.values[sheet.name]
    assert (corrected["note"], corrected["date"]) == ("rain", "2026-03-05")
    assert "1.left=3" in corrected["query"]
    assert corrected["result"] != kept["result"]
    book.sync({"name": sheet.name, "value": None, "base": 4})
    sheet.change("another0phone.page0000001", ("1.left", "5"), ("@reveal", "1"))
    assert book.values[sheet.name] is None


def test_result_follows_its_sheet_for_a_day(store: Store, clock: Clock, together_app: Flask, open_book: Any) -> None:
    """A guest of one evening could otherwise rewrite it as long as the sheet lives."""
    book: GroupBook = open_book()
    sheet = SharedQin(together_app, book.link)
    sheet.change(PHONE, ("@reveal", "2026-03-06"))
    clock.now += DAY - 60
    sheet.change(TABLET, ("1.left", "3"), ("@reveal", "2026-03-06"))
    followed = book.values[sheet.name]
    assert "1.left=3" in followed["query"]
    clock.now += 120
    sheet.change(TABLET, ("1.left", "5"), ("@reveal", "2026-03-06"))
    assert book.values[sheet.name] == followed


def test_renewed_link_ends_what_its_sheets_may_write(together_app: Flask, open_book: Any) -> None:
    book: GroupBook = open_book()
    sheet = SharedQin(together_app, book.link)
    with together_app.app_context():
        following = open_next(load_shared(sheet.id), PHONE, ADDRESS)
    new = book.post({"link": "write"}, "/renew").json["write"]
    for shared_id in (sheet.id, following):
        sheet.id = shared_id
        sheet.change(PHONE, ("0.left", "4"), ("1.left", "2"), ("@reveal", "2026-03-06"))
        assert sheet.get() == 200
    book.link = new
    assert [*book.values] == ["name"]


def test_shared_sheet_of_a_deleted_group_goes_on(together_app: Flask, open_book: Any) -> None:
    book: GroupBook = open_book()
    sheet = SharedQin(together_app, book.link)
    assert book.client.delete(f"/api/v1/groups/{book.link}").status_code == 204
    sheet.change(PHONE, ("@reveal", "1"))
    assert sheet.get() == 200


def test_shared_sheet_without_a_group_is_not_kept(together_app: Flask, open_book: Any) -> None:
    book: GroupBook = open_book()
    sheet = SharedQin(together_app, None)
    sheet.change(PHONE, ("@reveal", "1"))
    assert [*book.values] == ["name"]


def test_sheet_of_a_group_needs_its_write_link(together_app: Flask, open_book: Any) -> None:
    book, client = open_book(), together_app.test_client()
    for group, status in ((book.read_link, 403), ("A" * 34, 404), (7, 422)):
        answer = client.post("/api/v1/shared?lang=en", json={"game": "qin", "sheet": QIN, "group": group})
        assert answer.status_code == status, answer.text


def test_the_next_game_stays_with_the_group(together_app: Flask, open_book: Any) -> None:
    book = open_book()
    sheet = SharedQin(together_app, book.link)
    with together_app.app_context():
        group = load_shared(open_next(load_shared(sheet.id), PHONE, ADDRESS)).group
    assert group is not None
    assert group.document_id == book.link[:12]
