"""Every page on every screen and on paper: accessible, not too wide, nothing covered or cut off, targets large
enough.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import urlencode

import pytest
from browsing import Browse
from flask import Flask
from overlaps import layout_faults
from page_faults import AXE_SCRIPT, SETTINGS, WIDE, WIDE_TABLES, page_faults, small_targets
from playwright.sync_api import Page, expect
from positions import LONG_NAME, at_most_players, fullest_example, scored_at_most_players, slugs, with_faults
from sheet_page import FIRST, STUCK, await_layout, box_of
from shifts import assert_still
from shipped import SHIPPED, is_invented

from scorers.entries import Counts, EntryList, Number, PerSeat, Records, entries_of
from scorers.registry import game
from scorers.sheet import players_entry

SHORT = [(None, *SETTINGS[0]), ("qin", *SETTINGS[0])]
"""The cases of `make test`: axe takes seconds for each page of a larger game."""
CASES = [
    pytest.param(slug, *setting, marks=[pytest.mark.long] * ((slug, *setting) not in SHORT))
    for slug in (None, *slugs())
    for setting in (SETTINGS[:1] if slug and is_invented(slug) else SETTINGS)
]
NO_PAGES = (".png", "result.csv", "result.json", "/part", "/qr", "/compare")
"""The addresses of a game that are files, or that redirect to the sheet when they have no entries."""


def shared_pages(app: Flask, lang: str) -> Iterator[str]:
    """Yield the pages that belong to no game."""
    yield from (f"/{lang}/nowhere", f"/{lang}/chess/score")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments == {"lang"} and "." not in rule.rule:
            yield rule.rule.replace("<lang:lang>", lang)


def game_pages(app: Flask, lang: str, slug: str) -> Iterator[str]:
    """Yield the pages of a game: each without entries, then its sheets, results and comparisons, and a sheet with
    faults.
    """
    for rule in app.url_map.iter_rules():
        if (
            "GET" in (rule.methods or ())
            and rule.arguments == {"lang", "slug"}
            and not rule.rule.endswith((*NO_PAGES, "/both"))
        ):
            yield rule.rule.replace("<lang:lang>", lang).replace("<game:slug>", slug)
    yield f"/{lang}/{slug}/score?{with_faults(slug)}"
    yield f"/{lang}/{slug}/score?to=sheet&{fullest_example(slug)}"
    yield f"/{lang}/{slug}/qr?{fullest_example(slug)}"
    for query in (fullest_example(slug), scored_at_most_players(slug)):
        yield f"/{lang}/{slug}/score?{query}"
        yield f"/{lang}/{slug}/compare?{query}"


@pytest.mark.parametrize(("slug", "device", "scheme", "lang"), CASES)
def test_page_is_accessible_and_fits_the_screen(
    app: Flask, browse: Browse, slug: str | None, device: str, scheme: str, lang: str
) -> None:
    page = browse("/healthz", device=device, scheme=scheme)
    page.add_init_script(AXE_SCRIPT)
    wrong = {}
    for path in shared_pages(app, lang) if slug is None else game_pages(app, lang, slug):
        page.goto(path)
        if found := page_faults(page, device):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.short(slug="qin", device="desktop")
@pytest.mark.parametrize(("slug", "device", "scheme", "lang"), [case.values for case in CASES if case.values[0]])
def test_rules_side_by_side_are_accessible_and_fit(
    browse: Browse, slug: str, device: str, scheme: str, lang: str
) -> None:
    """These are the largest pages; axe takes seconds for each, so that `make test` has only one."""
    assert page_faults(browse(f"/{lang}/{slug}/both", device=device, scheme=scheme), device) == []


NAMES = (LONG_NAME, "字" * 40, "מרים" * 10, "🦊" * 20, "محمد", "Ann", "<b>Bo</b>", "小明", "Çağla", "D")
SIZES = ((1280, 800), (768, 1024), (740, 360), (320, 180), (320, 640), (360, 740))
"""A desktop, a tablet, a phone in landscape, 1280 × 720 at 400 %, the narrowest phone, and a phone."""
TALL = """([selector, height]) => [...document.querySelectorAll(selector)].filter((name) =>
  name.getBoundingClientRect().height > height)
  .map((name) => name.textContent)"""
UNDER_EMBLEM = """(covers) => covers.filter((cover) => {
  const emblem = cover.querySelector(".emblem").getBoundingClientRect();
  const range = document.createRange();
  return [...cover.querySelectorAll(".title, .about")].some((text) => {
    range.selectNodeContents(text);
    return [...range.getClientRects()].some((line) => line.right > emblem.left && line.bottom > emblem.top + 4);
  });
}).map((cover) => cover.textContent.trim())"""
"""The covers whose emblem lies under their words."""
COVERED = """(cells) => cells.filter((cell) => {
  cell.focus();
  const { x, y, width, height } = cell.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return !there || !(cell.contains(there) || there.closest("label")?.contains(cell));
}).map((cell) => cell.name)"""
UNDER_BARS = """(back) => {
  const bars = [...document.querySelectorAll(".names, .totals, .finish")].filter((bar) =>
    getComputedStyle(bar).position === "sticky");
  const controls = [...document.querySelectorAll("main :is(input, select, textarea, button, summary, a)")];
  return (back ? controls.reverse() : controls).filter((control) => {
    control.focus();
    const { top, bottom } = (control.closest(".pick") ?? control).getBoundingClientRect();
    return document.activeElement === control && bars.some((bar) => {
      const box = bar.getBoundingClientRect();
      return !bar.contains(control) && bottom > box.top + 1 && top < box.bottom - 1;
    });
  }).map((control) => control.name || control.textContent);
}"""
"""The controls that are partly under a sticky bar when they get the focus, in the order of the page or backwards."""


def resize(page: Page, width: int, height: int) -> None:
    """Set the size of the screen, and wait until the page was drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    await_layout(page)


