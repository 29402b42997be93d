"""The preview image of a result: content, address, caching, work and colours."""

import math
import re
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from proofreader import Page, Proofreader
from request_work import QUERIES, check, every_game, lines_run, visitor

from scorers.querystring import sheet_to_query
from scorers.registry import game, slugs
from scorers.sheet import load_sheet
from web.result import picture as preview_image
from web.serving.static_copies import FOLDER
from web.sheet.links import unpack

__all__ = ["visitor"]

STYLE = Path(FOLDER, "common", "style.css").read_text(encoding="utf-8")
TRAJAN = "n=2&0.name=Ann&1.name=%E5%B0%8F%E6%98%8E&0.points=80&1.points=120&1.colour=blue"
LINES = 50_000
"""Python lines for one image, without the renderer."""
BYTES = 100 * 1024


def previews(page: Page) -> dict[str, str]:
    """Return the Open Graph properties of a page."""
    return {
        str(meta.get("property")): str(meta.get("content"))
        for meta in page.all("meta")
        if str(meta.get("property")).startswith("og:")
    }


def picture_of(client: Proofreader, path: str) -> str:
    """Return the path of the preview image of a page."""
    parts = urlsplit(previews(client.get(path))["og:image"])
    assert (parts.scheme, parts.netloc) == ("http", "localhost")
    return f"{parts.path}?{parts.query}"


def drawing(slug: str, query: str, monkeypatch: pytest.MonkeyPatch, client: Proofreader) -> str:
    """Return the SVG of the preview image of a sheet."""
    drawings: list[str] = []

    def keep(svg: str) -> bytes:
        drawings.append(svg)
        return b""

    monkeypatch.setattr(preview_image, "render_png", keep)
    client.get(f"/en/{slug}/preview.png?{query}")
    return drawings[0]


def test_result_preview_has_title_description_url_and_picture(client: Proofreader) -> None:
    page = client.get(f"/en/trajan/score?{TRAJAN}")
    details = previews(page)
    assert (details["og:title"], details["og:description"]) == ("小明 wins, 120 to 80", "小明 wins, 120 to 80 · Trajan")
    again = client.get(details["og:url"].removeprefix("http://localhost"))
    assert previews(again) == details
    assert (details["og:image:type"], details["og:image:alt"]) == ("image/png", "Trajan")
    picture = client.get(details["og:image"].removeprefix("http://localhost"))
    assert (picture.status_code, picture.content_type) == (200, "image/png")
    assert picture.data.startswith(b"\x89PNG\r\n\x1a\n")
    size = tuple(str(side) for side in struct.unpack(">II", picture.data[16:24]))
    assert (details["og:image:width"], details["og:image:height"]) == size


def test_address_of_the_image_has_no_names(client: Proofreader) -> None:
    one = picture_of(client, f"/en/trajan/score?{TRAJAN}")
    other = picture_of(client, f"/en/trajan/score?{TRAJAN.replace('Ann', 'Somebody+else')}")
    assert one == other
    args = parse_qs(urlsplit(one).query)
    pairs = (
        unpack(args["z"][0], "trajan")
        if "z" in args
        else [(name, value) for name, values in args.items() for value in values]
    )
    assert dict(pairs or []) == {"n": "2", "0.points": "80", "1.points": "120", "1.colour": "blue"}


