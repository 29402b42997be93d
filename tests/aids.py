"""The words of a player aid, read as a player reads them: the quick reference and the parts that stand right after it."""

from web.rules import rules


def card(slug: str, lang: str) -> str:
    """The text of a game's player aid in a language, cells parted by dots, without the marks that keep a line whole."""
    chapter, below = next(iter(rules(slug, lang).chapters()))
    assert chapter.id == "quick-reference"
    return "\n".join(section.text for section in (chapter, *below)).replace("\u2060", "")
