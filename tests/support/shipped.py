"""The five games that Tally began with. What a later game may leave out, such as a list of terms, these have, and tests say so."""

from scorers.registry import folder

SHIPPED = ("chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan")


def is_invented(slug: str) -> bool:
    """Whether a game belongs to the tests rather than to the product."""
    return folder(slug).parent.name == "invented_games"
