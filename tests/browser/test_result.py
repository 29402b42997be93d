"""The result in a browser: winners, workings, places of a number on the finished board, and far or narrow screens."""

import re

import pytest
from browsing import Browse
from page_faults import WIDE, violations
from playwright.sync_api import Page, expect
from positions import LONG_NAME

NETWORK = "/en/hansa_teutonica/example/network"
CUT = """(name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  return words.getBoundingClientRect().bottom - name.getBoundingClientRect().bottom;
}"""
"""How many pixels of the words are below their box."""
ACTIONS = (".share a", ".to-scorebook button", ".share-menu summary")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
def test_large_text_keeps_winners_whole_and_actions_low(browse: Browse, lang: str) -> None:
    """The actions below the ranking stay on one line."""
    page = browse(f"/{lang}/qin/score?n=3&0.left=3&1.left=0&2.left=0&0.name=Ann&1.name=Bo&2.name=Charlotte")
    expect(page.locator(".to-scorebook button")).to_be_enabled()
    expect(page.locator(".share a")).to_be_in_viewport(ratio=1)
    for percent in (100, 130, 150, 200):
        page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        assert page.locator(".who .name").evaluate(CUT) < 10, percent
        bar = page.locator(".sharing").bounding_box()
        assert bar
        assert bar["height"] <= 740 / 4, percent
        boxes = [page.locator(part).bounding_box() for part in ACTIONS]
        assert all(box and box["height"] >= 44 and box["width"] >= 44 for box in boxes), (percent, boxes)
        assert len({round(box["y"]) for box in boxes if box}) == 1, (percent, boxes)
        assert page.evaluate(WIDE) == [], percent


def test_winner_has_the_colour_of_the_pieces(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&0.left=2&1.left=5&0.colour=blue&1.colour=yellow")
    colours = page.evaluate("""() => [".hero", ".hero .chip", ".ranking .first rect"].map((part) => {
      const { backgroundColor, fill } = getComputedStyle(document.querySelector(part));
      return part.endsWith("rect") ? fill : backgroundColor;
    })""")
    assert len(set(colours)) == 1


def test_tie_is_settled_on_the_first_screen(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=3&0.points=50&1.points=50&2.points=31&0.name=Ann&1.senate=2")
    expect(page.locator(".who")).to_contain_text("tied, to be settled")
    expect(page.locator(".star, .won, .first")).to_have_count(0)
    box = page.locator(".settle button").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 740
    page.locator(".settle .in").fill("1")
    page.locator(".settle button").tap()
    expect(page.locator("h1")).to_have_text("Ann wins the tie at 50 points")


@pytest.mark.short(width=740)
@pytest.mark.parametrize("width", [360, 740])
def test_line_opens_its_working_and_its_rule(browse: Browse, width: int) -> None:
    """A working is shown once; paper shows the workings that are open."""
    page = browse("/en/trajan/score?n=2&0.points=78&1.points=61&0.hand=2&0.construction.stairs=3&0.construction.door=4")
    page.set_viewport_size({"width": width, "height": 740})
    workings = page.locator(".workings:visible")
    expect(workings).to_have_count(0)
    page.locator('[data-line="construction"] summary').click()
    expect(workings).to_have_count(1)
    expect(page.get_by_text("10 + 20").filter(visible=True)).to_have_count(1)
    assert page.locator('[data-line="points"] .sum').count() == 0
    page.locator('[data-line="construction"] summary').click()
    page.emulate_media(media="print")
    expect(workings).to_have_count(0)
    page.emulate_media(media="screen")
    page.locator('[data-line="construction"] summary').click()
    workings.locator("a").first.click()
    expect(page).to_have_url(re.compile("/en/trajan/rules#scoring-construction"))


# The finished board


def test_tapped_number_lights_its_cities_on_the_finished_map(browse: Browse) -> None:
    """The rulebook's network of seven connected cities, without Kampen and Osnabrück."""
    page = browse(NETWORK)
    lit = page.locator(".finished .place.lit")
    expect(lit).to_have_count(7)
    expect(page.locator(".finished .shown")).to_have_text("Ann, Network: 9 × 3 = 27")
    page.get_by_role("button", name="2", exact=True).tap()
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("data-place", "osnabruck")
    expect(page.locator(".finished .shown")).to_have_text("Bo · Cities · 2")
    expect(lit).to_be_in_viewport()
    expect(page.locator(".finished")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="2", exact=True)).to_be_focused()
    page.get_by_role("button", name="2", exact=True).tap()
    expect(lit).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "example", "line", "places"),
    [("chang_cheng", "whole_wall", "invasion", ["m1", "m3", "m7"]), ("honshu", "rulebook", "forest", [])],
)
def test_tapped_number_lights_places_on_other_boards(
    browse: Browse, slug: str, example: str, line: str, places: list[str]
) -> None:
    page = browse(f"/en/{slug}/example/{example}")
    page.locator(f'tbody[data-line="{line}"] td.seat-0 button').tap()
    lit = page.locator(".finished .lit")
    expect(lit).to_have_count(len(places) or 10)
    if places:
        expect(page.locator('.finished [data-place="m1"] .held')).to_have_text(["A", "B"])
        assert lit.evaluate_all("(places) => places.map((place) => place.dataset.place)") == places
    else:
        expect(page.locator(".finished .borders .town").first).to_be_attached()


