"""A group's scorebook on one phone: its database, its tabs, what it remembers and what it forgets."""

import re

import pytest
from group_page import add_file, expect_kept, keep, make_group, make_group_with_result, open_book, result, wait_for_book
from playwright.sync_api import expect
from shifts import assert_still
from table_page import NewPhone

DROP_LATEST = """() => new Promise((done) => {
  indexedDB.open("tally groups").onsuccess = ({ target: { result: database } }) => {
    const groups = database.transaction("groups", "readwrite").objectStore("groups");
    groups.getAll().onsuccess = ({ target: { result: [group] } }) => groups.put({ ...group, head: group.head.slice(1) });
    groups.transaction.oncomplete = () => { database.close(); done(); };
  };
})"""
"""Remove the latest result from those that a phone shows first when a scorebook is opened."""


def test_first_keep_asks_where_and_the_next_does_not(new_phone_at_table: NewPhone) -> None:
    page = new_phone_at_table()
    make_group(page)
    page.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2")
    page.locator(".to-scorebook").get_by_role("button", name="Keep in the scorebook").click()
    expect(page.locator(".places").get_by_role("button", name="This device’s scorebook")).to_be_focused()
    page.locator(".places").get_by_role("button", name="Our games").click()
    expect(page.get_by_role("link", name="Open “Our games”")).to_be_focused()
    page.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=2")
    page.locator(".to-scorebook").get_by_role("button", name="Keep in “Our games”").click()
    page.get_by_role("link", name="Open “Our games”").click()
    wait_for_book(page)
    expect(page.locator(".kept").first.locator(".row")).to_be_focused()
    expect(page.locator("#results .row")).to_have_count(2)


@pytest.mark.long
def test_result_just_kept_is_focused_among_older_ones(new_phone_at_table: NewPhone) -> None:
    """The phone first shows results that it stored before this one."""
    page = new_phone_at_table()
    make_group(page)
    keep(page, 4, 2, "Our games")
    keep(page, 3, 2, "Our games")
    page.evaluate(DROP_LATEST)
    page.get_by_role("link", name="Open “Our games”").click()
    wait_for_book(page)
    expect(page.locator(".kept").first.locator(".row")).to_be_focused()
    expect(page.locator("#results .row")).to_have_count(2)


def test_group_is_made_from_a_result(new_phone_at_table: NewPhone) -> None:
    """One tap makes it with the result in it; the device's own scorebook stays empty."""
    page = new_phone_at_table()
    page.goto("/zh-Hant/qin/score?n=2&0.name=Ann&1.name=小明&0.left=4&1.left=2")
    expect(page.locator(".to-scorebook button")).to_be_enabled()
    page.locator(".hand-on > summary").click()
    page.get_by_role("button", name="開一本群組戰績簿").click()
    page.get_by_role("link", name="打開「我們的桌遊」").click()
    wait_for_book(page)
    expect(page.locator("#results .row")).to_contain_text("小明")
    page.goto("/zh-Hant/scorebook")
    expect(page.locator("#count")).to_contain_text("還沒有")


@pytest.mark.long
def test_tabs_of_one_phone_lose_nothing(new_phone_at_table: NewPhone) -> None:
    """Both keep a result offline; each is sent once."""
    page = new_phone_at_table()
    link = make_group_with_result(page)
    tabs = [page, page.context.new_page()]
    for number, tab in enumerate(tabs):
        tab.goto(f"/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=5&1.left={6 + number}")
        expect(tab.get_by_role("button", name="Keep in “Our games”")).to_be_enabled()
    page.context.set_offline(True)
    for tab in tabs:
        tab.get_by_role("button", name="Keep in “Our games”").click()
        expect(tab.locator(".to-scorebook [role=status]")).to_contain_text("It is sent")
    page.context.set_offline(False)
    for tab in tabs:
        open_book(tab, link)
    for tab in tabs:
        expect_kept(tab, 3)
    other = new_phone_at_table()
    open_book(other, link)
    expect(other.locator("#results .row")).to_have_count(3)


@pytest.mark.long
def test_changed_and_undeleted_result_is_the_same_result(new_phone_at_table: NewPhone) -> None:
    """Ann has 1 of 24 pagodas left. Then the result is deleted, and that is undone in the list."""
    page = new_phone_at_table()
    link = make_group_with_result(page)
    open_book(page, link)
    page.locator(".kept summary").click()
    page.get_by_role("link", name="Change the score").click()
    page.wait_for_function("() => history.state?.sheet")
    page.locator('[name="0.left"]').fill("1")
    expect(page.locator("#totals b").first).to_have_text("23")
    page.locator('[name="0.left"]').press("Control+Enter")
    page.locator(".to-scorebook").get_by_role("button", name="Keep in “Our games”").click()
    expect(page.locator(".to-scorebook [role=status]")).to_have_text("✓ It is in “Our games”")
    open_book(page, link)
    expect(page.locator("#results .row")).to_have_count(1)
    expect(page.locator("#results .row .num")).to_have_text("23")
    page.locator(".kept summary").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Undo").click()
    expect_kept(page, 1)
    page.reload()
    expect(page.locator("#results .row")).to_have_count(1)


@pytest.mark.long
def test_phone_forgets_a_group_that_it_leaves(new_phone_at_table: NewPhone) -> None:
    """The link still opens the book."""
    page = new_phone_at_table()
    link = make_group_with_result(page)
    page.goto(f"/en/groups/{link}/links")
    page.locator("#leave button").click()
    page.wait_for_url("**/scorebook")
    expect(page.locator(".groups li")).to_have_count(0)
    page.goto("/en/")
    expect(page.locator("#last-evening")).to_be_hidden()
    open_book(page, link)
    expect(page.locator("#results .row")).to_have_count(1)


