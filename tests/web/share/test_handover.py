"""Handing a result on: codes that a decoder reads back, a play for BG Stats, CSV and JSON files, text for a chat."""

import csv
import io
import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit
from xml.etree import ElementTree

import pytest
import segno
import zxingcpp
from flask.testing import FlaskClient
from proofreader import Page, Proofreader, words
from request_work import lines_run, visitor
from shipped import SHIPPED

from scorers.querystring import sheet_to_query
from scorers.registry import game
from scorers.service import score_data
from scorers.sheet import load_sheet
from web.share import qr_codes
from web.share.qr_codes import MAX_CHAIN_CODES, MAX_QR_BYTES, chain_links, draw_code
from web.sheet.links import unpack

__all__ = ["visitor"]

TRAJAN = "n=2&0.name=Ann&1.name=%E5%B0%8F%E6%98%8E&0.points=80&1.points=120"
"""Two players with nothing but points on the track: 小明 wins, 120 to 80."""
SVG = "{http://www.w3.org/2000/svg}"
LINES_OF_CODES = 1_200_000
"""For a page of two codes as large as they come; such a page is answered in the lane of the slow ones."""
LINES_OF_CHAIN = 2_000_000
"""For as many of them as there can be, in the same lane."""


def example_queries(slug: str) -> list[str]:
    """Every worked example as a query."""
    return [urlencode(sheet_to_query(load_sheet(game(slug), dict(one.sheet)))) for one in game(slug).examples.values()]


def example_query(slug: str) -> str:
    """The worked example with the longest link."""
    return max(example_queries(slug), key=len)


def long_query(players: int, letters: int) -> str:
    """A sheet of Honshu with lands of so many squares for each, by chance, so that hardly anything can be compressed."""
    chance = random.Random(players)
    square = [*"FTLA", *(f"P{ink}" for ink in "bngy"), *(f"M{ink}{points}" for ink in "bngy" for points in "234")]
    lands = ["/".join(" ".join(chance.choice(square) for _ in range(6)) for _ in range(11)) for _ in range(players)]
    names = ["".join(chr(chance.randrange(0x4E00, 0x9000)) for _ in range(letters)) for _ in range(players)]
    pairs = [("n", str(players)), *((f"{seat}.map", land) for seat, land in enumerate(lands))]
    return urlencode(pairs + [(f"{seat}.name", name) for seat, name in enumerate(names)])


def codes(page: Page) -> Iterator[str]:
    """What a phone reads from each code of a page."""
    for drawing in page.all(f"{SVG}svg", class_="code"):
        yield read_code(drawing)


def read_drawing(text: str) -> str:
    """What a decoder reads from the text of a drawing as a browser has it."""
    drawing = ElementTree.fromstring(text)
    for element in drawing.iter():
        element.tag = element.tag if element.tag.startswith("{") else SVG + element.tag
    return read_code(drawing)


def read_code(drawing: Any) -> str:
    """What a decoder reads from a code drawn as SVG: dark runs "m" and "h" on light, four pixels to a module."""
    side = int(drawing.get("viewBox").split()[2])
    light, dark = drawing.iter(f"{SVG}path")
    assert (light.get("fill"), dark.get("stroke")) == ("#fff", "#000")
    rows = [[255] * side for _ in range(side)]
    x, y = 0.0, 0.0
    for step in dark.get("d").replace("M", " M").replace("m", " m").replace("h", " h").split(" m"):
        move, *runs = step.split(" h")
        dx, dy = (float(number) for number in move.strip(" M").replace("-", " -").split())
        x, y = x + dx, y + dy
        for run in runs:
            for at in range(int(x), int(x) + int(run)):
                rows[int(y)][at] = 0
            x += int(run)
    pixels = b"".join(bytes(value for value in row for _ in range(4)) * 4 for row in rows)
    (code,) = zxingcpp.read_barcodes(memoryview(pixels).cast("B", (side * 4, side * 4)))
    return str(code.text)


