"""Shared sheets as the pages use them, on both databases: plain forms, the next game, expiry; and what they cost."""

import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from request_work import lines_run
from table import Clock
from werkzeug.datastructures import MultiDict

from app import create_app
from scorers.registry import game
from web.sync.answers import Incoming, Request, read_event_id
from web.sync.limits import MAX_CHANGES
from web.sync.store import Store
from web.together.fields import fields_of_sheet
from web.together.kind import SheetGone
from web.together.shared import load_shared, next_link, open_next, open_shared, post_form, write

ANN, BO = "annphone0123.page000001", "bophone01234.page000001"
numbers: defaultdict[tuple[str, str], Iterator[int]] = defaultdict(lambda: itertools.count(1))


def open_sheet(slug: str = "qin", n: int = 3) -> str:
    return open_shared(game(slug), {"n": [str(n)]}, "192.0.2.1")[0]


def type_into(store: Store, link: str, name: str, *texts: str, device: str = ANN, age: float = 0.0) -> None:
    store.sync(link, Request(device), [Incoming(name, list(texts) or None, next(numbers[link, device]), 0, age)])


def test_form_changes_only_what_its_reader_changed(store: Store, clock: Clock) -> None:
    """Not what others typed since its page was made, nor choices that nobody made; however often it is sent."""
    link = open_sheet("trajan")
    type_into(store, link, "0.points", "10")
    type_into(store, link, "2.hand", "3")
    page = load_shared(link)
    seen = read_event_id(page.event_id)
    type_into(store, link, "1.points", "20")  # after the page was made
    type_into(store, link, "2.points", "5")
    type_into(store, link, "2.hand", "9")
    clock.now += 5
    posted = MultiDict({
        "0.points": "12", "1.points": "", "2.points": "7", "waiting_tiles": "one_each", "0.hand": "3+1", "hat": "1",
        "2.hand": "3",
    })  # fmt: skip
    for _ in range(2):
        post_form(load_shared(link), f"{BO}f", seen, posted, ["1.hand"])
    shared = load_shared(link)
    assert shared.head.seq == page.head.seq + 3 + 3
    assert shared.sheet["players"] == [{"points": 12, "hand": 4}, {"points": 20}, {"points": 7, "hand": 9}]


def test_form_clears_what_is_blank_now(store: Store) -> None:
    link = open_sheet()
    for name, text in (("0.left", "3"), ("match", "1"), ("1.name", "Bo")):
        type_into(store, link, name, text)
    seen = read_event_id(load_shared(link).event_id)
    post_form(load_shared(link), f"{BO}f", seen, MultiDict({"0.left": "", "1.name": "Bo"}), ["match", "1.left"])
    assert load_shared(link).sheet == {"players": [{}, {"name": "Bo"}, {}]}


def test_form_changes_single_spaces_of_a_wall(store: Store) -> None:
    link = open_sheet("chang_cheng", 2)
    page = load_shared(link)
    type_into(store, link, "wall.1", "B")  # by another, meanwhile
    post_form(page, f"{BO}f", read_event_id(page.event_id), MultiDict({"wall": "A . x"}))
    assert load_shared(link).sheet["wall"] == "A B x"
    seen = read_event_id(load_shared(link).event_id)
    post_form(load_shared(link), f"{BO}g", seen, MultiDict({"wall": "A"}))
    assert load_shared(link).sheet["wall"] == "A"


def test_form_of_another_history_overrules_nothing_later(store: Store, clock: Clock) -> None:
    """A page that was made before the server was set back to a backup."""
    link = open_sheet()
    type_into(store, link, "0.left", "3")
    clock.now += 5
    seq, mark = read_event_id(load_shared(link).event_id)
    post_form(load_shared(link), f"{BO}f", (seq + 9, f"{seq + 9}.00000000"), MultiDict({"0.left": "4"}))
    assert load_shared(link).fields["0.left"] == ["4"]  # it was typed now, so it stands as the last
    assert store.sync(link, Request(ANN, seq, mark)).lost[0].value == '["3"]'  # and its author hears of it


def test_next_game_is_the_same_for_every_phone(store: Store) -> None:
    sheet = {
        "players": [{"name": "Ann", "colour": "red", "track": 5}, {"name": "小明"}],
        "tower": "all",
        "events": ["scout"],
    }
    fields = fields_of_sheet(game("chang_cheng"), sheet)
    assert isinstance(fields, dict)
    link, _ = open_shared(game("chang_cheng"), fields, "192.0.2.1")
    first_seen = load_shared(link)
    following = open_next(first_seen, ANN, "192.0.2.1")
    assert open_next(first_seen, BO, "192.0.2.2") == following, "a phone that asked at the same moment"
    assert open_next(load_shared(link), BO, "192.0.2.2") == following
    assert load_shared(following).sheet == {
        "players": [{"name": "Ann", "colour": "red"}, {"name": "小明"}],
        "tower": "all",
    }  # events are drawn anew


