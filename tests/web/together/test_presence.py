"""Presence at a shared sheet, on both databases: which phones are connected, offline, or only watch."""

from collections.abc import Callable

import pytest
from flask import Flask
from plain_table import get, sit
from plain_table import open_table as open_table_by_form
from program import Listener, open_sheet, sync
from proofreader import Page, Proofreader
from serving import Server
from table import Clock, Table, type_entry
from table import open_sheet as open_in_store

from web.together import limits
from web.together.store.secret_ids import hash_id
from web.together.store.store import Store

ANN, BO, CLEO = "ann-phone-01.tab", "bo-phone-012.tab", "cleo-phone-0.tab"


def wait_for_devices(listener: Listener, devices: set[str]) -> None:
    """Read a stream until it lists all these devices at once."""
    while not devices <= listener.here().keys():
        pass


@pytest.mark.short(server="sqlite")
def test_every_stream_lists_all_connected_phones(server: Server) -> None:
    """None of them has typed anything."""
    secret_id = open_sheet(server)
    devices = {f"phone-no-{number:03}.tab" for number in range(6)}
    listeners = [Listener(server, secret_id, f"since=0&fields=1&device={device}") for device in sorted(devices)]
    for listener in listeners:
        wait_for_devices(listener, devices)


@pytest.mark.short(server="sqlite")
def test_phone_that_polls_is_listed(server: Server) -> None:
    secret_id = open_sheet(server)
    listener = Listener(server, secret_id, f"since=0&fields=1&device={ANN}")
    sync(server, secret_id, device=BO, fields=True)
    wait_for_devices(listener, {ANN, BO})


def test_seen_counts_seconds_since_a_device_was_active(store: Store, clock: Clock) -> None:
    """Ann and Bo typed, Cleo only watches; since then Bo and Cleo have asked for news."""
    secret_id = open_in_store(store)
    for seat, device in enumerate((ANN, BO)):
        type_entry(store, secret_id, f"players.{seat}.left", 4, n=1, device=device)
    store.touch([(hash_id(secret_id), CLEO)])
    clock.now += 30
    store.hear_from(secret_id, CLEO)
    store.touch([(hash_id(secret_id), BO)])
    clock.now += 5
    assert store.seen(secret_id) == {ANN: 35, BO: 5, CLEO: 5}
    clock.now += 86_400
    assert store.seen(secret_id) == {}


def test_first_change_of_a_present_device_counts(store: Store) -> None:
    secret_id = open_in_store(store)
    store.touch([(hash_id(secret_id), ANN)])
    answer = type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    assert (answer.kept, answer.seq) == (1, 1)
    store.touch([(hash_id(secret_id), ANN)])
    assert type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN).seq == 1  # sent twice


def test_devices_that_only_watch_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices that type are seen all the same."""
    monkeypatch.setattr(limits, "MAX_NOTED_DEVICES", 1)
    secret_id = open_in_store(store)
    store.touch([(hash_id(secret_id), ANN)])
    store.touch([(hash_id(secret_id), ANN), (hash_id(secret_id), BO)])
    assert store.seen(secret_id).keys() == {ANN}
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=BO)
    assert store.seen(secret_id).keys() == {ANN, BO}


def test_devices_of_a_sheet_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that watched first is refused like any other; those that typed before go on."""
    monkeypatch.setattr(limits, "MAX_DEVICES", 1)
    secret_id = open_in_store(store)
    type_entry(store, secret_id, "players.0.left", 4, n=1, device=ANN)
    store.touch([(hash_id(secret_id), BO)])
    for device in (BO, CLEO):
        with pytest.raises(limits.SheetFull):
            type_entry(store, secret_id, "players.0.left", 5, n=1, device=device)
    type_entry(store, secret_id, "players.0.left", 6, n=2, device=ANN)


def test_stream_that_outlives_its_sheet_is_ignored(store: Store) -> None:
    secret_id = open_in_store(store)
    store.touch([(hash_id("A" * 22), ANN), (hash_id(secret_id), BO)])
    assert store.seen(secret_id).keys() == {BO}


def test_request_for_fields_counts_as_presence(together_app: Flask, open_table: Callable[[], Table]) -> None:
    table = open_table()
    table.sync(device=BO, fields=True)
    together_app.extensions["together"].touch()
    assert table.sync(device=ANN, fields=True)["here"] == {BO: 0}


@pytest.mark.parametrize(("together_app", "lang"), [("sqlite", "zh-Hant"), ("postgresql", "en")], indirect=True)
def test_pages_show_who_is_offline(together_app: Flask, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """Neither phone was active for long. Only Ann's has scripts, so only Ann is shown as offline."""
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
    assert [text for text in get(ann, f"{address}?view=all").texts("main") if words in text] == []  # not to Ann herself
    strip = get(bo, f"{address}?view=all").one("nav", class_="strip")
    assert ["away" in seat.get("class", "") for seat in strip] == [True, False, False]


def test_invitation_counts_phones_that_watch(together_app: Flask) -> None:
    """It does not count the phone with the code, seated players, or phones that have not chosen yet."""
    ann, bo = Proofreader(together_app, Page), Proofreader(together_app, Page)
    address = open_table_by_form(ann)
    phone = sit(bo, address, 1).one("form", id="sheet").get("data-phone")
    sheet = hash_id(address.rpartition("/")[2])
    together_app.extensions["together"].touch([(sheet, f"{phone}.tab"), (sheet, "cleo-phone-0.table")])
    assert get(ann, f"{address}/open").all("li", class_="watchers") == []
    together_app.extensions["together"].touch([(sheet, CLEO)])
    assert get(ann, f"{address}/open").texts("li", class_="watchers") == ["1 watching"]
