"""Contract of every game in `scorers/`, and of the invented games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from every_game import bounds, every_example, every_game, example, load_valid_sheet, plain
from flask import Flask
from jsonschema import Draft202012Validator
from shipped import SHIPPED

import scorers
from scorers.entries import Boolean, Choice, Counts, EntryList, MultipleChoice, Number, Seats, Text, entries_of
from scorers.house import house_values_entry
from scorers.model import N_
from scorers.registry import game, slugs
from scorers.service import compare_data, score_data
from scorers.sheet import load_sheet, locate, options_of, player_names, players_entry, sheet_schema
from web.rules.model import rules


def seat_players(slug: str, seats: int) -> dict[str, Any]:
    return {"players": [{} for _ in range(seats)]}


def texts_of(slug: str) -> Iterator[str]:
    """Yield the labels of a game's entries and of what house rules may change.

    Games that are shipped have explanations, too.
    """
    sheet = entries_of(game(slug).sheet)
    for kind in (*sheet.values(), *entries_of(sheet["players"].of).values()):
        yield from (kind.label, kind.help) if slug in SHIPPED else (kind.label,)
    values = house_values_entry(game(slug).sheet)
    yield from (value.label for value in (values.values.values() if values else ()))


def test_all_five_games_are_registered() -> None:
    shipped = {file.parent.name for file in (Path(scorers.__file__).parent).glob("*/score.py")}
    assert shipped >= {"chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan"}
    assert set(slugs()) == {file.parent.name for path in scorers.__path__ for file in Path(path).glob("*/score.py")}


PROMISED = {
    "chang_cheng": (
        2,
        4,
        "track invasion diplomacy overlord emperors_reward",
        "basic diplomacy_overlord diplomacy_reward overlord_reward tower_all",
    ),
    "hansa_teutonica": (2, 5, "prestige abilities markers coellen cities network", "2009 big_box"),
    "honshu": (
        2,
        5,
        "forest town lake factory end_card",
        "none double_factories forest_runs fallow_blocks lake_squares town_crosses empty_production "
        "blue_yellow grey_brown",
    ),
    "qin": (2, 4, "pagodas", "game match"),
    "trajan": (
        2,
        4,
        "points hand workers legionnaires trajan_tiles construction bonus",
        "second_edition first_edition",
    ),
}
"""Game -> numbers of players, lines in the rulebook's order, and named variants, which other programs rely on."""


@pytest.mark.parametrize("slug", SHIPPED)
def test_players_lines_and_variants_stay_as_promised(slug: str) -> None:
    low, high, lines, variants = PROMISED[slug]
    assert bounds(slug) == (low, high)
    assert list(game(slug).lines)[: len(lines.split())] == lines.split()
    assert [variant.key for variant in game(slug).variants] == variants.split()
    blank = score_data(slug, seat_players(slug, low))["players"][0]["lines"]
    assert [line["key"] for line in blank] == lines.split()
    assert all((line["points"], line["working"], line.get("parts", [])) == (0, "", []) for line in blank)


@pytest.mark.parametrize("slug", SHIPPED)
def test_wrong_options_and_numbers_are_reported_together(slug: str) -> None:
    data, expected = seat_players(slug, bounds(slug)[0]), []
    for prefix, of, holder in (
        ("players.1.", players_entry(game(slug).sheet).of, data["players"][1]),
        ("", game(slug).sheet, data),
    ):
        for name, entry in entries_of(of).items():
            wrong = {Choice: ("both", "choice"), Boolean: (1, "type"), Number: (1.5, "type"), Text: (1, "type")}.get(
                type(entry)
            )
            if wrong:
                holder[name] = wrong[0]
                expected.append((prefix + name, wrong[1]))
    assert sorted((fault.path, fault.code) for fault in load_sheet(game(slug), data)) == sorted(expected)
    assert len(expected) > 3


@every_game
def test_game_has_the_slug_of_its_folder(slug: str) -> None:
    the_game = game(slug)
    assert the_game.slug == slug
    assert the_game.designer
    assert 1950 < the_game.year < 2030
    assert the_game.score.__module__ == f"scorers.{slug}.score"


