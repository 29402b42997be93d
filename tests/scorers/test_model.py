"""Messages, faults, results and variants, translated and as JSON."""

from collections.abc import Callable

import pytest

from scorers.model import (
    N_,
    Fault,
    Line,
    LinePart,
    PlayerResult,
    Result,
    Variant,
    format_message,
    points_each,
    scoring_heading,
)
from scorers.registry import game

WORDS = {
    "%(label)s has %(names)s": "%(names)s: %(label)s!",
    "Lakes": "Seen",
    "Nobody": "Niemand",
    ", ": " und ",
    "Rounds": "Runden",
}
translated: Callable[[str], str] = lambda text: WORDS.get(text, text)  # noqa: E731  translates only these
COLUMN = (
    Line("rounds", 5, "2 + 3", (LinePart(2, "2", ("round1",), 2), LinePart(3, "3", ("round2", "round3")))),
    Line("penalties", 0, ""),
)


def result(*, final: bool = True) -> Result:
    """A result of Oxen, an invented game, for two players."""
    seats = (PlayerResult("Ann", COLUMN, 2, 5), PlayerResult("Bo", (Line("rounds", 1, "", ()),), 1, 1))
    return Result(game("oxen"), seats, (1,), "total", ("players.1.bets",), ("players.0.bets",), final)


def test_message_is_translated_before_its_values_are_filled() -> None:
    values = {"label": N_("Lakes"), "names": ("Ann", N_("Nobody"), 3)}
    assert format_message(N_("%(label)s has %(names)s"), values) == "Lakes has Ann, Nobody, 3"
    assert format_message(N_("%(label)s has %(names)s"), values, translated) == "Ann und Niemand und 3: Seen!"


def test_unmarked_text_is_not_translated() -> None:
    assert format_message("%(label)s has %(names)s", {"label": "Lakes", "names": 5}, translated) == "Lakes has 5"
    assert format_message("Lakes", {}, translated) == "Lakes"


def test_text_without_placeholders_may_have_a_percent_sign() -> None:
    assert format_message(N_("100 %"), {}) == "100 %"


def test_fault_as_json_has_path_code_and_message() -> None:
    fault = Fault("players.0", "choice", N_("%(label)s has %(names)s"), {"label": N_("Lakes"), "names": "Ann"})
    assert fault.as_json() == {"path": "players.0", "code": "choice", "message": "Lakes has Ann"}
    assert fault.as_json(translated)["message"] == "Ann: Seen!"
    assert Fault("", "type", N_("wrong")).as_json() == {"path": "", "code": "type", "message": "wrong"}


def test_line_without_entries_has_no_working() -> None:
    assert points_each("forest", 2, 10) == Line("forest", 20, "2 × 10")
    assert points_each("forest", 2, 0) == Line("forest", 0, "2 × 0")
    assert points_each("forest", 2, None) == Line("forest", 0, "")


@pytest.mark.parametrize(("key", "heading"), [("forest", "scoring-forest"), ("end_card_two", "scoring-end-card-two")])
def test_line_heading_is_derived_from_its_key(key: str, heading: str) -> None:
    assert scoring_heading(key) == heading


def test_result_as_json_has_every_field() -> None:
    assert result().as_json() == {
        "game": "oxen",
        "players": [
            {
                "name": "Ann",
                "total": 5,
                "rank": 2,
                "lines": [
                    {
                        "key": "rounds",
                        "label": "Rounds",
                        "points": 5,
                        "working": "2 + 3",
                        "rule": "scoring-rounds",
                        "parts": [
                            {"points": 2, "working": "2", "at": ["round1"], "running": 2},
                            {"points": 3, "working": "3", "at": ["round2", "round3"]},
                        ],
                    },
                    {"key": "penalties", "label": "Penalties", "points": 0, "working": "", "rule": "scoring-penalties"},
                ],
            },
            {
                "name": "Bo",
                "total": 1,
                "rank": 1,
                "lines": [
                    {
                        "key": "rounds",
                        "label": "Rounds",
                        "points": 1,
                        "working": "",
                        "rule": "scoring-rounds",
                        "parts": [],
                    }
                ],
            },
        ],
        "winners": [1],
        "decided_by": "total",
        "blank": ["players.1.bets"],
        "asks": ["players.0.bets"],
    }


def test_unfinished_result_has_leaders_and_no_winners() -> None:
    final, unfinished = result().as_json(), result(final=False).as_json()
    assert unfinished == final | {"winners": [], "leaders": [1], "final": False}
    assert (result().winners, result(final=False).winners) == ((1,), ())


def test_labels_are_in_the_readers_language() -> None:
    labels = [[line["label"] for line in player["lines"]] for player in result().as_json(translated)["players"]]
    assert labels == [["Runden", "Penalties"], ["Runden"]]
    assert result().as_json()["players"][0]["lines"][0]["label"] == "Rounds"


def test_variant_is_in_use_if_all_its_options_match() -> None:
    sheet = game("qin").sheet(players=(), match=True)
    assert Variant("both", N_("Both"), {"match": True, "players": ()}).is_in_use(sheet)
    assert not Variant("other", N_("Other"), {"match": False, "players": ()}).is_in_use(sheet)
    assert not Variant("other", N_("Other"), {"match": True, "players": None}).is_in_use(sheet)
    assert Variant("any", N_("Any"), {}).is_in_use(sheet)
