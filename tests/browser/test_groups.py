"""A group's scorebook on one phone and on several, with and without a server: no result twice, and none lost."""

import older_databases
import pytest
from front import Front
from group_page import (
    add_file,
    expect_all_sent,
    expect_kept,
    expect_sent,
    keep,
    keep_in,
    link_of,
    make_group,
    make_group_with_result,
    open_book,
    renew_link,
    result,
    totals,
    wait_for_book,
)
from page_faults import violations
from playwright.sync_api import Page, expect
from shifts import assert_still
from table_page import CACHED_URLS, NewPhone, close_keypad, fill, sit


def test_two_phones_and_a_laptop_keep_one_evening(new_phone_at_table: NewPhone) -> None:
    """Both phones keep the first game, Bo's from the link, which does not say what game it is.

    Bo keeps the second offline.

    Of 24 pagodas, 2 and 3 are left, so the winners have 22 and 21.
    """
    ann, bo, laptop = new_phone_at_table(), new_phone_at_table(), new_phone_at_table(device="desktop")
    link = make_group(ann)
    for page, lang in ((bo, "en"), (laptop, "zh-Hant")):
        open_book(page, link, lang)
    keep(ann, 4, 2, "Our games")
    laptop.goto("/zh-Hant/")
    card = laptop.locator("#last-evening a")
    expect(card).to_contain_text("1局 · ★ Bo")
    expect(card).to_have_attribute("href", f"/zh-Hant/groups/{link}")
    bo.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2")
    expect(bo.locator(".to-scorebook button").first).to_be_enabled()
    keep_in(bo, "Our games")
    bo.get_by_role("button", name="Yes, that game").click()
    expect(bo.get_by_role("link", name="Open “Our games”")).to_be_focused()
    bo.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=9")
    expect(bo.get_by_role("button", name="Keep in “Our games”")).to_be_enabled()
    bo.context.set_offline(True)
    bo.get_by_role("button", name="Keep in “Our games”").click()
    expect(bo.locator(".to-scorebook [role=status]")).to_contain_text("It will be sent when you are online.")
    bo.context.set_offline(False)
    bo.get_by_role("link", name="Open “Our games”").click()
    wait_for_book(bo)
    expect_kept(bo, 2)
    open_book(laptop, link, "zh-Hant")
    expect(laptop.locator("#results .row")).to_have_count(2)
    expect(laptop.locator("#count")).to_have_text("2局、1個晚上")
    open_book(ann, link)
    for page in (ann, bo, laptop):
        expect(page.locator("#results .row")).to_have_count(2)
        assert sorted(totals(page)) == ["21", "22"]
    ann.goto("/en/scorebook")
    expect(ann.locator("#count")).to_contain_text("No results yet")  # in the device's own scorebook


@pytest.mark.long
def test_history_says_who_made_each_change(new_phone_at_table: NewPhone) -> None:
    """A note is corrected on one phone, the result is deleted on the other, and restored on the first."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group_with_result(ann)
    open_book(ann, link)
    ann.locator(".kept summary").click()
    ann.get_by_role("button", name="Date and notes").click()
    ann.get_by_label("Notes", exact=True).fill("A long one")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Save", exact=True).click()
    expect(ann.locator(".whole > small")).to_contain_text("A long one")
    expect_all_sent(ann)
    open_book(bo, link)
    bo.locator(".kept summary").click()
    expect(bo.locator(".whole > small")).to_contain_text("A long one")
    bo.get_by_role("button", name="Delete").click()
    expect(bo.locator(".gone")).to_be_visible()
    expect_all_sent(bo)
    ann.reload()
    expect(ann.locator("#count")).to_contain_text("No results yet")
    ann.goto(f"/en/groups/{link}/deleted")
    ann.get_by_role("button", name="Restore it").click()
    # Restored, deleted, corrected by Ann, kept; only for the correction was a name entered.
    expect(ann.locator(".changes > li > p:first-child b")).to_have_text(["Somebody", "Somebody", "Ann", "Somebody"])
    expect(ann.locator(".changes > li").nth(1)).to_contain_text("Deleted.")
    expect(ann.locator(".changes > li").nth(2)).to_contain_text("A long one")
    open_book(bo, link)
    expect(bo.locator("#results .row")).to_have_count(1)


@pytest.mark.long
def test_renewed_link_is_dead_on_other_phones(new_phone_at_table: NewPhone) -> None:
    """With the new link, Bo's phone still has its results, and sends the one that waited."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group_with_result(ann)
    open_book(bo, link)
    expect(bo.locator("#results .row")).to_have_count(1)
    bo.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=9")
    expect(bo.locator(".to-scorebook button")).to_be_enabled()
    ann.goto(f"/en/groups/{link}/links")
    if not ann.locator("button[value=renew_write]").is_visible():
        ann.locator("summary", has_text="Let somebody join").click()
    renewed = renew_link(ann)
    keep_in(bo, "Our games")
    expect(bo.locator(".to-scorebook [role=status]")).to_contain_text("It will be sent when you are online.")
    open_book(bo, renewed)
    expect_kept(bo, 2)
    open_book(ann, renewed)
    expect(ann.locator("#results .row")).to_have_count(2)


