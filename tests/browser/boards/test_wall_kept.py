"""The wall of Chang Cheng in a browser: its texts, regions counted instead, what cannot be, and the link that carries it without loss."""

import itertools
import random
from typing import Any

import pytest
from accessibility import violations
from playwright.sync_api import expect
from positions import entries
from sheet_page import numbers, open_table
from wall_page import BOARD, SHEET, announcement, expect_figures, lay_by_thumb, open_wall, texts

from scorers.chang_cheng.wall import HALVES, LETTERS, NEUTRAL_WALLS, REGIONS, SINGLES, SPACES

ON_BOARD = True

THUMB = 44
OPENED_AGAIN = 6
"""Of the walls that are written into a link, one in so many is opened again as a page."""

# The texts, the other way, and what cannot be


@pytest.mark.long
def test_what_cannot_be_is_said_and_stays(browse: Any) -> None:
    page = open_wall(browse, "en", "n=2", device="desktop")
    for piece in ("At", "B", "At"):
        page.locator(f'[data-piece="{piece}"]').click()
    expect(announcement(page)).to_have_text("Space 3: A, tower; Space 3: A has only one tower")
    expect(announcement(page).locator(".error")).to_have_text("Space 3: A has only one tower")
    expect(page.locator("[data-light=invasion] b")).to_have_text(["–", "–"])
    assert texts(page)["wall"].startswith("At B At .")
    page.locator("[data-undo]").click()
    expect(page.locator("[data-light=provinces] b")).to_have_text(["1", "1"])


@pytest.mark.long
def test_the_texts_and_the_strip_are_one(browse: Any) -> None:
    page = open_wall(browse, "en", "n=2", device="desktop")
    page.locator(".as-text > summary").click()
    page.locator("[name=wall]").fill("A B Q")
    expect(page.locator(".space")).to_have_text(["A", "B", "Q"])
    expect(announcement(page)).to_contain_text("Space 3: Q must be one of . x n A B")
    for name, text in (("wall", "A B n"), ("china", "３"), ("mongol", "1, 2"), ("threats", "−2 4")):
        page.locator(f"[name={name}]").fill(text)
    expect(page.locator(".tile")).to_have_text(["−2", "−4"])
    expect(page.locator("[data-light=invasion] b")).to_have_text(["−2", "−4"])


@pytest.mark.short(lang="en")
def test_without_scripts_both_ways_are_plain_controls(browse: Any, lang: str) -> None:
    page = browse(f"/{lang}/{SHEET}", scripts=False)
    expect(page.locator("#wall")).to_be_hidden()
    expect(page.locator('[name="regions.0.threat"]')).to_be_visible()
    page.locator(".wall-part > summary").click()
    page.locator("[name=wall]").fill("A B A")
    page.locator("button.main").click()
    for name in ("china", "mongol", "threats"):
        expect(page.locator(f"[name={name}]:visible + .error")).to_be_visible()
    for name, text in (("china", "3"), ("mongol", "3"), ("threats", "4")):
        page.locator(f"[name={name}]").fill(text)
    page.locator("button.main").click()
    expect(page.locator(".score-pad .total b")).to_have_text(["0", "−4"])


@pytest.mark.long
def test_counts_by_region_are_ignored_beside_a_wall(browse: Any) -> None:
    page = browse(f"/en/{SHEET}?n=2&events=overlord&to=sheet", device="desktop")
    page.locator('[name="regions.1.threat"]').select_option("4")
    for seat, walls in enumerate(("3", "3")):
        page.locator(f'[name="regions.1.walls.{seat}"]').fill(walls)
        page.locator(f'[name="{seat}.chain"]').fill("1")
    page.locator('[name="regions.towers.1"]').select_option(label="2")
    losses = page.locator("[data-loss=m2]")
    expect(losses).to_have_text(["−4", ""])
    expect(page.locator(".left-out").first).to_be_hidden()
    page.locator('[data-piece="A"]').click()
    expect(page.locator(".counted")).to_contain_text("Counted from the board")
    expect(page.locator('[name="0.chain"]')).to_be_hidden()
    expect(page.locator("#totals b")).to_have_text(["1", "0"])  # the overlord's row of one space
    page.locator("[data-clear]").click()
    expect(page.locator('[name="0.chain"]')).to_be_visible()
    expect(losses).to_have_text(["−4", ""])


def test_counts_that_a_wall_replaces_are_put_away(browse: Any) -> None:
    page = open_wall(browse, "en", "n=2&events=diplomacy&events=overlord", device="desktop")
    page.locator('[name="0.chain"]').fill("1O")
    expect(page.locator('[name="0.chain"][aria-invalid]')).to_have_count(1)
    page.locator('[data-piece="A"]').click()
    expect(page.locator("#c-diplomacy")).to_be_hidden()
    expect(page.locator('[name="0.chain"]')).to_be_visible()
    page.locator('[name="0.chain"]').fill("1")
    expect(page.locator("#c-overlord")).to_be_hidden()
    last = page.locator(".category:visible").last
    assert last.evaluate("box => getComputedStyle(box).borderBlockEndWidth") == "1px"


