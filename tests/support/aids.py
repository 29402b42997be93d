"""The words of a player aid, read as a player reads them: the quick reference and the parts that stand right after it."""

from collections.abc import Iterable

from web.rules.model import rules


def card(slug: str, lang: str) -> str:
    """The text of a game's player aid in a language, cells parted by dots, without the marks that keep a line whole."""
    chapter, below = next(iter(rules(slug, lang).chapters()))
    assert chapter.id == "quick-reference"
    return "\n".join(section.text for section in (chapter, *below)).replace("\u2060", "")


def find_gaps(slug: str, questions: Iterable[tuple[str, str, list[str], list[str]]]) -> dict[str, list[str]]:
    """The questions, in English and in Chinese with what each aid should say, that an aid leaves open, each with what is missing there."""
    missing = {}
    for english, chinese, answer, answer_in_chinese in questions:
        for lang, question, phrases in (("en", english, answer), ("zh-Hant", chinese, answer_in_chinese)):
            if absent := [phrase for phrase in phrases if phrase not in card(slug, lang)]:
                missing[question] = absent
    return missing
