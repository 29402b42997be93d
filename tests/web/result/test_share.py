"""Results for other programs and other phones: BG Stats, CSV and JSON files, text for a chat, and QR codes."""

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
import segno
from flask.testing import FlaskClient
from proofreader import Page, Proofreader, words
from qr_reader import SVG, long_query, read_code
from request_work import lines_run, visitor
from shipped import SHIPPED

from scorers.querystring import sheet_to_query
from scorers.registry import game
from scorers.service import score_data
from scorers.sheet import load_sheet
from web.result import share
from web.result.share import MAX_CHAIN_CODES, MAX_QR_BYTES, chain_links, draw_code
from web.sheet.links import unpack

TRAJAN = "n=2&0.name=Ann&1.name=%E5%B0%8F%E6%98%8E&0.points=80&1.points=120"
"""Two players with nothing but points on the track: 小明 wins, 120 to 80."""
BGG_IDS = {"hansa_teutonica": 43015, "honshu": 207336, "trajan": 102680, "qin": 127997, "chang_cheng": 29903}


@pytest.mark.parametrize("page", ["qr", "result.csv", "result.json"])
def test_empty_sheet_has_nothing_to_share(client: Proofreader, page: str) -> None:
    answer = client.get(f"/en/qin/{page}")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/en/qin/score")


def test_faulty_sheet_has_no_file(client: Proofreader) -> None:
    answer = client.get("/en/qin/result.csv?n=2&0.left=x")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/en/qin/score?n=2&0.left=x")


def find_play(page: Page) -> dict[str, Any]:
    """Return the play in the link from a result page to BG Stats."""
    (link,) = (
        link.get("href") for link in page.all("a") if link.get("href", "").startswith("https://app.bgstatsapp.com/")
    )
    parts = urlsplit(link)
    assert (parts.netloc, parts.path) == ("app.bgstatsapp.com", "/createPlay.html")
    play: dict[str, Any] = json.loads(parse_qs(parts.query)["data"][0])
    return play


def test_play_has_every_field_of_bg_stats(client: Proofreader) -> None:
    before = datetime.now(UTC).replace(second=0, microsecond=0)
    play = find_play(client.get(f"/en/trajan/score?{TRAJAN}"))
    when = datetime.strptime(play.pop("playDate"), "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert when.second == 0
    assert before <= when <= datetime.now(UTC)
    assert len(play.pop("sourcePlayId")) == 16
    assert isinstance(play.pop("board"), str)
    assert play == {
        "sourceName": "Tally",
        "game": {"name": "Trajan", "sourceGameId": "trajan", "highestWins": True, "noPoints": False, "bggId": 102680},
        "players": [
            {"name": "Ann", "score": 80, "rank": 2, "winner": False, "startPlayer": False},
            {"name": "小明", "score": 120, "rank": 1, "winner": True, "startPlayer": False},
        ],
    }


@pytest.mark.short(lang="en", slug="honshu")
@pytest.mark.parametrize("slug", SHIPPED)
def test_play_has_the_result_of_the_example(client: Proofreader, lang: str, slug: str) -> None:
    for key, example in game(slug).examples.items():
        page = client.get(f"/{lang}/{slug}/example/{key}", follow_redirects=True)
        assert isinstance(page, Page)
        play = find_play(page)
        assert set(play) == {"sourceName", "sourcePlayId", "playDate", "board", "game", "players"}
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
        assert all(isinstance(play[name], str) for name in ("sourceName", "sourcePlayId", "board"))
        details = {"sourceGameId": slug, "highestWins": True, "noPoints": False, "bggId": BGG_IDS[slug]}
        assert isinstance(play["game"].pop("name"), str)
        assert play["game"] == details
        assert [player["score"] for player in play["players"]] == list(example.totals)
        types = {"name": str, "score": int, "rank": int, "winner": bool, "startPlayer": bool}
        assert all({name: type(value) for name, value in player.items()} == types for player in play["players"])


def test_play_names_its_variant(client: Proofreader) -> None:
    sheet = "/en/hansa_teutonica/score?n=3&0.prestige=20&1.prestige=10&2.prestige=5"
    edition = find_play(client.get(f"{sheet}&edition=big_box"))["board"]
    assert edition == str(next(one.label for one in game("hansa_teutonica").variants if one.key == "big_box"))
    assert find_play(client.get(sheet))["board"] != edition
    with_modules = find_play(client.get(f"{sheet}&board=britannia&modules=favours"))
    assert with_modules["board"] == "2009 edition, Britannia, Emperor's Favour"


@pytest.mark.parametrize(
    ("query", "places"),
    [("", [(False, 1), (False, 1)]), ("&0.senate=2&1.senate=1", [(False, 2), (True, 1)])],
)
def test_open_tie_has_no_winner_in_a_play(client: Proofreader, query: str, places: list[tuple[bool, int]]) -> None:
    play = find_play(client.get(f"/en/trajan/score?n=2&0.points=50&1.points=50{query}"))
    assert [(player["winner"], player["rank"]) for player in play["players"]] == places


def test_play_id_depends_on_the_result_alone(client: Proofreader) -> None:
    paths = (f"/en/trajan/score?{TRAJAN}", f"/zh-Hant/trajan/score?{TRAJAN}", f"/en/trajan/score?{TRAJAN}1")
    english, chinese, other = (find_play(client.get(path))["sourcePlayId"] for path in paths)
    assert english == chinese != other


def test_highest_does_not_win_with_fewest_points(client: Proofreader) -> None:
    page = client.get("/en/oxen/score?n=3&rounds=1&rounds.0.points.0=10&rounds.0.points.1=40&rounds.0.points.2=20")
    assert find_play(page)["game"]["highestWins"] is False


def test_csv_opens_in_a_spreadsheet(client: Proofreader) -> None:
    answer = client.get(f"/zh-Hant/trajan/result.csv?{TRAJAN}")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tally-trajan.csv"'
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0] == ["", "Ann", "小明"]
    assert rows[-2:] == [["總分", "80", "120"], ["名次", "2", "1"]]
    assert len(rows) == len(game("trajan").lines) + 3


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_name_in_csv_is_no_formula(client: Proofreader, name: str) -> None:
    answer = client.get("/en/qin/result.csv", query_string={"n": 2, "0.name": name, "0.left": 1, "1.left": 2})
    assert next(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))[1] == f"'{name}"


