"""Features that only invented games use: fewest points win, rounds, unfinished games, one player, cooperative games."""

from typing import Any

import pytest
from proofreader import Proofreader, words

from scorers.service import compare_data, score_data

TEN = [{"name": f"P{seat}"} for seat in range(10)]


def oxen(*rounds: list[int | None], players: int = 2, **options: Any) -> dict[str, Any]:
    """Return a result of Oxen, given the points of each player by round."""
    return score_data(
        "oxen", {"players": TEN[:players], "rounds": [{"points": points} for points in rounds], **options}
    )


def lanterns(*players: dict[str, int], **options: Any) -> dict[str, Any]:
    """Return a result of Lanterns."""
    return score_data("lanterns", {"players": list(players), **options})


def test_the_fewest_points_win() -> None:
    result = oxen([10, 70])
    assert (result["winners"], result["decided_by"]) == ([0], "total")
    assert [player["rank"] for player in result["players"]] == [1, 2]
    assert "final" not in result


def test_a_blank_never_wins_where_the_fewest_points_win() -> None:
    result = oxen([70, 80], [5, None])
    assert result["blank"] == ["rounds.1.points.1"]
    assert (result["winners"], result["leaders"], result["final"]) == ([], [0], False)
    assert [player["rank"] for player in result["players"]] == [1, 2]
    behind = oxen([70, 0], [5, None])
    assert behind["leaders"] == [0], "0 points and a blank are not fewer than 75 points"


def test_round_with_a_blank_list_names_every_player() -> None:
    assert oxen([70, 80], [None, None], [1, 2])["blank"] == ["rounds.1.points.0", "rounds.1.points.1"]


def test_blank_rounds_at_the_end_are_ignored() -> None:
    assert oxen([70, 80], [None, None], [])["blank"] == []
    assert oxen([70, 80], [], [])["winners"] == [0]


def test_an_optional_entry_is_never_blank() -> None:
    assert oxen([70, 80])["blank"] == []


def test_a_game_that_is_not_over_has_leaders_and_no_winner() -> None:
    result = oxen([10, 20])
    assert (result["winners"], result["leaders"], result["decided_by"], result["final"]) == ([], [0], "open", False)
    assert oxen([10, 40], length="short")["winners"] == [0]


def test_a_line_that_grows_round_by_round_has_running_totals() -> None:
    (line, _) = oxen([10, 70], [5, 0])["players"][0]["lines"]
    assert [(part["points"], part["running"], part["at"]) for part in line["parts"]] == [
        (10, 10, ["round1"]),
        (5, 15, ["round2"]),
    ]


def test_all_win_or_all_lose() -> None:
    victory = lanterns({"lanterns": 8, "red": 0}, {"lanterns": 3, "red": 1}, storm=4)
    assert (victory["winners"], victory["decided_by"]) == ([0, 1], "won")
    defeat = lanterns({"lanterns": 1, "red": 0}, {"lanterns": 3, "red": 1}, storm=4)
    assert (defeat["winners"], defeat["decided_by"]) == ([], "lost")
    assert [player["rank"] for player in defeat["players"]] == [1, 1]


def test_variants_of_open_and_cooperative_games_are_compared() -> None:
    columns = compare_data("oxen", {"players": TEN[:2], "rounds": [{"points": [10, 40]}]})["columns"]
    assert [column["result"]["winners"] for column in columns] == [[], [0]]
    columns = compare_data("lanterns", {"storm": 9, "players": [{"lanterns": 1, "red": 0}]})["columns"]
    assert [column["result"]["winners"] for column in columns] == [[], [0]]


def test_fault_of_a_row_marks_its_filled_cells(client: Proofreader) -> None:
    page = client.get("/en/magpies/score?n=3&rounds=2&rounds.0.tricks.0=1&rounds.0.tricks.2=1&rounds.1.tricks.0=3")
    assert page.status_code == 422
    links = list(page.one("div", id="summary").iter("a"))
    assert [(words(link), link.get("href")) for link in links] == [
        ("Round 1: The round has 1 trick", "#f-rounds.0.tricks.0"),
        ("Round 2: The round has 2 tricks", "#f-rounds.1.tricks.0"),
    ]
    marked = [one.get("name") for one in page.all("input") if one.get("aria-invalid")]
    assert marked == ["rounds.0.tricks.0", "rounds.0.tricks.2", "rounds.1.tricks.0"]


def test_hidden_checkbox_is_needed_by_its_variant(client: Proofreader) -> None:
    sheet: dict[str, Any] = {"players": [{"ladders": 3}, {"ladders": 4}]}
    plain, walls = compare_data("orchards", sheet)["columns"]
    assert plain["result"]["winners"] == [1]
    assert walls["needs"] == ["players.0.wall", "players.1.wall"]
    # Asked for and left unticked, they mean no.
    plain, walls = compare_data("orchards", {**sheet, "walls": True})["columns"]
    assert walls["result"]["winners"] == plain["result"]["winners"] == [1]
    page = client.get("/en/orchards/compare?n=2&0.ladders=3&1.ladders=4")
    (link,) = [one for one in page.all("a", class_="button") if words(one) == "Fill it in"]
    assert "walls=1" in link.get("href", "")


