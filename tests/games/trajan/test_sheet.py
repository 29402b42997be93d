"""The sheet of Trajan: which entries it shows only if somebody has the bonus tile."""

import pytest

from scorers.entries import Entry, entries_of
from scorers.trajan.sheet import Player, Sheet


def asks_for(name: str, *bonus: dict[str, str]) -> bool:
    """Return whether the sheet shows an entry of players with these bonus tiles."""
    declaration: Entry[object] = entries_of(Player)[name]
    assert declaration.shown_if
    return declaration.shown_if(Sheet(players=tuple(Player(bonus=holdings) for holdings in bonus)))


@pytest.mark.parametrize("name", ["legionnaires_provinces", "workers_field", "bread", "games", "religion"])
def test_counts_of_bonus_tiles_have_no_rows(name: str) -> None:
    assert not asks_for(
        name, {"military": "gold", "bread": "gold"}, {"construction": "grey", "games": "gold", "religion": "grey"}
    )


@pytest.mark.parametrize(
    ("name", "hint"), [("bread", "Forum tiles left after the last demands."), ("games", ""), ("religion", "")]
)
def test_forum_tiles_count_for_the_bonus_line(name: str, hint: str) -> None:
    declaration = entries_of(Player)[name]
    assert (declaration.line, declaration.hint) == ("bonus", hint)


def test_wild_commodities_are_asked_for_with_a_commodity_tile() -> None:
    assert asks_for("wild_commodity", {}, {"wine_fish": "grey"})
    assert not asks_for("wild_commodity", {}, {"bread": "gold"})
    assert not asks_for("wild_commodity", {}, {})


def test_wild_demands_are_asked_of_owners_of_demand_tiles() -> None:
    assert asks_for("wild_demand", {"bread": "gold"}, {})
    assert not asks_for("wild_demand", {"wine_fish": "grey"}, {})
