"""Translated answers of scores, comparisons and calculators."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from scorers.entries import Number, PerSeat, entry
from scorers.model import N_, Answer, Calculator, Fault, Message
from scorers.service import ask_calculator, compare_data, compare_json, dumps, score_data, score_json


@dataclass(frozen=True)
class Question:
    """Stones of each of three seats."""

    stones: tuple[int | None, ...] = entry(PerSeat(label=N_("Stones"), item=Number(label=N_("Stones"), high=9)))
    sand: int | None = entry(Number(label=N_("Sand"), high=9))


def count_stones(question: Question, names: Sequence[str]) -> Answer | list[Fault]:
    """Count the stones and name the first owner, or return a fault without stones."""
    if not question.stones:
        return [Fault("stones", "impossible", N_("No %(things)s"), {"things": N_("stones")})]
    total = sum(count or 0 for count in question.stones)
    owner = Message(N_("First: %(name)s of %(names)s."), {"name": names[0], "names": tuple(names)})
    reasons = (Message(N_("Sand: %(sand)s."), {"sand": question.sand or 0}), Message(N_("Counted."), {}), owner)
    return Answer(
        Message(N_("%(count)s %(things)s."), {"count": total, "things": N_("stones")}), reasons, {"count": total}
    )


CALCULATOR = Calculator(
    title=N_("Stones"),
    lede=N_("Count."),
    rule="stones",
    question=Question,
    answer=count_stones,
    data_schema={},
    seats=3,
)
WORDS = {
    "%(count)s %(things)s.": "Zusammen %(count)s %(things)s.",
    "stones": "Steine",
    "Counted.": "Fertig.",
    "No %(things)s": "Keine %(things)s",
}


def translate(text: str) -> str:
    """Translate only the texts in WORDS."""
    return WORDS.get(text, text)


# Calculators


def test_calculator_answers_sentence_reasons_and_data() -> None:
    answer = {"answer": "5 stones.", "reasons": ["Sand: 4.", "Counted.", "First: A of A, B, C."], "count": 5}
    assert ask_calculator(CALCULATOR, {"stones": [2, None, 3], "sand": 4}) == answer
    assert ask_calculator(CALCULATOR, {"stones": [2, None, 3], "sand": 4}, translate) == {
        "answer": "Zusammen 5 Steine.",
        "reasons": ["Sand: 4.", "Fertig.", "First: A of A, B, C."],
        "count": 5,
    }


def test_calculator_names_players_or_uses_letters() -> None:
    reasons = ask_calculator(CALCULATOR, {"stones": [1]}, str, ["Ann", "Bo"])["reasons"]
    assert reasons[-1] == "First: Ann of Ann, Bo, C."


def test_calculator_reports_faults_of_a_question() -> None:
    assert ask_calculator(CALCULATOR, {}) == {
        "faults": [{"path": "stones", "code": "impossible", "message": "No stones"}]
    }
    assert ask_calculator(CALCULATOR, {}, translate)["faults"][0]["message"] == "Keine Steine"


def test_calculator_refuses_unreadable_questions() -> None:
    assert ask_calculator(CALCULATOR, {"stones": [1, 2, 3, 4], "sand": 10, "hat": 1})["faults"] == [
        {"path": "hat", "code": "unknown", "message": "hat is not known here"},
        {"path": "stones", "code": "too_many", "message": "No more than 3: Stones"},
        {"path": "sand", "code": "too_many", "message": "Sand must be 9 or fewer"},
    ]


# Scores and comparisons


@pytest.mark.parametrize(
    "data",
    [
        {"players": [{"left": 99}, {}]},
        {"players": [{"colour": "red"}, {"colour": "red"}]},
        {"players": [{}, {}], "hat": 1},
        {},
    ],
)
def test_every_function_translates_faults(data: dict[str, Any]) -> None:
    plain = score_data("qin", data)["faults"]
    loud_texts = [fault["message"] for fault in score_data("qin", data, loud)["faults"]]
    assert loud_texts == [fault["message"] + "!" for fault in plain]
    for answer in (
        compare_data("qin", data, loud),
        *(json.loads(call("qin", dumps(data), loud)) for call in (score_json, compare_json)),
    ):
        assert [fault["message"] for fault in answer["faults"]] == loud_texts


def loud(text: str) -> str:
    """Add a sign to templates of messages and to messages about missing entries."""
    return text + "!" if "%" in text or text.endswith("missing") else text


def test_result_is_translated() -> None:
    (line,) = score_data("qin", {"players": [{"left": 3}, {"left": 5}]}, str.upper)["players"][0]["lines"]
    assert line["label"] == "PAGODAS BUILT"


def test_faults_of_one_variant_are_translated() -> None:
    """Two cubes on a factory can lie there with the first scoring card only."""
    sheet = {"players": [{"map": "Mb2**"}, {"map": "F"}], "variants": ["none", "double_factories"]}
    (plain,), (fault,) = (compare_data("honshu", sheet, language)["columns"][0]["faults"] for language in (str, loud))
    assert fault["message"] == plain["message"] + "!"
    (plain,), (fault,) = (
        compare_data("honshu", sheet | {"variants": ["none"]}, language)["faults"] for language in (str, loud)
    )
    assert fault["message"] == plain["message"] + "!"


@pytest.mark.parametrize("own", [[], ["diplomacy", "overlord"]])
def test_variant_needs_entries_of_its_own_options(own: list[str]) -> None:
    """Only the event card Diplomacy needs the provinces, and only Overlord the longest chain."""
    sheet = {"players": [{}] * 3, "events": own}
    basic, both, *_ = compare_data("chang_cheng", sheet)["columns"]
    assert "result" in basic
    assert {f"players.{seat}.{name}" for seat in range(3) for name in ("provinces", "chain")} <= set(both["needs"])


def test_partly_readable_sheet_is_not_compared() -> None:
    comparison = compare_data("qin", {"players": [{"left": 99}, {"left": 3}]})
    assert [(fault["path"], fault["code"]) for fault in comparison["faults"]] == [("players.0.left", "too_many")]
    assert [fault["path"] for fault in compare_data("qin", {"players": "x", "variants": ["none"]})["faults"]] == [
        "players",
        "variants.0",
    ]


def test_comparison_without_players_is_a_fault() -> None:
    """The modules in use are unknown when the sheet is unreadable."""
    for data in ([], {"players": []}, {"players": [], "modules": ["missions"], "variants": ["2009"]}):
        assert [fault["path"] for fault in compare_data("hansa_teutonica", data)["faults"]] == [
            "players" if data else ""
        ]


def test_comparison_reports_an_unreadable_entry_once() -> None:
    """A round with an unreadable entry has no second fault about its sum."""
    sheet = {"players": [{}] * 4, "rounds": [{"points": [99, 99, 99, "x"]}, {"points": [99, 99, 99]}]}
    for answer in (score_data, compare_data):
        assert [fault["path"] for fault in answer("oxen", sheet)["faults"]] == ["rounds.0.points.3", "rounds.1.points"]
