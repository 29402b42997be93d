"""Lands of Honshu are undone, copied, and carried by the link without loss."""

import random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from land_page import RULEBOOK, SHEET, announcement, at, land, mode, points, random_land, tool, with_land
from playwright.sync_api import expect
from positions import entries
from sheet_page import expect_values, open_table

from scorers.honshu.land import VISIBLE_SQUARES

ON_BOARD = True

OPENED_AGAIN = 6
"""Of the lands that are written into a link, one in so many is opened again as a page."""


# Text, link and the way back


@pytest.mark.long
def test_a_land_is_copied_and_put_into_another_players_place(browse: Any) -> None:
    page = browse(with_land(), device="desktop")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy]").click()
    expect(announcement(page)).to_have_text("Copied")
    page.locator(".hand button").nth(1).click()
    page.locator("[data-paste]").click()
    expect(page.locator("#totals b")).to_have_text(["63", "63"])
    assert land(page, 1) == land(page) == "/".join(RULEBOOK)
    page.locator("[data-clear]").click()
    assert land(page, 1) == ""
    page.locator("[data-undo]").click()
    assert land(page, 1) == "/".join(RULEBOOK)


@pytest.mark.short(lang="en")
def test_without_a_clipboard_the_text_is_opened_and_selected(browse: Any, lang: str) -> None:
    page = browse(with_land(lang))
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("[data-copy]").tap()
    expect(announcement(page)).to_have_text({"en": "Copied", "zh-Hant": "已複製"}[lang])
    page.locator(".hand button").nth(1).tap()
    page.locator("[data-paste]").tap()
    expect(page.locator('[name="1.map"]')).to_be_focused()
    note = page.locator(".land-text .hint")
    expect(note).to_be_in_viewport()
    expect(note).to_contain_text({"en": "that is selected below", "zh-Hant": "在下方選取的文字"}[lang])
    expect(announcement(page)).to_have_text(note.inner_text())
    page.keyboard.press("Control+v")
    expect(page.locator("#totals b")).to_have_text(["63", "63"])
    expect(note).to_have_count(0)


@pytest.mark.long
def test_undo_and_redo_say_what_came_back(browse: Any) -> None:
    page = browse(with_land(), device="desktop")
    page.locator("[data-clear]").click()
    expect(announcement(page)).to_have_text("Cleared; undo brings it back; A: 0 in all")
    page.locator("[data-undo]").click()
    expect(announcement(page)).to_have_text("Undone: Land of A, 60 squares; A: 63 in all")
    at(page, 0, 4).focus()
    page.keyboard.press("Control+y")
    expect(announcement(page)).to_have_text("Redone: Land of A, 0 squares; A: 0 in all")