def switch_to(page: Page, view: str) -> bool:
    """Show the board or the numbers; return whether the sheet has both."""
    switch = page.locator(f'.views [data-view="{view}"]')
    if switch.count():
        switch.evaluate("(button) => button.click()")
        expect(page.locator(".board-part > section")).to_be_visible(visible=view == "board")
    return bool(switch.count())


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_names_in_every_script_fit_every_screen(browse: Browse, slug: str) -> None:
    """On the sheet, its board, the result and the comparison, with up to ten players."""
    seats = min(players_entry(game(slug).sheet).high, len(NAMES))
    names = urlencode([("n", str(seats)), *((f"{seat}.name", NAMES[seat]) for seat in range(seats))])
    points = scored_at_most_players(slug).partition("&")[2].replace(LONG_NAME, "")
    page = browse("/healthz")
    for path in (f"score?to=sheet&{names}", f"score?{names}&{points}", f"compare?{names}&{points}"):
        page.goto(f"/en/{slug}/{path}")
        for view in ("numbers", "board"):
            if view == "board" and not switch_to(page, view):
                continue
            for width, height in SIZES:
                resize(page, width, height)
                assert page.evaluate(WIDE) == [], (path, view, width)
                assert page.evaluate(TALL, ["thead .name", 42]) == [], (path, width)
                assert width < 360 or page.evaluate(TALL, [".ranking .name", 48]) == [], (path, width)


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
def test_no_filled_cell_is_covered_at_400_percent(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{fullest_example(slug)}", device="desktop")
    page.locator(".board-part[open] > section[hidden]").wait_for(state="detached")
    resize(page, 320, 180)
    cells = page.locator(".names .in, .category input:visible")
    assert cells.count() >= 2  # only the names, where all else is on a board
    assert cells.evaluate_all(COVERED) == []


@pytest.mark.short(slug="qin")
@pytest.mark.parametrize("slug", slugs())
def test_focused_control_is_under_no_bar(browse: Browse, slug: str) -> None:
    page = browse(f"/en/{slug}/score?to=sheet&{at_most_players(slug)}", device="desktop")
    for width, height in ((412, 823), (1280, 800)):
        resize(page, width, height)
        for back in (False, True):
            assert page.evaluate(UNDER_BARS, back) == [], (width, back)


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_scrolled_targets_are_never_half_under_a_bar(browse: Browse, slug: str) -> None:
    page = browse(f"/zh-Hant/{slug}/score?to=sheet&{fullest_example(slug)}")
    resize(page, 412, 823)
    switch_to(page, "numbers")
    height = page.evaluate("document.documentElement.scrollHeight") - 823
    for y in range(0, min(height, 600) + 111, 111):
        page.evaluate("(top) => scrollTo({ top, behavior: 'instant' })", y)
        assert small_targets(page) == [], y


@pytest.mark.short(slug="honshu")
@pytest.mark.parametrize("slug", slugs())
def test_filled_sheet_has_low_bars_and_does_not_shift(browse: Browse, slug: str) -> None:
    """All bars together take at most a quarter of the height."""
    page = browse(f"/en/{slug}/score?to=sheet&{fullest_example(slug)}")
    assert_still(page)
    switch_to(page, "numbers")
    for width, height in ((360, 740), (740, 360), (180, 370), (1280, 800)):
        resize(page, width, height)
        page.evaluate("scrollTo(0, 600)")
        assert page.evaluate(STUCK) <= height / 4, (width, height)
    if switch_to(page, "board"):
        for width, height in ((360, 740), (740, 360), (320, 180)):
            resize(page, width, height)
            bars = page.evaluate(
                STUCK.replace('!e.matches(".keypad")', '!e.matches(".keypad, .board-part, .frame, .lanes *, [inert]")')
            )
            assert bars <= height / 4, (width, height, bars)


# The first screen


@pytest.mark.short(slug="trajan")
@pytest.mark.parametrize("slug", slugs())
def test_sheet_loads_without_shifts_and_shows_an_entry(browse: Browse, slug: str) -> None:
    page = browse("/healthz")
    for lang, query in (("zh-Hant", ""), ("en", f"?to=sheet&{at_most_players(slug)}")):
        page.goto(f"/{lang}/{slug}/score{query}")
        assert_still(page)
        assert page.evaluate(FIRST)["y"] <= 520, query


@pytest.mark.short(lang="en", slug="trajan")
@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
@pytest.mark.parametrize("slug", slugs())
def test_winner_and_ranking_are_on_the_first_screen(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/score?{fullest_example(slug)}")
    for part in (".who", ".ranking li >> nth=-1"):
        box = box_of(page.locator(part))
        assert box["y"] + box["height"] <= 740
    if page.locator(".hero .points").count():
        assert (
            page.locator(".hero .points").evaluate("(points) => parseFloat(getComputedStyle(points).fontSize)") >= 100
        )


NETWORK = "/en/hansa_teutonica/example/network"
PATHS = ("/en/", "/zh-Hant/", NETWORK, "/zh-Hant/honshu/example/rulebook", "/en/hansa_teutonica/rules",
"/zh-Hant/hansa_teutonica/rules",
         "/zh-Hant/qin/rules", "/en/qin/terms", "/en/search?q=ties", "/en/scorebook")  # fmt: skip


@pytest.mark.short(path="/en/scorebook")
@pytest.mark.parametrize("path", PATHS)
def test_page_loads_without_shifts(browse: Browse, path: str) -> None:
    page = browse(path, pristine=True)
    assert_still(page, even_at_touch=True)
    resize(page, 412, 823)
    page.reload()
    assert_still(page, even_at_touch=True)


PERCENTS = (130, 150, 200)
PLAYERS = {"en": ("Ann", "Bo", "Charlotte", "Dmitri", "Eve"), "zh-Hant": ("小明", "小安", "美玲", "阿哲", "建宏")}
KEYPAD = ".category input.in[inputmode]:visible, .counts-part input.in:visible"
IS_WHOLE = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = element.getBoundingClientRect();
  return [...range.getClientRects()].every(({ right, bottom }) => right <= box.right + 1 && bottom <= box.bottom + 6);
}"""
"""Whether all lines of a text are inside the box of its element, except for descenders."""
LARGE_KINDS = ("sheet", "keypad", "result", "rules")
SHORT_KIND = ("sheet", "trajan", "en")
"""The kind of pages, the game and the language that `make test` checks."""
KINDS = [
    *(
        pytest.param(kind, slug, lang, marks=[pytest.mark.long] * ((kind, slug, lang) != SHORT_KIND))
        for kind in LARGE_KINDS
        for slug in slugs()
        for lang in PLAYERS
        if lang == "en" or not is_invented(slug)
    ),
    *(pytest.param("home", "", lang, marks=pytest.mark.long) for lang in PLAYERS),
]


def has_numbers(slug: str) -> bool:
    """Return whether a sheet of the game has any number, and not only boards."""
    sheet = entries_of(game(slug).sheet)
    asked = [
        *entries_of(players_entry(game(slug).sheet).of).values(),
        *(one for name, one in sheet.items() if name != "players"),
    ]
    return any(isinstance(one, Number | Counts | EntryList | PerSeat | Records) for one in asked)


def list_pages(kind: str, slug: str, lang: str) -> list[tuple[str, str]]:
    """Return the pages of a kind, each with the element to tap there."""
    if kind == "home":
        return [(path, "") for path in ("", "scorebook", "search?q=tie", "about")]
    seats = min(players_entry(game(slug).sheet).high, 5)
    names = urlencode(
        [("to", "sheet"), ("n", str(seats)), *((f"{seat}.name", PLAYERS[lang][seat]) for seat in range(seats))]
    )
    full = fullest_example(slug)
    return {
        "sheet": [(f"{slug}/score?{names}", ""), (f"{slug}/score?{names}", ".table > summary")],
        "keypad": [
            (f"{slug}/score?to=sheet&{full}", ""),
            *([(f"{slug}/score?{names}", KEYPAD)] if has_numbers(slug) else []),
        ],
        "result": [(f"{slug}/score?{full}", ""), (f"{slug}/compare?{full}", "")],
        "rules": [(f"{slug}/{name}", "") for name in ("rules", "both", "terms")],
    }[kind]


def set_text_size(page: Page, percent: int) -> None:
    """Set the size of all text, and wait until the page was drawn in it."""
    page.evaluate("(percent) => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
    await_layout(page)


@pytest.mark.parametrize(("kind", "slug", "lang"), KINDS)
def test_large_text_fits_every_page(browse: Browse, kind: str, slug: str, lang: str) -> None:
    page = browse("/healthz")
    for path, target in list_pages(kind, slug, lang):
        page.goto(f"/{lang}/{path}")
        faults = {}
        for percent in PERCENTS:
            set_text_size(page, percent)
            if target and percent == PERCENTS[0]:
                page.locator(target).first.tap()
                expect(page.locator(".keypad" if target == KEYPAD else ".table[open]")).to_be_visible()
            faults[percent] = layout_faults(page, percent)
        assert {percent: there for percent, there in faults.items() if there} == {}, path


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_large_text_fits_the_label_of_the_keypad(browse: Browse, lang: str) -> None:
    names = urlencode([(f"{seat}.name", name) for seat, name in enumerate(PLAYERS[lang][:4])])
    page = browse(f"/{lang}/trajan/score?to=sheet&n=4&{names}")
    page.locator('[name="2.legionnaires_camp"]').tap()
    label = page.locator(".keypad p > b")
    for percent in (100, *PERCENTS):
        set_text_size(page, percent)
        expect(label).to_contain_text(PLAYERS[lang][2])
        assert label.evaluate(IS_WHOLE), percent
        assert label.locator("bdi").evaluate("(bdi) => bdi.scrollWidth <= bdi.clientWidth"), (
            percent
        )  # both are 0 for an inline element


def test_sheet_with_narrow_columns_shows_one_player(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?to=sheet&n=5&0.name=Ann")
    expect(page.locator('[name="1.prestige"]')).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    expect(page.get_by_role("heading", name="Ann's score")).to_be_visible()
    expect(page.locator('[name="1.prestige"]')).to_be_hidden()
    page.evaluate("document.documentElement.style.fontSize = ''")
    expect(page.locator('[name="1.prestige"]')).to_be_visible()
    expect(page.locator(".owner")).to_be_hidden()


GAPS = """(cells) => cells.filter((cell) => cell.offsetHeight < cell.closest(".row").clientHeight - 1)
  .map((cell) => cell.textContent)"""


@pytest.mark.long
def test_highlighted_column_fills_rows_with_hints(browse: Browse) -> None:
    page = browse("/en/trajan/score?to=sheet&n=3", device="desktop")
    page.locator('[name="1.hand"]').focus()
    cells = page.locator(".category .row:has(.hint) > .cells > .cell.here")
    expect(cells.first).to_be_visible()
    assert cells.evaluate_all(GAPS) == []


TEXT_TOPS = """() => [...document.querySelectorAll(".card thead tr:has(button) > *")].map((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().top;
  })"""
"""The tops of the texts in the row with the numbers of players."""
PAIR_TOPS = "pairs => pairs.map((pair) => [...pair.children].map((side) => side.getBoundingClientRect().top))"
A4_PAGE = {"width": 700, "height": 1000}
"""A4 within margins of about 12 mm, in CSS px."""
languages = pytest.mark.parametrize("lang", ["zh-Hant", "en"])


def count_sides(page: Page, paper: str, millimetres: int) -> int:
    """Return on how many sides a page is printed, given the paper and its margins."""
    margin = dict.fromkeys(("top", "right", "bottom", "left"), f"{millimetres}mm")
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, margin=margin, print_background=True)))


@pytest.mark.long
@pytest.mark.parametrize(("slug", "paper"), [*((slug, "A4") for slug in slugs()), *((slug, "A5") for slug in SHIPPED)])
def test_blank_pad_and_result_are_one_side(browse: Browse, slug: str, paper: str) -> None:
    """On A5 a finished map takes a second side."""
    page = browse("/en/", device="desktop")
    for query in (fullest_example(slug), "to=sheet&n=4"):
        page.goto(f"/zh-Hant/{slug}/score?{query}")
        map_sides = page.locator(".end-map").count() if paper == "A5" else 0
        assert count_sides(page, paper, 8) == 1 + map_sides, query


@pytest.mark.long
@languages
def test_longest_rules_take_at_most_fifteen_sheets(browse: Browse, lang: str) -> None:
    assert count_sides(browse(f"/{lang}/hansa_teutonica/rules", device="desktop"), "A4", 12) <= 15


def test_paper_shows_only_the_open_modules(browse: Browse) -> None:
    """The rules of the Eastern board are printed without those of Britannia."""
    page = browse("/en/hansa_teutonica/rules", device="desktop")
    page.locator("#module-east + details summary").click()
    page.emulate_media(media="print")
    for section, is_shown in (
        ("modules", True),
        ("module-east", True),
        ("module-east-sea", True),
        ("module-britannia", False),
    ):
        expect(page.locator(f"#{section}")).to_be_visible(visible=is_shown)
    page.locator("details.module[open]").evaluate("module => { module.open = false; }")
    for section in ("modules", "module-east"):
        expect(page.locator(f"#{section}")).to_be_hidden()


def test_paper_shows_pads_and_rules_and_no_controls(browse: Browse) -> None:
    page = browse("/healthz", device="desktop", scheme="dark")
    for path, shown, hidden in (
        ("score?n=2&0.left=3&1.left=5", ["h1", "table.score-pad"], [".top", ".game-nav", ".after", ".share", "footer"]),
        ("score", ['[name="0.left"]'], [".top", ".finish", ".examples"]),
        ("rules", ["#scoring-pagodas"], [".top"]),
    ):
        page.goto(f"/en/qin/{path}")
        page.emulate_media(media="print")  # again, as a new page may reset it
        for selector in shown:
            expect(page.locator(selector)).to_be_visible()
        for selector in hidden:
            expect(page.locator(selector).first).to_be_hidden()
        scheme = page.evaluate("matchMedia('print').matches && getComputedStyle(document.documentElement).colorScheme")
        assert scheme == "light", path


@pytest.mark.short(kind="score")
@pytest.mark.parametrize("kind", ["score", "compare"])
def test_paper_names_game_edition_day_and_address(browse: Browse, kind: str) -> None:
    page = browse("/healthz", device="desktop")
    page.clock.set_fixed_time("2026-11-27T12:00:00")
    page.goto(f"/zh-Hant/hansa_teutonica/{kind}?n=3&edition=big_box&0.prestige=3&1.prestige=5")
    head = page.locator(".printed")
    expect(head).to_be_hidden()
    page.emulate_media(media="print")
    expect(head).to_contain_text("漢薩同盟 · 大盒版 · 2026年11月27日")
    expect(head).to_contain_text(f"{page.url.split('?')[0]}?z=")
    assert box_of(head)["y"] < box_of(page.locator(".hero, .verdict").first)["y"]


@pytest.mark.short(slug="trajan", lang="zh-Hant")
@languages
@pytest.mark.parametrize("slug", slugs())
def test_rules_card_fits_a_phone_and_an_a6_side(browse: Browse, slug: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/rules")
    parts = [box_of(part) for part in page.locator(".card").all()]
    assert 1 <= len(parts) <= 3
    assert parts[0]["y"] + parts[0]["height"] <= 740
    for part in parts:
        assert part["height"] <= 740
        assert part["x"] >= 0
        assert part["x"] + part["width"] <= 360
    page.evaluate("window.print = () => {}")
    page.locator(".print").tap()
    expect(page.locator("html")).to_have_attribute("data-print", "card")
    document = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", document)) == len(parts)
    assert re.search(rb"/MediaBox \[0 0 29[78]\.?\d* 4(19|20)\.?\d*\]", document)


@pytest.mark.long
@languages
@pytest.mark.parametrize("slug", slugs())
def test_printed_rules_are_aligned_and_not_cut_off(browse: Browse, slug: str, lang: str) -> None:
    """Both languages begin at the same height, and so do the numbers of players on the card."""
    page = browse(f"/{lang}/{slug}/both", device="desktop")
    page.emulate_media(media="print")
    page.set_viewport_size(A4_PAGE)
    assert page.evaluate(WIDE_TABLES) == []
    assert [pair for pair in page.locator(".pair").evaluate_all(PAIR_TOPS) if pair[0] != pair[1]] == []
    if slug in SHIPPED:
        page.goto(f"/{lang}/{slug}/rules")
        page.emulate_media(media="print")
        tops = page.evaluate(TEXT_TOPS)
        assert len(tops) >= 4
        assert max(tops) - min(tops) <= 2


@pytest.mark.long
@pytest.mark.parametrize("width", [800, 820, 1000, 1280])
def test_emblems_cover_no_words_of_the_front_page(browse: Browse, width: int) -> None:
    page = browse("/healthz", device="desktop")
    page.set_viewport_size({"width": width, "height": 1180})
    for lang in ("zh-Hant", "en"):
        page.goto(f"/{lang}/")
        assert page.locator(".cover").evaluate_all(UNDER_EMBLEM) == []


@pytest.mark.short(lang="en", slug="trajan")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize(("slug", "entry"), [("hansa_teutonica", "0.prestige=4"), ("trajan", "0.points=4")])
def test_blanks_and_what_is_unanswered_have_a_line_each(browse: Browse, slug: str, entry: str, lang: str) -> None:
    page = browse(f"/{lang}/{slug}/score?to=sheet&n=3&{entry}")
    blanks, unanswered = page.locator("#left"), page.locator("#unanswered")
    expect(blanks).not_to_be_empty()
    expect(unanswered).not_to_be_empty()
    boxes = [box_of(one) for one in (blanks, unanswered, page.locator(".finish > .main"))]
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 1
    assert box_of(page.locator(".finish"))["height"] <= 740 / 4


def test_headings_of_a_table_of_options_keep_their_distance(browse: Browse) -> None:
    page = browse("/en/hansa_teutonica/score?n=2&seats=3")
    for before, after in ((".counts", ".options > legend"), (".options", ".places > legend")):
        above, heading = page.locator(f".table {before}").bounding_box(), page.locator(after).bounding_box()
        assert above
        assert heading
        assert heading["y"] - above["y"] - above["height"] >= 8, after


def test_five_totals_of_three_signs_stay_apart(browse: Browse) -> None:
    # Trick tables go below zero: −10 and −20 stood as one number.
    totals = "".join(f"&rounds.0.bid.{seat}={seat % 3}&rounds.0.tricks.{seat}=0" for seat in range(5))
    page = browse(f"/en/magpies/score?to=sheet&n=5&rounds=1{totals}")
    expect(page.locator(".totals b").nth(2)).to_have_text("−20")
    boxes = page.locator(".totals b").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert all(right["left"] - left["right"] >= 3 for left, right in pairwise(boxes))
