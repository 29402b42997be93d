"""Each printed map of Hansa Teutonica in a browser: legible, tapped, scored, and shown with the result."""

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
from page_faults import violations
from playwright.sync_api import Page, expect

ON_BOARD = True

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
    if (width) boxes.push({ left, top, right, bottom, kind, city, call: `${kind} ${element.textContent.trim() || city}` });
  };
  for (const city of svg.querySelectorAll(".city")) {
    const id = city.dataset.city || "special";
    city.querySelector('.annex[data-slot="0"]')?.removeAttribute("hidden"); // as where an annex can be added
    for (const part of city.querySelectorAll(".plate, .annex:not([hidden]) .shape, .special .shape")) add(part, "slot", id);
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
      const at = (axis) => Number(line.getAttribute(`${axis}1`)) * (1 - share) + Number(line.getAttribute(`${axis}2`)) * share;
      const { x, y } = new DOMPoint(at("x"), at("y")).matrixTransform(matrix);
      for (const box of boxes) {
        const isPassed = box.left < x && x < box.right && box.top < y && y < box.bottom;
        if (isPassed && box.kind !== "mark" && !ends.includes(box.city)) found.push(`${line.dataset.ends} | ${box.call}`);
      }
    }
  }
  return [...new Set(found)];
}"""
FONT = """() => {
  const text = document.querySelector("#map .name tspan:last-child");
  return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""


@pytest.mark.short(lang="zh-Hant", printed="east")
@pytest.mark.parametrize("printed", MAPS)
@pytest.mark.parametrize(
    ("lang", "scheme", "signs", "larger"), [("en", "dark", "wopb", "Larger"), ("zh-Hant", "light", "白橘粉黑", "放大")]
)
def test_map_is_legible_at_360_px(
    browse: Browse, lang: str, scheme: str, signs: str, larger: str, printed: str
) -> None:
    """As it is first shown, and enlarged. Free offices show their colours by signs."""
    page = browse(f"/{lang}/{MAP}?to=sheet&{MAPS[printed]}", scheme=scheme)
    expect(page.locator("#map .field svg")).to_have_class("far")
    assert "\n".join(page.evaluate(COLLISIONS)) == ""
    assert page.evaluate(FONT) >= 12
    assert set(page.locator(".city:not(.special) .office > text").all_text_contents()) == set(signs)
    page.get_by_role("button", name=larger).click()
    expect(page.locator("#map .field svg")).not_to_have_class("far")
    assert "\n".join(page.evaluate(COLLISIONS)) == ""
    assert violations(page, "#map") == []


def expect_line(page: Page, key: str, points: list[str]) -> None:
    """Wait until a line has these points, in the order of the score pad's columns."""
    expect(page.locator(f".score-pad [data-line={key}] tr:first-child b")).to_have_text(points)


def test_eastern_map_is_tapped_scored_and_shown(browse: Browse) -> None:
    """Lübeck, Wismar and Waren are joined.

    A has an office in each and the right-most one in Waren, from a permanent marker, where B has two annexes: B controls Waren. A: 2
    cities, 3 offices in the network, 2 × 2 + 3 = 7. B: 1 city, 2 offices, 2 + 2 = 4. With an annex too, A is level and right-most, and
    controls Waren: 3 × 2 + 4 = 10; B then has 2.
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
    page.locator(".finish button.main").click()
    expect_line(page, "network", ["4", "2", "0"])
    expect(page.locator(".finished [data-place=waren] .held")).to_have_text(["A", "B", "B", "A"])
    expect(page.locator(".finished [data-place=belgard] .bare")).to_have_count(1)


@pytest.mark.long
def test_britannia_is_tapped_and_scored(browse: Browse) -> None:
    """The Isle of Man counts for both countries on the larger side.

    A controls it, Conway, which is joined to it, and Cardiff; B controls Carlisle and Glasgow. Wales: A 7. Scotland: B's 2 cities 7, A's
    island 4. A: 3 × 2 + 2 + 7 + 4 = 19; B: 2 × 2 + 1 + 7 = 12.
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
    page.locator(".finish button.main").click()
    expect_line(page, "wales", ["7", "0", "0", "0"])
    expect_line(page, "scotland", ["4", "7", "0", "0"])
    expect(page.locator(".finished .country")).to_have_count(3)


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
