"""Limits of groups on both databases: how long they, deleted results and devices are kept, and their size."""

import pytest
from books import ADDRESS, DAY, PHONE, TABLET, ids_of, keep, make_id, make_result, rows
from table import Clock

from web.groups import limits
from web.groups.store.store import Store
from web.together.limits import TooMany


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
