"""Every printed map of Hansa Teutonica in a browser: nothing on it collides, it is tapped and scored, and its result shows the same."""

from typing import Any

import pytest
from accessibility import violations
from map_page import SHEET, add, announcement, choose, name, office, points, rows
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
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > NEAR && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > NEAR;
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


@pytest.mark.parametrize("printed", MAPS)
def test_nothing_on_a_map_collides_at_360_px(browse: Any, lang: str, printed: str) -> None:
    """As it is first shown, and so near that offices can be touched; a name is at least as high as small print."""
    page = browse(f"/{lang}/{SHEET}?to=sheet&{MAPS[printed]}")
    expect(page.locator("#map .field svg")).to_have_class("far")
    assert "\n".join(page.evaluate(COLLISIONS)) == ""
    assert page.evaluate(FONT) >= 12
    page.get_by_role("button", name={"en": "Larger", "zh-Hant": "放大"}[lang]).click()
    expect(page.locator("#map .field svg")).not_to_have_class("far")
    assert "\n".join(page.evaluate(COLLISIONS)) == ""
