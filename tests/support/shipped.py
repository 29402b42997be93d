"""The five games of the product; tests require more of them than of a new game, such as a list of terms."""

from scorers.registry import folder

SHIPPED = ("chang_cheng", "hansa_teutonica", "honshu", "qin", "trajan")


def is_invented(slug: str) -> bool:
    """Return whether a game belongs to the tests, not to the product."""
    return folder(slug).parent.name == "invented_games"
