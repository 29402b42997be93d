"""What somebody set for the whole device: forced colours, more contrast, and a finger in place of a mouse."""

from itertools import pairwise

import pytest
from browsing import Browse
from overlaps import layout_faults
from playwright.sync_api import Page, expect
from sheet_page import await_layout
from table_page import NewPhone, open_table, sit

KEYS = "hansa_teutonica/score?to=sheet&n=3&0.keys=3&1.keys=4&2.keys=0"
FIELDS = ("", KEYS, "chang_cheng/score?to=sheet&n=2", "trajan/score?to=sheet&n=2", "qin/score?n=2&0.left=1&1.left=3")
"""Pages with each kind of button, field and choice."""
EDGELESS = """() => [...document.querySelectorAll("main :is(button, .button, input.in, select, textarea)")]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest(".unseen"))
  .filter((control) => {
    const { borderBottomStyle, borderBottomWidth } = getComputedStyle(control);
    return borderBottomStyle === "none" || parseFloat(borderBottomWidth) < 1;
  })
  .map((control) => control.name || control.textContent.trim())"""
GROUND = "(element) => getComputedStyle(element).backgroundColor"
CONTRAST = """(elements) => {
  const { context, luminance } = {
    context: new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }),
    luminance: ([r, g, b]) => [r, g, b].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0),
  };
  const light = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return luminance(context.getImageData(0, 0, 1, 1).data);
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  return elements.map((element) => {
    const edge = light(getComputedStyle(element).borderBottomColor);
    return [element.className || element.name, (Math.max(edge, paper) + 0.05) / (Math.min(edge, paper) + 0.05)];
  });
}"""
"""The contrast of each element's lower border with the page, by WCAG 2.2's formula."""

LARGE_TEXT = "document.documentElement.style.fontSize = '200%'"
SPACING = """() => {
  for (const { style } of document.querySelectorAll("*")) {
    style.setProperty("line-height", "1.5", "important");
    style.setProperty("letter-spacing", "0.12em", "important");
    style.setProperty("word-spacing", "0.16em", "important");
  }
}"""
"""The text spacing that WCAG 2.2 asks a page to bear (1.4.12)."""


def visit(browse: Browse, path: str, scheme: str = "light", **settings: str) -> Page:
    """Open a page in a context of its own with settings of the device."""
    page = browse("/healthz", scheme=scheme, pristine=True)
    page.emulate_media(**settings)  # type: ignore[arg-type]
    page.goto(f"/en/{path}")
    return page


@pytest.mark.short(path="trajan/score?to=sheet&n=2")
@pytest.mark.parametrize("path", FIELDS)
def test_forced_colours_leave_an_edge_to_every_control(browse: Browse, path: str) -> None:
    assert visit(browse, path, forced_colors="active").evaluate(EDGELESS) == []


@pytest.mark.long
def test_forced_colours_show_what_is_chosen(browse: Browse) -> None:
    page = visit(browse, KEYS, forced_colors="active")
    for chosen in page.locator(".steps .pick:has(input:checked:not([value=''])), .switch [aria-pressed=true]").all():
        others = chosen.locator("xpath=..").locator(":scope > :not(.none, :has(:checked), [aria-pressed=true])")
        assert chosen.evaluate(GROUND) not in set(others.evaluate_all(f"(all) => all.map({GROUND})"))
    box = page.locator("[name='0.actions']").first
    unchecked = box.evaluate(GROUND)
    box.check()
    assert box.evaluate(GROUND) != unchecked


@pytest.mark.long
def test_forced_colours_keep_pieces(browse: Browse) -> None:
    page = visit(browse, "chang_cheng/score?to=sheet&n=3", forced_colors="active")
    letters = page.locator(".names .chip")
    assert len(set(letters.evaluate_all("(all) => all.map((chip) => getComputedStyle(chip).backgroundImage)"))) == 3
    page.get_by_role("button", name="Board").click()
    wall, tower = (page.locator(f".pieces .piece.seat-0{kind}").first for kind in (":not(.t, .d)", ".t"))
    expect(tower).to_be_visible()
    shape = "(piece) => getComputedStyle(piece).clipPath"
    assert tower.evaluate(GROUND) == wall.evaluate(GROUND) != page.locator("body").evaluate(GROUND)
    assert (wall.evaluate(shape), tower.evaluate(shape).split("(")[0]) == ("none", "polygon")
    space = page.locator(".lanes .space").first
    space.click()
    assert space.evaluate("(space) => getComputedStyle(space).outlineStyle") == "solid"


