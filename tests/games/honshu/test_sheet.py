"""The sheet of Honshu: entries that a scoring card needs, and options for its interpretation."""

from typing import Any

import pytest

from scorers.entries import Choice, Number
from scorers.honshu.interpretations import interpretation_of_card
from scorers.honshu.sheet import Player, Sheet, _on_card
from scorers.model import N_

COUNTS, GIVES_A_MAP = Player(), Player(map="F")


def entry_of(field: Any) -> Any:
    """Return the entry declared by a field of a dataclass."""
    return field.metadata["entry"]


def table(end_card: str) -> Sheet:
    return Sheet(players=(COUNTS, GIVES_A_MAP), end_card=end_card)


def test_scoring_card_needs_a_number_without_a_map() -> None:
    result = entry_of(_on_card("forest_runs", N_("Runs"), N_("Count them."), high=5, hint=N_("In a line.")))
    assert isinstance(result, Number)
    assert (result.label, result.help, result.hint, result.high) == ("Runs", "Count them.", "In a line.", 5)
    assert (result.line, result.rule) == ("end_card", "card-forest-runs")
    assert result.required_if(table("forest_runs"), COUNTS)
    assert not result.required_if(table("forest_runs"), GIVES_A_MAP)
    assert not result.required_if(table("none"), COUNTS)
    assert not result.required_if(table("none"), GIVES_A_MAP)


def test_scoring_cards_count_at_most_the_visible_squares() -> None:
    """Six squares of the start card, and five of each of 12 cards, which shares one square with the land at least: 6 + 12 × 5."""
    result = entry_of(_on_card("blue_yellow", N_("Cubes"), N_("Count them.")))
    assert (result.high, result.hint, result.rule) == (66, "", "card-blue-yellow")


@pytest.mark.parametrize("card", ["forest_runs", "double_factories"])
def test_interpretation_of_a_card_is_asked_with_the_card(card: str) -> None:
    result = entry_of(interpretation_of_card(card, N_("Interpretation"), N_("Say how."), one=N_("One"), two=N_("Two")))
    assert isinstance(result, Choice)
    assert (result.label, result.help, result.options) == ("Interpretation", "Say how.", {"one": "One", "two": "Two"})
    assert (result.kind, result.heading) == ("interpretation", f"disputed-{card.replace('_', '-')}")
    assert result.required_if(table(card), None)
    assert not result.required_if(table("lake_squares"), None)
