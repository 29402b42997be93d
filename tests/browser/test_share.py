"""Sharing in a browser: the share sheet, text, picture, play, and codes for another phone."""

import re
import time

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import Route, expect
from qr_reader import long_query, read_drawing
from waiting import wait_until

RESULT = "/en/trajan/score?n=2&0.name=Ann&1.name=Bo&0.points=80&1.points=120"


@pytest.mark.long
def test_text_and_picture_go_to_the_share_sheet(browse: Browse) -> None:
    page = browse(RESULT)
    page.evaluate("navigator.canShare = () => true; navigator.share = async (data) => { window.shared = data; }")
    page.locator(".share-menu summary").tap()
    page.locator("[data-send]").tap()
    text = wait_until(page, "window.shared?.text")
    assert text.startswith("Trajan\nBo wins, 120 to 80\n1. Bo 120\n2. Ann 80\nhttp://")
    page.get_by_role("button", name="Send as a picture").tap()
    parts = wait_until(
        page, "window.shared.files?.map(({ name, type }) => [name, type, ...Object.keys(window.shared)])[0]"
    )
    assert parts == ["tally-trajan.png", "image/png", "files"]  # with a text, some apps take only that


def test_picture_is_shared_within_the_tap(browse: Browse) -> None:
    # Safari refuses a share sheet that is asked for after something slow was waited for.
    page = browse(RESULT)
    page.evaluate("""const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (take, type) {
        toBlob.call(this, (blob) => { take(blob); window.isDrawn = true; }, type);
      };
      navigator.canShare = () => true;
      navigator.share = async (data) => { window.shared = data; };""")
    page.locator(".share-menu summary").tap()
    wait_until(page, "window.isDrawn")
    is_shared = """async () => {
      document.querySelector("[data-picture]").click();
      for (let turn = 0; turn < 10; turn += 1) await null; // promises that are kept already, and nothing else
      return Boolean(window.shared);
    }"""
    assert page.evaluate(is_shared)


def test_text_link_and_picture_are_copied_or_saved(browse: Browse) -> None:
    page = browse(RESULT, device="desktop")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for _ in range(2):
        page.locator(".share a").click()
    expect(page.locator(".share [role=status]")).to_have_text("✓ The link is copied")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(page.locator("h1")).to_have_text("Bo wins, 120 to 80")
    page.evaluate("""delete Navigator.prototype.share;
      navigator.canShare = () => false;
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
      document.execCommand = (what) => { window.done = [what, String(getSelection())]; return true; }""")
    page.locator(".share-menu summary").click()
    page.locator("[data-send]").click()
    expect(page.locator("[data-sent]")).to_have_text("✓ The text is copied")
    with page.expect_download() as download:
        page.get_by_role("button", name="Send as a picture").click()
    assert download.value.suggested_filename == "tally-trajan.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    expect(page.locator("[data-sent]")).to_have_text("If no file arrives, press and hold the picture.")
    drawn = page.get_by_role("img", name="The result as a picture")
    assert drawn.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 300


# The picture


@pytest.mark.parametrize("players", [4, 5])
def test_picture_has_the_names_of_lines_whole(browse: Browse, players: int) -> None:
    # "Bonus markers" and "Special spaces" were cut off beside four columns that had room to spare.
    seats = "".join(f"&{seat}.prestige=20&{seat}.markers=1" for seat in range(players))
    page = browse(f"/en/hansa_teutonica/score?n={players}{seats}&coellen.7=0&0.cities=3")
    page.evaluate("""const { fillText } = CanvasRenderingContext2D.prototype;
      window.texts = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        texts.push(text);
        fillText.call(this, text, ...place);
      };
      null;""")
    page.evaluate(READ_PICTURE)
    texts = page.evaluate("texts")
    assert {"Bonus markers", "Special spaces"} <= set(texts)
    assert [text for text in texts if text.endswith("…")] == []


