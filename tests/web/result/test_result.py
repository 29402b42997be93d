"""The result page: rules that change the winner, ranking bars, data of the reveal, and the preview image."""

import json
import math
import re
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient
from interpretations import DEPENDS
from proofreader import Page, Proofreader, words
from request_work import QUERIES, check, every_game, lines_run, visitor

from scorers.querystring import sheet_to_query
from scorers.registry import game, slugs
from scorers.sheet import load_sheet
from web.common.formatting import say_working
from web.common.static_copies import FOLDER
from web.result import picture as preview_image
from web.result.chart import axis_of
from web.sheet.links import unpack


def test_empty_list_counts_as_blank_on_the_result(client: Proofreader) -> None:
    """As on the sheet, where it is a blank cell: of Ann's six entries five are blank, of Bo's four."""
    page = client.get("/en/honshu/score?n=2&0.name=Ann&1.name=Bo&0.forest=1&1.forest=2&1.lakes=4")
    (blank,) = [one for one in page.all("details") if "blank" in one.get("class", "")]
    assert words(blank).startswith("Blank entries, counted as 0: 9")
    assert "Lake districts" in words(blank)


def test_rows_have_names_outside_their_disclosures(client: Proofreader) -> None:
    """Moving down a column, a screen reader tells the text of each row's head, but not that of a closed disclosure."""
    page = client.get("/en/qin/score?n=2&0.left=3&1.left=5")
    heads = [words(head.find("span")) if head.find("details") is not None else words(head)
             for head in page.all("th", scope="row")]  # fmt: skip
    assert heads == ["Pagodas built", "Total", "Place"]


def test_short_sum_in_brackets_stays_on_one_line() -> None:
    """In a narrow column of rounds, "2 × (20 × 2 + 30)" broke after the plus."""
    assert say_working("2 × (20 × 2 + 30) + 5") == "2_×_(20_×_2_+_30) + 5".replace("_", "\N{NO-BREAK SPACE}")


def test_rounding_within_a_working_is_said_in_brackets(client: Proofreader) -> None:
    """The grey construction tile scores 1 point for every 2 workers, and 1 for one left over."""
    page = client.get("/en/trajan/score?n=2&bonus.building=0grey&0.workers_field=3")
    assert "1 × (3 ÷ 2, rounded up)" in [
        words(one).replace("\N{NO-BREAK SPACE}", " ") for one in page.all("span", class_="sum")
    ]


@pytest.mark.parametrize(
    ("lang", "query", "slug", "sentence"),
    [
        ("en", DEPENDS, "honshu", "B Bo wins if blocks of fallow fields may overlap"),
        ("zh-Hant", DEPENDS, "honshu", "B 休耕地區塊可以重疊的話，Bo贏"),
        (
            "en",
            "n=2&end_card=fallow_blocks&0.name=Ann&0.forest=5&1.forest=2",
            "honshu",
            "Ann wins under every interpretation of the rules",
        ),
        (
            "zh-Hant",
            "n=2&end_card=fallow_blocks&0.name=小安&0.forest=5&1.forest=2",
            "honshu",
            "規則怎麼解讀，都是小安贏",
        ),
        ("en", "n=3&0.name=Ann&0.prestige=9", "hansa_teutonica", "Ann wins in every edition"),
    ],
)
def test_result_names_a_deciding_interpretation(
    client: Proofreader, lang: str, query: str, slug: str, sentence: str
) -> None:
    page = client.get(f"/{lang}/{slug}/score?{query}")
    line = page.one("p", class_="interpretations")
    assert words(line) == sentence
    assert next(line.iter("a")).get("href", "").startswith(f"/{lang}/{slug}/compare?")


@pytest.mark.parametrize(
    ("query", "heading", "link"),
    [
        ("0.left=0&1.left=3", "end-last-pagoda", "In the rules: Last pagoda"),
        ("0.left=3&1.left=3", "ties", "In the rules: Ties"),
    ],
)
def test_reason_leads_to_the_rule_that_decided(client: Proofreader, query: str, heading: str, link: str) -> None:
    (rule,) = client.get(f"/en/qin/score?n=2&{query}").one("p", class_="reason").iter("a")
    assert (rule.get("href"), words(rule)) == (f"/en/qin/rules#{heading}", link)


def test_swing_to_a_tie_names_what_breaks_it(client: Proofreader) -> None:
    # 5 forest squares make 10 points, 4 make 8; one more makes a tie, which Bo's fallow fields break.
    page = client.get("/en/honshu/score?n=2&0.name=Ann&1.name=Bo&0.forest=5&1.forest=4&0.fallow=1&1.fallow=2")
    told = words(page.one("details", class_="swings").find("summary"))
    assert told.endswith("Bo’s Forest squares: one more. Tied at 10 points; Bo has more fallow fields.")


