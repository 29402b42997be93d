"""The wording of the rules of the five games: what a sheet quotes, what is inferred, and words that were given up."""

from collections.abc import Iterator
from itertools import chain

import pytest
from shipped import SHIPPED

from scorers.entries import Records, entries_of
from scorers.model import scoring_heading
from scorers.registry import game
from web.rules import Rules, rules

pytestmark = pytest.mark.usefixtures("application_context")
OF_THE_PAGE = {"en": ("this page", "score sheet", "options", "switch"), "zh-Hant": ("本頁", "計分表", "選項", "切換")}
"""What makes no sense where a sheet quotes a rule beside an entry."""
INFERRED = [
    ("hansa_teutonica", "two-players-pawn"),
    ("hansa_teutonica", "two-players-limits"),
    ("honshu", "two-trick"),
    ("honshu", "new-cubes"),
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
    "trajan": ("分數軌", "數對數", "自己工人", "自己軍團兵", "開始2個", "可以讀成", "各位置", "抵1個"),
    "qin": ("省域", "主人", "持有", "對抗", "全場", "明確比較多", "站在版圖上"),
    "chang_cheng": ("偵查", "主人", "最多的人", "誰最多", "每一對", "在軌上", "扣全部", "勝負平手"),
}


def find_quotes(book: Rules) -> Iterator[str]:
    """The first paragraphs of the rules that the entries and lines of a game's sheet name."""
    the_game = game(book.slug)
    inner = [the_game.sheet]
    while inner:
        for entry in entries_of(inner.pop()).values():
            if entry.heading:
                yield book.by_id[entry.heading].lead
            inner += [entry.of] if isinstance(entry, Records) else []
    yield from (book.by_id[scoring_heading(key)].lead for key in the_game.lines)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_rule_quoted_beside_an_entry_does_not_speak_of_page_or_sheet(slug: str, lang: str) -> None:
    assert [(lead, word) for lead in find_quotes(rules(slug, lang)) for word in OF_THE_PAGE[lang] if word in lead] == []


@pytest.mark.parametrize(("slug", "section"), INFERRED)
def test_what_the_sources_do_not_say_is_marked_as_inferred(slug: str, section: str, lang: str) -> None:
    assert {"en": "infer", "zh-Hant": "推論"}[lang] in rules(slug, lang).by_id[section].text


@pytest.mark.parametrize("slug", SHIPPED)
def test_words_that_were_given_up_stay_away(slug: str) -> None:
    book = rules(slug, "zh-Hant")
    text = "\n".join(chain.from_iterable((section.title, section.text) for section in book.sections))
    assert [word for word in GIVEN_UP[slug] if word in text] == []


@pytest.mark.parametrize(("slug", "dispute", "section"), DISPUTED)
def test_a_rule_that_is_disputed_leads_to_the_dispute(slug: str, dispute: str, section: str, lang: str) -> None:
    book = rules(slug, lang)
    assert "note disputed" in book.by_id[dispute].body
    assert f'href="#{dispute}"' in book.by_id[section].body
