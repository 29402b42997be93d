"""The store: limits, histories, pages, links, refusals, and what crosses transactions."""

import json
from typing import Any

import pytest
from document_store import group_value
from sqlalchemy import delete, select, update
from table import Clock

from web.sync import limits
from web.sync.answers import Incoming, Request
from web.sync.database import writing
from web.sync.links import read_link
from web.sync.statements import documents
from web.sync.statements import log_rows as documents_log
from web.sync.store import Store

ANN, BO = "annphone01.page0000001", "bophone002.page0000001"
DAY = 86_400


def type_into(store: Store, link: str, name: str, value: Any, n: int, device: str = ANN, **about: Any) -> Any:
    """Send one change."""
    change = Incoming(name, value, n, about.pop("base", 0), about.pop("age", 0.0))
    return store.sync(link, Request(device, **about), [change])


def values_of(store: Store, link: str) -> dict[str, Any]:
    return {name: json.loads(one.value) for name, one in store.load(link)[1].items() if one.value is not None}


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("nope", ["1"], "unknown"), ("9.prestige", ["1"], "unknown"), ("@seat.7", ["x"], "unknown"), ("0.prestige",
        ["many"], "type"),
        ("0.prestige", "20", "type"), ("0.prestige", [20], "type"), ("edition", ["1987"], "choice"),
        ("offices.bremen", ["Z"], "type"),
        ("0.name", ["x" * 5000], "too_many"), ("coellen.7", ["9"], "choice"), ("coellen.13", ["0"], "unknown"), ("n",
        ["two"], "type"), ("0.mission_control", ["perhaps"], "choice"),
    ],
)  # fmt: skip
def test_what_no_field_can_be_is_refused(store: Store, sheet: str, name: str, value: Any, code: str) -> None:
    answer = store.sync(sheet, Request(ANN), [Incoming(name, value, 1), Incoming("1.prestige", ["7"], 2)])
    assert [(one.n, one.fault.code) for one in answer.refused] == [(1, code)]
    assert values_of(store, sheet) == {"1.prestige": ["7"]}
    again = store.sync(sheet, Request(ANN), [Incoming(name, value, 1), Incoming("1.prestige", ["7"], 2)])
    assert [one.n for one in again.refused] == [1], "a refusal whose answer was lost is told again"


@pytest.mark.parametrize(
    ("name", "value"),
    [("0.prestige", ["999"]), ("0.keys", ["4"]), ("offices.bremen", ["01"]), ("@reveal", ["2026-03-06"])],
)
def test_what_a_field_can_be_is_kept(store: Store, sheet: str, name: str, value: Any) -> None:
    assert not type_into(store, sheet, name, value, 1).refused
    assert values_of(store, sheet) == {name: value}


@pytest.mark.parametrize("age", [float("nan"), float("inf")])
def test_age_that_is_no_number_is_refused(store: Store, sheet: str, age: float) -> None:
    assert type_into(store, sheet, "0.prestige", ["1"], 1, age=age).refused


@pytest.mark.parametrize("extra", [float("nan"), float("inf"), [float("nan")]])
def test_value_that_json_lacks_is_refused(store: Store, book: tuple[str, str], extra: Any) -> None:
    value = group_value("results/r1", 1) | {"extra": extra}
    assert type_into(store, book[0], "results/r1", value, 1).refused


def test_name_of_a_group_cannot_be_cleared(store: Store, book: tuple[str, str]) -> None:
    assert type_into(store, book[0], "name", None, 1).refused


def test_odd_characters_come_back(store: Store, book: tuple[str, str]) -> None:
    value = group_value("results/r1", 1) | {"note": "\x00\u2028\ud800😀 小明"}
    type_into(store, book[0], "results/r1", value, 1)
    assert values_of(store, book[0])["results/r1"]["note"] == "?😀 小明"


def test_link_that_reads_does_not_write(store: Store, book: tuple[str, str]) -> None:
    with pytest.raises(limits.ReadOnly):
        type_into(store, book[1], "results/r1", group_value("results/r1", 1), 1)
    assert store.sync(book[1], Request(ANN)).values.keys() == {"name"}


