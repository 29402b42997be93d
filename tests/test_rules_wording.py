"""The wording of the rules of Hansa Teutonica and Honshu: what a sheet quotes, what is inferred, and words that were given up."""

from collections.abc import Iterator
from itertools import chain

import pytest
from flask import Flask

from scorers.entries import Records, entries_of
from scorers.model import scoring_heading
from scorers.registry import game
from web.rules import Rules, rules

SLUGS = ("hansa_teutonica", "honshu")
OF_THE_PAGE = {"en": ("this page", "score sheet", "options"), "zh-Hant": ("本頁", "計分表", "選項", "切換")}
"""What makes no sense where a sheet quotes a rule beside an entry."""
INFERRED = [
    ("hansa_teutonica", "two-players-pawn"),
    ("hansa_teutonica", "two-players-limits"),
    ("honshu", "two-trick"),
    ("honshu", "new-cubes"),
]
GIVEN_UP = {
    "hansa_teutonica": (
        "滿級",
        "照軌上",
        "小面",
        "人面",
        "站在上面",
        "印刷的",
        "不斷的鏈",
        "恰有一位",
        "當前行動",
        "依你的盒子",
        "控制權用在",
    ),
    "honshu": ("另計於", "有同色資源者", "有用的話", "全局", "卡片拼上", "比多寡", "塞"),
}


@pytest.fixture(autouse=True)
def _in_the_application(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def quoted(book: Rules) -> Iterator[str]:
    """The first paragraphs of the rules that the entries and lines of a game's sheet name."""
    found = game(book.slug)
    inner = [found.sheet]
    while inner:
        for entry in entries_of(inner.pop()).values():
            if entry.heading:
                yield book.by_id[entry.heading].lead
            inner += [entry.of] if isinstance(entry, Records) else []
    yield from (book.by_id[scoring_heading(key)].lead for key in found.lines)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rule_quoted_beside_an_entry_does_not_speak_of_page_or_sheet(slug: str, lang: str) -> None:
    assert [(lead, word) for lead in quoted(rules(slug, lang)) for word in OF_THE_PAGE[lang] if word in lead] == []


@pytest.mark.parametrize(("slug", "section"), INFERRED)
def test_what_the_sources_do_not_say_is_marked_as_inferred(slug: str, section: str, lang: str) -> None:
    assert {"en": "inferred", "zh-Hant": "推論"}[lang] in rules(slug, lang).by_id[section].text


@pytest.mark.parametrize("slug", SLUGS)
def test_words_that_were_given_up_stay_away(slug: str) -> None:
    book = rules(slug, "zh-Hant")
    said = "\n".join(chain.from_iterable((section.title, section.text) for section in book.sections))
    assert [word for word in GIVEN_UP[slug] if word in said] == []
