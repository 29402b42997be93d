"""The maps of Hansa Teutonica in a browser: taps, keys, the list, the search for cities, faults, and each printed
map.
"""

import pytest
from board_pages import (
    MAP,
    annex_slot,
    announcement,
    choose_seat,
    city_name,
    map_points,
    office,
    permanent_slot,
    read_offices,
)
from browsing import Browse
from kept_page import await_sheet
from page_faults import violations
from playwright.sync_api import Page, expect
from sheet_page import expect_values, open_table
from waiting import wait_until

ON_BOARD = True

NETWORK = {"lubeck": 1, "hamburg": 2, "bremen": 1, "hannover": 1, "minden": 2, "paderborn": 1, "warburg": 1}
"""Seven connected cities with nine offices, as in the Big Box rulebook's example."""


@pytest.mark.long
def test_rulebook_network_of_seven_cities_is_worth_27(browse: Browse) -> None:
    """The map opens with targets for a thumb, so that the first tap counts."""
    page = browse(f"/en/{MAP}?to=sheet&0.keys=3")
    for city, offices in NETWORK.items():
        for number in range(1, offices + 1):
            office(page, city, number).tap()
    expect(map_points(page, 0, "network")).to_have_text("27")
    expect(map_points(page, 0, "cities")).to_have_text("14")
    expect(page.locator("#totals b").first).to_have_text("41")
    # Kampen is not connected to the other cities of A
    office(page, "kampen").tap()
    expect(map_points(page, 0, "cities")).to_have_text("16")
    expect(map_points(page, 0, "network")).to_have_text("27")
    for _ in range(2):  # the first asks about choices that nobody made
        page.locator(".finish button.main").click()
        expect(page.locator("body.result, .live").first).to_be_attached()
    expect(page.locator(".score-pad [data-line=network] tr:first-child b").first).to_have_text("27")


@pytest.mark.long
def test_map_draws_the_routes_of_networks_only(browse: Browse) -> None:
    page = browse(
        f"/en/{MAP}?to=sheet&offices.lubeck=0-&offices.hamburg=0--&offices.bremen=0&offices.kampen=0-&offices.emden=11"
    )
    expect(map_points(page, 0, "network")).to_have_text("3")
    # Lübeck–Hamburg and Hamburg–Bremen
    assert page.locator('[data-net="0"]').get_attribute("d").count("M") == 2
    assert not page.locator('[data-net="1"]').get_attribute("d")


@pytest.mark.long
def test_annexes_join_at_the_left_and_change_control(browse: Browse) -> None:
    page = browse(f"/en/{MAP}", device="desktop")
    expect(page.locator("[data-city=paderborn] .annex:not([hidden])")).to_have_count(0)
    office(page, "paderborn").click()
    choose_seat(page, 1)
    office(page, "paderborn", 2).click()
    badge = page.locator("[data-city=paderborn] .badge")
    expect(badge).to_have_text("B")  # a tie; B's office is further right
    choose_seat(page, 0)
    annex_slot(page, "paderborn").click()
    expect(badge).to_have_text("A")
    expect(page.locator("[data-city=paderborn] .plate")).to_have_class("plate taken seat-0")
    label = "Paderborn: A controls the city; network of A: 2 × 1 = 2; network of B: 1 × 1 = 1"
    expect(city_name(page, "paderborn")).to_have_attribute("aria-label", label)
    choose_seat(page, 1)
    annex_slot(page, "paderborn").click()
    assert read_offices(page) == {"offices.paderborn": "01", "annexes.paderborn": "10---"}
    page.get_by_role("button", name="Paderborn, annex 2: B").click()  # a second click removes it
    assert read_offices(page) == {"offices.paderborn": "01", "annexes.paderborn": "0----"}


