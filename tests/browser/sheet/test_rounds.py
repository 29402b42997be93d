"""Games of rounds: the next round appears as the last is filled, with scripts and without, and the blank count reaches 0."""

from urllib.parse import parse_qs, urlsplit

import pytest
from browsing import Browse
from playwright.sync_api import Locator, Page, expect

ROUND_1 = {f"rounds.0.{what}.{seat}": "0" for what in ("bid", "tricks") for seat in range(3)}


def rounds(page: Page) -> Locator:
    """The rounds that the sheet shows."""
    return page.locator("[data-records]")


def fill(page: Page, numbers: dict[str, str]) -> None:
    """Type numbers into cells."""
    for name, value in numbers.items():
        page.locator(f'[name="{name}"]').fill(value)


def test_next_round_appears_as_the_last_is_filled(browse: Browse) -> None:
    page = browse("/en/magpies/score", device="desktop")
    expect(rounds(page)).to_have_count(1)
    expect(page.locator("#left")).to_be_empty()
    with page.expect_response("**/magpies/score?*to=sheet*"):
        fill(page, ROUND_1 | {"rounds.0.tricks.2": ""})
    expect(page.locator("#left")).to_have_text("1 blank. Blanks count as 0.")
    expect(rounds(page)).to_have_count(1)
    last = page.locator('[name="rounds.0.tricks.2"]')
    last.press_sequentially("0")
    expect(rounds(page)).to_have_count(2)
    expect(last).to_be_focused()
    expect(page.get_by_role("group", name="Round 2")).to_contain_text("Bid")
    expect(page.locator("#left")).to_be_empty()
    fill(page, {name.replace(".0.", ".1.", 1): "0" for name in ROUND_1})
    expect(rounds(page)).to_have_count(3)
    # Round 1 pays 10 and round 2 pays 20 for no trick.
    expect(page.locator("#totals b")).to_have_text(["30", "30", "30"])
    page.locator("button.main").click()
    expect(page.locator(".running tbody th")).to_have_text(["Round 1", "Round 2"])


def test_enter_goes_on_to_the_next_round(browse: Browse) -> None:
    page = browse("/en/magpies/score", device="desktop")
    with page.expect_response("**/magpies/score?*to=sheet*"):
        fill(page, {"rounds.0.bid.1": "0"})
    fill(page, ROUND_1)
    page.locator('[name="rounds.0.wager.2"]').press("Enter")
    expect(page.locator('[name="rounds.1.bid.0"]')).to_be_focused()


@pytest.mark.long
def test_last_round_is_followed_by_none(browse: Browse) -> None:
    five = "&".join(f"rounds.{number}.bid.0=0" for number in range(5))
    page = browse(f"/en/magpies/score?to=sheet&n=3&rounds=5&{five}", device="desktop")
    expect(rounds(page)).to_have_count(6)
    with page.expect_response("**/magpies/score?*to=sheet*"):
        fill(page, {"rounds.5.bid.0": "0"})
    fill(page, {name.replace(".0.", ".5.", 1): "0" for name in ROUND_1})
    expect(page.locator("#totals b")).to_have_text(["60", "60", "60"])
    expect(rounds(page)).to_have_count(6)


@pytest.mark.long
def test_one_round_more_without_scripts(browse: Browse) -> None:
    page = browse("/en/magpies/score", scripts=False)
    fill(page, ROUND_1)
    page.get_by_role("button", name="One more: Round 2").tap()
    expect(rounds(page)).to_have_count(2)
    fill(page, {name.replace(".0.", ".1.", 1): "0" for name in ROUND_1})
    page.locator("button.main").tap()
    expect(page.locator("tr.total td")).to_have_text(["30", "30", "30"])
    assert parse_qs(urlsplit(page.url).query)["rounds.1.bid.2"] == ["0"]


def test_round_says_its_working_beside_the_running_total(browse: Browse) -> None:
    page = browse("/en/magpies/example/three_rounds")
    expect(page.locator(".running tbody tr").first.locator("td").first).to_have_text("50 +5020 × 1 + 30")


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_leader_stands_clear_of_the_emblem(browse: Browse, lang: str) -> None:
    """A game that is not over has the longest headline on a phone."""
    page = browse(f"/{lang}/oxen/score?n=2&0.name=Ann&rounds=1&rounds.0.points.0=10&rounds.0.points.1=20")
    crest = page.locator(".hero > .crest").bounding_box()
    name = page.locator(".hero .who .name").bounding_box()
    assert name
    assert not crest or name["x"] + name["width"] <= crest["x"] or name["y"] >= crest["y"] + crest["height"]
