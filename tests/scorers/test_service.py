"""JSON that enters scoring, with its limits and faults, and the translated answers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from scorers.entries import Number, PerSeat, entry
from scorers.model import N_, Answer, Calculator, Fault, Message
from scorers.registry import game
from scorers.service import ask_calculator, compare_data, compare_json, dumps, parse, score_data, score_json
from scorers.sheet import RepeatedKey, limit_faults, load_sheet, locate


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
    intro=N_("Count."),
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


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{"a": [1, null, "x"]}', {"a": [1, None, "x"]}),
        ("[", None),
        ("", None),
        ("[" * 100_000, None),
        ("1" * 98, int("1" * 98)),
    ],
)
def test_invalid_json_is_read_as_none(text: str, data: object) -> None:
    assert parse(text) == data
    assert parse(text.encode()) == data


def test_json_is_read_to_a_depth_of_one_hundred() -> None:
    assert json.dumps(parse("[" * 100 + "]" * 100)) == "[" * 100 + "]" * 100
    assert parse("[" * 101 + "]" * 101) is None
    assert json.dumps(parse('{"a":' * 100 + "0" + "}" * 100)).count("{") == 100
    assert parse('{"a":' * 101 + "0" + "}" * 101) is None
    assert parse("[" + "9" * 5000 + "," + "[" * 60_000) is None  # long numbers are parsed separately
    assert parse("[[1], " * 99 + "0" + "]" * 99) is not None  # closed brackets do not count
    strings = ["[" * 200, '\\"' + "{" * 200, "\\"]
    assert parse(json.dumps(strings)) == strings  # nor do brackets in a string
    assert parse('"' + "[" * 200) is None


def test_only_99_digits_of_a_long_number_are_read() -> None:
    assert parse("[" + "7" * 5000 + ", 12]") == [int("7" * 99), 12]


def test_repeated_key_is_named() -> None:
    key = parse('{"left": 1, "right": 2, "right": 3, "left": 4}')
    assert isinstance(key, RepeatedKey)
    assert key == "right"
    assert parse('{"players": [{"left": 1, "left": 1}]}') == "left"
    assert parse(b'{"left": "\xed\xa0\x80", "left": 1}') == "left"  # also after a lone surrogate in bytes
    (fault,) = json.loads(score_json("qin", '{"x": 1, "x": 1}'))["faults"]
    assert fault == {"path": "", "code": "type", "message": "x appears twice in one object"}


def test_long_key_is_repeated_up_to_sixty_characters() -> None:
    key = "k" * 61
    (unknown,) = json.loads(score_json("qin", json.dumps({"players": [{}, {}], key: 0})))["faults"]
    assert unknown == {"path": "k" * 60, "code": "unknown", "message": "k" * 60 + " is not known here"}
    (twice,) = json.loads(score_json("qin", f'{{"{key}": 0, "{key}": 0}}'))["faults"]
    assert twice["message"] == "k" * 60 + " appears twice in one object"


def test_lone_surrogate_is_written_as_a_question_mark() -> None:
    assert dumps({"名": "\ud800", "b": [1, 2]}) == '{"名":"?","b":[1,2]}'


def test_comparison_of_text_equals_comparison_of_data() -> None:
    sheet = {"players": [{"left": 3}, {"left": 5}]}
    assert json.loads(compare_json("qin", json.dumps(sheet))) == compare_data("qin", sheet)
    upper_result = json.loads(compare_json("qin", json.dumps(sheet), str.upper))
    assert [column["label"] for column in upper_result["columns"]] == [
        variant.label.upper() for variant in game("qin").variants
    ]


def test_chosen_variants_are_in_the_games_order() -> None:
    keys = [variant.key for variant in game("honshu").variants]
    sheet = {"players": [{"map": "F T"}, {"map": "F T"}], "variants": [keys[3], keys[0]]}
    assert [column["key"] for column in compare_data("honshu", sheet)["columns"]] == [keys[0], keys[3]]
    assert len(compare_data("honshu", {"players": sheet["players"]})["columns"]) == len(keys)
    assert compare_data("honshu", sheet | {"variants": []}) == {"columns": []}
    for text in ("none", None):
        faults = compare_data("honshu", sheet | {"variants": text})["faults"]
        assert [(fault["path"], fault["code"]) for fault in faults] == [("variants", "type")]
    wrong = compare_data("honshu", sheet | {"variants": [keys[0], "nothing", keys[1], 5, [keys[0]]]})["faults"]
    assert [(fault["path"], fault["code"]) for fault in wrong] == [(f"variants.{at}", "choice") for at in (1, 3, 4)]


def test_variant_needs_its_additional_entries() -> None:
    """The scoring card for runs of forest needs their number from a player who gives counts."""
    sheet = {"players": [{"map": "F F F"}, {"forest": 3}], "variants": ["none", "forest_runs"]}
    none, runs = compare_data("honshu", sheet)["columns"]
    assert "result" in none
    assert runs["needs"] == ["players.1.runs"]
    assert runs["options"] == {"end_card": "forest_runs"}


def test_sheet_that_only_one_variant_allows_is_compared() -> None:
    """Two cubes on a factory can lie there with the first scoring card only."""
    sheet = {"players": [{"map": "Mb2**"}, {"map": "F"}], "variants": ["none", "double_factories"]}
    none, double = compare_data("honshu", sheet)["columns"]
    assert [fault["path"] for fault in none["faults"]] == ["players.0.map"]
    assert [player["total"] for player in double["result"]["players"]] == [2 + 2, 2]
    comparison = compare_data("honshu", sheet | {"variants": ["none"]})
    assert [fault["path"] for fault in comparison["faults"]] == ["players.0.map"]


def test_non_object_is_not_a_sheet() -> None:
    for data in (None, [], "x", 5):
        (fault,) = load_sheet(game("qin"), data)
        assert (fault.path, fault.code) == ("", "type")


def test_at_most_a_hundred_faults_are_listed() -> None:
    faults = [Fault(str(number), "type", N_("wrong")) for number in range(102)]
    assert limit_faults(faults[:100]) == faults[:100]
    assert [fault.path for fault in limit_faults(faults[:101])] == [*map(str, range(100)), ""]
    assert limit_faults(faults)[-1].values == {"shown": 100}


@pytest.mark.parametrize(
    ("slug", "path", "label", "seat", "record"),
    [
        ("qin", "players.2.left", "Pagodas left", 2, None),
        ("qin", "players.1", "Players", 1, None),
        ("honshu", "players.0.factories.3", "3-point factories", 0, None),
        ("honshu", "players.4.lakes.2", "Lake districts", 4, None),
        ("oxen", "rounds.3.points.1", "Points", 1, ("Round", 4)),
        ("oxen", "rounds.0", "Round", None, ("Round", 1)),
        ("hansa_teutonica", "offices.goslar", "Goslar", None, None),
    ],
)
def test_path_leads_to_its_entry(
    slug: str, path: str, label: str, seat: int | None, record: tuple[str, int] | None
) -> None:
    where = locate(game(slug).sheet, path)
    assert (where.label, where.seat, where.record and where.record[:2]) == (label, seat, record)


def test_unknown_path_is_a_key_error() -> None:
    for path in ("nothing", "players.0.nothing"):
        with pytest.raises(KeyError):
            locate(game("qin").sheet, path)