@pytest.mark.short(lang="zh-Hant")
@pytest.mark.parametrize("slug", SHIPPED)
def test_qr_codes_of_every_example_lead_to_result_and_sheet(client: Proofreader, lang: str, slug: str) -> None:
    for query in example_queries(slug):
        page = client.get(f"/{lang}/{slug}/qr?{query}")
        result, sheet = codes(page)
        for link, then in ((result, None), (sheet, ["sheet"])):
            parts = urlsplit(link)
            assert (parts.scheme, parts.netloc, parts.path) == ("http", "localhost", f"/{lang}/{slug}/score")
            args = parse_qs(parts.query)
            assert args.pop("to", None) == then
            pairs = unpack(args["z"][0], slug) if "z" in args else [(name, value) for name, values in args.items() for value in values]
            assert sorted(pairs or []) == sorted(parse_qsl(query))
        assert words(client.get(result.removeprefix("http://localhost")).one("h1"))


def test_sheet_to_continue_has_its_code_first(client: Proofreader, lang: str) -> None:
    for query, order in ((example_query("qin") + "&to=sheet", [True, False]), (example_query("qin"), [False, True])):
        page = client.get(f"/{lang}/qin/qr?{query}")
        assert ["to=sheet" in link for link in codes(page)] == order
        assert [len(list(folded.iter(f"{SVG}svg"))) for folded in page.all("details", class_="more")] == [1]


@pytest.mark.parametrize(("players", "letters", "count"), [(5, 40, 2), (5, 120, 3), (5, 200, 4)])
def test_a_sheet_too_long_for_one_code_is_spread_over_several(client: Proofreader, players: int, letters: int, count: int) -> None:
    query = long_query(players, letters)
    links = [urlsplit(link) for link in codes(client.get(f"/en/honshu/qr?{query}"))]
    assert {link.path for link in links} == {"/en/honshu/part"}
    args = [{name: value for name, (value,) in parse_qs(link.query).items()} for link in links]
    assert [(one["part"], one["parts"]) for one in args] == [(str(at), str(count)) for at in range(1, count + 1)]
    assert len({one["sum"] for one in args}) == 1
    assert sorted(unpack("".join(one["z"] for one in args), "honshu") or []) == sorted(parse_qsl(query))
    page = client.get(f"{links[0].path}?{links[0].query}")
    assert words(page.one("h1")) == f"Code 1 of {count}"


@pytest.mark.parametrize(
    "query", ["part=0&parts=2", "part=3&parts=2", "part=1&parts=9", "part=x&parts=2", "part=1&parts=2&z=%3Cb%3E", "z=a"]
)
def test_a_piece_that_no_code_holds_is_refused(client: Proofreader, query: str) -> None:
    assert client.get(f"/en/honshu/part?sum=01234567&{query}").status_code == 400
    assert client.get(f"/en/honshu/part?sum=%22&part=1&parts=2&{query}").status_code == 400


def test_faulty_sheet_has_only_the_sheets_code(client: Proofreader) -> None:
    (sheet,) = codes(client.get("/en/qin/qr?n=2&0.name=Ann&0.left=x&to=sheet"))
    page = client.get(sheet.removeprefix("http://localhost"))
    assert {"Ann", "x"} <= {field.get("value") for field in page.all("input")}


def test_a_link_too_long_for_all_codes_is_said_to_be_so(client: Proofreader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qr_codes, "MAX_CHAIN_CODES", 1)
    page = client.get(f"/en/honshu/qr?{long_query(5, 40)}")
    assert list(codes(page)) == []
    assert "too long for a QR code" in page.text


def test_a_code_is_never_larger_than_phones_read_with_ease() -> None:
    assert draw_code("a" * (MAX_QR_BYTES + 1)) is None
    assert segno.make_qr("a" * MAX_QR_BYTES, error="l", boost_error=False).version == 25
    assert draw_code("a" * MAX_QR_BYTES)


