"""Results for other programs: a play for BG Stats, CSV and JSON files, and text for a chat."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from proofreader import Page, Proofreader, words
from shipped import SHIPPED

from scorers.registry import game
from scorers.service import score_data

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


@pytest.mark.short(lang="en")
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


def test_chat_text_has_game_winner_points_and_link(client: Proofreader) -> None:
    (text,) = client.get(f"/en/trajan/score?{TRAJAN}").all("textarea")
    *lines, link = (text.text or "").strip().split("\n")
    assert lines == ["Trajan", "小明 wins, 120 to 80", "1. 小明 120", "2. Ann 80"]
    assert link.startswith("http://localhost/en/trajan/score?")
    assert words(client.get(link.removeprefix("http://localhost")).one("h1")) == "小明 wins, 120 to 80"
    (chinese,) = client.get(f"/zh-Hant/trajan/score?{TRAJAN}").all("textarea")
    assert (chinese.text or "").strip().split("\n")[2:4] == ["1. 小明 120", "2. Ann 80"]
