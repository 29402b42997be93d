"""How the scoring cards of Honshu are read where their text leaves it open: an option for each, and what holds under its values."""

from typing import Any

from scorers.entries import Choice, entry
from scorers.model import N_

CONDITIONS = {
    "each": N_("each cube in a factory scores"),
    "once": N_("a factory with two cubes scores once"),
    "per_three": N_("a line scores once for every three forests"),
    "sliding": N_("every three forests in a line score"),
    "strict": N_("each forest belongs to one set only"),
    "disjoint": N_("blocks of fallow fields may not overlap"),
    "overlapping": N_("blocks of fallow fields may overlap"),
    "any": N_("surrounded towns score in any district"),
    "largest_only": N_("surrounded towns score in the largest district only"),
    "after": N_("empty production squares are counted after delivering"),
    "before": N_("empty production squares are counted before delivering"),
}
"""What holds in each interpretation of a scoring card."""


def read_card_as(card: str, label: N_, help_text: N_, **readings: N_) -> Any:
    """The option that says how a scoring card is read where it is not clear."""
    return entry(
        Choice(
            label=label,
            help=help_text,
            options=readings,
            conditions={value: CONDITIONS[value] for value in readings if value in CONDITIONS},
            kind="interpretation",
            disputed=f"disputed-{card.replace('_', '-')}",
            required_if=lambda sheet, player: sheet.end_card == card,
        )
    )