def test_next_link_does_not_follow_from_this_one(store: Store) -> None:
    """Another sheet with the same link elsewhere leads to another; who has only the third cannot go back."""
    first = open_sheet()
    second = open_next(load_shared(first), ANN, "192.0.2.1")
    third = open_next(load_shared(second), ANN, "192.0.2.1")
    assert len({first, second, third}) == 3
    assert next_link(load_shared(third)) is None
    (sealed,) = load_shared(first).fields["@next"]
    assert second not in sealed
    write(load_shared(third), BO, {"@next": ["nonsense"]})
    assert next_link(load_shared(third)) is None
    assert len(open_next(load_shared(third), ANN, "192.0.2.1")) == 22


def test_sheet_expires_seven_days_after_its_last_change(store: Store, clock: Clock) -> None:
    link = open_sheet()
    clock.now += 6 * 86_400
    type_into(store, link, "0.left", "4")
    clock.now += 7 * 86_400 - 1
    assert load_shared(link).expires == int(clock.now) + 1
    clock.now += 1
    for ask in (load_shared, lambda link: type_into(store, link, "0.left", "5")):
        with pytest.raises(SheetGone):
            ask(link)


LAND = " ".join(["F"] * 1900)
MAX_LINES = 750_000
"""Of any request; a line takes about a tenth of a microsecond."""
MAX_BYTES = 128 * 1024


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
    visitor: FlaskClient, link: str, changes: list[tuple[str, Any]], device: str = ANN, base: int = 0, age: float = 0
) -> Any:
    """Send changes, each with the next number; return the answer."""
    listed = [
        {"name": name, "value": value, "n": next(numbers[link, device]), "base": base, "age": age}
        for name, value in changes
    ]
    return visitor.post(f"/api/v1/shared/{link}/sync", json={"device": device, "since": 0, "changes": listed})


def check(action: Callable[[], Any]) -> None:
    """Do something once, so that everything is loaded, and count lines the second time."""
    action()
    lines, answer = lines_run(action)
    assert answer.status_code == 200, answer.text
    assert lines < MAX_LINES
    assert len(answer.data) < MAX_BYTES


@pytest.mark.parametrize(
    ("slug", "name", "texts", "times"),
    [
        ("hansa_teutonica", "0.prestige", lambda number: str(number), MAX_CHANGES),
        ("hansa_teutonica", "coellen.7", lambda number: str(number % 5), MAX_CHANGES),
        ("hansa_teutonica", "offices.bremen", lambda number: f"{number % 4}{number // 4 % 4}", MAX_CHANGES),
        ("chang_cheng", "wall.51", lambda number: "Ax"[number % 2], MAX_CHANGES),
        ("honshu", "0.map", lambda number: LAND[: len(LAND) - 2 * number], 16),  # 64 KiB
    ],
)
def test_largest_request_makes_bounded_work(
    visitor: FlaskClient, slug: str, name: str, texts: Callable[[int], str], times: int
) -> None:
    link = open_for_four(visitor, slug)
    check(lambda: sync(visitor, link, [(name, [texts(number)]) for number in range(times)]))


def test_full_sheet_is_shown_with_bounded_work(visitor: FlaskClient) -> None:
    """It has nearly as many changes as it may, and 400 of another phone that lost."""
    link = open_for_four(visitor, "hansa_teutonica")
    for _ in range(9):
        changes = [("0.prestige", [str(number)]) for number in range(500)]
        assert sync(visitor, link, changes).status_code == 200
    late = [("0.prestige", [str(1000 + number)]) for number in range(400)]
    assert sync(visitor, link, late, BO, age=9999).status_code == 200
    for page in ("?view=all", "/history", "/history?field=0.prestige", "/seats"):
        check(partial(visitor.get, f"/en/together/{link}{page}"))
    check(lambda: sync(visitor, link, [], BO))
    check(lambda: visitor.get(f"/api/v1/shared/{link}/events?since=0"))


def test_history_goes_on_to_older_changes(visitor: FlaskClient) -> None:
    link = open_for_four(visitor, "qin")
    sync(visitor, link, [("0.left", [str(number)]) for number in range(130)])
    page = visitor.get(f"/en/together/{link}/history").text
    assert page.count('<b class="num">') == 100
    older = visitor.get(f"/en/together/{link}/history?before=32").text  # the opening wrote one
    assert "history?before=32" in page
    assert older.count('<b class="num">') == 31
    assert json.dumps("Older")[1:-1] not in older
