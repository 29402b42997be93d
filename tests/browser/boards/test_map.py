"""The map of Hansa Teutonica in a browser: tapped, typed, found, undone, and kept on the way to other pages."""

from typing import Any

import pytest
from accessibility import violations
from kept_page import await_sheet
from map_page import SHEET, THUMB, add, announcement, choose, name, office, points, rows
from playwright.sync_api import expect
from sheet_page import expect_values, open_table
from waiting import wait_until

ON_BOARD = True

NETWORK = {"lubeck": 1, "hamburg": 2, "bremen": 1, "hannover": 1, "minden": 2, "paderborn": 1, "warburg": 1}
"""Seven connected cities with nine offices, as in the Big Box rulebook's example."""


# The run by thumb


@pytest.mark.long
def test_seven_cities_with_nine_offices_and_key_three_give_27(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}?to=sheet&0.keys=3")
    office(page, "lubeck").tap()
    expect(points(page, 0, "network")).to_have_text("0")  # under a thumb the first tap only brings the city near
    for city, offices in NETWORK.items():
        for number in range(1, offices + 1):
            office(page, city, number).tap()
    expect(points(page, 0, "network")).to_have_text("27")
    expect(points(page, 0, "cities")).to_have_text("14")
    expect(page.locator("#totals b").first).to_have_text("41")
    # Kampen has an office of A's too, but no office of A's joins it to the others
    office(page, "kampen").tap()
    expect(points(page, 0, "cities")).to_have_text("16")
    expect(points(page, 0, "network")).to_have_text("27")
    page.get_by_role("button", name={"en": "Score", "zh-Hant": "計分"}[lang], exact=True).last.click()
    expect(page.locator(".score-pad [data-line=network] tr:first-child b").first).to_have_text("27")


@pytest.mark.short(lang="en")
def test_free_office_shows_its_colour_by_a_sign_not_a_letter(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}?to=sheet", device="desktop")
    expect(office(page, "stade")).not_to_have_text("")  # the drawing is there
    signs = page.locator(".city:not(.special) .office:not(.taken) > text").evaluate_all(
        "(texts) => [...new Set(texts.map((text) => text.textContent))]"
    )
    assert sorted(signs) == sorted({"en": "wopb", "zh-Hant": "白橘粉黑"}[lang])