@pytest.mark.long
def test_forced_colours_put_no_ground_over_the_winner(browse: Browse) -> None:
    page = visit(browse, "hansa_teutonica/example/tie", forced_colors="active")
    # Only text that is not adjusted has no ground of its own; that of 79 would lie over the line above it.
    assert page.locator(".points").first.evaluate("(points) => getComputedStyle(points).forcedColorAdjust") == "none"
    expect(page.locator(".hero .who")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast_draws_edges_of_fields(browse: Browse, scheme: str) -> None:
    fields = (
        ".look-up .in, .join .in, .switch, .steps, .category input.in, .category select, .pick input:not([type=hidden])"
    )
    for path in ("", KEYS, "chang_cheng/score?to=sheet&n=2"):
        page = visit(browse, path, scheme, contrast="more")
        shown = page.locator(fields).filter(visible=True).evaluate_all(CONTRAST)
        assert shown
        assert [(name, ratio) for name, ratio in shown if ratio < 3] == [], path


def test_controls_of_a_phone_take_quick_taps(browse: Browse) -> None:
    for path in FIELDS:
        page = browse(f"/en/{path}")
        zooming = page.locator("button, .button, summary, select, label").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).touchAction).filter((action) => action === 'auto')"
        )
        assert zooming == [], path
        sizes = page.locator("input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea").filter(
            visible=True
        )
        assert [
            size
            for size in sizes.evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
            if size < 16  # below, an iPhone zooms at focus
        ] == [], path


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_large_text_leaves_room_for_a_code(new_phone_at_table: NewPhone, lang: str) -> None:
    page = new_phone_at_table()
    page.goto(f"/{lang}/")
    page.evaluate(LARGE_TEXT)
    field = page.locator(".join .in")
    assert field.evaluate("(field) => field.clientWidth / parseFloat(getComputedStyle(field).fontSize)") >= 5


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_large_text_leaves_the_bar_of_a_board_low(browse: Browse, lang: str) -> None:
    """At 200 % it takes at most a third of a phone, and no word on a button is broken."""
    for slug in ("chang_cheng", "honshu", "hansa_teutonica"):
        page = browse(f"/{lang}/{slug}/score?to=sheet&n=3")
        page.locator('.switch [data-view="board"]').tap()
        page.evaluate(LARGE_TEXT)
        bar = page.locator(".finish").evaluate("(bar) => bar.getBoundingClientRect().height")
        assert bar <= 740 / 3, slug
        assert [fault for fault in layout_faults(page, 200) if fault.startswith("broken word")] == [], slug
        boxes = (
            page.locator(".finish button")
            .filter(visible=True)
            .evaluate_all(
                "(all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
            )
        )
        assert [one for one, other in pairwise(sorted(boxes)) if one[1] > other[0]] == [], slug


@pytest.mark.short(lang="zh-Hant", path="column/1?n=3")
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize("path", ["column/1?n=3", "help/route"])
def test_large_text_squeezes_no_label(browse: Browse, lang: str, path: str) -> None:
    """At 200 % each label has room for three characters in a line, and each number for two."""
    page = browse(f"/{lang}/hansa_teutonica/{path}")
    page.evaluate(LARGE_TEXT)
    await_layout(page)
    narrow = """(all) => all
      .filter((one) => one.clientWidth < 3 * parseFloat(getComputedStyle(one).fontSize))
      .map((one) => one.textContent.trim())"""
    labels = page.locator(":is(.row:not(.thing) .label, .category > legend, .dock .who)").filter(visible=True)
    assert labels.count() > 2
    assert labels.evaluate_all(narrow) == []
    fields = (
        page.locator(".row input.in")
        .filter(visible=True)
        .evaluate_all("(all) => all.map((one) => one.clientWidth / parseFloat(getComputedStyle(one).fontSize))")
    )
    assert min(fields, default=2) >= 1  # digits are half as wide as high


@pytest.mark.long
@pytest.mark.parametrize("path", ["", "hansa_teutonica/example/tie"])
def test_text_spacing_cuts_no_button(browse: Browse, path: str) -> None:
    page = browse(f"/en/{path}", pristine=True)
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate(SPACING)
    cut = (
        page.locator("main :is(button, .button, .ways a)")
        .filter(visible=True)
        .evaluate_all(
            "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"
        )
    )
    assert cut == []
    assert [fault for fault in layout_faults(page, 100) if fault.startswith("broken word")] == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_head_of_a_shared_sheet_fits_every_phone(new_phone_at_table: NewPhone, lang: str) -> None:
    phone = new_phone_at_table()
    sit(phone, open_table(phone, lang=lang), 0, lang)
    for width in (320, 360, 375, 390, 402, 414, 430, 440, 480, 600):
        phone.set_viewport_size({"width": width, "height": 740})
        await_layout(phone)
        assert layout_faults(phone, 100, ".top") == [], width
        title = phone.locator(".top > .title")
        assert title.evaluate("(title) => title.scrollWidth <= title.clientWidth"), width