@pytest.mark.parametrize(("slug", "query"), [("honshu", "n=2&0.forest=5&1.forest=2"), ("qin", "n=2&0.left=1&1.left=2")])
def test_undisputed_result_has_no_interpretations(client: Proofreader, slug: str, query: str) -> None:
    assert client.get(f"/en/{slug}/score?{query}").all("p", class_="interpretations") == []


@pytest.mark.parametrize(
    ("lang", "told", "changes"),
    [
        (
            "en",
            "What would have changed the winner: Bo’s Cities controlled: one more, so Bo wins 21 to 20",
            ["Bo’s Cities controlled: one more", "Ann’s Cities controlled: one fewer", "Bo’s Prestige points: 2 more"],
        ),
        (
            "zh-Hant",
            "怎樣才會翻盤： Bo的「控制的城市」多1，Bo以21比20贏",
            ["Bo的「控制的城市」多1", "Ann的「控制的城市」少1", "Bo的「聲望分數」多2"],
        ),
    ],
)
def test_nearest_turning_change_is_first(client: Proofreader, lang: str, told: str, changes: list[str]) -> None:
    # 18 + 2 × 1 against 17 + 2 × 1: a city more makes 21 of 19, Ann's city less 18 of 20, two points of prestige 21 of
    # 19.
    page = client.get(
        f"/{lang}/hansa_teutonica/score?n=2&0.name=Ann&1.name=Bo&0.prestige=18&0.cities=1&1.prestige=17&1.cities=1"
    )
    fold = page.one("details", class_="swings")
    assert "open" not in fold.attrib
    assert words(fold.find("summary")) == told
    assert [words(item.find("p/span")) for item in fold.iter("li")] == changes


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "What would have changed the winner: One more office for Bo in Hannover, so Bo wins 22 to 21"),
        ("zh-Hant", "怎樣才會翻盤： Bo在Hannover 漢諾威多1個商會，Bo以22比21贏"),
    ],
)
def test_turning_piece_on_a_board_is_named(client: Proofreader, lang: str, told: str) -> None:
    # Ann 20 + 2 + 1 for Hannover, Bo 18 + 1 in Minden, which is Cleo's. Further right in Hannover: 18 + 2 + 2 against
    # 20 + 1.
    query = "n=3&0.name=Ann&1.name=Bo&0.prestige=20&1.prestige=18&offices.hannover=0-&offices.minden=12--"
    fold = client.get(f"/{lang}/hansa_teutonica/score?{query}").one("details", class_="swings")
    assert words(fold.find("summary")) == told


def test_house_rules_are_named_on_every_page(client: Proofreader) -> None:
    query = "n=2&0.prestige=20&0.cities=1&1.prestige=12&house.city=3"
    mark = "house rule Controlled city 3 instead of 2"
    for page in ("score", "compare"):
        assert words(client.get(f"/en/hansa_teutonica/{page}?{query}").one("p", class_="house")) == mark
    assert (
        "House rule: Controlled city 3 instead of 2"
        in client.get(f"/en/hansa_teutonica/score?{query}").one("textarea", id="chat-text").text
    )
    assert "House rule: Controlled city 3 instead of 2" in client.get(f"/en/hansa_teutonica/result.csv?{query}").text
    plain = client.get(f"/en/hansa_teutonica/score?{query.removesuffix('&house.city=3')}")
    assert plain.all("p", class_="house") == []


RECT = re.compile(r'<rect class="(solid|below)" x="([\d.]+)" width="([\d.]+)"')
AXIS = re.compile(r'class="zero" d="M([\d.]+) ')
REGION = "regions=1&regions.0.threat=3&regions.0.walls.0=3&regions.0.walls.1=3"


def bars_of(client: Proofreader, points: Callable[[int], int]) -> list[tuple[str, float, float]]:
    """Return kind, start and length of both bars; each player loses 3 points in the only region."""
    page = client.get(f"/en/chang_cheng/score?n=2&{REGION}&0.track={points(0) + 3}&1.track={points(1) + 3}").text
    return [(kind, float(start), float(length)) for kind, start, length in RECT.findall(page)]


def test_negative_total_is_drawn_left_of_the_axis(client: Proofreader) -> None:
    """0 to −2: the drawing is a hundred long, and what lies below zero takes 40 of it at most."""
    assert bars_of(client, lambda seat: -2 * seat) == [("solid", 40, 0), ("below", 0, 40)]


def test_bars_have_one_scale(client: Proofreader) -> None:
    """6 to −2: eight points in all, so that zero stands at a quarter."""
    assert bars_of(client, lambda seat: (6, -2)[seat]) == [("solid", 25, 75), ("below", 0, 25)]