@pytest.mark.long
def test_undo_shows_the_land_that_changes(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    mode(page, "paint")
    for seat in range(2):
        page.locator(".hand button").nth(seat).click()
        at(page, 0, 0).click()
        at(page, 1, 0).click()
    page.locator(".hand button").first.click()
    page.locator("[data-undo]").click()
    assert [land(page, seat) for seat in range(2)] == ["F F", "F"]
    expect(page.locator(".hand button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#land [role=grid]")).to_have_attribute("aria-label", "Land of B, 1 squares")


@pytest.mark.long
def test_language_players_and_back_keep_the_lands(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?seats=3", device="desktop")
    page.locator(".hand button").nth(2).click()
    mode(page, "paint")
    tool(page, "P", "g")
    at(page, 0, 0).click()
    tool(page, "C")
    at(page, 0, 0).click()
    page.get_by_role("link", name="繁體中文").click()
    page.wait_for_url("**/zh-Hant/**")
    assert land(page, 2) == "Pg*"
    open_table(page)
    for seats in (2, 5):
        page.locator(f'button[name=seats][value="{seats}"]').click()
        page.wait_for_url(f"**seats={seats}**")
    assert land(page, 2) == "Pg*"
    page.locator("button.main").click()
    expect(page.locator(".score-pad")).to_be_visible()
    page.go_back()
    page.locator(".hand button").nth(2).click()
    expect(at(page, 0, 0)).to_have_attribute("data-word", "Pg*")


@pytest.mark.long
def test_five_full_lands_fit_into_a_link_of_six_kilobytes(browse: Any) -> None:
    chance = random.Random(5)
    lands = [random_land(chance, VISIBLE_SQUARES) for _ in range(5)]
    page = browse(f"/en/{SHEET}?seats=5", device="desktop")
    for seat in range(5):
        text = page.locator(f'[name="{seat}.map"]')
        text.evaluate(
            "(text, land) => { text.value = land; text.dispatchEvent(new Event('input', {bubbles: true})); }",
            lands[seat],
        )
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("4.map") == lands[4:])
    assert len(page.url) < 6 * 1024
    page.goto(page.url)
    expect_values(page, [f"{seat}.map" for seat in range(5)], lands)


@pytest.mark.long
def test_random_lands_come_back_from_the_link_as_they_were(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?seats=2", device="desktop")
    expect(page.locator("#land [role=gridcell]").first).to_be_visible()
    chance = random.Random(6)
    lands = [[random_land(chance, chance.randint(1, VISIBLE_SQUARES)) for _ in range(2)] for _ in range(180)]
    links, wrong = page.evaluate(
        """async ([lands, again]) => {
          const get = window.fetch;
          window.fetch = () => new Promise(() => {});  // no scores: they are not what is looked at here
          history.replaceState = () => {};  // browsers take a few hundred at once, no more; the link to the other language is kept as well
          const texts = [...document.querySelectorAll("textarea[name$='.map']")];
          const tabs = [...document.querySelectorAll(".hand button")];
          const fill = (land) => land.forEach((text, seat) => {
            texts[seat].value = text;
            texts[seat].dispatchEvent(new Event("input", { bubbles: true }));
            texts[seat].dispatchEvent(new Event("change", { bubbles: true }));
          });
          const drawn = () => tabs.map((tab) => {
            tab.click();
            const words = (row) => [...row.children].map((cell) => cell.dataset.word || ".");
            const rows = [...document.querySelectorAll("#land [role=row]")].map(words);
            const full = rows.filter((row) => row.some((word) => word !== "."));
            const left = Math.min(...full.map((row) => row.findIndex((word) => word !== ".")));
            return full.map((row) => row.slice(left).join(" ").replace(/( \\\\.)+$/, "")).join("/");
          });
          const wrong = [];
          const links = [];
          for (const [i, land] of lands.entries()) {
            fill(land);
            if (drawn().join("|") !== land.join("|")) wrong.push(drawn());
            links.push(document.querySelector("[data-twin]").search);
            if (i % again) continue;
            const answer = await get(links.at(-1));
            const sheet = new DOMParser().parseFromString(await answer.text(), "text/html");
            const back = [...sheet.querySelectorAll("textarea[name$='.map']")].map((text) => text.value);
            fill(["", ""]);
            fill(back);
            if (drawn().join("|") !== land.join("|")) wrong.push(back);
          }
          return [links, wrong];
        }""".replace("\\\\", "\\"),
        [lands, OPENED_AGAIN],
    )
    assert wrong == []
    for link, pair in zip(links, lands, strict=True):
        assert [entries("honshu", link)[f"{seat}.map"].replace(" / ", "/") for seat in range(2)] == pair


@pytest.mark.long
def test_a_land_is_the_same_in_whatever_order_it_is_painted(browse: Any) -> None:
    """Many more lands are painted without the page, where squares alone are tested."""
    page = browse(f"/en/{SHEET}", device="desktop")
    mode(page, "paint")
    chance = random.Random(7)
    for _ in range(2):
        text = random_land(chance, 30)
        rest = {(x, y): word for y, row in enumerate(text.split("/")) for x, word in enumerate(row.split()) if word != "."}
        (first, _), squares = chance.choice(list(rest.items())), []
        spots = [first]
        while spots:  # each square beside one that was painted before
            x, y = spots.pop(chance.randrange(len(spots)))
            if (x, y) in rest:
                squares.append((x - first[0], y - first[1], rest.pop((x, y))))
                spots += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        page.evaluate(
            """async (squares) => {
              window.fetch = () => new Promise(() => {});
              document.querySelector("[data-clear]").click();
              for (const [x, y, word] of squares) {
                const kind = word.replaceAll("*", "");
                const tool = "PM".includes(kind[0]) ? kind[0] + kind.slice(2) : kind;
                document.querySelector(`.palette [data-value="${tool}"]`).click();
                if ("PM".includes(kind[0])) document.querySelector(`.inks [data-value="${kind[1]}"]`).click();
                const press = () => document.querySelector(`#land [data-at="${x},${y}"]`)
                  .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
                press();
                if (word === kind) continue;
                document.querySelector(".palette [data-value=C]").click();
                press();
              }
            }""",
            squares,
        )
        assert land(page) == text


@pytest.mark.short(lang="en")
def test_squares_show_localized_signs_and_texts_stay_letters(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}?to=sheet&0.map=F T L/A Pb* Mn2/. . Q", device="desktop")
    signs = {"en": ["F", "T", "L", "A", "Pb", "Mn2", "Q"], "zh-Hant": ["林", "鎮", "湖", "休", "產藍", "廠棕2", "Q"]}[lang]
    expect(page.locator("#land [role=gridcell] b")).to_have_text(signs)
    assert land(page) == "F T L/A Pb* Mn2/. . Q"
    mode(page, "paint")
    expect(page.locator(".palette [data-kind=F], .palette [data-kind=P], .inks [data-value=b]")).to_have_text(
        {"en": ["F", "P", "b blue"], "zh-Hant": ["林", "產", "藍"]}[lang]
    )
    expect(page.get_by_role("button", name={"en": "blue", "zh-Hant": "藍"}[lang], exact=True)).to_be_visible()
    page.locator("#land [role=gridcell]").first.focus()
    page.keyboard.press("t")
    expect(page.locator(".palette [data-kind=T]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_land_stays_in_place_when_a_card_is_laid(browse: Any) -> None:
    """Card 49 is F F / A T / A T; wherever it comes to lie, the square at 0, 0 stays under the thumb."""
    page = browse(f"/en/{SHEET}?to=sheet&0.map=L+L+L/L+T+L/L+L+T")
    mode(page, "lay")
    page.locator("#card").fill("49")
    expect(announcement(page)).to_have_text("Card 49 fits here")
    before = at(page, 0, 0).bounding_box()
    page.locator("[data-lay]").tap()
    expect(page.locator(".ghost")).to_have_count(0)
    expect(points(page, "town")).not_to_have_text("–")
    assert at(page, 0, 0).bounding_box() == before
    page.reload()
    expect(page.locator('.modes [data-value="lay"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#card")).to_be_visible()
