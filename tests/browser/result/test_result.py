"""The result in a real browser: the winner first, nothing wider than the screen, a board that lights, and one side of paper."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from positions import LONG_NAME, fullest_example, scored_at_most_players, slugs
from shifts import assert_still
from shipped import SHIPPED

Browse = Callable[..., Page]

NAMES = (LONG_NAME, "字" * 40, "מרים", "🦊", "محمد")
QIN = "/{lang}/qin/score?n=3&0.left=2&1.left=5&2.left=9&0.name={0}&1.name={1}&2.name={2}"
NETWORK = "/en/hansa_teutonica/example/network"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """(name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  return words.getBoundingClientRect().bottom - name.getBoundingClientRect().bottom;
}"""
"""By how many pixels the words reach below their box: a line of them, where a clamp hides it."""
languages = pytest.mark.parametrize("lang", ["zh-Hant", "en"])


def size(page: Page, selector: str) -> float:
    """The size of an element's type in pixels."""
    return float(page.locator(selector).first.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)"))


@pytest.mark.short(lang="en", slug="trajan")
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
@pytest.mark.parametrize("slug", slugs())
def test_winner_and_ranking_are_on_a_phones_first_screen(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/score?{fullest_example(slug)}")
    for part in (".who", ".ranking li >> nth=-1"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740
    if page.locator(".hero .points").count():
        assert size(page, ".hero .points") >= 100


FIVE = "&".join(f"{seat}.name=Player{seat}&{seat}.prestige={20 - seat}&{seat}.markers={seat}&{seat}.keys={seat % 5}" for seat in range(5))


@pytest.mark.short(lang="zh-Hant")
@languages
def test_sharing_and_keeping_are_in_reach_below_the_ranking(browse: Browse, lang: str) -> None:
    page = browse(f"/{lang}/hansa_teutonica/score?n=5&{FIVE}&offices.stade=A&offices.lubeck=BA&offices.hamburg=CDE")
    expect(page.locator(".to-scorebook button")).to_be_enabled()
    expect(page.locator(".share a")).to_be_in_viewport(ratio=1)
    for part in (".to-scorebook button", ".hand-on summary"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740 + 740 / 4
        assert box["height"] >= 44
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate(WIDE) == 0


@languages
def test_large_text_leaves_the_winners_whole_and_the_foot_low(browse: Browse, lang: str) -> None:
    page = browse(f"/{lang}/qin/score?n=3&0.left=3&1.left=0&2.left=0&0.name=Ann&1.name=Bo&2.name=Charlotte")
    expect(page.locator(".to-scorebook button")).to_be_enabled()
    for percent in (100, 130, 150, 200):
        page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        assert page.locator(".who .name").evaluate(CUT) < 10, percent
        foot = page.locator(".reach").bounding_box()
        assert foot
        assert foot["height"] <= 740 / 4, percent
        boxes = [page.locator(part).bounding_box() for part in (".share a", ".to-scorebook button", ".hand-on summary")]
        assert all(box and box["height"] >= 44 and box["width"] >= 44 for box in boxes), (percent, boxes)
        assert len({round(box["y"]) for box in boxes if box}) == 1, (percent, boxes)
        assert page.evaluate(WIDE) == 0, percent


def test_the_winner_stands_on_the_colour_of_the_pieces(browse: Browse) -> None:
    page = browse("/en/qin/score?n=2&0.left=2&1.left=5&0.colour=blue&1.colour=yellow")
    colours = page.evaluate("""() => [".hero", ".hero .chip", ".ranking .first rect"].map((part) => {
      const { backgroundColor, fill } = getComputedStyle(document.querySelector(part));
      return part.endsWith("rect") ? fill : backgroundColor;
    })""")
    assert len(set(colours)) == 1


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_long_and_foreign_names_never_widen_a_page(browse: Browse, width: int) -> None:
    page = browse("/en/")
    page.set_viewport_size({"width": width, "height": 740})
    for lang in ("zh-Hant", "en"):
        for names in (NAMES[:3], NAMES[2:]):
            for kind in ("score", "compare"):
                page.goto(QIN.format(*names, lang=lang).replace("/score", f"/{kind}"))
                assert page.evaluate(WIDE) == 0, (lang, names, kind)
                heads = page.locator("thead .name").evaluate_all("(names) => names.map((name) => name.getBoundingClientRect().height)")
                assert all(height <= 42 for height in heads), heads


@pytest.mark.short(slug="lanterns")
@pytest.mark.parametrize("slug", slugs())
def test_a_table_of_most_players_scrolls_within_the_page(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?{scored_at_most_players(slug)}")
    assert page.evaluate(WIDE) == 0
    for line in page.locator(".ranking .name").all():
        box = line.bounding_box()
        assert box
        assert box["height"] <= 48


def test_an_unsettled_tie_asks_on_the_first_screen_and_has_no_winner(browse: Browse) -> None:
    page = browse("/en/trajan/score?n=3&0.points=50&1.points=50&2.points=31&0.name=Ann&1.name=Bo")
    expect(page.locator(".who")).to_contain_text("tied, to be settled")
    expect(page.locator(".star, .won, .first")).to_have_count(0)
    box = page.locator(".settle button").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 740


def test_a_line_opens_its_working_and_its_rule(browse: Browse) -> None:
    page = browse("/en/qin/score?n=3&0.left=2&1.left=5&2.left=9")
    workings = page.locator("tr.workings")
    expect(workings).to_be_hidden()
    page.locator("details.why summary").tap()
    expect(workings).to_contain_text("19 − 2")
    workings.locator("a").tap()
    expect(page).to_have_url(re.compile("/en/qin/rules#scoring-pagodas$"))


@pytest.mark.short(width=740)
@pytest.mark.parametrize("width", [360, 740, 768])
def test_workings_stand_once_when_opened_and_only_where_they_explain(browse: Browse, width: int) -> None:
    page = browse("/en/trajan/score?n=2&0.points=78&1.points=61&0.hand=2&0.construction.stairs=3&0.construction.door=4")
    page.set_viewport_size({"width": width, "height": 740})
    expect(page.locator(".workings:visible")).to_have_count(0)
    page.locator('[data-line="construction"] summary').click()
    expect(page.locator(".workings:visible")).to_have_count(1)
    expect(page.get_by_text("10 + 20").filter(visible=True)).to_have_count(1)
    assert page.locator('[data-line="points"] .sum').count() == 0
    page.locator('[data-line="construction"] summary').click()
    page.emulate_media(media="print")
    expect(page.locator(".workings:visible")).to_have_count(0)


def test_a_level_is_asked_only_where_a_tie_needs_it(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?to=sheet&n=3&edition=big_box")
    expect(page.locator('input[type="checkbox"][name="0.actions"]')).to_have_count(1)
    page.goto("/en/hansa_teutonica/score?n=3&edition=big_box&0.prestige=20&1.prestige=20&2.prestige=1")
    page.locator('.settle [name="0.actions"]').select_option(label="3 (2nd)")
    page.locator('.settle [name="1.actions"]').select_option(label="2")
    page.locator(".settle button").tap()
    expect(page.locator("h1")).to_have_text("B wins the tie at 20")


def test_the_finished_map_is_drawn_and_a_tapped_number_lights_its_cities(browse: Browse) -> None:
    """The rulebook's network: seven connected cities, Kampen and Osnabrück are not among them."""
    page = browse(NETWORK)
    lit = page.locator(".finished .place.lit")
    expect(lit).to_have_count(7)
    expect(page.locator(".finished .shown")).to_have_text("Ann, Network: 9 × 3 = 27")
    page.get_by_role("button", name="2", exact=True).tap()
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("data-place", "osnabruck")
    expect(page.locator(".finished .shown")).to_have_text("Bo · Cities · 2")
    expect(lit).to_be_in_viewport()
    page.get_by_role("button", name="2", exact=True).tap()
    expect(lit).to_have_count(0)


def test_the_finished_map_is_drawn_without_scripts(browse: Browse) -> None:
    page = browse(NETWORK, scripts=False)
    expect(page.locator(".finished .held")).to_have_count(13)
    expect(page.locator(".finished .net.lit line").first).to_be_attached()


def test_the_finished_wall_shows_who_loses_where(browse: Browse) -> None:
    page = browse("/en/chang_cheng/example/whole_wall")
    expect(page.locator('.finished [data-place="m1"] .held')).to_have_text(["A", "B"])
    page.locator('tbody[data-line="invasion"] td.seat-0 button').tap()
    expect(page.locator(".finished .lit")).to_have_count(3)
    assert page.locator(".finished .lit").evaluate_all("(places) => places.map((place) => place.dataset.place)") == ["m1", "m3", "m7"]


def test_the_finished_land_outlines_its_districts(browse: Browse) -> None:
    page = browse("/en/honshu/example/rulebook")
    page.locator('tbody[data-line="forest"] td.seat-0 button').tap()
    expect(page.locator(".finished .lit")).to_have_count(10)
    expect(page.locator(".finished .borders .town").first).to_be_attached()


SIGNS = """(groups) => groups.map((group) => {
  const text = group.querySelector(".ware + text, .free text, :scope > text");
  const { a, d } = text.getScreenCTM();
  const { fontSize, fill } = getComputedStyle(text);
  const seen = getComputedStyle(text.previousElementSibling).fill;
  const colour = group.querySelector(".ware")?.classList[1] ?? group.classList[1];
  return [colour, text.textContent, parseFloat(fontSize) * Math.min(a, d), fill !== seen];
})"""
"""Of each thing that has a colour: its colour, the sign on it, how large that is drawn, and whether it stands out."""


@pytest.mark.short(lang="en", path="honshu/example/rulebook")
@languages
@pytest.mark.parametrize(
    ("path", "things", "signs"),
    [
        ("hansa_teutonica/example/network", ".end-map .free", {"en": "w o p b", "zh-Hant": "白 橘 粉 黑"}),
        ("honshu/example/rulebook", ".end-land .place:has(.ware)", {"en": "b n g y", "zh-Hant": "藍 棕 灰 黃"}),
    ],
)
def test_on_finished_boards_a_sign_stands_beside_each_colour(
    browse: Browse, path: str, things: str, signs: dict[str, str], lang: str
) -> None:
    page = browse(f"/{lang}/{path}")
    colours = ("white", "orange", "pink", "black") if "map" in things else ("ware-b", "ware-n", "ware-g", "ware-y")
    states = page.locator(things).evaluate_all(SIGNS)
    assert {(colour, sign) for colour, sign, _, _ in states} == set(zip(colours, signs[lang].split(), strict=True))
    assert min(height for _, _, height, _ in states) >= 11
    assert all(stands_out for *_, stands_out in states)
    page.emulate_media(media="print")
    expect(page.locator(f"{things} text").first).to_be_visible()


def test_a_comparison_can_be_read_on_a_phone(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/compare?n=3&edition=big_box&0.prestige=20&1.prestige=20&0.actions=1&1.actions=2")
    for part in (".ways td b", ".ways .chip", ".ways .what small"):
        assert size(page, part) >= 13
    header, first = (page.locator(f".ways {cell}.seat-0").first.bounding_box() for cell in ("th", "td"))
    assert header
    assert first
    assert header["x"] == first["x"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "paper"), [*((slug, "A4") for slug in slugs()), *(pytest.param(slug, "A5", marks=pytest.mark.long) for slug in SHIPPED)]
)
def test_a_blank_pad_and_a_result_are_one_side_of_paper(browse: Browse, slug: str, paper: str) -> None:
    page = browse("/en/", device="desktop")
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "8mm")
    for query in (fullest_example(slug), "to=sheet&n=4"):
        page.goto(f"/zh-Hant/{slug}/score?{query}")
        document = page.pdf(format=paper, margin=margin, print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", document)) == 1, query


OTHERS = ["/en/", NETWORK, "/en/hansa_teutonica/rules", "/zh-Hant/qin/rules", "/en/qin/terms", "/en/search?q=ties"]
"""Pages that `make test` passes over, because it has others like them."""


@pytest.mark.short(path="/en/scorebook")
@pytest.mark.parametrize(
    "path",
    [
        *("/zh-Hant/", "/zh-Hant/honshu/example/rulebook", "/zh-Hant/hansa_teutonica/rules", "/en/scorebook"),
        *(pytest.param(path, marks=pytest.mark.long) for path in OTHERS),
    ],
)
def test_nothing_moves_while_a_page_comes_in(browse: Browse, path: str) -> None:
    page = browse(path, pristine=True)
    assert_still(page, even_at_touch=True)
    page.set_viewport_size({"width": 412, "height": 823})
    page.reload()
    assert_still(page, even_at_touch=True)


def test_the_first_page_searches_the_rules_as_one_types(browse: Browse) -> None:
    page = browse("/en/")
    page.locator("#search").press_sequentially("village")
    expect(page.locator("#search-found .hits li").first).to_be_visible()
    expect(page).to_have_url(re.compile("/en/$"))
    page.locator("#search").fill("")
    expect(page.locator("#search-found")).to_be_hidden()


def test_brand_and_content_stand_on_one_axis(browse: Browse) -> None:
    page = browse("/en/", device="desktop")
    for width in (1100, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        left = [page.locator(part).first.bounding_box() for part in (".brand", ".look-up", ".cover")]
        assert len({round(box["x"]) for box in left if box}) == 1
        covers = [box for box in (cover.bounding_box() for cover in page.locator(".cover").all()) if box]
        assert covers[0]["y"] == covers[1]["y"]