def test_preview_bars_have_piece_colours_and_point_lengths(
    client: Proofreader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blue has 120 points and red 80: a bar two thirds as long. The winner comes first."""
    svg = drawing("trajan", TRAJAN.replace("0.points", "0.colour=red&0.points"), monkeypatch, client)
    bars = re.findall(r'<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="[\d.]+" fill="(#\w+)"/>', svg)
    assert [ink for _, ink in bars] == [preview_image.PLAYER_COLOURS["blue"], preview_image.PLAYER_COLOURS["red"]]
    assert float(bars[1][0]) / float(bars[0][0]) == pytest.approx(2 / 3, abs=0.01)
    assert "<text" not in svg


def test_cached_picture_is_304_before_drawing(client: Proofreader, monkeypatch: pytest.MonkeyPatch) -> None:
    path = picture_of(client, f"/en/trajan/score?{TRAJAN}")
    first = client.get(path)
    assert "immutable" in first.headers["Cache-Control"]
    assert not first.headers["ETag"].startswith("W/")
    monkeypatch.setattr(preview_image, "render_png", None)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_sheet_without_a_result_has_no_image(client: Proofreader) -> None:
    for query in ("", "n=2&0.left=x"):
        assert client.get(f"/en/qin/preview.png?{query}").status_code == 302


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("slug", slugs())
def test_image_is_small(client: Proofreader, lang: str, slug: str) -> None:
    for example in game(slug).examples.values():
        path = picture_of(
            client, f"/{lang}/{slug}/score?{urlencode(sheet_to_query(load_sheet(game(slug), dict(example.sheet))))}"
        )
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        assert len(answer.data) <= BYTES


@pytest.mark.parametrize("query", QUERIES)
@every_game
def test_preview_work_is_bounded_for_any_link(visitor: FlaskClient, slug: str, query: str) -> None:
    check(*lines_run(lambda: visitor.get(f"/en/{slug}/preview.png?{QUERIES[query]}")), 300_000)


def test_work_for_an_ordinary_image_is_bounded(visitor: FlaskClient) -> None:
    visitor.get(f"/en/trajan/preview.png?{TRAJAN}")
    check(*lines_run(lambda: visitor.get(f"/en/trajan/preview.png?{TRAJAN}")), LINES)


def test_title_with_unknown_letters_is_left_out() -> None:
    assert preview_image._letters("Æ", 0, 0, 10, "#000") == ""
    assert preview_image._letters("A", 0, 0, 10, "#000")


# The colours


def to_hex(lightness: float, chroma: float, hue: float) -> str:
    """Convert OKLCH to sRGB by the formulas of https://bottosson.github.io/posts/oklab/."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    turns = ((0.3963377774, 0.2158037573), (-0.1055613458, -0.0638541728), (-0.0894841775, -1.2914855480))
    cone = [(lightness + x * a + y * b) ** 3 for x, y in turns]
    rows = (
        (4.0767416621, -3.3077115913, 0.2309699292),
        (-1.2684380046, 2.6097574011, -0.3413193965),
        (-0.0041960863, -0.7034186147, 1.7076147010),
    )
    linear = [sum(share * value for share, value in zip(row, cone, strict=True)) for row in rows]
    return "#" + bytes(round(255 * min(1, max(0, _encode(value)))) for value in linear).hex()


def _encode(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def near(one: str, other: str) -> bool:
    """Return whether two colours differ only by rounding."""
    return all(
        abs(mine - theirs) <= 1 for mine, theirs in zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    )


def find_settings(pattern: str) -> Sequence[Any]:
    return re.findall(pattern, STYLE)


def test_pieces_have_the_colours_of_the_style_sheet() -> None:
    colours = {
        name: to_hex(*map(float, numbers))
        for name, *numbers in find_settings(r"(?s)\.c0-(\w+) [^{]*\{[^}]*?--l: ([\d.]+); --c: ([\d.]+); --h: ([\d.]+);")
    }
    assert colours.keys() == preview_image.PLAYER_COLOURS.keys()
    assert [name for name, colour in colours.items() if not near(colour, preview_image.PLAYER_COLOURS[name])] == []
    assert set(find_settings(r"\.c0-(\w+) [^{]*\{[^}]*--text: ")) == preview_image.LIGHT_COLOURS


def test_grounds_have_the_colours_of_the_style_sheet() -> None:
    hues = find_settings(r"\.ground-(\w+) \{ --gh: (\d+);(?: --gl: ([\d.]+);)?(?: --gc: ([\d.]+);)?")
    colours = {
        name: to_hex(float(light or 0.4), float(chroma or 0.075), float(hue)) for name, hue, light, chroma in hues
    }
    assert colours.keys() == preview_image.GAME_COLOURS.keys()
    assert [name for name, colour in colours.items() if not near(colour, preview_image.GAME_COLOURS[name])] == []
