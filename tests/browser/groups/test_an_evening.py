"""A group's scorebook on real phones: everybody keeps the same evening in it, nothing twice, nothing lost."""

import pytest
from accessibility import violations
from group_page import (
    add_file,
    begin_book,
    expect_kept,
    keep,
    keep_in,
    link_of,
    make_group,
    open_book,
    renew_link,
    result,
    totals,
    wait_for_book,
)
from playwright.sync_api import Page, expect
from table_page import NewPhone, close_keypad, fill, sit


def test_two_phones_and_a_laptop_keep_one_evening(new_phone_at_table: NewPhone) -> None:
    """Bo's phone is offline when it keeps; both keep the first game. Bo's 24 pagodas less 2, Ann's less 3, 小明's laptop sees both."""
    ann, bo, laptop = new_phone_at_table(), new_phone_at_table(), new_phone_at_table(device="desktop")
    link = make_group(ann)
    for page, lang in ((bo, "en"), (laptop, "zh-Hant")):
        open_book(page, link, lang)
    keep(ann, 4, 2, "Our games")
    keep(bo, 4, 2, "Our games")  # the same game, kept on another phone
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
    expect(ann.locator("#count")).to_contain_text("No results yet")  # the device's own is untouched


@pytest.mark.long
def test_first_page_shows_the_last_evening_of_the_group(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group(ann)
    open_book(bo, link, "zh-Hant")
    keep(ann, 4, 2, "Our games")
    for page, lang, words in ((ann, "en", "1 game · ★ Bo"), (bo, "zh-Hant", "1局 · ★ Bo")):
        page.goto(f"/{lang}/")
        card = page.locator("#last-evening a")
        expect(card).to_contain_text(words)
        expect(card).to_have_attribute("href", f"/{lang}/groups/{link}")


@pytest.mark.long
def test_corrections_say_who_made_them(new_phone_at_table: NewPhone) -> None:
    """A note is corrected on one phone, the result is deleted on the other, and restored on the first."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = begin_book(ann)
    open_book(ann, link)
    ann.locator(".kept summary").click()
    ann.get_by_role("button", name="Date and notes").click()
    ann.get_by_label("Notes", exact=True).fill("A long one")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Save", exact=True).click()
    expect(ann.locator(".whole > small")).to_contain_text("A long one")
    expect(ann.locator("#sync")).to_be_empty()
    open_book(bo, link)
    bo.locator(".kept summary").click()
    expect(bo.locator(".whole > small")).to_contain_text("A long one")
    bo.get_by_role("button", name="Delete").click()
    expect(bo.locator(".gone")).to_be_visible()
    expect(bo.locator("#sync")).to_be_empty()
    ann.reload()
    expect(ann.locator("#count")).to_contain_text("No results yet")
    ann.goto(f"/en/groups/{link}/deleted")
    ann.get_by_role("button", name="Restore it").click()
    # Restored, deleted, corrected with a note by Ann, and kept, of whom nobody had asked the name.
    expect(ann.locator(".changes > li > p:first-child b")).to_have_text(["Somebody", "Somebody", "Ann", "Somebody"])
    expect(ann.locator(".changes > li").nth(1)).to_contain_text("Deleted.")
    expect(ann.locator(".changes > li").nth(2)).to_contain_text("A long one")
    open_book(bo, link)
    expect(bo.locator("#results .row")).to_have_count(1)


@pytest.mark.long
def test_deleted_result_is_undone_in_the_list(new_phone_at_table: NewPhone) -> None:
    ann = new_phone_at_table()
    link = begin_book(ann)
    open_book(ann, link)
    ann.locator(".kept summary").click()
    ann.get_by_role("button", name="Delete").click()
    ann.get_by_role("button", name="Undo").click()
    expect_kept(ann, 1)
    ann.reload()
    expect(ann.locator("#results .row")).to_have_count(1)


def test_link_that_reads_cannot_change_anything(new_phone_at_table: NewPhone) -> None:
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
    """Bo's phone keeps what it had, and goes on with the new link, what waited included."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = begin_book(ann)
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
def test_link_that_reads_opens_where_the_other_is_dead(new_phone_at_table: NewPhone) -> None:
    """Bo's phone could write until Ann renewed that link; with the other it reads on."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = begin_book(ann)
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


def test_own_scorebook_is_brought_in_once(new_phone_at_table: NewPhone) -> None:
    """Twice over, and from a second phone that has one of the games under another id."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = make_group(ann)
    ann.goto("/en/scorebook")
    add_file(ann, *(result(number) for number in range(3)))
    for said in ("New or changed: 3. Here already: 0.", "New or changed: 0. Here already: 3."):
        ann.goto(f"/en/groups/{link}/links")
        ann.locator("#bring button").click()
        expect(ann.locator("#heard")).to_have_text(said)
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
    link = begin_book(ann)
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
def test_shared_sheet_of_a_group_keeps_itself_once(new_phone_at_table: NewPhone) -> None:
    """Whoever reveals; the players are those of the last evening."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    link = begin_book(ann)
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
    ann.locator("[data-scope]").click()
    ann.locator("[data-reveal]").click()
    for phone in (ann, bo):
        phone.wait_for_url("**/qin/score?**")
    ann.keyboard.press("Escape")  # the reveal goes to its end
    ann.get_by_role("button", name="Keep in “Our games”").click()  # which it is already
    expect(ann.locator(".to-scorebook [role=status]")).to_have_text("✓ It is in “Our games”")
    open_book(ann, link)
    expect(ann.locator("#results .row")).to_have_count(2)
    assert sorted(totals(ann)) == ["19", "22"]


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_forms_read_keep_and_delete_without_scripts(new_phone_at_table: NewPhone, lang: str) -> None:
    page = new_phone_at_table(scripts=False)
    page.goto(f"/{lang}/groups")
    page.locator("#name").fill("週五桌遊")
    page.locator("button.main").click()
    link = link_of(page.url)
    page.goto(f"/{lang}/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=2")
    page.locator(".scriptless-keep a").click()
    page.locator("#link").fill("https://example.org/nothing")
    page.locator("form.fields button.main").click()
    expect(page.locator("#e-link")).to_be_visible()
    page.locator("#link").fill(page.url.partition(f"/{lang}/")[0] + f"/{lang}/groups/{link}")
    page.locator("form.fields button.main").click()
    page.wait_for_url(f"**/groups/{link}#r-*")
    expect(page.locator("h1")).to_have_text("週五桌遊")
    page.locator("#address").fill(f"{page.url.partition('/groups')[0]}/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=3&1.left=9")
    page.locator(".plain-book form.fields button.main").click()
    expect(page.locator(".plain-book .row")).to_have_count(2)
    page.locator(".plain-book .row", has_text="22").click()
    page.locator("button[value=delete]").click()
    expect(page.locator(".plain-book .row")).to_have_count(1)
    page.locator(".said a").click()
    page.locator("button[value=restore]").click()
    page.goto(f"/{lang}/groups/{link}")
    expect(page.locator(".plain-book .row")).to_have_count(2)


@pytest.mark.short(device="phone", scheme="light")
@pytest.mark.parametrize(("lang", "device", "scheme"), [("zh-Hant", "phone", "light"), ("en", "phone", "dark"), ("en", "desktop", "light")])
def test_pages_of_a_group_are_for_everyone(new_phone_at_table: NewPhone, lang: str, device: str, scheme: str) -> None:
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
    expect(page.locator("#last-evening a")).to_be_visible()
    check(page)


def check(page: Page) -> None:
    """Axe finds nothing, and nothing is wider than the screen."""
    assert violations(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