@every_game
def test_every_text_is_there_and_marked_for_translation(slug: str) -> None:
    the_game = game(slug)
    texts = [
        the_game.title,
        *the_game.lines.values(),
        *the_game.decisions.values(),
        *(v.label for v in the_game.variants),
        *texts_of(slug),
    ]
    assert [text for text in texts if not (isinstance(text, N_) and text)] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_value_of_an_interpretation_says_what_holds(slug: str) -> None:
    for name, option in options_of(game(slug).sheet).items():
        if option.kind == "interpretation":
            assert (name, set(option.conditions)) == (name, set(option.options))


@every_game
def test_each_entry_names_a_line_and_a_heading_that_exist(slug: str, app: Flask, lang: str) -> None:
    the_game = game(slug)
    with app.app_context():
        headings = set(rules(slug, lang).by_id)
    sheet = entries_of(the_game.sheet)
    kinds = (*sheet.values(), *entries_of(sheet["players"].of).values())
    assert {kind.line for kind in kinds} - {""} <= set(the_game.lines)
    assert {kind.heading for kind in kinds} - {""} <= headings
    assert {f"scoring-{key.replace('_', '-')}" for key in the_game.lines} <= headings
    assert {"ties", *the_game.decision_rules.values()} <= headings
    assert the_game.decision_rules.keys() <= the_game.decisions.keys()
    for variant in the_game.variants:
        table = load_valid_sheet(slug, seat_players(slug, bounds(slug)[1]) | plain(variant.options))
        assert set(the_game.unused_lines(table)) <= set(the_game.lines)


@every_example
def test_unused_line_has_no_points_and_no_working(slug: str, key: str) -> None:
    table = load_valid_sheet(slug, plain(example(slug, key).sheet))
    unused = set(game(slug).unused_lines(table))
    for player in game(slug).score(table).players:
        assert [
            line
            for line in player.lines
            if line.key in unused and (line.points, line.working, line.parts or ()) != (0, "", ())
        ] == []


@every_example
def test_an_example_scores_to_its_totals(slug: str, key: str) -> None:
    an_example = example(slug, key)
    result = game(slug).score(load_valid_sheet(slug, plain(an_example.sheet)))
    assert tuple(player.total for player in result.players) == an_example.totals
    assert an_example.source


@every_example
def test_lines_are_in_the_rulebooks_order_for_everyone(slug: str, key: str) -> None:
    the_game = game(slug)
    sheet = load_valid_sheet(slug, plain(example(slug, key).sheet))
    blank = load_valid_sheet(
        slug,
        {name: value for name, value in example(slug, key).sheet.items() if name != "players"}
        | seat_players(slug, len(sheet.players)),
    )
    columns = [
        [line.key for line in player.lines]
        for player in (*the_game.score(sheet).players, *the_game.score(blank).players)
    ]
    assert columns == [columns[0]] * len(columns)
    assert columns[0] == [line for line in the_game.lines if line in columns[0]]


@every_example
def test_ranks_follow_the_totals_and_winners_are_first(slug: str, key: str) -> None:
    answer = score_data(slug, plain(example(slug, key).sheet))
    players = answer["players"]
    leaders = answer.get("leaders", answer["winners"])
    if game(slug).cooperative:
        assert leaders in ([], list(range(len(players))))
        return
    assert leaders == [seat for seat, player in enumerate(players) if player["rank"] == 1]
    ahead = -1 if game(slug).fewest_win else 1
    for one in players:
        assert one["rank"] > sum(ahead * other["total"] > ahead * one["total"] for other in players)
        assert one["rank"] <= sum(ahead * other["total"] >= ahead * one["total"] for other in players)


@every_game
def test_first_variant_has_the_default_options(slug: str) -> None:
    the_game = game(slug)
    keys = [variant.key for variant in the_game.variants]
    assert len(keys) == len(set(keys)) >= (2 if slug in SHIPPED else 1)
    for seats in range(bounds(slug)[0], bounds(slug)[1] + 1):
        assert load_valid_sheet(
            slug, seat_players(slug, seats) | plain(the_game.variants[0].options)
        ) == load_valid_sheet(slug, seat_players(slug, seats))


@every_game
def test_schema_is_valid_and_accepts_every_example(slug: str) -> None:
    schema = sheet_schema(game(slug).sheet)
    Draft202012Validator.check_schema(schema)
    judge = Draft202012Validator(schema)
    for key, an_example in game(slug).examples.items():
        assert [error.message for error in judge.iter_errors(plain(an_example.sheet))] == [], key
    low, high = bounds(slug)
    assert judge.is_valid(seat_players(slug, low))
    assert judge.is_valid(dict.fromkeys(entries_of(game(slug).sheet)) | seat_players(slug, low))
    assert not judge.is_valid(seat_players(slug, low - 1))
    assert not judge.is_valid(seat_players(slug, high + 1))
    assert not judge.is_valid(seat_players(slug, low) | {"weather": "red"})


