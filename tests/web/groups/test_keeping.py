"""Results that a group's scorebook gets from shared sheets, each once, and from files, without duplicates."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from books import ADDRESS, PHONE, TABLET, ids_of, keep, make_id, make_result
from flask import Flask
from table import Clock

from scorers.service import dumps
from web.groups import group_result_id
from web.groups.files import read_file, write_csv, write_json
from web.groups.store.store import Store

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
    assert [*entries] == ["@name", group_result_id(sheet.id)]
    kept = entries[group_result_id(sheet.id)]["value"]
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
    result_id = group_result_id(sheet.id)
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
    """Although it comes twice, and a third time under the ids of another device."""
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


def test_later_changes_of_a_device_are_imported(books: Store, link: str, clock: Clock) -> None:
    """The group kept three results a day ago. The device corrected one later and one earlier; the group has deleted the third."""
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