def test_secrets_are_not_stored(store: Store, book: tuple[str, str], sheet: str) -> None:
    with store.engine.begin() as connection:
        from web.sync.models import Base

        text = "".join(repr(connection.execute(table.select()).all()) for table in Base.metadata.sorted_tables)
    assert book[0][12:] not in text
    assert book[1][12:] not in text
    assert sheet not in text


def test_deleted_document_is_gone_and_stays_gone(store: Store, sheet: str) -> None:
    type_into(store, sheet, "0.prestige", ["1"], 1)
    store.delete(sheet)
    with pytest.raises(limits.DocumentGone):
        type_into(store, sheet, "0.prestige", ["2"], 2)


def test_expired_document_is_gone_and_reading_extends_a_book(
    store: Store, clock: Clock, sheet: str, book: tuple[str, str]
) -> None:
    clock.now += 6 * DAY
    store.sync(sheet, Request(ANN))
    clock.now += 2 * DAY
    with pytest.raises(limits.DocumentGone):
        store.sync(sheet, Request(ANN))
    clock.now += 700 * DAY
    store.sync(book[1], Request(ANN))
    clock.now += 700 * DAY
    assert store.sync(book[1], Request(ANN)).values
    assert store.sweep() == 1


def test_change_beyond_a_limit_leaves_all_as_it_was(store: Store, sheet: str) -> None:
    kind = store.kinds["shared"]
    from dataclasses import replace

    kind.limits = replace(kind.limits, max_log_rows=2)
    type_into(store, sheet, "0.prestige", ["1"], 1)
    with pytest.raises(limits.DocumentFull):
        store.sync(sheet, Request(ANN), [Incoming("0.prestige", ["2"], 2), Incoming("1.prestige", ["3"], 3)])
    assert (values_of(store, sheet), store.sync(sheet, Request(ANN)).kept) == ({"0.prestige": ["1"]}, 1)


def test_pages_tell_everything_once(store: Store, book: tuple[str, str]) -> None:
    for number in range(1, 12):
        name = f"results/r{number}"
        type_into(store, book[0], name, group_value(name, number), number)
    since, mark, told, more = 0, "", [], True
    while more:
        answer = store.sync(book[1], Request(BO, since, mark=mark))
        assert (answer.start, len(answer.values) <= 3) == (since, True)
        since, mark, more = answer.seq, answer.mark, answer.more
        told += answer.values
    assert sorted(told) == sorted(["name", *(f"results/r{number}" for number in range(1, 12))])


def test_other_history_is_told_from_the_beginning(store: Store, sheet: str) -> None:
    answer = type_into(store, sheet, "0.prestige", ["1"], 1)
    type_into(store, sheet, "1.prestige", ["2"], 2)
    assert store.sync(sheet, Request(BO, answer.seq, mark=answer.mark)).start == answer.seq
    assert store.sync(sheet, Request(BO, answer.seq, mark="00000000")).start == 0
    assert store.sync(sheet, Request(BO, 99, mark=answer.mark)).start == 0
    assert store.sync(sheet, Request(BO, 1, mark=f"{10**30}.x")).start == 0
    assert store.sync(sheet, Request(BO, answer.seq)).start == 0


def test_page_in_the_middle_is_of_the_whole_history(store: Store, book: tuple[str, str]) -> None:
    """It lacks what was replaced after it, and that is missing where the server is set back to just there."""
    for number in (1, 2, 3):
        type_into(store, book[0], f"results/r{number}", group_value(f"results/r{number}", number), number)
    type_into(store, book[0], "results/r1", group_value("results/r1", 9), 4)
    page = store.sync(book[1], Request(BO))
    assert (page.seq, page.more, page.mark[:2]) == (4, True, "5.")
    with writing(store.engine) as connection:
        connection.execute(delete(documents_log).where(documents_log.c.seq == 5))
        mark = connection.execute(select(documents_log.c.mark).where(documents_log.c.seq == 4)).scalar()
        connection.execute(update(documents).values(seq=4, mark=mark))
    assert store.sync(book[1], Request(BO, page.seq, mark=page.mark)).start == 0


