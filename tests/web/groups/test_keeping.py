"""What comes into a group's book by itself or from a device: a shared sheet's result, once, and files without doubles."""

import json
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


@pytest.fixture
def link(books: Store) -> str:
    """The link of a new group that writes."""
    return books.create("Friday", ADDRESS).write


def post(app: Flask, path: str, body: object) -> Any:
    """The JSON of an answer."""
    answer = app.test_client().post(f"/api/v1/{path}?lang=en", json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json


def type_in(app: Flask, shared_id: str, device: str, *changes: tuple[str, object]) -> None:
    """Have a phone type into a shared sheet; a path that begins with @ is a field."""
    sent = [{"path": path, "value": value, "n": n, "base": 99} for n, (path, value) in enumerate(changes, 1)]
    post(app, f"shared/{shared_id}/sync", {"device": device, "changes": sent})


def test_a_shared_sheet_of_a_group_keeps_itself_once(together_app: Flask, open_book: Any) -> None:
    """Whoever reveals it, and however often the result is looked at."""
    book = open_book()
    shared_id = post(together_app, "shared", {"game": "qin", "sheet": QIN, "group": book.link})["id"]
    assert [*book.sync()["entries"]] == ["@name"]  # nothing is kept before the reveal
    for device in (PHONE, TABLET):
        type_in(together_app, shared_id, device, ("@reveal", "2026-03-06"))
        together_app.test_client().get(f"/en/together/{shared_id}")
    entries = book.sync()["entries"]
    assert [*entries] == ["@name", group_result_id(shared_id)]
    kept = entries[group_result_id(shared_id)]["value"]
    assert (kept["slug"], kept["date"], [player["name"] for player in kept["result"]["players"]]) == ("qin", "2026-03-06", ["Ann", "Bo"])
    assert len(book.get("/history").json["changes"]) == 2


def test_a_corrected_shared_sheet_corrects_its_result(together_app: Flask, open_book: Any) -> None:
    """The day and notes that somebody gave it in the book stay; a deleted result stays deleted."""
    book = open_book()
    shared_id = post(together_app, "shared", {"game": "qin", "sheet": QIN, "group": book.link})["id"]
    result_id = group_result_id(shared_id)
    type_in(together_app, shared_id, PHONE, ("@reveal", "2026-03-06"))
    kept = book.sync()["entries"][result_id]["value"]
    book.sync({"path": result_id, "value": kept | {"note": "rain", "date": "2026-03-05"}, "base": 9})
    type_in(together_app, shared_id, TABLET, ("players.1.left", 3), ("@reveal", "2026-03-06"))
    corrected = book.sync()["entries"][result_id]["value"]
    assert (corrected["note"], corrected["date"]) == ("rain", "2026-03-05")
    assert "1.left=3" in corrected["query"]
    assert corrected["result"] != kept["result"]
    book.sync({"path": result_id, "value": None, "base": 99})
    type_in(together_app, shared_id, "another-phone-0123", ("players.1.left", 5), ("@reveal", "1"))
    assert book.sync()["entries"][result_id]["value"] is None


def test_a_shared_sheet_of_a_deleted_group_goes_on(together_app: Flask, open_book: Any) -> None:
    book = open_book()
    shared_id = post(together_app, "shared", {"game": "qin", "sheet": QIN, "group": book.link})["id"]
    assert book.client.delete(f"/api/v1/groups/{book.link}").status_code == 204
    type_in(together_app, shared_id, PHONE, ("@reveal", "1"))
    assert together_app.test_client().get(f"/en/together/{shared_id}").status_code == 200


def test_a_shared_sheet_of_no_group_is_kept_nowhere(together_app: Flask, open_book: Any) -> None:
    book = open_book()
    shared_id = post(together_app, "shared", {"game": "qin", "sheet": QIN})["id"]
    type_in(together_app, shared_id, PHONE, ("@reveal", "1"))
    assert [*book.sync()["entries"]] == ["@name"]


def test_a_sheet_is_opened_for_a_group_with_its_write_link(together_app: Flask, open_book: Any) -> None:
    book, client = open_book(), together_app.test_client()
    for group, status in ((book.read_link, 403), ("A" * 34, 404), (7, 422)):
        answer = client.post("/api/v1/shared?lang=en", json={"game": "qin", "sheet": QIN, "group": group})
        assert answer.status_code == status, answer.text


def test_the_next_game_stays_with_the_group(together_app: Flask, open_book: Any) -> None:
    book, sheets = open_book(), together_app.extensions["together"]
    shared_id = post(together_app, "shared", {"game": "qin", "sheet": QIN, "group": book.link})["id"]
    assert sheets.load(sheets.next(shared_id, ADDRESS)).group_id == book.link[:12]


def test_a_book_of_a_thousand_results_comes_in_once(books: Store, link: str) -> None:
    """Twice over, and then once more under other ids, as two exports of two devices have them."""
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


def test_what_a_device_changed_later_comes_in(books: Store, link: str, clock: Clock) -> None:
    """Three results, kept a day ago: one was corrected on the device since, one before, one was deleted in the group since."""
    for number in (1, 2, 3):
        keep(books, link, make_result(number, "group's"), number, age=86_400.0)
    keep(books, link, None, 4, path=make_id(3))
    times = {1: clock.now - 3600, 2: clock.now - 90_000, 3: clock.now - 3600}
    brought = [make_result(number, "device's", changed=int(1000 * at)) for number, at in times.items()]
    assert books.bring_in(link, "a" * 16, brought) == 1
    assert {one["id"]: one["note"] for one in books.load(link).results} == {make_id(1): "device's", make_id(2): "group's"}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"", "broken"),
        (b"[]", "broken"),
        (b'{"format":"tally-scorebook","version":2,"results":[]}', "newer"),
        (b'{"format":"tally-scorebook","version":1}', "broken"),
        (b'{"format":"another","version":1,"results":[]}', "broken"),
        (dumps({"format": "tally-scorebook", "version": 1, "results": [make_result(1), {"id": "x"}]}).encode(), "broken"),
        (dumps({"format": "tally-scorebook", "version": 1, "results": [make_result(1, "x" * 17_000)]}).encode(), "broken"),
    ],
)
def test_a_broken_file_is_refused_whole(text: bytes, fault: str) -> None:
    assert read_file(text) == fault


def test_an_exported_book_comes_in_elsewhere_as_it_was(books: Store, link: str) -> None:
    """With the names that were typed: those that were joined are told beside."""
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


def test_a_table_guards_against_formulas_and_says_the_end(books: Store, link: str) -> None:
    keep(books, link, make_result(5, "+rain", names=("=1+1", "小明")), 1)
    text = write_csv(books.load(link), ["Date"], str.title, "It ends.")
    assert text.splitlines() == [
        "\ufeffDate",
        "2026-03-06,Qin,,'+rain,'=1+1,5,1,1",
        "2026-03-06,Qin,,'+rain,小明,4,2,0",
        "It ends.",
    ]