def test_leaving_warns_of_unsent_results(new_phone_at_table: NewPhone) -> None:
    """Leaving a group would lose unsent results: the phone asks again, and first sends them if it can."""
    page = new_phone_at_table()
    link = make_group(page)
    keep(page, 4, 2, "Our games")
    page.route("**/api/v1/groups/**", lambda route: route.abort())
    for left in (5, 6):
        page.goto(f"/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left={left}&1.left=2")
        page.get_by_role("button", name="Keep in “Our games”").click()
        expect(page.locator(".to-scorebook [role=status]")).to_contain_text("It is sent")
    page.goto(f"/en/groups/{link}/links")
    page.locator("#leave button").click()
    expect(page.locator("#heard")).to_have_text("Not sent yet: 2. Press again to leave the scorebook without them.")
    page.reload()
    page.unroute("**/api/v1/groups/**")
    page.locator("#leave button").click()
    page.wait_for_url("**/scorebook")
    open_book(page, link)
    expect(page.locator("#results .row")).to_have_count(3)


def test_deleted_group_can_be_removed_from_every_phone(new_phone_at_table: NewPhone) -> None:
    """The other phone still has its copy, says that the link is dead, and can forget the group."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group_with_result(ann)
    open_book(bo, link)
    expect(bo.locator("#results .row")).to_have_count(1)
    ann.goto(f"/en/groups/{link}/links")
    ann.locator("summary", has_text="Delete everything").click()
    ann.locator("[name=sure]").check()
    ann.locator("#delete-all button").click()
    expect(ann).to_have_url(re.compile("/en/groups$"))
    ann.goto("/en/scorebook")
    expect(ann.locator(".groups li")).to_have_count(0)
    bo.evaluate("dispatchEvent(new Event('online'))")
    expect(bo.locator("#sync")).to_contain_text("This link no longer leads anywhere")
    expect(bo.locator("#results .row")).to_have_count(1)
    assert ann.request.get(f"/en/groups/{link}").status == 404
    bo.goto("/en/scorebook")
    expect(bo.locator(".groups li")).to_contain_text("Deleted, or its link was renewed")
    bo.get_by_role("button", name="Remove from this phone").click()
    expect(bo.locator(".groups li")).to_have_count(0)


@pytest.mark.long
def test_restored_older_database_is_taken_over(new_phone_at_table: NewPhone) -> None:
    """After a restore of an older database, which here has only the name, the phone takes over its content."""
    page = new_phone_at_table()
    link = make_group_with_result(page)
    head = {
        "group": link[:12],
        "name": "Our games",
        "writes": True,
        "expires": 2_000_000_000,
        "kept": 0,
        "same": {},
        "faults": [],
    }
    entries = {"@name": {"value": "Our games", "seq": 1, "device": ""}}
    page.route("**/sync?*", lambda route: route.fulfill(json={**head, "seq": 1, "entries": entries, "more": False}))
    open_book(page, link)
    expect(page.locator("#results .row")).to_have_count(0)
    page.unroute("**/sync?*")
    open_book(page, link)
    expect(page.locator("#results .row")).to_have_count(1)


@pytest.mark.long
def test_pages_of_a_phone_with_a_group_do_not_shift(new_phone_at_table: NewPhone) -> None:
    page = new_phone_at_table()
    link = make_group_with_result(page)
    page.goto("/en/")
    expect(page.locator("#last-evening a")).to_be_visible()
    assert_still(page)
    page.goto("/en/scorebook")
    expect(page.locator(".groups li")).to_be_visible()
    assert_still(page)
    open_book(page, link)
    assert_still(page)


@pytest.mark.long
def test_name_for_the_history_is_remembered(new_phone_at_table: NewPhone) -> None:
    page = new_phone_at_table()
    link = make_group(page)
    page.locator("summary", has_text="Your name").click()
    page.locator("#own").fill("小明")
    page.locator("#own-name button").click()
    expect(page.locator("#own-name summary")).to_contain_text("小明")
    keep(page, 4, 2, "Our games")
    open_book(page, link)
    page.locator(".kept summary").click()
    page.get_by_role("link", name="Who changed what").click()
    expect(page.locator(".changes b bdi").first).to_have_text("小明")


def test_exported_book_is_imported_on_the_device(new_phone_at_table: NewPhone) -> None:
    """The exported file can be imported into the device's own scorebook, and says when the group expires."""
    page = new_phone_at_table()
    link = make_group_with_result(page)
    page.goto(f"/en/groups/{link}/links")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save to a file").click()
    file = download.value.path()
    assert "expires" in file.read_text(encoding="utf-8")
    page.goto("/en/scorebook")
    page.locator("#file").set_input_files(
        {"name": "book.json", "mimeType": "application/json", "buffer": file.read_bytes()}
    )
    expect(page.locator("#heard")).to_have_text("New or changed: 1. Here already: 0.")
    expect(page.locator("#results .row .num")).to_have_text("22")


@pytest.mark.long
def test_thousand_results_are_imported_once(new_phone_at_table: NewPhone) -> None:
    """From the device's own scorebook, which stays as it is. Another phone then shows all of them."""
    page, other = new_phone_at_table(), new_phone_at_table()
    link = make_group(page)
    page.goto("/en/scorebook")
    add_file(page, *(result(number, date=f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}") for number in range(1000)))
    for words in ("New or changed: 1000. Here already: 0.", "New or changed: 0. Here already: 1000."):
        page.goto(f"/en/groups/{link}/links")
        page.locator("#bring button").click()
        expect(page.locator("#heard")).to_have_text(words, timeout=60_000)
    open_book(other, link)
    expect(other.locator("#count")).to_contain_text("1000 games")
    page.goto("/en/scorebook")
    expect(page.locator("#count")).to_have_text("Results: 1000")