@pytest.mark.parametrize(
    ("query", "english", "chinese"),
    [
        ("n=2&0.name=Ann&1.name=Bo&rounds=1&rounds.0.points.0=10&rounds.0.points.1=70", "Ann wins, 10 to 70", "Ann"),
        (
            "n=2&0.name=Ann&1.name=Bo&rounds=1&rounds.0.points.0=10&rounds.0.points.1=20",
            "Ann leads so far, with 10 points",
            "領先",
        ),
        (
            "n=2&0.name=Ann&1.name=Bo&rounds=1&rounds.0.points.0=10&rounds.0.points.1=10",
            "Ann and Bo lead so far, with 10 points",
            "並列領先",
        ),
    ],
)
def test_the_page_says_who_wins_or_leads(client: Proofreader, query: str, english: str, chinese: str) -> None:
    assert client.get(f"/en/oxen/score?{query}").heading == english
    assert chinese in client.get(f"/zh-Hant/oxen/score?{query}").heading


def test_empty_sheet_opens_with_the_usual_number_of_players(client: Proofreader) -> None:
    def seats(address: str) -> str:
        return client.get(f"/en/lanterns/score{address}").one("input", name="n").get("value")

    assert [seats(address) for address in ("", "?to=sheet", "?n=1", "?n=7")] == ["4", "4", "1", "7"]


@pytest.mark.parametrize(
    ("query", "english"),
    [
        ("n=1&0.name=Ann&storm=1&0.lanterns=9", "Ann wins"),
        ("n=1&0.name=Ann&storm=9&0.lanterns=1", "Ann loses"),
        ("n=2&storm=1&0.lanterns=9&1.lanterns=9", "All win together"),
        ("n=2&storm=9&0.lanterns=1", "All lose together"),
    ],
)
def test_cooperative_result_is_about_all_players(client: Proofreader, query: str, english: str) -> None:
    assert client.get(f"/en/lanterns/score?{query}").heading == english
    assert client.get(f"/zh-Hant/lanterns/score?{query}").status_code == 200


def test_the_sheet_asks_for_one_round_more_than_are_filled(client: Proofreader) -> None:
    def rounds(query: str) -> int:
        return len(client.get(f"/en/oxen/score?{query}").all("input", name="rounds.0.points.0")) + sum(
            bool(client.get(f"/en/oxen/score?{query}").all("input", name=f"rounds.{i}.points.0")) for i in range(1, 9)
        )

    assert rounds("n=10") == 1
    assert rounds("n=10&to=sheet&rounds=2&rounds.0.points.3=5&rounds.1.points.9=7") == 3


def test_faulty_entry_of_a_round_names_round_and_player(client: Proofreader) -> None:
    page = client.get(
        "/en/oxen/score?n=10&0.name=Ann&rounds=2&rounds.0.points.1=abc&rounds.1.points.0=500&1.penalties=3+12"
    )
    assert page.status_code == 422
    assert [words(item) for item in page.one("div", id="summary").iter("li")] == [
        "B: Penalty must be 9 or fewer",
        "Round 1: B: Points must be a whole number",
        "Round 2: Ann: Points must be 99 or fewer",
    ]


def test_unreadable_round_after_a_blank_one_stays_in_place(client: Proofreader) -> None:
    page = client.get("/en/oxen/score?n=2&rounds.shown=3&rounds.2.points.1=abc")
    assert page.status_code == 422
    assert page.one("input", name="rounds.2.points.1").get("value") == "abc"
    (link,) = page.one("div", id="summary").iter("a")
    assert (words(link), link.get("href")) == ("Round 3: B: Points must be a whole number", "#f-rounds.2.points.1")


def test_ten_seats_have_ten_letters_and_colours(client: Proofreader) -> None:
    page = client.get("/en/oxen/score?n=10")
    assert page.texts("span", class_="chip")[:10] == list("ABCDEFGHIJ")
    (form,) = page.all("form", id="sheet")
    colours = [name.partition("-")[2] for name in form.get("class", "").split() if name[0] == "c" and "-" in name]
    assert len(set(colours)) == 10


def test_chosen_colour_is_in_the_link_and_unique(client: Proofreader) -> None:
    page = client.get("/en/qin/score?n=2&0.colour=white&0.left=3&1.left=4")
    assert "c0-white" in page.one("body").get("class", "")
    assert any("0.colour=white" in link.get("href", "") for link in page.all("a"))
    twice = score_data("qin", {"players": [{"colour": "red"}, {"colour": "red"}]})
    assert [(fault["path"], fault["code"]) for fault in twice["faults"]] == [("players", "impossible")]
    unknown = score_data("qin", {"players": [{"colour": "gold"}, {}]})
    assert [(fault["path"], fault["code"]) for fault in unknown["faults"]] == [("players.0.colour", "choice")]
