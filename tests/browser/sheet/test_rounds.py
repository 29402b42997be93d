"""Games of rounds: the next round appears when the last is filled, and the count of blanks reaches 0."""

import pytest
from browsing import Browse
from playwright.sync_api import Locator, Page, expect
from sheet_page import box_of, cell, expect_totals, fill

MAGPIES = "/en/magpies/score"
UPDATE = "**/magpies/score?*to=sheet*"
"""The address of a sheet with another round."""
ROUND_1 = {f"rounds.0.{entry}.{seat}": "0" for entry in ("bid", "tricks") for seat in range(3)}


def rounds(page: Page) -> Locator:
    """The rounds that the sheet shows."""
    return page.locator("[data-records]")


def test_next_round_appears_and_enter_moves_into_it(browse: Browse) -> None:
    page = browse(MAGPIES, device="desktop")
    expect(rounds(page)).to_have_count(1)
    expect(page.locator("#left")).to_be_empty()
    with page.expect_response(UPDATE):
        fill(page, ROUND_1 | {"rounds.0.tricks.2": ""})
    expect(page.locator("#left")).to_have_text("1 blank. Blanks count as 0.")
    expect(rounds(page)).to_have_count(1)
    last = cell(page, "rounds.0.tricks.2")
    last.press_sequentially("0")
    expect(rounds(page)).to_have_count(2)
    expect(last).to_be_focused()
    expect(page.get_by_role("group", name="Round 2")).to_contain_text("Bid")
    expect(page.locator("#left")).to_be_empty()
    fill(page, {name.replace(".0.", ".1.", 1): "0" for name in ROUND_1})
    expect(rounds(page)).to_have_count(3)
    # Round 1 pays 10 and round 2 pays 20 for no trick.
    expect_totals(page, "30", "30", "30")
    cell(page, "rounds.1.wager.2").press("Enter")
    expect(cell(page, "rounds.2.bid.0")).to_be_focused()
    page.locator("button.main").click()
    expect(page.locator(".running tbody th")).to_have_text(["Round 1", "Round 2"])


@pytest.mark.long
def test_no_round_follows_the_last(browse: Browse) -> None:
    five = "&".join(f"rounds.{number}.bid.0=0" for number in range(5))
    page = browse(f"/en/magpies/score?to=sheet&n=3&rounds=5&{five}", device="desktop")
    expect(rounds(page)).to_have_count(6)
    with page.expect_response(UPDATE):
        fill(page, {"rounds.5.bid.0": "0"})
    fill(page, {name.replace(".0.", ".5.", 1): "0" for name in ROUND_1})
    expect_totals(page, "60", "60", "60")
    expect(rounds(page)).to_have_count(6)


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_name_of_the_leader_does_not_touch_the_emblem(browse: Browse, lang: str) -> None:
    """Of all headlines, that of a game that is not over is the longest."""
    page = browse(f"/{lang}/oxen/score?n=2&0.name=Ann&rounds=1&rounds.0.points.0=10&rounds.0.points.1=20")
    crest = page.locator(".hero > .crest").bounding_box()
    name = box_of(page.locator(".hero .who .name"))
    assert not crest or name["x"] + name["width"] <= crest["x"] or name["y"] >= crest["y"] + crest["height"]