def test_list_and_map_show_the_same(browse: Browse) -> None:
    page = browse(f"/en/{MAP}", device="desktop")
    expect(office(page, "emden", 2)).to_be_visible()
    page.get_by_text("The same as a list").click()
    emden = page.locator('[name="offices.emden"]')
    emden.fill("-B")
    emden.blur()
    expect(office(page, "emden", 2)).to_have_text("B")
    expect(announcement(page)).to_contain_text("without a gap")
    emden.fill("ab")
    emden.blur()
    expect(map_points(page, 1, "cities")).to_have_text("2")
    page.get_by_role("button", name="Special space 9 in Coellen: free").click()
    expect(page.locator('[name="coellen.9"][value="0"]')).to_be_checked()
    page.locator('[name="coellen.7"][value="1"]').check()
    expect(page.get_by_role("button", name="Special space 7 in Coellen: B")).to_have_text("B")


def test_five_players_fit_the_narrowest_phone(browse: Browse) -> None:
    page = browse(f"/en/{MAP}?to=sheet&n=5")
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.locator(".hand button").last).to_be_visible()
    buttons = page.locator(".hand button").evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    field = page.locator(".field").bounding_box()
    assert field
    assert min(button["width"] for button in buttons) >= 44
    assert buttons[-1]["right"] <= field["x"] + field["width"]


@pytest.mark.long
def test_typed_letters_find_cities(browse: Browse) -> None:
    """tests/js/city_search.test.js has more spellings."""
    page = browse(f"/en/{MAP}")
    search = page.get_by_role("searchbox")
    search.fill("coel")
    expect(page.locator(".found")).to_have_count(1)
    expect(page.locator("[data-city=coellen]")).to_have_class("city found")
    search.press("Enter")
    expect(office(page, "coellen")).to_be_focused()
    expect(office(page, "coellen")).to_be_in_viewport(ratio=1)
    search.fill("ha")
    expect(announcement(page)).to_have_text("Hamburg, Hannover, Halle")
    page.get_by_role("button", name="Halle", exact=True).click()
    expect(office(page, "halle")).to_be_focused()


