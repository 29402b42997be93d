"""Who is at a shared sheet: phones that only look are known as well, and those that went away, on both databases."""

import sys
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from plain_table import get, sit
from plain_table import open_table as open_table_by_form
from program import Listener, open_sheet, sync
from proofreader import Page, Proofreader
from serving import Server, serving
from table import Clock, Table, type_entry
from table import open_sheet as open_in_store

from web.together import limits
from web.together.store.access import hash_id
from web.together.store.store import Store

ANN, BO, CLEO = "ann-phone-01.tab", "bo-phone-012.tab", "cleo-phone-0.tab"
LIVELY = (sys.executable, "tests/support/servers/lively_app.py")


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two workers that tells every moment who is there."""
    address = {"DATABASE_URL": request.getfixturevalue("postgres_address")} if request.param == "postgresql" else {}
    with serving(*LIVELY, DATA_DIR=str(tmp_path_factory.mktemp("data")), **address) as running:
        yield running


def listen_until_all_are_there(listener: Listener, devices: set[str]) -> None:
    """Read what a stream tells until it has told of all these devices at once."""
    while not devices <= listener.here().keys():
        pass


def test_every_phone_hears_who_is_there(server: Server) -> None:
    """None of them has typed anything; whichever of the workers holds their streams."""
    secret_id = open_sheet(server)
    devices = {f"phone-no-{number:03}.tab" for number in range(6)}
    listeners = [Listener(server, secret_id, f"since=0&fields=1&device={device}") for device in sorted(devices)]
    for listener in listeners:
        listen_until_all_are_there(listener, devices)


def test_phone_that_polls_is_there(server: Server) -> None:
    """It has no stream; that it asks is enough."""
    secret_id = open_sheet(server)
    listener = Listener(server, secret_id, f"since=0&fields=1&device={ANN}")
    sync(server, secret_id, device=BO, fields=True)
    listen_until_all_are_there(listener, {ANN, BO})


def test_device_without_a_change_is_heard_of(store: Store, clock: Clock) -> None:
    secret_id = open_in_store(store)
    store.touch([(hash_id(secret_id), BO)])
    clock.now += 30
    store.hear_from(secret_id, CLEO)
    store.touch([(hash_id(secret_id), ANN)])
    clock.now += 5
    assert store.seen(secret_id) == {ANN: 5, BO: 35, CLEO: 5}
    clock.now += 86_400
    assert store.seen(secret_id) == {}


def test_first_change_of_a_device_that_was_there_counts(store: Store) -> None:
    secret_id = open_in_store(store)
    store.touch([(hash_id(secret_id), ANN)])
    answer = type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    assert (answer.kept, answer.seq) == (1, 1)
    store.touch([(hash_id(secret_id), ANN)])
    assert type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN).seq == 1  # it came before


def test_so_many_are_noted_before_they_change_anything(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types is heard of all the same."""
    monkeypatch.setattr(limits, "MAX_NOTED_DEVICES", 1)
    secret_id = open_in_store(store)
    store.touch([(hash_id(secret_id), ANN)])
    store.touch([(hash_id(secret_id), ANN), (hash_id(secret_id), BO)])
    assert store.seen(secret_id).keys() == {ANN}
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=BO)
    assert store.seen(secret_id).keys() == {ANN, BO}


def test_noted_devices_count_among_those_of_a_sheet(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """To be noted first is no way around the limit."""
    monkeypatch.setattr(limits, "MAX_DEVICES", 1)
    secret_id = open_in_store(store)
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    store.touch([(hash_id(secret_id), BO)])
    with pytest.raises(limits.SheetFull):
        type_entry(store, secret_id, "players.0.left", 5, n=1, device=BO)
    type_entry(store, secret_id, "players.0.left", 6, n=2, device=ANN)


def test_nobody_is_at_a_sheet_that_is_gone(store: Store) -> None:
    """A stream may outlive its sheet; the others are noted."""
    secret_id = open_in_store(store)
    store.touch([(hash_id("A" * 22), ANN), (hash_id(secret_id), BO)])
    assert store.seen(secret_id).keys() == {BO}


def test_asking_for_fields_is_being_there(together_app: Flask, open_table: Callable[[], Table]) -> None:
    table = open_table()
    table.sync(device=BO, fields=True)
    together_app.extensions["together"].touch()
    assert table.sync(device=ANN, fields=True)["here"] == {BO: 0}


def test_pages_show_who_is_offline(together_app: Flask, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """Ann's phone has scripts, and Bo's has none: nothing was heard of either for long, which says something of Ann's alone."""
    ann, bo = Proofreader(together_app, Page), Proofreader(together_app, Page)
    address = open_table_by_form(ann, lang=lang)
    phone = sit(ann, address, 0).one("form", id="sheet").get("data-phone")
    sit(bo, address, 1)
    words = {"en": "offline", "zh-Hant": "離線"}[lang]
    together_app.extensions["together"].touch([(hash_id(address.rpartition("/")[2]), f"{phone}.tab")])
    for page in ("/seats", "/open", "?view=all"):
        assert words not in " ".join(get(bo, address + page).texts("main"))
    monkeypatch.setattr("web.together.people.OFFLINE_SECONDS", -1)
    (band,) = [text for text in get(bo, f"{address}/seats").texts("button") if words in text]
    assert "Ann" in band
    (mat,) = [text for text in get(bo, f"{address}/open").texts("li") if words in text]
    assert "Ann" in mat
    assert [text for text in get(ann, f"{address}?view=all").texts("main") if words in text] == []  # oneself is there
    strip = get(bo, f"{address}?view=all").one("nav", class_="strip")
    assert ["away" in seat.get("class", "") for seat in strip] == [True, False, False]


def test_invitation_counts_who_watches(together_app: Flask) -> None:
    """Neither the phone that shows the code, nor who sits, nor who has not chosen yet."""
    ann, bo = Proofreader(together_app, Page), Proofreader(together_app, Page)
    address = open_table_by_form(ann)
    phone = sit(bo, address, 1).one("form", id="sheet").get("data-phone")
    sheet = hash_id(address.rpartition("/")[2])
    together_app.extensions["together"].touch([(sheet, f"{phone}.tab"), (sheet, "cleo-phone-0.table")])
    assert get(ann, f"{address}/open").all("li", class_="watchers") == []
    together_app.extensions["together"].touch([(sheet, CLEO)])
    assert get(ann, f"{address}/open").texts("li", class_="watchers") == ["1 watching"]