def _as_floats(data: Any) -> Any:
    """Return JSON data with 3.0 in place of 3, as clients send it that keep all numbers as floats."""
    if isinstance(data, dict):
        return {key: _as_floats(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_as_floats(value) for value in data]
    return float(data) if type(data) is int else data


@every_example
def test_numbers_without_a_fraction_are_whole(slug: str, key: str) -> None:
    sheet = plain(example(slug, key).sheet)
    assert Draft202012Validator(sheet_schema(game(slug).sheet)).is_valid(_as_floats(sheet))
    assert score_data(slug, _as_floats(sheet)) == score_data(slug, sheet)


@every_game
def test_trailing_blanks_of_a_list_are_ignored(slug: str) -> None:
    def blanks(of: type[Any]) -> dict[str, Any]:
        lists = {
            name: kind for name, kind in entries_of(of).items() if isinstance(kind, EntryList | MultipleChoice | Seats)
        }
        return {
            name: [None] * 99
            for name, kind in lists.items()
            if not isinstance(kind, EntryList) or kind.item.empty is None
        }

    the_game, few = game(slug), bounds(slug)[0]
    assert load_valid_sheet(
        slug, blanks(the_game.sheet) | {"players": [blanks(players_entry(the_game.sheet).of)] * few}
    ) == load_valid_sheet(slug, seat_players(slug, few))


@every_game
def test_unknown_keys_are_faults(slug: str) -> None:
    data = seat_players(slug, bounds(slug)[0]) | {"weather": "red"}
    data["players"][-1]["hat"] = 1
    faults = load_sheet(game(slug), data)
    assert [(fault.path, fault.code) for fault in faults] == [
        ("weather", "unknown"),
        (f"players.{len(data['players']) - 1}.hat", "unknown"),
    ]


@every_game
def test_too_few_and_too_many_players_are_faults(slug: str) -> None:
    low, high = bounds(slug)
    for seats, code in ((low - 1, "too_few"), (high + 1, "too_many"), (0, "too_few")):
        faults = load_sheet(game(slug), seat_players(slug, seats))
        assert [(fault.path, fault.code) for fault in faults] == [("players", code)]
    assert [(fault.path, fault.code) for fault in load_sheet(game(slug), {})] == [("players", "missing")]
    assert [(fault.path, fault.code) for fault in load_sheet(game(slug), [])] == [("", "type")]


@every_game
def test_a_blank_sheet_is_scored_and_names_its_blanks(slug: str) -> None:
    for seats in range(bounds(slug)[0], bounds(slug)[1] + 1):
        sheet = load_valid_sheet(slug, seat_players(slug, seats))
        result = game(slug).score(sheet)
        assert player_names(sheet) == [str(seat + 1) for seat in range(seats)]
        entries = [
            entry
            for entry in entries_of(players_entry(game(slug).sheet).of).values()
            if isinstance(entry, Number | Counts)
        ]
        if not all(getattr(entry, "optional", False) for entry in entries):
            names = {path.split(".")[1] for path in result.blank if path.startswith("players.")}
            assert names == {str(seat) for seat in range(seats)}
        assert set(result.tie_inputs) <= set(result.blank)
        assert len(set(result.blank)) == len(result.blank)
        assert all(locate(game(slug).sheet, path).label for path in result.blank)


@every_example
def test_each_variant_has_its_column(slug: str, key: str) -> None:
    the_game, sheet = game(slug), plain(example(slug, key).sheet)
    columns = plain(compare_data(slug, sheet))["columns"]
    variants = the_game.variants_of(load_valid_sheet(slug, sheet))
    assert [column["key"] for column in columns] == [variant.key for variant in variants]
    for column, variant in zip(columns, variants, strict=True):
        assert column["options"] == plain(variant.options)
        if "result" in column:
            assert column["result"] == plain(score_data(slug, sheet | plain(variant.options)))
        elif "faults" in column:
            assert column["faults"] == score_data(slug, sheet | plain(variant.options))["faults"]
        else:
            assert column["needs"]
