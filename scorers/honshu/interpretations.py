"""Interpretations of the scoring cards of Honshu that are not clear: an option for each card, and what holds under
its values.
"""

from typing import Any

from scorers.game import N_, Choice, entry

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


def interpretation_of_card(card: str, label: N_, help_text: N_, **interpretations: N_) -> Any:
    """Declare the option for the interpretation of a scoring card."""
    return entry(
        Choice(
            label=label,
            help=help_text,
            options=interpretations,
            conditions={value: CONDITIONS[value] for value in interpretations if value in CONDITIONS},
            kind="interpretation",
            disputed=f"disputed-{card.replace('_', '-')}",
            asked_if=lambda sheet, player: sheet.end_card == card,
        )
    )