def test_base_of_another_history_counts_for_nothing(store: Store, sheet: str) -> None:
    type_into(store, sheet, "0.prestige", ["1"], 1, age=5)
    answer = type_into(store, sheet, "0.prestige", ["2"], 1, BO, base=1, age=10, since=1, mark="00000000")
    assert (values_of(store, sheet), [one.value for one in answer.lost]) == ({"0.prestige": ["1"]}, ['["2"]'])


def test_lost_is_told_until_its_answer_came(store: Store, sheet: str) -> None:
    first = type_into(store, sheet, "0.prestige", ["1"], 1, age=5)
    type_into(store, sheet, "0.prestige", ["2"], 1, BO, age=1)
    for _ in range(2):
        answer = store.sync(sheet, Request(ANN, first.seq, mark=first.mark))
        assert [(one.name, one.value) for one in answer.lost] == [("0.prestige", '["1"]')]
    assert not store.sync(sheet, Request(ANN, answer.seq, mark=answer.mark)).lost


def test_what_changed_nothing_is_kept_on_disk(store: Store, sheet: str) -> None:
    type_into(store, sheet, "0.prestige", ["1"], 1)
    answer = type_into(store, sheet, "0.prestige", ["1"], 1, BO)
    assert (answer.seq, answer.kept) == (1, 1)
    assert store.sync(sheet, Request(BO)).kept == 1


def test_result_like_another_is_kept_and_told(store: Store, book: tuple[str, str]) -> None:
    """Two games of an evening may have the same numbers."""
    value = group_value("results/r1", 1)
    assert type_into(store, book[0], "results/r1", value, 1).same == {}
    answer = type_into(store, book[0], "results/r9", value | {"id": "r9"}, 1, BO)
    assert (answer.same, answer.kept) == ({"results/r9": "results/r1"}, 1)
    assert values_of(store, book[0]).keys() == {"name", "results/r1", "results/r9"}


def test_number_far_ahead_is_refused_and_changes_nothing(store: Store, sheet: str) -> None:
    type_into(store, sheet, "0.prestige", ["1"], 1)
    for n in (limits.MAX_AHEAD + 2, limits.MAX_COUNTER):
        with pytest.raises(limits.DeviceAhead):
            type_into(store, sheet, "0.prestige", ["2"], n)
    assert (values_of(store, sheet), store.sync(sheet, Request(ANN)).kept) == ({"0.prestige": ["1"]}, 1)
    assert type_into(store, sheet, "0.prestige", ["2"], limits.MAX_AHEAD + 1).kept == limits.MAX_AHEAD + 1


def test_others_are_told_a_handle_of_this_document_alone(store: Store, sheet: str) -> None:
    other = store.open(store.kinds["shared"], {"game": "hansa_teutonica"}, {}, "192.0.2.1")[0]
    handles = set()
    for link in (sheet, other):
        you = type_into(store, link, "0.prestige", ["1"], 1).you
        told = store.sync(link, Request(BO))
        assert [one.device for one in told.values.values()] == [you]
        handles.add(you)
        text = told.write()
        assert not any(secret in text for secret in ANN.split("."))
    assert len(handles) == 2
    reloaded = ANN.partition(".")[0] + ".anotherpage1"
    assert store.sync(other, Request(reloaded)).you == you


def test_lost_values_are_few_however_many_there_are(store: Store, sheet: str) -> None:
    for n in range(1, 131):
        type_into(store, sheet, "0.prestige", [str(n)], n, BO, age=n)
        type_into(store, sheet, "0.prestige", [str(1000 + n)], n, age=1)
    answer = store.sync(sheet, Request(BO))
    assert len(answer.lost) == limits.MAX_LOST