def test_json_file_equals_the_api_and_scores_again(client: Proofreader) -> None:
    answer = client.get(f"/en/trajan/result.json?{TRAJAN}")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tally-trajan.json"'
    content = json.loads(answer.data)
    assert content["result"] == score_data("trajan", content["sheet"])
    assert [player["total"] for player in content["result"]["players"]] == [80, 120]


def test_pagodas_are_not_called_points(client: Proofreader, lang: str) -> None:
    """In a match for two of 24 pagodas a game: A built 24 and 17, B 19 and 23."""
    page = client.get(f"/{lang}/qin/score?n=2&match=1&0.left_bird=0&0.left_lion=7&1.left_bird=5&1.left_lion=1")
    (text,) = page.all("textarea")
    said = {
        "en": ["B 42 pagodas", "A 41 pagodas", "1 pagoda ahead of A"],
        "zh-Hant": ["B 42座寶塔", "A 41座寶塔", "比A多1座寶塔"],
    }
    first, second, margin = said[lang]
    assert (text.text or "").strip().split("\n")[2:4] == [f"1. {first}", f"2. {second}"]
    assert page.texts("p", class_="margin") == [margin]


def test_chat_text_has_game_winner_points_and_link(client: Proofreader) -> None:
    (text,) = client.get(f"/en/trajan/score?{TRAJAN}").all("textarea")
    *lines, link = (text.text or "").strip().split("\n")
    assert lines == ["Trajan", "小明 wins, 120 to 80", "1. 小明 120", "2. Ann 80"]
    assert link.startswith("http://localhost/en/trajan/score?")
    assert words(client.get(link.removeprefix("http://localhost")).one("h1")) == "小明 wins, 120 to 80"
    (chinese,) = client.get(f"/zh-Hant/trajan/score?{TRAJAN}").all("textarea")
    assert (chinese.text or "").strip().split("\n")[2:4] == ["1. 小明 120", "2. Ann 80"]


__all__ = ["visitor"]

MAX_LINES_OF_CODES = 1_200_000
"""Python lines for a page with two codes of the largest size."""
MAX_LINES_OF_CHAIN = 2_000_000
"""Python lines for the longest chain of codes."""