SIGNS = """(groups) => groups.map((group) => {
  const text = group.querySelector(".ware + text, .free text, :scope > text");
  const { a, d } = text.getScreenCTM();
  const { fontSize, fill } = getComputedStyle(text);
  const seen = getComputedStyle(text.previousElementSibling).fill;
  const colour = group.querySelector(".ware")?.classList[1] ?? group.classList[1];
  return [colour, text.textContent, parseFloat(fontSize) * Math.min(a, d), fill !== seen];
})"""
"""The colour of each coloured element, the sign on it, the size of the sign, and whether the two differ in colour."""
BOARDS = [
    (
        "hansa_teutonica/example/network",
        ".end-map :not(.special) > .free",
        "white orange pink black",
        {"en": "w o p b", "zh-Hant": "白 橘 粉 黑"},
    ),
    (
        "honshu/example/rulebook",
        ".end-land .place:has(.ware)",
        "ware-b ware-n ware-g ware-y",
        {"en": "b n g y", "zh-Hant": "藍 棕 灰 黃"},
    ),
]


@pytest.mark.long
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
@pytest.mark.parametrize(("path", "things", "colours", "signs"), BOARDS)
def test_each_colour_has_a_sign(
    browse: Browse, path: str, things: str, colours: str, signs: dict[str, str], lang: str
) -> None:
    page = browse(f"/{lang}/{path}")
    states = page.locator(things).evaluate_all(SIGNS)
    assert {(colour, sign) for colour, sign, _, _ in states} == set(
        zip(colours.split(), signs[lang].split(), strict=True)
    )
    assert min(size for _, _, size, _ in states) >= 11
    assert all(differs for *_, differs in states)
    page.emulate_media(media="print")
    expect(page.locator(f"{things} text").first).to_be_visible()


