"""A shared sheet in browsers: players fill in a column each, and all phones show the same."""

from urllib.parse import urlencode

import pytest
from page_faults import violations
from playwright.sync_api import Page, expect
from table_page import (
    PLAYERS,
    NewPhone,
    cell,
    close_keypad,
    expect_value,
    fill,
    fill_and_leave,
    look_at,
    open_table,
    seat_phones,
    sit,
    wait_for_sheet,
)
from waiting import stop_clock


def test_five_phones_reach_the_same_result(new_phone_at_table: NewPhone) -> None:
    """One phone is offline for a while, one has no scripts, and two are in the other language; nothing that was typed is lost.

    Ann 20 + 4 for her full actions; Bo 14 + 6 for four markers; 小明 9 + 7 in Coellen; 阿哲 12 + 6 for three cities; Cleo 3 + 5 offices.
    """
    ann, bo, ming, zhe = (new_phone_at_table(pristine=True) for _ in range(4))
    cleo = new_phone_at_table(scripts=False)
    ann.goto(
        f"/en/hansa_teutonica/together?{urlencode({'n': 5} | {f'{seat}.name': name for seat, name in enumerate(PLAYERS)})}"
    )
    ann.locator("form.way button.main").click()
    ann.wait_for_url("**/open")
    table = ann.url.partition("/en")[2].removesuffix("/open")
    for phone, seat, lang in ((ann, 0, "en"), (bo, 1, "en"), (ming, 2, "zh-Hant"), (zhe, 3, "zh-Hant")):
        phone.goto(f"/{lang}{table}")
        phone.locator(f"button.band.seat-{seat}").click()
        wait_for_sheet(phone)
    cleo.goto(f"/en{table}")
    cleo.locator("button.band.seat-4").click()
    fill(ann, "0.prestige", "20")
    close_keypad(ann)  # it moves the page when it opens
    cell(ann, "0.actions").check(force=True)
    bo.context.set_offline(True)
    fill(bo, "1.prestige", "14")
    fill(bo, "1.markers", "4")
    expect(bo.locator(".news.away")).to_be_visible()
    fill(ming, "2.prestige", "9")
    close_keypad(ming)
    ming.locator('[name="coellen.7"][value="2"]').check(force=True)
    fill(zhe, "3.prestige", "12")
    fill(zhe, "3.cities", "3")
    fill(cleo, "4.prestige", "3")
    fill(cleo, "4.network", "5")
    cleo.locator("button.again").click()
    bo.context.set_offline(False)
    for phone in (ann, bo, ming, zhe):
        for name, text in (
            ("0.prestige", "20"),
            ("1.markers", "4"),
            ("2.prestige", "9"),
            ("3.cities", "3"),
            ("4.network", "5"),
        ):
            expect_value(phone, name, text)
        expect(cell(phone, "0.actions")).to_be_checked()
        expect(phone.locator('[name="coellen.7"][value="2"]')).to_be_checked()
    cleo.locator("button.again").click()
    expect_value(cleo, "1.prestige", "14")
    close_keypad(zhe)
    zhe.emulate_media(reduced_motion="reduce")  # so that the reveal does not go on by itself
    for phone in (ann, bo, ming):
        phone.emulate_media(reduced_motion="reduce")
        stop_clock(phone)
    zhe.locator("[data-scope]").click()
    zhe.locator("[data-reveal]").click()
    for phone, lang in ((ann, "en"), (bo, "en"), (ming, "zh-Hant"), (zhe, "zh-Hant")):
        phone.wait_for_url(f"**/{lang}/hansa_teutonica/score?**")
        expect(phone.locator("dialog.reveal")).to_be_visible()
        totals = [phone.locator(f".score-pad .total .seat-{seat} b").text_content() for seat in range(5)]
        assert totals == ["24", "20", "16", "18", "8"]
    cleo.reload()
    expect(cleo.locator("ol.standing b")).to_have_text(["24", "20", "18", "16", "8"])


def test_undo_takes_back_only_what_this_phone_typed(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(device="desktop"), new_phone_at_table()
    seat_phones(ann, bo)
    fill(ann, "0.prestige", "20")
    look_at(ann, 1)
    fill_and_leave(ann, "1.prestige", "11")
    expect_value(bo, "1.prestige", "11")
    fill(bo, "1.prestige", "14")
    expect_value(ann, "1.prestige", "14")
    ann.locator("[data-undo-own]").click()
    expect_value(bo, "0.prestige", "")
    expect_value(ann, "1.prestige", "14")


def test_done_asks_first_and_turns_the_tile(new_phone_at_table: NewPhone) -> None:
    """Two of four numbers are missing. The others see that Bo is done, and Bo can go back."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, **{"1.prestige": "14", "1.markers": "4"})
    bo.locator("[data-done]").click()
    expect(bo.locator(".dock .missing")).to_have_text("2 blank: count as 0?")
    bo.locator("[data-done]").click()
    expect(bo.locator(".face-down h2")).to_have_text("Bo: face down")
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("done")
    bo.locator("[data-change]").click()
    expect(bo.locator(".face-down")).to_be_hidden()
    expect(ann.locator('.strip [data-seat="1"] .words')).to_have_text("")


def test_invitation_shows_who_sat_down(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    table = open_table(ann, players=3)
    ann.goto(f"/en{table}/open")
    expect(ann.locator(".mat:not(.free)")).to_have_count(0)
    sit(bo, table, 1)
    expect(ann.locator('.mat.landed[data-mat="1"]')).to_contain_text("Bo")
    expect(ann.locator(".under")).to_contain_text("1 seated, waiting for Ann and 小明")


def test_option_changes_the_sheet_of_every_phone(new_phone_at_table: NewPhone) -> None:
    """The end card of Honshu adds an entry."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo, slug="honshu", players=2)
    expect(cell(bo, "1.crosses")).to_have_count(0)
    ann.locator(".table > summary").click()
    cell(ann, "end_card").select_option("town_crosses")
    expect(cell(bo, "1.crosses")).to_be_visible()


@pytest.mark.short(scheme="dark")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_and_are_accessible(new_phone_at_table: NewPhone, scheme: str) -> None:
    phone = new_phone_at_table(scheme=scheme)
    table = open_table(phone, lang="zh-Hant", **{"0.prestige": "20", "coellen.7": "1"})
    sit(phone, table, 2, "zh-Hant")
    for path in ("/open", "/seats", "?view=all", "/history", ""):
        phone.goto(f"/zh-Hant{table}{path}")
        if path in ("", "?view=all"):
            wait_for_sheet(phone)
            expect(phone.locator(".dock .sum b")).to_have_text("–")
        check_page(phone)
    for _tap in range(2):  # the second tap confirms that blanks count as 0
        phone.locator("[data-done]").click()
    expect(phone.locator(".face-down")).to_be_visible()
    check_page(phone)


def check_page(phone: Page) -> None:
    """Check that a page is as wide as the phone, and accessible once nothing moves."""
    assert phone.evaluate("document.documentElement.scrollWidth") == 360, phone.url
    phone.wait_for_function("() => document.getAnimations().every(({ playState }) => playState === 'finished')")
    assert violations(phone) == [], phone.url