# The link and the way back


@pytest.mark.long
def test_language_players_and_back_keep_the_wall(browse: Any) -> None:
    page = open_wall(browse, "en", "n=3")
    lay_by_thumb(page)
    expect_figures(page)
    before = texts(page)
    numbers(page)
    page.get_by_role("link", name="繁體中文").click()
    page.wait_for_url("**/zh-Hant/**")
    expect_figures(page)
    assert texts(page) == before
    numbers(page)
    open_table(page)
    page.locator('button[name=seats][value="4"]').click()
    page.wait_for_url("**seats=4**")
    assert texts(page) == before
    expect(page.locator(".space")).to_have_count(SPACES[4])  # the fourth board is there to be laid
    numbers(page)
    page.locator('button[name=seats][value="2"]').click()
    page.wait_for_url("**seats=2**")
    assert texts(page) == before
    expect(announcement(page)).to_contain_text("C")  # nobody is C now, which is said, but nothing is lost


@pytest.mark.long
def test_random_walls_come_back_from_the_link_as_they_were(browse: Any) -> None:
    chance = random.Random(4)
    for seats in (2, 3, 4):
        page = open_wall(browse, "en", f"n={seats}", device="desktop")
        walls = [_position(chance, seats) for _ in range(100)]
        links, wrong = page.evaluate(
            """async ([positions, again]) => {
              const get = window.fetch;
              window.fetch = () => new Promise(() => {});  // no scores: they are not what is looked at here
              const names = ["wall", "china", "mongol", "threats"];
              const read = (root) => names.map((name) => root.querySelector(`[name=${name}]`).value.trim());
              const drawn = () => [...document.querySelectorAll(".lanes > *")]
                .map((one) => [one.textContent, one.ariaLabel, one.style.gridColumn]).join();
              const fill = (values) => {
                names.forEach((name, i) => { document.querySelector(`[name=${name}]`).value = values[i]; });
                document.querySelector("[name=wall]").dispatchEvent(new Event("input", { bubbles: true }));
              };
              const links = [];
              const seen = [];
              for (const position of positions) {
                fill(position);
                links.push(location.pathname + document.querySelector("[data-twin]").search);
                seen.push(drawn());
              }
              const wrong = [];
              for (const [i, link] of links.entries()) {
                if (i % again) continue;
                const sheet = new DOMParser().parseFromString(await (await get(link)).text(), "text/html");
                fill(read(sheet));
                if (read(sheet).join() !== positions[i].join() || drawn() !== seen[i]) wrong.push(link);
              }
              if (new Set(seen).size !== positions.length) wrong.push("some look the same");
              return [links, wrong];
            }""",
            [walls, OPENED_AGAIN],
        )
        assert wrong == []
        for link, wall in zip(links, walls, strict=True):
            assert [entries("chang_cheng", link)[name] for name in ("wall", "china", "mongol", "threats")] == wall


def _position(chance: random.Random, seats: int) -> list[str]:
    """The four texts of a wall that the pieces can make, with borders anywhere."""
    singles = LETTERS[:seats] * SINGLES + "n" * (NEUTRAL_WALLS if seats == 2 else 0) + "x" * 5 + "." * SPACES[seats]
    wall = chance.sample(singles, SPACES[seats])
    for start, letter in zip(range(0, SPACES[seats], 13), LETTERS[:seats], strict=False):
        at = chance.randrange(start, start + 10)
        wall[at : at + HALVES + 1] = [letter + "d", letter + "d", letter + "t"]
    china, mongol = (_sizes(chance, SPACES[seats], REGIONS[seats]) for _ in range(2))
    threats = [chance.choice((0, 2, 3, 4)) for _ in mongol]
    return [" ".join(map(str, text)) for text in (wall, china, mongol, threats)]


def _sizes(chance: random.Random, spaces: int, count: int) -> list[int]:
    borders = [0, *sorted(chance.sample(range(1, spaces), count - 1)), spaces]
    return [right - left for left, right in itertools.pairwise(borders)]


@pytest.mark.long
def test_thumb_targets_are_large_and_the_page_fits(browse: Any, lang: str) -> None:
    for seats in (2, 4):
        page = open_wall(browse, lang, f"n={seats}")
        page.locator("[data-borders]").tap()
        boxes = (
            "all => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => Math.min(box.width, box.height))"
        )
        assert min(page.locator("#wall button, .way > summary, .way input:visible").evaluate_all(boxes)) >= THUMB
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        numbers(page)
        assert min(page.locator(".by-region :is(input, select)").evaluate_all(boxes)) >= THUMB
        assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.short(lang="en", scheme="light")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browse: Any, lang: str, scheme: str) -> None:
    page = open_wall(browse, lang, f"n=3&wall={BOARD}&china=5 3 5&mongol=4 4 5&threats=3 2 4", scheme=scheme)
    expect_figures(page)
    page.locator("[data-borders]").tap()
    page.locator("[data-light=row]").first.tap()
    expect(page.locator("[data-light=row]").first).to_have_attribute("aria-pressed", "true")
    assert violations(page) == []
    numbers(page)
    assert violations(page) == []