@pytest.mark.long
def test_read_link_works_where_the_write_link_is_dead(new_phone_at_table: NewPhone) -> None:
    """Bo's phone could write until Ann renewed the write link; with the read link it can still read."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group_with_result(ann)
    open_book(bo, link)
    expect(bo.locator("[data-part=play]")).to_be_visible()
    ann.goto(f"/en/groups/{link}/links")
    for name in ("Let somebody join", "View only"):
        ann.locator("summary", has_text=name).click()
    read = link_of(ann.locator(".address a").last.get_attribute("href") or "")
    renew_link(ann)
    keep(ann, 3, 9, "Our games")
    open_book(bo, read)
    expect_kept(bo, 2)
    bo.reload()
    wait_for_book(bo)
    expect(bo.locator("#results .row")).to_have_count(2)
    bo.locator(".kept summary").first.click()
    assert bo.get_by_role("button", name="Delete").count() == 0


def test_change_shows_on_another_phone_at_once(new_phone_at_table: NewPhone) -> None:
    """Neither loads its page again: a corrected note, then a deletion."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group_with_result(ann)
    for page in (ann, bo):
        open_book(page, link)
        page.locator(".kept summary").click()
    ann.get_by_role("button", name="Date and notes").click()
    ann.get_by_label("Notes", exact=True).fill("Rematch soon")
    ann.get_by_label("Minutes").fill("75")
    ann.get_by_label("Who started").select_option("Bo")
    ann.get_by_role("button", name="Save").click()
    expect(bo.locator(".whole > small")).to_contain_text("75 minutes · Bo started · Rematch soon")
    ann.get_by_role("button", name="Delete").click()
    expect(bo.locator("#results .row")).to_have_count(0)
    ann.get_by_role("button", name="Undo").click()
    expect(bo.locator("#results .row")).to_have_count(1)