def test_the_largest_codes_make_no_more_work_than_a_page_may(visitor: FlaskClient) -> None:
    lines, _ = lines_run(lambda: [draw_code("aB" * (MAX_QR_BYTES // 2)) for _ in "rs"])
    assert lines <= LINES_OF_CODES


@pytest.mark.long
def test_the_longest_chain_makes_no_more_work_than_its_lane_may(visitor: FlaskClient) -> None:
    longest = chain_of(MAX_CHAIN_CODES)
    with visitor.application.test_request_context("/"):
        assert len(chain_links(longest, "en", "honshu")) == MAX_CHAIN_CODES
        assert chain_links(longest + "a" * MAX_QR_BYTES, "en", "honshu") == chain_links("", "en", "honshu") == []
        lines, _ = lines_run(lambda: [draw_code(link) for link in chain_links(longest, "en", "honshu")])
    assert lines <= LINES_OF_CHAIN


def chain_of(count: int) -> str:
    """A packed sheet that fills so many codes."""
    return "aB" * ((MAX_QR_BYTES - 100) * count // 2)


def test_an_empty_sheet_has_nothing_to_hand_on(client: Proofreader) -> None:
    for page in ("qr", "result.csv", "result.json"):
        answer = client.get(f"/en/qin/{page}")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/en/qin/score")
    faulty = client.get("/en/qin/result.csv?n=2&0.left=x")
    assert (faulty.status_code, faulty.headers["Location"]) == (302, "/en/qin/score?n=2&0.left=x")


def play(page: Page) -> dict[str, Any]:
    """The play in a result page's link into BG Stats."""
    (link,) = (link.get("href") for link in page.all("a") if link.get("href", "").startswith("https://app.bgstatsapp.com/"))
    parts = urlsplit(link)
    assert (parts.netloc, parts.path) == ("app.bgstatsapp.com", "/createPlay.html")
    found: dict[str, Any] = json.loads(parse_qs(parts.query)["data"][0])
    return found


def test_a_play_for_bg_stats_has_every_field(client: Proofreader) -> None:
    result = play(client.get(f"/en/trajan/score?{TRAJAN}"))
    when = datetime.strptime(result.pop("playDate"), "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert when.second == 0
    assert 0 <= (datetime.now(UTC) - when).total_seconds() < 120
    assert len(result.pop("sourcePlayId")) == 16
    assert isinstance(result.pop("board"), str)
    assert result == {
        "sourceName": "Tally",
        "game": {"name": "Trajan", "sourceGameId": "trajan", "highestWins": True, "noPoints": False, "bggId": 102680},
        "players": [
            {"name": "Ann", "score": 80, "rank": 2, "winner": False, "startPlayer": False},
            {"name": "小明", "score": 120, "rank": 1, "winner": True, "startPlayer": False},
        ],
    }


@pytest.mark.parametrize(
    ("slug", "bgg"), [("hansa_teutonica", 43015), ("honshu", 207336), ("trajan", 102680), ("qin", 127997), ("chang_cheng", 29903)]
)
def test_a_play_names_the_game_as_boardgamegeek_numbers_it(client: Proofreader, slug: str, bgg: int) -> None:
    assert play(client.get(f"/en/{slug}/score?{example_query(slug)}"))["game"]["bggId"] == bgg


BG_STATS_PLAY = {
    "sourceName": str, "sourcePlayId": str, "playDate": str, "board": str,
    "game": {"name": str, "sourceGameId": str, "highestWins": bool, "noPoints": bool, "bggId": int},
    "players": {"name": str, "score": int, "rank": int, "winner": bool, "startPlayer": bool},
}  # fmt: skip
"""The fields that BG Stats lists for a play, and what each holds; those of `players` for every one of them."""


@pytest.mark.short(lang="en")
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_field_of_every_play_is_there_and_of_its_kind(client: Proofreader, lang: str, slug: str) -> None:
    for query in example_queries(slug):
        result = play(client.get(f"/{lang}/{slug}/score?{query}"))
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", result["playDate"])
        assert {key: type(value) for key, value in result["game"].items()} == BG_STATS_PLAY["game"]
        for player in result["players"]:
            assert {key: type(value) for key, value in player.items()} == BG_STATS_PLAY["players"]
        assert {key: type(value) for key, value in result.items()} == BG_STATS_PLAY | {"game": dict, "players": list}
        assert result["game"]["sourceGameId"] == slug
        assert result["game"]["highestWins"] is True


def test_play_names_its_variant(client: Proofreader) -> None:
    edition = play(client.get("/en/hansa_teutonica/score?n=3&edition=big_box&0.prestige=20&1.prestige=10&2.prestige=5"))["board"]
    assert edition == str(next(one.label for one in game("hansa_teutonica").variants if one.key == "big_box"))
    assert play(client.get("/en/hansa_teutonica/score?n=3&0.prestige=20&1.prestige=10&2.prestige=5"))["board"] != edition


def test_a_tie_that_can_still_be_settled_has_no_winner_yet(client: Proofreader) -> None:
    result = play(client.get("/en/trajan/score?n=2&0.points=50&1.points=50"))
    assert [player["winner"] for player in result["players"]] == [False, False]
    settlement = play(client.get("/en/trajan/score?n=2&0.points=50&1.points=50&0.senate=2&1.senate=1"))
    assert [(player["winner"], player["rank"]) for player in settlement["players"]] == [(False, 2), (True, 1)]


def test_play_id_depends_on_the_result_alone(client: Proofreader) -> None:
    one, again, other = (
        play(client.get(f"/{tag}/trajan/score?{TRAJAN}{more}")) for tag, more in (("en", ""), ("zh-Hant", ""), ("en", "1"))
    )
    assert one["sourcePlayId"] == again["sourcePlayId"] != other["sourcePlayId"]


def test_in_a_game_of_fewest_points_the_highest_does_not_win(client: Proofreader) -> None:
    assert play(client.get(f"/en/oxen/score?{example_query('oxen')}"))["game"]["highestWins"] is False


def test_a_result_as_csv_opens_in_a_spreadsheet(client: Proofreader) -> None:
    answer = client.get(f"/zh-Hant/trajan/result.csv?{TRAJAN}")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tally-trajan.csv"'
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0] == ["", "Ann", "小明"]
    assert rows[-2:] == [["總分", "80", "120"], ["名次", "2", "1"]]
    assert len(rows) == len(game("trajan").lines) + 3


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_name_becomes_a_formula(client: Proofreader, name: str) -> None:
    answer = client.get("/en/qin/result.csv", query_string={"n": 2, "0.name": name, "0.left": 1, "1.left": 2})
    assert next(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))[1] == f"'{name}"


def test_result_json_equals_the_api_and_scores_again(client: Proofreader) -> None:
    answer = client.get(f"/en/trajan/result.json?{TRAJAN}")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tally-trajan.json"'
    found = json.loads(answer.data)
    assert found["result"] == score_data("trajan", found["sheet"])
    assert [player["total"] for player in found["result"]["players"]] == [80, 120]


def test_a_result_as_text_names_game_winner_points_and_link(client: Proofreader) -> None:
    (text,) = client.get(f"/en/trajan/score?{TRAJAN}").all("textarea")
    *lines, link = (text.text or "").strip().split("\n")
    assert lines == ["Trajan", "小明 wins, 120 to 80", "1. 小明 120", "2. Ann 80"]
    assert link.startswith("http://localhost/en/trajan/score?")
    assert words(client.get(link.removeprefix("http://localhost")).one("h1")) == "小明 wins, 120 to 80"
    (chinese,) = client.get(f"/zh-Hant/trajan/score?{TRAJAN}").all("textarea")
    assert (chinese.text or "").strip().split("\n")[2:4] == ["1. 小明 120", "2. Ann 80"]