def read_codes(page: Page) -> Iterator[str]:
    """Return the link in each code of a page."""
    for drawing in page.all(f"{SVG}svg", class_="code"):
        yield read_code(drawing)


@pytest.mark.short(lang="zh-Hant", slug="honshu")
@pytest.mark.parametrize("slug", SHIPPED)
def test_qr_codes_of_every_example_lead_to_result_and_sheet(client: Proofreader, lang: str, slug: str) -> None:
    for example in game(slug).examples.values():
        pairs = sheet_to_query(load_sheet(game(slug), dict(example.sheet)))
        result, sheet = read_codes(client.get(f"/{lang}/{slug}/qr?{urlencode(pairs)}"))
        for link, then in ((result, None), (sheet, ["sheet"])):
            parts = urlsplit(link)
            assert (parts.scheme, parts.netloc, parts.path) == ("http", "localhost", f"/{lang}/{slug}/score")
            args = parse_qs(parts.query)
            assert args.pop("to", None) == then
            linked = (
                unpack(args["z"][0], slug)
                if "z" in args
                else [(name, value) for name, values in args.items() for value in values]
            )
            assert sorted(linked or []) == sorted(pairs)
        assert words(client.get(result.removeprefix("http://localhost")).one("h1"))


def test_sheet_to_continue_has_its_code_first(client: Proofreader, lang: str) -> None:
    for query, order in (("n=2&0.left=2&to=sheet", [True, False]), ("n=2&0.left=2", [False, True])):
        page = client.get(f"/{lang}/qin/qr?{query}")
        assert ["to=sheet" in link for link in read_codes(page)] == order
        assert [len(list(folded.iter(f"{SVG}svg"))) for folded in page.all("details", class_="more")] == [1]


@pytest.mark.parametrize(("players", "letters", "count"), [(5, 40, 2), (5, 120, 3), (5, 200, 4)])
def test_long_sheet_is_split_into_several_codes(client: Proofreader, players: int, letters: int, count: int) -> None:
    query = long_query(players, letters)
    links = [urlsplit(link) for link in read_codes(client.get(f"/en/honshu/qr?{query}"))]
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
def test_invalid_part_is_refused(client: Proofreader, query: str) -> None:
    assert client.get(f"/en/honshu/part?sum=01234567&{query}").status_code == 400
    assert client.get(f"/en/honshu/part?sum=%22&part=1&parts=2&{query}").status_code == 400


def test_faulty_sheet_has_only_the_sheets_code(client: Proofreader) -> None:
    (sheet,) = read_codes(client.get("/en/qin/qr?n=2&0.name=Ann&0.left=x&to=sheet"))
    page = client.get(sheet.removeprefix("http://localhost"))
    assert {"Ann", "x"} <= {field.get("value") for field in page.all("input")}


def test_too_long_link_has_a_sentence_and_no_code(client: Proofreader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "MAX_CHAIN_CODES", 1)
    page = client.get(f"/en/honshu/qr?{long_query(5, 40)}")
    assert list(read_codes(page)) == []
    assert "too long for a QR code" in page.text


def test_code_has_a_size_that_phones_read_easily() -> None:
    assert draw_code("a" * (MAX_QR_BYTES + 1)) is None
    assert segno.make_qr("a" * MAX_QR_BYTES, error="l", boost_error=False).version == 25
    assert draw_code("a" * MAX_QR_BYTES)


def test_work_for_the_largest_codes_is_bounded(visitor: FlaskClient) -> None:
    lines, _ = lines_run(lambda: [draw_code("aB" * (MAX_QR_BYTES // 2)) for _ in range(2)])
    assert lines <= MAX_LINES_OF_CODES


@pytest.mark.long
def test_work_for_the_longest_chain_is_bounded(visitor: FlaskClient) -> None:
    packed = "aB" * ((MAX_QR_BYTES - 100) * MAX_CHAIN_CODES // 2)
    with visitor.application.test_request_context("/"):
        assert len(chain_links(packed, "en", "honshu")) == MAX_CHAIN_CODES
        assert chain_links(packed + "a" * MAX_QR_BYTES, "en", "honshu") == chain_links("", "en", "honshu") == []
        lines, _ = lines_run(lambda: [draw_code(link) for link in chain_links(packed, "en", "honshu")])
    assert lines <= MAX_LINES_OF_CHAIN
