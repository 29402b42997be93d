"""Questions about unusual numbers and blanks, and the entries that another variant needs."""

from dataclasses import dataclass, replace

import pytest

from scorers.entries import Boolean, Choice, Number, entry
from scorers.house import house_values_entry
from scorers.model import N_, Fault
from scorers.sheet import Seat, missing_entries, players, questions

HOW_MANY = N_("How many? If none, enter 0.")


@dataclass(frozen=True)
class Player(Seat):
    """Numbers with and without questions, and ticks of which one is always shown."""

    track: int | None = entry(Number(label=N_("Track"), unusual_above=50))
    left: int | None = entry(
        Number(
            label=N_("Left"),
            ask_if_blank=HOW_MANY,
            required_if=lambda sheet, player: sheet.size == "small" and player.track is None,
        )
    )
    pots: int | None = entry(Number(label=N_("Pots"), required_if=lambda sheet, player: sheet.size == "large"))
    glazed: bool = entry(
        Boolean(
            label=N_("Glazed"),
            required_if=lambda sheet, player: sheet.size == "large" and player is not None and bool(player.pots),
        )
    )
    fired: bool = entry(
        Boolean(label=N_("Fired"), required_if=lambda sheet, player: sheet.size == "large", shown_if=lambda sheet: True)
    )


@dataclass(frozen=True)
class Table:
    """The size of the game."""

    players: tuple[Player, ...] = players(Player, 1, 3)
    size: str = entry(Choice(label=N_("Size"), options={"small": N_("Small"), "large": N_("Large")}))


def test_number_above_the_usual_is_asked_about() -> None:
    assert questions(Table(players=(Player(track=50),))) == []
    assert questions(Table(players=(Player(track=50), Player(track=51), Player(track=0)))) == [
        Fault("players.1.track", "unusual", N_("%(label)s – really %(number)s?"), {"label": "Track", "number": 51})
    ]


@pytest.mark.parametrize(
    ("seats", "asked"),
    [
        ((Player(left=3), Player()), [1]),
        ((Player(left=0), Player(), Player(left=2)), [1]),
        ((Player(), Player()), []),  # nobody has filled it in
        ((Player(track=4), Player()), [1]),  # the first player needs no number, so the other may not have answered
        ((Player(left=3), Player(track=4)), []),
    ],
)
def test_blank_that_another_player_filled_is_asked_about(seats: tuple[Player, ...], asked: list[int]) -> None:
    assert questions(Table(players=seats)) == [Fault(f"players.{seat}.left", "blank", HOW_MANY) for seat in asked]


def test_other_variant_lacks_blanks_and_unasked_ticks() -> None:
    """In a small game, nobody is asked for pots or whether they are glazed; "fired" is always shown."""
    sheet = Table(players=(Player(track=1, pots=2), Player(track=1, glazed=True), Player(track=1, pots=3, glazed=True)))
    under = replace(sheet, size="large")
    assert missing_entries(sheet, under, set()) == ["players.1.pots", "players.0.glazed"]
    assert missing_entries(sheet, under, {"players.1.pots"}) == ["players.0.glazed"]
    assert missing_entries(under, under, {"players.1.pots"}) == []
    assert missing_entries(sheet, sheet, set()) == []


def test_entry_of_another_type_declares_no_house_rules() -> None:
    @dataclass(frozen=True)
    class Street:
        """A sheet that counts houses."""

        house: int | None = entry(Number(label=N_("House")))

    assert house_values_entry(Street) is None