def test_axis_is_drawn_only_for_negative_totals(client: Proofreader) -> None:
    address = f"/en/chang_cheng/score?n=2&{REGION}"
    assert AXIS.findall(client.get(f"{address}&0.track=9&1.track=1").text) == ["25.0", "25.0"]
    assert AXIS.findall(client.get(f"{address}&0.track=9&1.track=3").text) == []


def test_axis_fits_equal_totals() -> None:
    assert axis_of([0, 0]) == (0, 100)
    assert axis_of([-5, -5]) == (40, 8)


TABLE = (
    "n=3&0.name=Ann&1.name=Bo&2.name=Cleo&0.prestige=20&1.prestige=9&2.prestige=14"
    "&0.network=10&1.network=16&2.network=18"
)
TIE = "n=2&0.name=Ann&1.name=Bo&0.left=4&1.left=4"


def read_data(page: Page) -> dict[str, Any]:
    """Return the data of the reveal button."""
    data: dict[str, Any] = json.loads(page.one("button", id="reveal").get("data-reveal", ""))
    return data


def test_reveal_has_the_points_of_the_result(client: Proofreader) -> None:
    """Ann has 20 + 10, Bo 9 + 16, Cleo 14 + 18, with a key value of ×1 and nothing else.

    The network decides, 18 to 10.
    """
    data = read_data(client.get(f"/en/hansa_teutonica/score?{TABLE}"))
    at = {line["key"]: place for place, line in enumerate(data["lines"])}
    assert [player["points"][at["network"]] for player in data["players"]] == [10, 16, 18]
    assert [(player["name"], player["total"], player["rank"]) for player in data["players"]] == [
        ("Ann", 30, 2),
        ("Bo", 25, 3),
        ("Cleo", 32, 1),
    ]
    assert (data["winners"], data["deciding"], data["fewest"], data["ranked"]) == ([2], "network", False, True)
    assert data["headline"] == "Cleo wins"


@pytest.mark.parametrize(("lang", "word"), [("en", "Reveal"), ("zh-Hant", "揭曉")])
def test_reveal_is_in_the_language_of_the_page(client: Proofreader, lang: str, word: str) -> None:
    data = read_data(client.get(f"/{lang}/hansa_teutonica/score?{TABLE}"))
    assert data["words"]["reveal"] == word
    assert "{name}" in data["words"]["gain"]


def test_shared_win_has_two_winners(client: Proofreader) -> None:
    assert read_data(client.get(f"/en/qin/score?{TIE}"))["winners"] == [0, 1]


def test_open_tie_has_no_winner(client: Proofreader) -> None:
    assert read_data(client.get("/en/trajan/score?n=2&0.points=50&1.points=50"))["winners"] == []


def test_requested_reveal_is_the_result_page(client: Proofreader) -> None:
    """Only a class of the body asks the script to hide the result."""
    page = client.get(f"/en/hansa_teutonica/score?{TABLE}&to=reveal")
    assert page.heading == "Cleo wins, 32 to 30"
    assert "before-reveal" in page.one("body").get("class", "")
    assert "before-reveal" not in client.get(f"/en/hansa_teutonica/score?{TABLE}").one("body").get("class", "")


def test_faulty_sheet_has_no_reveal(client: Proofreader) -> None:
    assert client.get("/en/hansa_teutonica/score?n=2&0.markers=99&to=reveal").status_code == 422


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
    assert (details["og:image:type"], details["og:image:alt"]) == (
        "image/png",
        "Trajan: 小明 wins, 120 to 80; Ann 80, 小明 120",
    )
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


@pytest.mark.short(lang="zh-Hant", slug="hansa_teutonica")
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


def test_map_at_the_end_has_the_special_spaces(client: Proofreader) -> None:
    """They decide many a game: A holds the 7 and B the 11, and 8 and 9 are free."""
    page = client.get(
        "/en/hansa_teutonica/score?n=2&0.prestige=3&1.prestige=9&offices.minden=AB--&coellen.7=0&coellen.11=1"
        "&sure=actions+privilege+book+bag&sure=keys"
    )
    (spaces,) = re.findall(r'<g class="special".*?</svg>', page.text, re.DOTALL)
    assert re.findall(r"<text[^>]*>([^<]+)</text>", spaces) == ["Special spaces", "A", "8", "9", "B"]


def test_kept_result_carries_what_was_confirmed(client: Proofreader) -> None:
    """Its link does not say again that nobody has answered."""
    page = client.get("/en/trajan/score?n=2&0.points=20&1.points=30&sure=bonus")
    (kept,) = [one for one in page.all("p") if "data-result" in one.attrib]
    query = json.loads(kept.get("data-result"))["query"]
    assert parse_qs(query)["sure"] == ["bonus"]
    assert client.get(f"/en/trajan/score?{query}").all("p", class_="unanswered") == []