def test_the_routes_of_a_network_are_drawn_and_no_others(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&offices.lubeck=0-&offices.hamburg=0--&offices.bremen=0&offices.kampen=0-&offices.emden=11")
    expect(points(page, 0, "network")).to_have_text("3")
    # Lübeck–Hamburg and Hamburg–Bremen
    assert page.locator('[data-net="0"]').get_attribute("d").count("M") == 2
    assert not page.locator('[data-net="1"]').get_attribute("d")


@pytest.mark.long
def test_control_of_a_city_is_shown_and_changes_with_an_annex(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    office(page, "paderborn").click()
    choose(page, 1)
    office(page, "paderborn", 2).click()
    badge = page.locator("[data-city=paderborn] .badge")
    expect(badge).to_have_text("B")  # level, and B's office is further right
    choose(page, 0)
    add(page, "paderborn").click()
    expect(badge).to_have_text("A")
    expect(page.locator("[data-city=paderborn] .plate")).to_have_class("plate taken seat-0")
    expect(name(page, "paderborn")).to_have_attribute(
        "aria-label", "Paderborn: A controls the city; network of A: 2 × 1 = 2; network of B: 1 × 1 = 1"
    )
    assert rows(page) == {"offices.paderborn": "01", "annexes.paderborn": "0----"}


@pytest.mark.long
def test_annexes_are_added_at_the_left_and_taken_back_by_a_second_tap(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    expect(page.locator("[data-city=stade] .annex:not([hidden])")).to_have_count(0)
    office(page, "stade").click()
    office(page, "hamburg").click()
    for seat in (1, 0):
        choose(page, seat)
        add(page, "stade").click()
    assert rows(page) == {"offices.hamburg": "0--", "offices.stade": "0", "annexes.stade": "01---"}
    choose(page, 1)
    page.get_by_role("button", name="Stade, annex 1: B").click()
    assert rows(page) == {"offices.hamburg": "0--", "offices.stade": "0", "annexes.stade": "0----"}
    choose(page, 0)
    office(page, "stade").click()
    expect(announcement(page)).to_contain_text("needs an office to its right")
    expect(page.locator("[data-city=stade]")).to_have_class("city bad")


@pytest.mark.long
def test_special_spaces_are_given_on_the_map_or_in_the_form(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    page.get_by_role("button", name="Special space 9 in Coellen: free").click()
    expect(page.locator('[name="coellen.9"][value="0"]')).to_be_checked()
    page.locator('[name="coellen.7"][value="1"]').check()
    expect(page.get_by_role("button", name="Special space 7 in Coellen: B")).to_have_text("B")


def test_counts_that_the_map_yields_are_put_away_while_it_is_used(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&offices.stade=0", device="desktop")
    count = page.locator('[name="0.cities"]')
    expect(count).to_be_hidden()
    expect(page.locator('[id="f-0.keys"]')).to_be_visible()
    office(page, "stade").click()
    expect(count).to_be_visible()


# Near and far


@pytest.mark.short(lang="en")
def test_thumb_targets_are_large_and_the_page_fits(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}")
    name(page, "goslar").tap()
    expect(announcement(page)).to_contain_text("Goslar")
    sizes = page.evaluate(
        """() => [...document.querySelectorAll("#map [role=button]:not([hidden]), #map button")]
             .map((target) => (target.querySelector(".hit") ?? target).getBoundingClientRect())
             .filter((box) => box.width).map((box) => Math.min(box.width, box.height))"""
    )
    assert min(sizes) >= THUMB
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    box, shown = page.locator(".field").bounding_box(), office(page, "goslar").bounding_box()
    assert box["x"] <= shown["x"] <= box["x"] + box["width"] - shown["width"]
    assert box["y"] <= shown["y"] <= box["y"] + box["height"] - shown["height"]


def test_five_hands_fit_on_the_narrowest_phone(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?to=sheet&n=5")
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.locator(".hand button").last).to_be_visible()
    boxes = page.locator(".hand button").evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert min(box["width"] for box in boxes) >= THUMB
    assert boxes[-1]["right"] <= page.locator(".field").bounding_box()["x"] + page.locator(".field").bounding_box()["width"]


@pytest.mark.short(text="coel")
@pytest.mark.parametrize("text", ["koln", "Cöllen", "coel", "科"])
def test_a_city_is_found_by_a_few_letters_of_any_of_its_names(browse: Any, text: str) -> None:
    page = browse(f"/en/{SHEET}")
    page.get_by_role("searchbox").fill(text)
    expect(page.locator(".found")).to_have_count(1)
    expect(page.locator("[data-city=coellen]")).to_have_class("city found")
    page.get_by_role("searchbox").press("Enter")
    expect(office(page, "coellen")).to_be_focused()
    expect(office(page, "coellen")).to_be_in_viewport(ratio=1)


def test_letters_that_several_cities_share_offer_them_all(browse: Any) -> None:
    page = browse(f"/en/{SHEET}")
    page.get_by_role("searchbox").fill("ha")
    expect(announcement(page)).to_have_text("Hamburg, Hannover, Halle")
    page.get_by_role("button", name="Halle", exact=True).click()
    expect(office(page, "halle")).to_be_focused()


# From the keyboard alone


def test_the_map_is_filled_from_the_keyboard_alone(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    page.get_by_role("searchbox").focus()
    for key in ("m", "i", "n", "d", "Enter"):
        page.keyboard.press(key)
    expect(office(page, "minden")).to_be_focused()
    for key in ("b", "Enter", "ArrowRight", "1", "Space", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(announcement(page)).to_have_text("Minden, office 3: A; A controls the city; network of A: 2 × 1 = 2")
    expect(office(page, "minden", 2)).to_have_accessible_name("Minden, office 2, square, Orange: A")
    assert rows(page) == {"offices.minden": "100-"}
    page.keyboard.press("Delete")
    assert rows(page) == {"offices.minden": "10--"}
    expect(page.locator("[data-undo]")).to_be_enabled()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert rows(page) == {"offices.minden": "10--"}
    page.keyboard.press("Control+Shift+z")
    assert rows(page) == {"offices.minden": "100-"}
    # One stop for the whole map: the next is a line of the tally, which lights up its cities
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(announcement(page)).to_have_text("A, Cities: Minden")
    expect(page.locator(".lit")).to_have_count(1)


@pytest.mark.long
def test_each_step_is_undone_and_done_again(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    views = [rows(page)]
    for city in ("stade", "hamburg", "lubeck"):
        office(page, city).click()
        views.append(rows(page))
    for button, states in ((page.locator("[data-undo]"), views[-2::-1]), (page.locator("[data-redo]"), views[1:])):
        for state in states:
            button.click()
            assert rows(page) == state
    expect(points(page, 0, "network")).to_have_text("3")
    page.locator("[data-undo]").click()
    expect(announcement(page)).to_have_text("Undone: Lübeck; nobody controls it; network of A: 2 × 1 = 2")


# The list, the link and the way back


def test_the_list_and_the_map_are_one(browse: Any) -> None:
    page = browse(f"/en/{SHEET}", device="desktop")
    expect(office(page, "emden", 2)).to_be_visible()
    page.get_by_text("The same as a list").click()
    emden = page.locator('[name="offices.emden"]')
    emden.fill("-B")
    emden.blur()
    expect(office(page, "emden", 2)).to_have_text("B")
    expect(announcement(page)).to_contain_text("without a gap")
    emden.fill("ab")
    emden.blur()
    expect(points(page, 1, "cities")).to_have_text("2")


@pytest.mark.long
def test_list_without_scripts_shows_the_map_and_its_faults(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}", scripts=False)
    expect(page.locator("#map")).to_be_hidden()
    page.locator(".map-part > summary").click()
    page.locator('[name="offices.emden"]').fill("-A")
    page.locator("button.main").click()
    expect(page.locator("[data-row=emden] .error")).to_be_visible()
    expect(page.locator('[name="offices.emden"]')).to_have_value("-A")
    page.locator('[name="offices.emden"]').fill("BA")
    page.locator("button.main").click()
    expect(page.locator(".score-pad [data-line=cities] tr:first-child b")).to_have_text(["2", "0"])


@pytest.mark.long
def test_seats_that_change_faster_than_a_device_writes_lose_nothing(browse: Any) -> None:
    """With two players Dortmund has two offices. That the next page comes before these are written is no other tab's change."""
    page = browse(f"/en/{SHEET}?n=4&offices.dortmund=A--&to=sheet", device="desktop", pristine=True)
    office(page, "dortmund", 2).click()
    wait_until(page, "history.state?.sheet && !localStorage.getItem('unwritten')")
    page.add_init_script("""if (location.search.includes("seats=2")) {
      Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
        set(hear) { if (this.mode === "readonly") this.addEventListener("complete", hear); },
      });
    }""")
    open_table(page)
    for seats, written in (("2", "AA"), ("5", "AA-")):
        page.locator(f'button[name=seats][value="{seats}"]').click()
        page.wait_for_url(f"**seats={seats}**")
        await_sheet(page, lambda sheet, written=written: f"offices.dortmund={written}" in sheet["at"].split("&"))
        expect_values(page, ["offices.dortmund"], [written])


@pytest.mark.long
def test_language_players_and_back_keep_the_position(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?seats=4", device="desktop")
    choose(page, 3)
    office(page, "dortmund").click()
    office(page, "dortmund", 2).click()
    before = rows(page)
    page.get_by_role("link", name="繁體中文").click()
    page.wait_for_url("**/zh-Hant/**")
    expect(office(page, "dortmund", 2)).to_have_text("D")
    assert rows(page) == before
    open_table(page)
    page.locator('button[name=seats][value="2"]').click()
    page.wait_for_url("**seats=2**")
    expect(office(page, "dortmund", 2)).to_have_text("D")  # nobody has D now, which is said, but nothing is lost
    expect(page.locator("[data-city=dortmund]")).to_have_class("city bad")
    page.locator('button[name=seats][value="5"]').click()
    page.wait_for_url("**seats=5**")
    assert rows(page) == before
    page.locator("button.main").click()
    expect(page.locator(".score-pad")).to_be_visible()
    page.go_back()
    expect(office(page, "dortmund", 2)).to_have_text("D")
    assert rows(page) == before


@pytest.mark.short(lang="en", scheme="light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browse: Any, lang: str, scheme: str) -> None:
    page = browse(f"/{lang}/{SHEET}?to=sheet&n=3&offices.minden=01--&annexes.minden=0&offices.hannover=1-&coellen.7=2", scheme=scheme)
    expect(points(page, 0, "cities")).to_have_text("2")
    page.locator(".as-list > summary").click()
    name(page, "minden").tap()
    assert violations(page) == []