def test_full_room_stops_opening_before_writing(store: Store, sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are there can go on when strangers have filled the rest."""
    monkeypatch.setattr(limits, "MEASURED_SECONDS", -1)
    monkeypatch.setattr(limits, "MAX_OPENING_BYTES", 1)
    with pytest.raises(limits.NotKept):
        store.open(store.kinds["shared"], {"game": "hansa_teutonica"}, {}, "192.0.2.1")
    type_into(store, sheet, "0.prestige", ["1"], 1)
    monkeypatch.setattr(limits, "MAX_DATABASE_BYTES", 1)
    changes = [Incoming("0.prestige", [str(n)], n) for n in range(2, 60)]
    with pytest.raises(limits.NotKept):
        store.sync(sheet, Request(ANN), changes)
    assert values_of(store, sheet) == {"0.prestige": ["1"]}


def test_renewed_links_are_dead_and_both_go_on(store: Store, book: tuple[str, str]) -> None:
    write, read = book
    assert store.find_links(write) == book
    new_write, same_read = store.renew(write, "write")
    assert (same_read, store.find_links(new_write)) == (read, (new_write, read))
    with pytest.raises(limits.DocumentGone):
        store.load(write)
    _, new_read = store.renew(new_write, "read")
    with pytest.raises(limits.DocumentGone):
        store.load(read)
    with pytest.raises(limits.ReadOnly):
        store.renew(new_read, "write")
    assert store.load(new_read)[0].writes is False


def test_server_writes_only_while_its_link_does(store: Store, book: tuple[str, str]) -> None:
    found = read_link(book[0])
    store.change_by_server(found, "people/Bo", lambda past, now: "Bob" if not past else None)
    store.change_by_server(found, "people/Bo", lambda past, now: "Bert" if not past else None)
    assert values_of(store, book[0])["people/Bo"] == "Bob"
    store.renew(book[0], "write")
    store.change_by_server(found, "people/Bo", lambda past, now: "Bert")
    store.change_by_server(read_link(book[1]), "people/Bo", lambda past, now: "Bert")
    assert values_of(store, book[1])["people/Bo"] == "Bob"


def test_cleared_values_can_be_read_to_restore_them(store: Store, clock: Clock, book: tuple[str, str]) -> None:
    value = group_value("results/r1", 1)
    type_into(store, book[0], "results/r1", value, 1)
    type_into(store, book[0], "results/r1", None, 2, who="Bo")
    (gone,) = store.read_cleared(book[1])
    assert (gone.name, json.loads(gone.value)["id"], gone.clearing.who) == ("results/r1", "r1", "Bo")
    assert gone.until == int(clock.now) + 30 * DAY
    type_into(store, book[0], "results/r1", value, 3)
    assert store.read_cleared(book[1]) == []


def test_change_of_a_form_counts_once(store: Store, book: tuple[str, str]) -> None:
    for _ in range(2):
        store.change(book[0], "a-form-0123456789", 1, "people/Bo", "Bob")
    assert len(store.read_history(book[0], "people/Bo")) == 1


def test_purge_forgets_values_but_keeps_the_history_known(store: Store, clock: Clock, book: tuple[str, str]) -> None:
    type_into(store, book[0], "results/r1", group_value("results/r1", 1), 1)
    answer = type_into(store, book[0], "results/r1", None, 2)
    type_into(store, book[0], "people/Bo", "Bob", 3)
    clock.now += 31 * DAY
    store.sweep()
    assert [past.row.value for past in store.read_history(book[0], "results/r1")] == [None, None]
    assert store.sync(book[0], Request(BO, answer.seq, mark=answer.mark)).start == answer.seq


def test_list_is_the_latest_first(store: Store, book: tuple[str, str]) -> None:
    """Also where several have the same day and time."""
    for number, day in ((1, "2026-03-06"), (2, "2026-01-01"), (3, "2026-12-31")):
        name = f"results/r{number}"
        type_into(store, book[0], name, group_value(name, number) | {"date": day}, number)
    rows = store.list_values(book[1], "", 2)
    assert [name for name, _, _ in rows] == ["results/r3", "results/r1"]
    assert [name for name, _, _ in store.list_values(book[1], rows[-1][2], 9)] == ["results/r2"]
