"""The wording of the rules of Trajan, Qin and Chang Cheng: what a sheet quotes, what is inferred, and words that were given up."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorers import part
from scorers.groups import Records, declared
from web.rules import Rules, rules

SLUGS = ("trajan", "qin", "chang_cheng")
OF_THE_PAGE = {"en": ("this page", "score sheet", "switch"), "zh-Hant": ("本頁", "計分表", "切換")}
"""What makes no sense where a sheet quotes a rule beside an entry."""
INFERRED = [
    ("trajan", "action-construction"),
    ("qin", "building"),
    ("chang_cheng", "province-value"),
    ("chang_cheng", "two-players"),
]
DISPUTED = [
    ("qin", "disputed-major-owner", "enlarging"),
    ("qin", "disputed-major-owner", "major-provinces"),
    ("chang_cheng", "disputed-new-board", "new-board"),
    ("chang_cheng", "disputed-new-board", "turn"),
    ("chang_cheng", "disputed-mandarin", "action-cards"),
    ("chang_cheng", "disputed-two-full", "province-full"),
]
GIVEN_UP = {
    "trajan": ("分數軌", "數對數", "自己工人", "自己軍團兵", "開始2個", "可以讀成", "各位置", "抵1個"),
    "qin": ("省域", "主人", "持有", "對抗", "全場", "明確比較多", "站在版圖上"),
    "chang_cheng": ("偵查", "主人", "最多的人", "誰最多", "每一對", "在軌上", "扣全部", "勝負平手"),
}
"""Wordings that read badly or name one thing twice."""


@pytest.fixture(autouse=True)
def _in_the_application(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def quoted(book: Rules) -> Iterator[str]:
    """The first paragraphs of the rules that the entries and lines of a game's sheet name."""
    game = part(book.slug)
    inner = [game.Sheet]
    while inner:
        for kind in declared(inner.pop()).values():
            if kind.heading:
                yield book.by_id[kind.heading].lead
            inner += [kind.of] if isinstance(kind, Records) else []
    yield from (book.by_id["scoring-" + key.replace("_", "-")].lead for key in game.GAME.lines)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rule_quoted_beside_an_entry_does_not_speak_of_page_or_sheet(slug: str, lang: str) -> None:
    assert [(lead, word) for lead in quoted(rules(slug, lang)) for word in OF_THE_PAGE[lang] if word in lead] == []


@pytest.mark.parametrize(("slug", "section"), INFERRED)
def test_what_the_sources_do_not_say_is_marked_as_inferred(slug: str, section: str, lang: str) -> None:
    assert {"en": "it is inferred", "zh-Hant": "推論的"}[lang] in rules(slug, lang).by_id[section].text


@pytest.mark.parametrize(("slug", "dispute", "section"), DISPUTED)
def test_a_rule_that_is_disputed_leads_to_the_dispute(slug: str, dispute: str, section: str, lang: str) -> None:
    book = rules(slug, lang)
    assert "note disputed" in book.by_id[dispute].body
    assert f'href="#{dispute}"' in book.by_id[section].body


@pytest.mark.parametrize("slug", SLUGS)
def test_words_that_were_given_up_stay_away(slug: str) -> None:
    said = "\n".join(f"{section.title}\n{section.text}" for section in rules(slug, "zh-Hant").sections)
    assert [word for word in GIVEN_UP[slug] if word in said] == []