READ_PICTURE = """async () => {
  const { src } = document.querySelector("script[src$='/result.js']");
  const { drawPicture } = await import(src.replace("result/result.js", "result/picture.js"));
  const picture = await createImageBitmap(await drawPicture("a.png"));
  const { width, height } = picture;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", {
    willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const colours = (top, bottom) => {
    const found = new Map();
    for (const point of new Uint32Array(context.getImageData(0, top, picture.width, bottom - top).data.buffer)) {
      found.set(point & 0xffffff, (found.get(point & 0xffffff) ?? 0) + 1);
    }
    return Object.fromEntries([...found].map(([point, count]) => [[point & 255, (point >> 8) & 255, point >> 16].join(),
      count]));
  };
  const like = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data.slice(0, 3).join();
  };
  const first = colours(0, 90);
  const all = colours(0, picture.height);
  const style = (selector, name) => like(getComputedStyle(document.querySelector(selector))[name]);
  const seen = (element) => all[like(getComputedStyle(element).fill)] ?? 0;
  const bars = [...document.querySelectorAll(".ranking rect")].filter((bar) => bar.width.baseVal.value > 1).map(seen);
  return { wide: picture.width, high: picture.height, hero: (first[style(".hero",
    "backgroundColor")] ?? 0) / (picture.width * 90),
    paper: all[style("body", "backgroundColor")], bars,
      board: [...document.querySelectorAll(".finished .held > :first-child")].map(seen) };
}"""
"""The size of the picture, and how many pixels have the colours of hero, paper, bars and pieces."""


@pytest.mark.short(lang="en", path="chang_cheng/example/whole_wall")
@pytest.mark.parametrize(("lang", "scheme", "device"), [("zh-Hant", "light", "phone"), ("en", "dark", "desktop")])
@pytest.mark.parametrize(
    "path", ["hansa_teutonica/example/network", "chang_cheng/example/whole_wall", "honshu/example/rulebook"]
)
def test_picture_has_the_colours_of_the_page(browse: Browse, path: str, lang: str, scheme: str, device: str) -> None:
    page = browse(f"/{lang}/{path}", scheme=scheme, device=device)
    states = page.evaluate(READ_PICTURE)
    assert states["wide"] == 1080
    assert states["high"] > 1080
    assert states["hero"] > 0.75  # the rest is title and emblem
    assert states["paper"] > states["wide"] * 500
    assert min(states["bars"]) > 100
    assert all(points > 100 for points in states["board"])
    assert bool(states["board"]) == (page.locator(".finished .held").count() > 0)


@pytest.mark.long
def test_codes_scanned_in_any_order_open_the_sheet(browse: Browse) -> None:
    page = browse(f"/en/honshu/qr?{long_query(5, 40)}", pristine=True)
    codes = page.locator(".chain li")
    count = codes.count()
    assert count in (2, 3, 4)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    links = [
        read_drawing(drawing) for drawing in codes.locator("svg").evaluate_all("all => all.map((svg) => svg.outerHTML)")
    ]
    for left, link in zip(range(count - 1, 0, -1), reversed(links), strict=False):
        page.goto(link)
        others = ("1", "1 and 2", "1, 2, and 3")[left - 1]
        expect(page.locator("#gather")).to_have_text(f"Scan the other codes as well: {others}.")
    page.goto(links[0])
    expect(page.locator('[name="4.name"]')).not_to_have_value("")
    expect(page.locator('[name="0.map"]')).not_to_have_value("")


@pytest.mark.long
def test_part_of_a_link_needs_storage(browse: Browse) -> None:
    page = browse("/en/", pristine=True)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    page.goto("/en/honshu/part?part=1&parts=2&sum=01234567&z=abc")
    expect(page.locator("#gather")).to_have_text("This browser does not let Tally keep anything here.")


TARGETS = {
    ".below > button[formaction*=qr]": r"/qr\?.*=81",
    "button.main": r"/score\?(?!.*to=sheet).*=81",
    ".game-nav a >> nth=1": "/rules$",
    ".examples a >> nth=0": "/en/.*0.name=",
    '.languages a[lang="zh-Hant"]': "/zh-Hant/.*=81",
}
"""Target on a sheet -> the address that it opens after 81 was typed."""


@pytest.mark.long
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("slug", ["trajan", "hansa_teutonica"])
def test_tap_straight_after_typing_reaches_its_target(browse: Browse, slug: str, target: str) -> None:
    """Two taps without a pause; the next page is slow."""
    page = browse(f"/en/{slug}/score?n=2&to=sheet")
    page.route(re.compile(f"/{slug}/(qr|rules|example|score)"), delay_page)
    page.locator(".category .in").first.tap()
    page.locator('.keypad [data-key="8"]').tap()
    page.locator(target).evaluate("(target) => target.scrollIntoView({ block: 'nearest' })")
    expect(page.locator(target)).to_be_in_viewport()
    for box in [page.locator(one).bounding_box() for one in ('.keypad [data-key="1"]', target)]:
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if target == "button.main":  # it asks once about choices that nobody made
        expect(page.locator("#said")).to_contain_text("right?")
        page.locator(target).tap()
    page.wait_for_url(re.compile(TARGETS[target]))


def delay_page(route: Route) -> None:
    """Delay a page by half a second, but no score."""
    if route.request.is_navigation_request():
        time.sleep(0.5)
    route.continue_()
