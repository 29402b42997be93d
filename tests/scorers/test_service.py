"""The boundary of scoring in another language, and what a comparison and a helper answer there."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from scorers.entries import Number, PerSeat, entry
from scorers.model import N_, Answer, Fault, Helper, Message
from scorers.service import ask_helper, compare_data, compare_json, dumps, score_data, score_json


@dataclass(frozen=True)
class Question:
    """Stones of each of three seats."""

    stones: tuple[int | None, ...] = entry(PerSeat(label=N_("Stones"), item=Number(label=N_("Stones"), high=9)))
    sand: int | None = entry(Number(label=N_("Sand"), high=9))


def settle(question: Question, names: Sequence[str]) -> Answer | list[Fault]:
    """How many stones there are and who has the first, or a fault where there are none."""
    if not question.stones:
        return [Fault("stones", "impossible", N_("No %(things)s"), {"things": N_("stones")})]
    total = sum(count or 0 for count in question.stones)
    owner = Message(N_("First: %(name)s of %(names)s."), {"name": names[0], "names": tuple(names)})
    reasons = (Message(N_("Sand: %(sand)s."), {"sand": question.sand or 0}), Message(N_("Counted."), {}), owner)
    return Answer(Message(N_("%(count)s %(things)s."), {"count": total, "things": N_("stones")}), reasons, {"count": total})


HELPER = Helper(title=N_("Stones"), lede=N_("Count."), rule="stones", question=Question, answer=settle, data_schema={}, seats=3)
WORDS = {
    "%(count)s %(things)s.": "Zusammen %(count)s %(things)s.",
    "stones": "Steine",
    "Counted.": "Fertig.",
    "No %(things)s": "Keine %(things)s",
}


def translate(text: str) -> str:
    """A language of four words."""
    return WORDS.get(text, text)


# Helpers


def test_a_helper_answers_a_sentence_its_reasons_and_data() -> None:
    answer = {"answer": "5 stones.", "reasons": ["Sand: 4.", "Counted.", "First: A of A, B, C."], "count": 5}
    assert ask_helper(HELPER, {"stones": [2, None, 3], "sand": 4}) == answer
    assert ask_helper(HELPER, {"stones": [2, None, 3], "sand": 4}, translate) == {
        "answer": "Zusammen 5 Steine.",
        "reasons": ["Sand: 4.", "Fertig.", "First: A of A, B, C."],
        "count": 5,
    }


def test_a_helper_calls_players_by_name_and_others_by_letter() -> None:
    reasons = ask_helper(HELPER, {"stones": [1]}, str, ["Ann", "Bo"])["reasons"]
    assert reasons[-1] == "First: Ann of Ann, Bo, C."


def test_calculator_reports_faults_of_a_question() -> None:
    assert ask_helper(HELPER, {}) == {"faults": [{"path": "stones", "code": "impossible", "message": "No stones"}]}
    assert ask_helper(HELPER, {}, translate)["faults"][0]["message"] == "Keine Steine"


def test_calculator_refuses_unreadable_questions() -> None:
    assert ask_helper(HELPER, {"stones": [1, 2, 3, 4], "sand": 10, "hat": 1})["faults"] == [
        {"path": "hat", "code": "unknown", "message": "hat is not known here"},
        {"path": "stones", "code": "too_many", "message": "No more than 3: Stones"},
        {"path": "sand", "code": "too_many", "message": "Sand must be 9 or fewer"},
    ]


# Scores and comparisons


@pytest.mark.parametrize(
    "data",
    [{"players": [{"left": 99}, {}]}, {"players": [{"colour": "red"}, {"colour": "red"}]}, {"players": [{}, {}], "hat": 1}, {}],
)
def test_faults_are_in_the_readers_language_at_every_entrance(data: dict[str, Any]) -> None:
    plain = score_data("qin", data)["faults"]
    loud_texts = [fault["message"] for fault in score_data("qin", data, loud)["faults"]]
    assert loud_texts == [fault["message"] + "!" for fault in plain]
    for entrance in (compare_data("qin", data, loud), *(json.loads(call("qin", dumps(data), loud)) for call in (score_json, compare_json))):
        assert [fault["message"] for fault in entrance["faults"]] == loud_texts


def loud(text: str) -> str:
    """A language that ends what stands around a value, and what is missing, with a sign."""
    return text + "!" if "%" in text or text.endswith("missing") else text


def test_a_result_is_in_the_readers_language() -> None:
    (line,) = score_data("qin", {"players": [{"left": 3}, {"left": 5}]}, str.upper)["players"][0]["lines"]
    assert line["label"] == "PAGODAS BUILT"


def test_faults_under_one_variant_are_in_the_readers_language() -> None:
    """Two cubes on a factory can lie there with the first scoring card only."""
    sheet = {"players": [{"map": "Mb2**"}, {"map": "F"}], "variants": ["none", "double_factories"]}
    (plain,), (fault,) = (compare_data("honshu", sheet, language)["columns"][0]["faults"] for language in (str, loud))
    assert fault["message"] == plain["message"] + "!"
    (plain,), (fault,) = (compare_data("honshu", sheet | {"variants": ["none"]}, language)["faults"] for language in (str, loud))
    assert fault["message"] == plain["message"] + "!"


@pytest.mark.parametrize("own", [[], ["diplomacy", "overlord"]])
def test_needed_is_what_the_default_options_do_not_ask_for(own: list[str]) -> None:
    """Chang Cheng: the event card Diplomacy asks for the provinces, and Overlord for the longest chain; nothing else asks for them."""
    sheet = {"players": [{}] * 3, "events": own}
    basic, both, *_ = compare_data("chang_cheng", sheet)["columns"]
    assert "result" in basic
    assert {f"players.{seat}.{name}" for seat in range(3) for name in ("provinces", "chain")} <= set(both["needs"])


def test_a_sheet_that_could_be_read_in_part_is_not_compared() -> None:
    comparison = compare_data("qin", {"players": [{"left": 99}, {"left": 3}]})
    assert [(fault["path"], fault["code"]) for fault in comparison["faults"]] == [("players.0.left", "too_many")]
    assert [fault["path"] for fault in compare_data("qin", {"players": "x", "variants": ["none"]})["faults"]] == ["players", "variants.0"]


def test_comparison_of_nobody_is_a_fault() -> None:
    """Hansa Teutonica: which modules are in use cannot be asked of a sheet that cannot be read."""
    for data in ([], {"players": []}, {"players": [], "modules": ["missions"], "variants": ["2009"]}):
        assert [fault["path"] for fault in compare_data("hansa_teutonica", data)["faults"]] == ["players" if data else ""]


def test_comparison_reports_an_unreadable_entry_once() -> None:
    """Oxen: of a round in which one entry cannot be read, it is not said that it has more than 200 points."""
    sheet = {"players": [{}] * 4, "rounds": [{"points": [99, 99, 99, "x"]}, {"points": [99, 99, 99]}]}
    for entrance in (score_data, compare_data):
        assert [fault["path"] for fault in entrance("oxen", sheet)["faults"]] == ["rounds.0.points.3", "rounds.1.points"]