def test_keyboard_fills_the_map(browse: Browse) -> None:
    page = browse(f"/en/{MAP}", device="desktop")
    page.get_by_role("searchbox").focus()
    for key in ("m", "i", "n", "d", "Enter"):
        page.keyboard.press(key)
    expect(office(page, "minden")).to_be_focused()
    for key in ("b", "Enter", "ArrowRight", "1", "Space", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(announcement(page)).to_have_text("Minden, office 3: A; A controls the city; network of A: 2 × 1 = 2")
    expect(office(page, "minden", 2)).to_have_accessible_name("Minden, office 2, square, Orange: A")
    assert read_offices(page) == {"offices.minden": "100-"}
    page.keyboard.press("Delete")
    assert read_offices(page) == {"offices.minden": "10--"}
    # The map is one stop; the next is a line of the score, which lights up its cities
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(announcement(page)).to_have_text("A, Cities: Minden")
    expect(page.locator(".lit")).to_have_count(1)


@pytest.mark.long
def test_quick_changes_of_seats_lose_no_office(browse: Browse) -> None:
    """With two players Dortmund has two offices.

    The page waits for writing, so it must not take its own change for another tab's.
    """
    page = browse(f"/en/{MAP}?n=4&offices.dortmund=A--&to=sheet", device="desktop")
    office(page, "dortmund", 2).click()
    wait_until(page, "history.state?.sheet && !Object.keys(localStorage).some((name) => name.startsWith('unwritten'))")
    page.add_init_script("""if (location.search.includes("seats=2")) {
      Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
        set(hear) { if (this.mode === "readonly") this.addEventListener("complete", hear); },
      });
    }""")
    open_table(page)
    for seats, written in (("2", "AA"), ("5", "AA-")):
        page.locator(f'button[name=seats][value="{seats}"]').click()
        page.wait_for_url(f"**seats={seats}**")
        await_sheet(page, lambda sheet, written=written: f"offices.dortmund={written}" in sheet["query"].split("&"))
        expect_values(page, ["offices.dortmund"], [written])


# Faults


@pytest.mark.long
def test_faulty_map_shows_no_score(browse: Browse) -> None:
    page = browse(f"/en/{MAP}?to=sheet&offices.lubeck=0-&offices.hamburg=0", device="desktop")
    expect(map_points(page, 0, "network")).to_have_text("2")
    office(page, "hamburg").click()
    office(page, "hamburg", 2).click()
    expect(announcement(page)).to_contain_text("without a gap")
    expect(page.locator("[data-city=hamburg]")).to_have_class("city bad")
    fault = announcement(page).locator(".error").inner_text()
    page.get_by_role("searchbox").fill("hamb")
    page.get_by_role("searchbox").press("Enter")
    expect(announcement(page)).to_have_text(f"Hamburg; {fault}")
    expect(city_name(page, "hamburg")).to_have_attribute("aria-label", "Hamburg")
    page.locator('[data-light="0.network"]').click()
    expect(page.locator(".lit")).to_have_count(0)
    expect(announcement(page)).to_have_text(fault)
    office(page, "hamburg").click()
    expect(announcement(page)).to_have_text("Hamburg, office 1: A; A controls the city; network of A: 3 × 1 = 3")
    expect(announcement(page).locator(".error")).to_be_empty()


@pytest.mark.long
def test_pieces_of_an_absent_player_are_faults(browse: Browse) -> None:
    page = browse(f"/en/{MAP}?to=sheet&n=3&offices.stade=3&offices.hamburg=33", device="desktop")
    expect(announcement(page)).to_contain_text("Hamburg")
    sentences = announcement(page).inner_text().split("; ")
    assert sorted(sentences) == [
        "Hamburg: there is no player D at this table",
        "Stade: there is no player D at this table",
    ]


def test_count_at_fault_stays_visible(browse: Browse) -> None:
    page = browse(f"/en/{MAP}?n=3&1.network=12a&offices.stade=0", device="desktop")
    count = page.locator('[name="1.network"]')
    expect(count).to_be_visible()
    expect(page.locator('[name="0.network"]')).to_be_hidden()
    expect(page.locator('[name="1.cities"]')).to_be_hidden()
    page.locator("#summary a").click()
    expect(count).to_be_in_viewport()


MAPS = {
    "4-5": "n=5",
    "east": "n=3&board=east",
    "britannia-2-3": "n=3&board=britannia",
    "britannia-4-5": "n=5&board=britannia",
}
"""Query of an empty sheet by the name of its map."""
COLLISIONS = """() => {
  const svg = document.querySelector("#map .field svg");
  const boxes = [];
  const scale = svg.getScreenCTM().a;
  const add = (element, kind, city) => {
    let { left, top, right, bottom, width } = element.getBoundingClientRect();
    if (element.matches("text, tspan")) { // a line's box is taller than its letters
      const half = (parseFloat(getComputedStyle(element).fontSize) * scale) / 2;
      [top, bottom] = [(top + bottom) / 2 - half, (top + bottom) / 2 + half];
    }
    if (width) boxes.push({ left, top, right, bottom, kind, city,
      call: `${kind} ${element.textContent.trim() || city}` });
  };
  for (const city of svg.querySelectorAll(".city")) {
    const id = city.dataset.city || "special";
    city.querySelector('.annex[data-slot="0"]')?.removeAttribute("hidden"); // as where an annex can be added
    for (const part of city.querySelectorAll(".plate, .annex:not([hidden]) .shape, .special .shape")) add(part, "slot",
      id);
    for (const text of city.querySelectorAll(".name text")) add(text, "name", id);
    for (const text of city.querySelectorAll(".mark")) add(text, "mark", id);
  }
  for (const sign of svg.querySelectorAll(".tavern, .marker")) add(sign, "sign", "");
  for (const line of svg.querySelectorAll(".country tspan")) add(line, "country", line.textContent);
  const found = [];
  const NEAR = 0.5;
  const overlap = (a, b, start, end) => Math.min(a[end], b[end]) - Math.max(a[start], b[start]) > NEAR;
  const meets = (a, b) => overlap(a, b, "left", "right") && overlap(a, b, "top", "bottom");
  boxes.forEach((one, i) => {
    for (const other of boxes.slice(i + 1)) {
      const isOne = one.city && one.city === other.city;
      if (!isOne && meets(one, other)) found.push(`${one.call} | ${other.call}`);
    }
  });
  const matrix = svg.getScreenCTM();
  for (const line of svg.querySelectorAll(".road")) {
    const ends = line.dataset.ends.split(" ");
    for (let i = 0; i <= 200; i += 1) {
      const share = i / 200;
      const end = (name) => Number(line.getAttribute(name));
      const at = (axis) => end(`${axis}1`) * (1 - share) + end(`${axis}2`) * share;
      const { x, y } = new DOMPoint(at("x"), at("y")).matrixTransform(matrix);
      for (const box of boxes) {
        const isPassed = box.left < x && x < box.right && box.top < y && y < box.bottom;
        if (isPassed && box.kind !== "mark"
          && !ends.includes(box.city)) found.push(`${line.dataset.ends} | ${box.call}`);
      }
    }
  }
  return [...new Set(found)];
}"""
FONT = """() => {
  const text = document.querySelector("#map .name tspan:last-child");
  return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""


@pytest.mark.long
@pytest.mark.parametrize("printed", MAPS)
@pytest.mark.parametrize(
    ("lang", "scheme", "signs", "smaller"),
    [("en", "dark", "wopb", "Smaller"), ("zh-Hant", "light", "白橘粉黑", "縮小")],
)
def test_map_is_legible_at_360_px(
    browse: Browse, lang: str, scheme: str, signs: str, smaller: str, printed: str
) -> None:
    """As it is first shown, with targets for a thumb, and as a whole. Free offices show their colours by signs."""
    page = browse(f"/{lang}/{MAP}?to=sheet&{MAPS[printed]}", scheme=scheme)
    expect(page.locator("#map .field svg")).not_to_have_class("far")
    assert page.locator(".city .hit").first.evaluate("(hit) => hit.getBoundingClientRect().height") >= 36
    assert "\n".join(page.evaluate(COLLISIONS)) == ""
    assert page.evaluate(FONT) >= 12
    assert violations(page, "#map") == []
    page.get_by_role("button", name=smaller).click()
    expect(page.locator("#map .field svg")).to_have_class("far")
    assert "\n".join(page.evaluate(COLLISIONS)) == ""
    assert set(page.locator(".city:not(.special) .office > text").all_text_contents()) == set(signs)


def expect_line(page: Page, key: str, points: list[str]) -> None:
    """Wait until a line has these points, in the order of the score pad's columns."""
    expect(page.locator(f".score-pad [data-line={key}] tr:first-child b")).to_have_text(points)


def test_eastern_map_is_tapped_scored_and_shown(browse: Browse) -> None:
    """Lübeck, Wismar and Waren are joined.

    A has an office in each and the right-most one in Waren, from a permanent marker, where B has two annexes: B
    controls Waren. A: 2 cities, 3 offices in the network, 2 × 2 + 3 = 7. B: 1 city, 2 offices, 2 + 2 = 4. With an annex
    too, A is level and right-most, and controls Waren: 3 × 2 + 4 = 10; B then has 2.
    """
    page = browse(f"/zh-Hant/{MAP}?to=sheet&n=3&board=east", device="desktop")
    office(page, "lubeck").click()
    office(page, "wismar").click()
    permanent_slot(page, "waren").click()
    choose_seat(page, 1)
    annex_slot(page, "waren").click()
    annex_slot(page, "waren").click()
    assert read_offices(page) == {
        "offices.lubeck": "0--",
        "offices.wismar": "0-",
        "annexes.waren": "11---",
        "permanent.waren": "0-----------",
    }
    expect(page.locator("[data-city=waren] .badge")).to_have_text("B")
    expect(map_points(page, 0, "network")).to_have_text("3")
    expect(page.locator("#totals b")).to_have_text(["7", "4", "–"])
    choose_seat(page, 0)
    annex_slot(page, "waren").click()
    assert read_offices(page)["annexes.waren"] == "011--"
    expect(page.locator("[data-city=waren] .badge")).to_have_text("A")
    expect(page.locator("#totals b")).to_have_text(["10", "2", "–"])
    for _ in range(2):  # the first asks about choices that nobody made
        page.locator(".finish button.main").click()
        expect(page.locator("body.result, .live").first).to_be_attached()
    expect_line(page, "network", ["4", "2", "0"])
    expect(page.locator(".finished [data-place=waren] .held")).to_have_text(["A", "B", "B", "A"])
    expect(page.locator(".finished [data-place=belgard] .bare")).to_have_count(1)


@pytest.mark.long
def test_britannia_is_tapped_and_scored(browse: Browse) -> None:
    """The Isle of Man counts for both countries on the larger side.

    A controls it, Conway, which is joined to it, and Cardiff; B controls Carlisle and Glasgow. Wales: A 7. Scotland:
    B's 2 cities 7, A's island 4. A: 3 × 2 + 2 + 7 + 4 = 19; B: 2 × 2 + 1 + 7 = 12.
    """
    page = browse(f"/en/{MAP}?to=sheet&n=4&board=britannia", device="desktop")
    for city, label in {"cardiff": "Cardiff, Wales", "isle_of_man": "Isle of Man, Scotland, Wales"}.items():
        expect(city_name(page, city)).to_have_attribute("aria-label", f"{label}: nobody controls it")
    for city in ("isle_of_man", "conway", "cardiff"):
        office(page, city).click()
    choose_seat(page, 1)
    for city in ("carlisle", "glasgow"):
        office(page, city).click()
    for seat, wales, scotland in ((0, "7", "4"), (1, "0", "7")):
        expect(map_points(page, seat, "wales")).to_have_text(wales)
        expect(map_points(page, seat, "scotland")).to_have_text(scotland)
    page.locator('[data-light="0.scotland"]').click()
    expect(page.locator(".city.lit")).to_have_count(1)
    expect(page.locator(".city.lit")).to_have_attribute("data-city", "isle_of_man")
    expect(page.locator("#totals b")).to_have_text(["19", "12", "–", "–"])
    for _ in range(2):  # the first asks about choices that nobody made
        page.locator(".finish button.main").click()
        expect(page.locator("body.result, .live").first).to_be_attached()
    expect_line(page, "wales", ["7", "0", "0", "0"])
    expect_line(page, "scotland", ["4", "7", "0", "0"])
    expect(page.locator(".finished .country")).to_have_count(3)


@pytest.mark.long
def test_green_city_is_filled_by_keyboard(browse: Browse) -> None:
    page = browse(f"/en/{MAP}?to=sheet&n=3&board=east", device="desktop")
    page.get_by_role("searchbox").fill("belg")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_role("button", name="Belgard, add an annex for A")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Belgard, add a permanent office for A")).to_be_focused()
    for key in ("b", "Enter"):
        page.keyboard.press(key)
    expect(announcement(page)).to_have_text(
        "Belgard, permanent office: B; B controls the city; network of B: 1 × 1 = 1"
    )
    expect(page.get_by_role("button", name="Belgard, permanent office 1: B")).to_be_focused()
    page.keyboard.press("Delete")
    assert read_offices(page) == {}
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Belgard, permanent office 1: B")).to_be_visible()
    assert read_offices(page) == {"permanent.belgard": "1-----------"}
