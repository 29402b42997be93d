"""The store of groups on both databases: no result twice, none lost, and what each link may do."""

import pytest
from books import ADDRESS, DAY, PHONE, TABLET, ids_of, keep, make_id, make_result, rows
from sqlalchemy import text
from table import Clock

from web.groups import limits
from web.groups.store.store import Store


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


def test_two_phones_keep_one_game_once(books: Store, link: str) -> None:
    """Each phone keeps it under an id of its own, and their queries have different orders."""
    mine = make_result(1)
    theirs = mine | {"id": make_id(2), "query": "n=2&1.name=Bo&0.left=1&0.name=Ann"}
    keep(books, link, mine, 1)
    answer = keep(books, link, theirs, 1, device=TABLET)
    assert (answer.kept, answer.same) == (1, {make_id(2): make_id(1)})
    assert ids_of(books, link) == [make_id(1)]


def test_names_are_kept_as_sheets_keep_them(books: Store, link: str) -> None:
    """Composed, and without what cannot be seen."""
    keep(books, link, make_result(1, names=("Jose\u0301", "\u5c0f\u660e\u200b")), 1)
    keep(books, link, "Fri\u00adday", 2, path="@name")
    keep(books, link, "Bo\u200b", 3, path="@is.Rene\u0301")
    book = books.load(link)
    assert [player["name"] for player in book.results[0]["result"]["players"]] == ["Jos\u00e9", "\u5c0f\u660e"]
    assert (book.head.name, book.aliases) == ("Friday", {"Ren\u00e9": "Bo"})


def test_same_scores_on_another_day_are_another_game(books: Store, link: str) -> None:
    keep(books, link, make_result(1), 1)
    keep(books, link, make_result(1, date="2026-03-13") | {"id": make_id(2)}, 2)
    assert ids_of(books, link) == [make_id(1), make_id(2)]


def test_deleted_game_can_be_kept_again(books: Store, link: str) -> None:
    keep(books, link, make_result(1), 1)
    keep(books, link, None, 2, path=make_id(1))
    keep(books, link, make_result(1) | {"id": make_id(2)}, 1, device=TABLET)
    assert ids_of(books, link) == [make_id(2)]
    answer = books.change(link, "form-0123456789abcd", 9, make_id(1), make_result(1))
    assert answer.same == {make_id(1): make_id(2)}  # a restored result would be there twice


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