@pytest.mark.long
def test_shared_sheet_of_a_group_is_kept_once(new_phone_at_table: NewPhone) -> None:
    """It has the players of the last evening."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group_with_result(ann)
    open_book(ann, link)
    ann.get_by_role("link", name="Score together").click()
    ann.get_by_role("button", name="Qin").click()
    ann.wait_for_url("**/open")
    table = ann.url.partition("/en")[2].removesuffix("/open")
    sit(ann, table, 0)
    sit(bo, table, 1)
    fill(ann, "0.left", "5")
    fill(bo, "1.left", "8")
    expect(ann.locator('[name="1.left"]')).to_have_value("8")
    close_keypad(ann)
    ann.emulate_media(reduced_motion="reduce")  # so that the reveal does not go on by itself
    ann.locator("[data-scope]").click()
    ann.locator("[data-reveal]").click()
    for phone in (ann, bo):
        phone.wait_for_url("**/qin/score?**")
    expect(ann.locator("dialog.reveal")).to_be_visible()
    ann.keyboard.press("Escape")  # ends the reveal
    expect(ann.locator(".to-scorebook [role=status]")).to_have_text("✓ It is in “Our games”")
    open_book(ann, link)
    expect(ann.locator("#results .row")).to_have_count(2)
    assert sorted(totals(ann)) == ["19", "22"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "device", "scheme"), [("zh-Hant", "phone", "light"), ("en", "phone", "dark"), ("en", "desktop", "light")]
)
def test_pages_of_a_group_are_accessible(new_phone_at_table: NewPhone, lang: str, device: str, scheme: str) -> None:
    page = new_phone_at_table(device=device, scheme=scheme)
    link = make_group(page, lang)
    place = {"en": "Our games", "zh-Hant": "我們的桌遊"}[lang]
    keep(page, 4, 2, place, lang)
    page.locator(".share-menu > summary").click()
    check(page)
    page.goto(f"/{lang}/scorebook")
    expect(page.locator(".groups li")).to_be_visible()
    check(page)
    open_book(page, link, lang)
    page.locator(".kept summary").click()
    check(page)
    entry = (page.locator(".kept").get_attribute("id") or "").removeprefix("r-")
    for part in ("links", "people", "deleted", "statistics", "play", f"results/{entry}"):
        page.goto(f"/{lang}/groups/{link}/{part}")
        for summary in page.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        check(page)
    page.goto(f"/{lang}/groups")
    check(page)
    page.goto(f"/{lang}/")
    expect(page.locator("#last-evening a")).to_contain_text({"en": "1 game · ★ Bo", "zh-Hant": "1局 · ★ Bo"}[lang])
    check(page)


def check(page: Page) -> None:
    """Check that a page is accessible and no wider than the screen."""
    assert violations(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


DROP_LATEST = """() => new Promise((done) => {
  indexedDB.open("tally documents").onsuccess = ({ target: { result: database } }) => {
    const documents = database.transaction("documents", "readwrite").objectStore("documents");
    documents.getAll().onsuccess = ({ target: { result } }) => {
      const group = result.find(({ kind }) => kind === "group");
      documents.put({ ...group, head: group.head.slice(1) });
    };
    documents.transaction.oncomplete = () => { database.close(); done(); };
  };
})"""
"""Remove the latest result from those that a phone shows first when a scorebook is opened."""


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
        expect(tab.locator(".to-scorebook [role=status]")).to_contain_text("It will be sent")
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


@pytest.mark.long
def test_what_older_versions_kept_is_taken_over(new_phone_at_table: NewPhone) -> None:
    """With what waited, and with what the server had lost; and what a tab of before writes later."""
    old_tab, other = new_phone_at_table(), new_phone_at_table()
    old_tab.goto("/en/about")
    address = old_tab.url.removesuffix("/en/about")
    link, shared = older_databases.make_group(address), older_databases.make_shared_sheet(address)
    old_tab.evaluate(f"(all) => ({older_databases.WRITE})(...all)", older_databases.arguments(link, shared))
    old_tab.locator("body[data-written]").wait_for()
    tab = old_tab.context.new_page()
    tab.goto("/en/scorebook")
    expect(tab.locator("#results .row")).to_have_count(2)
    tab.goto("/en/scorebook#people")
    expect(tab.get_by_text("Bo counts as Bob")).to_be_visible()
    open_book(tab, link)
    expect_kept(tab, 2)
    open_book(other, link)
    expect(other.locator("#results .row")).to_have_count(2)
    tab.goto("/en/")
    expect(tab.locator("#continue .kept bdi").first).to_have_text("Cleo")
    for page in (tab, other):
        page.goto(f"/en/together/{shared}?view=all")
        expect(page.locator('[name="1.left"]')).to_have_value("7")
    later = [link, [result(5)], result(3), result(6), shared]
    old_tab.evaluate("delete document.body.dataset.written")
    old_tab.evaluate(f"(all) => ({older_databases.WRITE})(...all)", later)
    old_tab.locator("body[data-written]").wait_for()
    tab.goto("/en/scorebook")
    expect(tab.locator("#results .row")).to_have_count(3)
    open_book(tab, link)
    expect_kept(tab, 3)


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


@pytest.mark.long
def test_thousand_results_are_imported_once(new_phone_at_table: NewPhone) -> None:
    """From the device's own scorebook, which stays as it is. Another phone then shows all of them."""
    page, other = new_phone_at_table(), new_phone_at_table()
    link = make_group(page)
    page.goto("/en/scorebook")
    add_file(page, *(result(number, date=f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}") for number in range(1000)))
    for words in ("1000 new or changed, 0 already here.", "0 new or changed, 1000 already here."):
        page.goto(f"/en/groups/{link}/links")
        page.locator("#bring button").click()
        expect(page.locator("#heard")).to_have_text(words, timeout=60_000)
    open_book(other, link)
    expect(other.locator("#count")).to_contain_text("1000 games")
    page.goto("/en/scorebook")
    expect(page.locator("#count")).to_have_text("Results: 1000")


def test_book_opens_and_keeps_without_a_server(worker_phone: Page, table_front: Front) -> None:
    """A result kept offline is in the list, and is sent later. The service worker caches nothing secret."""
    link = make_group(worker_phone)
    worker_phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    worker_phone.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2")
    worker_phone.locator(".to-scorebook button").click()
    worker_phone.locator(".places").get_by_role("button", name="Our games").click()
    expect_sent(worker_phone, "Our games")
    worker_phone.goto(f"/en/groups/{link}")
    wait_for_book(worker_phone)
    expect(worker_phone.locator("#results .row .num")).to_have_text(["22"])
    worker_phone.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=9")
    button = worker_phone.get_by_role("button", name="Keep in “Our games”")
    expect(button).to_be_enabled()
    table_front.go()
    button.click()
    expect(worker_phone.locator(".to-scorebook [role=status]")).to_contain_text("It will be sent when you are online.")
    worker_phone.goto(f"/en/groups/{link}")
    wait_for_book(worker_phone)
    assert worker_phone.locator(".plain-book").count() == 0
    expect(worker_phone.locator("h1")).to_have_text("Our games")
    expect(worker_phone.locator("#results .row .num")).to_have_text(["21", "22"])
    expect(worker_phone.locator("#sync")).to_contain_text("Changes waiting on this phone: 1.")
    expect(worker_phone.locator("[data-twin][hreflang=zh-Hant]")).to_have_attribute("href", f"/zh-Hant/groups/{link}")
    worker_phone.get_by_role("link", name="People").click()
    expect(worker_phone.locator("#page li")).to_have_count(2)
    table_front.come()
    worker_phone.reload()
    wait_for_book(worker_phone)
    expect_all_sent(worker_phone)
    other = worker_phone.context.new_page()
    other.goto(f"/zh-Hant/groups/{link}")
    wait_for_book(other)
    expect(other.locator("#results .row .num")).to_have_text(["21", "22"])
    assert [url for url in worker_phone.evaluate(CACHED_URLS) if link in url] == []
