"""A group's scorebook on several phones: everyone keeps results in it, none twice, and none is lost."""

import pytest
from group_page import (
    add_file,
    expect_all_sent,
    expect_kept,
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
from table_page import NewPhone, close_keypad, fill, sit


def test_two_phones_and_a_laptop_keep_one_evening(new_phone_at_table: NewPhone) -> None:
    """Both phones keep the first game; Bo keeps the second offline. Of 24 pagodas, 2 and 3 are left, so the winners have 22 and 21."""
    ann, bo, laptop = new_phone_at_table(), new_phone_at_table(), new_phone_at_table(device="desktop")
    link = make_group(ann)
    for page, lang in ((bo, "en"), (laptop, "zh-Hant")):
        open_book(page, link, lang)
    keep(ann, 4, 2, "Our games")
    laptop.goto("/zh-Hant/")
    card = laptop.locator("#last-evening a")
    expect(card).to_contain_text("1局 · ★ Bo")
    expect(card).to_have_attribute("href", f"/zh-Hant/groups/{link}")
    keep(bo, 4, 2, "Our games")  # the same game
    bo.goto("/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=9")
    expect(bo.get_by_role("button", name="Keep in “Our games”")).to_be_enabled()
    bo.context.set_offline(True)
    bo.get_by_role("button", name="Keep in “Our games”").click()
    expect(bo.locator(".to-scorebook [role=status]")).to_contain_text("It is sent when there is a connection.")
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


def test_read_link_cannot_change_anything(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    make_group(ann)
    ann.locator("summary", has_text="Only to look at").click()
    read = link_of(ann.locator(".address a").last.get_attribute("href") or "")
    keep(ann, 4, 2, "Our games")
    open_book(bo, read, "zh-Hant")
    expect(bo.locator("#results .row")).to_have_count(1)
    open_book(bo, read)
    expect(bo.locator("#results .row")).to_have_count(1)
    bo.locator(".kept summary").click()
    expect(bo.get_by_role("link", name="Who changed what")).to_be_visible()
    assert bo.get_by_role("button", name="Delete").count() == 0
    expect(bo.locator("[data-part=play]")).to_have_count(0)
    bo.goto("/en/qin/score?n=2&0.left=4&1.left=2")
    expect(bo.locator(".to-scorebook button")).to_be_enabled()
    bo.locator(".hand-on > summary").click()
    expect(bo.locator(".places button")).to_have_text(["This device’s scorebook", "A new group’s scorebook"])


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
    expect(bo.locator(".to-scorebook [role=status]")).to_contain_text("It is sent when there is a connection.")
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
    for name in ("Let somebody join", "Only to look at"):
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


def test_own_scorebook_is_imported_once(new_phone_at_table: NewPhone) -> None:
    """Although it is imported twice, and a second phone has one of the games under another id."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group(ann)
    ann.goto("/en/scorebook")
    add_file(ann, *(result(number) for number in range(3)))
    for words in ("New or changed: 3. Here already: 0.", "New or changed: 0. Here already: 3."):
        ann.goto(f"/en/groups/{link}/links")
        ann.locator("#bring button").click()
        expect(ann.locator("#heard")).to_have_text(words)
    bo.goto("/en/scorebook")
    add_file(bo, result(2, id="mine"), result(7))
    bo.goto(f"/en/groups/{link}/links")
    bo.locator("#bring button").click()
    expect(bo.locator("#heard")).to_have_text("New or changed: 1. Here already: 1.")
    open_book(ann, link)
    expect(ann.locator("#results .row")).to_have_count(4)
    bo.goto("/en/scorebook")
    expect(bo.locator("#results .row")).to_have_count(2)


def test_joined_names_are_one_person_everywhere(new_phone_at_table: NewPhone) -> None:
    ann = new_phone_at_table()
    link = make_group_with_result(ann)
    ann.goto(f"/en/groups/{link}#people")
    ann.get_by_role("link", name="Two names, one person?").click()
    ann.locator("#name").select_option("Bo")
    ann.locator("#is").select_option("Ann")
    ann.get_by_role("button", name="Join them").click()
    expect(ann.get_by_text("Bo counts as Ann")).to_be_visible()
    open_book(ann, link, part="#people")
    expect(ann.locator("#page li")).to_have_count(1)
    ann.goto(f"/en/groups/{link}/people")
    ann.get_by_role("button", name="Part them").click()
    open_book(ann, link, part="#people")
    expect(ann.locator("#page li")).to_have_count(2)


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
    ann.get_by_role("button", name="Keep in “Our games”").click()  # although it is in it already
    expect(ann.locator(".to-scorebook [role=status]")).to_have_text("✓ It is in “Our games”")
    open_book(ann, link)
    expect(ann.locator("#results .row")).to_have_count(2)
    assert sorted(totals(ann)) == ["19", "22"]


@pytest.mark.short(device="phone", scheme="light")
@pytest.mark.parametrize(
    ("lang", "device", "scheme"), [("zh-Hant", "phone", "light"), ("en", "phone", "dark"), ("en", "desktop", "light")]
)
def test_pages_of_a_group_are_accessible(new_phone_at_table: NewPhone, lang: str, device: str, scheme: str) -> None:
    page = new_phone_at_table(device=device, scheme=scheme)
    link = make_group(page, lang)
    place = {"en": "Our games", "zh-Hant": "我們的桌遊"}[lang]
    keep(page, 4, 2, place, lang)
    page.locator(".hand-on > summary").click()
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