@pytest.mark.long
def test_brand_and_content_begin_at_one_line(browse: Browse) -> None:
    page = browse("/en/", device="desktop")
    for width in (1100, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        left = [page.locator(part).first.bounding_box() for part in (".brand", ".look-up", ".cover")]
        assert len({round(box["x"]) for box in left if box}) == 1
        covers = [box for box in (cover.bounding_box() for cover in page.locator(".cover").all()) if box]
        assert covers[0]["y"] == covers[1]["y"]


@pytest.mark.long
def test_dark_piece_on_a_light_winner_is_legible(browse: Browse) -> None:
    """Green wins by the other interpretation; its piece is inside the yellow of the winner."""
    lands = "&0.map=A A A/A A A&1.map=T T T T T T T&0.colour=green&1.colour=yellow".replace(" ", "+")
    page = browse(f"/en/honshu/score?n=2&end_card=fallow_blocks{lands}")
    expect(page.locator(".interpretations.seat-0")).to_be_visible()
    assert violations(page) == []


FULL = {
    "chang_cheng": (4, "track=-12 unplayed=2 provinces=3", "events=diplomacy&events=emperors_reward"),
    "hansa_teutonica": (5, "prestige=123 book=3 markers=2 cities=4 network=9", "1.coellen=11"),
    "honshu": (5, "forest=8 town=17 lakes=5 factories.2=3 blue_yellow=3", "end_card=blue_yellow"),
    "qin": (4, "left_bird=3 left_lion=9", "match=1"),
    "trajan": (4, "points=143 hand=3 workers_camp=2 legionnaires_camp=3 "
                  "trajan_tiles=1", "bonus.military=1gold&0.construction.stairs=4"),
}  # fmt: skip
"""Game -> number of players, entries of each, and entries of the table, so that every line has a working."""
OVERFLOWING = """() => [...document.querySelectorAll(".score-pad :is(th[scope=row], td:not([colspan]))")]
  .flatMap((cell) => {
  const own = cell.getBoundingClientRect();
  const rest = [...cell.querySelectorAll(".unseen, .opens, b")].find((part) =>
    !part.matches(".unseen")) ?? cell.firstChild ?? cell;
  const text = document.createRange();
  text.selectNodeContents(rest);
  const summary = cell.querySelector("summary");
  const arrow = summary ? 11 : 0; // the arrow and its gap follow the words
  const out = [...text.getClientRects()].filter((box) => box.width && (box.right > own.right - arrow + 0.5 ||
    box.left < own.left - 0.5));
  return out.map((box) => `${cell.textContent.trim()} ${Math.round(box.right - own.right + arrow)}`);
})"""


def full_result(slug: str, name: str) -> str:
    """Return the query of a result with every line."""
    seats, own, table = FULL[slug]
    players = "&".join(
        f"{seat}.name={name}{seat}&" + "&".join(f"{seat}.{entry}" for entry in own.split()) for seat in range(seats)
    )
    return f"n={seats}&{players}&{table}"


@pytest.mark.long
@pytest.mark.parametrize("slug", FULL)
def test_row_heads_stay_within_their_cells(browse: Browse, slug: str) -> None:
    page = browse("/healthz")
    for lang in ("en", "zh-Hant"):
        page.goto(f"/{lang}/{slug}/score?{full_result(slug, LONG_NAME[:30])}")
        assert page.locator(".score-pad tbody").count() > 1
        for width in (360, 320, 412, 600):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(OVERFLOWING) == [], (lang, width)


NAMES = "n=4&0.name=Ann&1.name=Bo&2.name=Cleo"
RESULT = (
    f"hansa_teutonica/score?{NAMES}&0.prestige=44&1.prestige=9&2.prestige=14&3.prestige=5&1.network=16&2.network=18"
)
SMALL_TEXT = """(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)])
  .map((element) => [element.className || element.localName, parseFloat(getComputedStyle(element).fontSize)])
  .filter(([, size]) => size < 36)"""
TEXTS = [
    *(".hero .who", ".points", ".margin", ".reason", ".ranking .name", ".ranking .place", ".ranking .num", ".key"),
    *(".score-pad summary", ".score-pad tbody td b", ".page-code", ".silent"),
]
"""The parts to read from a distance; controls are used nearby."""


def open_far(browse: Browse, lang: str, scheme: str = "light") -> Page:
    """Open a result on a television of 1920 by 1080."""
    page = browse("/en/", device="desktop", scheme=scheme)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/{lang}/{RESULT}")
    expect(page.locator(".page-code svg")).to_be_visible()
    return page


@pytest.mark.long
@pytest.mark.parametrize(("lang", "scheme"), [("zh-Hant", "light"), ("en", "dark")])
def test_television_shows_large_text(browse: Browse, lang: str, scheme: str) -> None:
    page = open_far(browse, lang, scheme)
    assert page.evaluate(SMALL_TEXT, TEXTS) == []
    for part in (".hero .points", ".ranking li >> nth=-1", ".score-pad tbody >> nth=-1", ".page-code"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    lines = "(points) => points.clientHeight / parseFloat(getComputedStyle(points).fontSize)"
    assert page.locator(".hero .points").evaluate(lines) < 1.5
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, "main") == []


@pytest.mark.long
def test_television_shows_the_code_of_the_result(browse: Browse) -> None:
    page = open_far(browse, "en")
    drawn = page.locator(".page-code svg path").first.get_attribute("d")
    page.goto(page.locator(".page-code").get_attribute("data-code") or "")
    assert page.locator("figure svg path").first.get_attribute("d") == drawn


def test_phone_loads_no_code(browse: Browse) -> None:
    page = browse("/en/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"/en/{RESULT}", wait_until="networkidle")
    assert [url for url in requests if "/qr" in url] == []


@pytest.mark.long
def test_wide_sheet_shows_one_rule_at_its_side(browse: Browse) -> None:
    page = browse("/en/", device="desktop")
    page.set_viewport_size({"width": 1600, "height": 900})
    page.goto("/en/trajan/score?n=4&to=sheet")
    expect(page.get_by_text("A label opens its rule")).to_be_visible()
    before = page.locator('[name="3.points"]').bounding_box()
    for row in range(2):
        page.locator(".row .why > summary").nth(row).click()
        expect(page.locator(".row .why[open] > .rule")).to_have_count(1)
        box = page.locator(".row .why[open] > .rule").bounding_box()
        assert box
        assert before
        assert box["x"] > before["x"] + before["width"]
    assert page.locator('[name="3.points"]').bounding_box() == before
    assert violations(page, "main") == []


def test_score_pad_on_a_phone_names_its_columns(browse: Browse) -> None:
    """As far as there is room; a player without a name has the letter on the piece."""
    page = browse("/zh-Hant/qin/score?n=4&0.name=阿明&1.name=Alexandra&2.name=美玲&0.left=1&1.left=2&2.left=3&3.left=4")
    heads = page.locator(".score-pad thead .name")
    expect(heads.first).to_have_text("阿明")
    for at, width in enumerate(
        heads.evaluate_all("(all) => all.slice(0, 3).map((one) => one.getBoundingClientRect().width)")
    ):
        assert width > 20, at
    assert page.locator(".score-pad thead .letter").evaluate("(one) => getComputedStyle(one).position") == "absolute"


def test_edit_is_in_sight_and_taps_beside_a_panel_close_it(browse: Browse) -> None:
    # A mistake is seen right after the result; and the tap that closed the panel also opened the rules below it.
    page = browse("/zh-Hant/hansa_teutonica/score?n=4&0.prestige=30&1.prestige=20")
    expect(page.get_by_role("link", name="修改內容").first).to_be_in_viewport()
    address = page.url
    page.locator(".share-menu summary").tap()
    expect(page.locator(".share-menu")).to_have_attribute("open", "")
    page.get_by_role("link", name="規則", exact=True).tap()
    expect(page.locator(".share-menu")).not_to_have_attribute("open", "")
    assert page.url == address
    page.get_by_role("link", name="規則", exact=True).tap()
    page.wait_for_url("**/rules")
