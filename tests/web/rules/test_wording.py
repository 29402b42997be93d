"""The wording of the rules of the five games: what a sheet quotes, what is inferred, and words that were given up."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from shipped import SHIPPED

from scorers.entries import Records, entries_of
from scorers.model import scoring_heading
from scorers.registry import game
from web.rules.model import Rules, rules

pytestmark = pytest.mark.usefixtures("application_context")
OF_THE_PAGE = {"en": ("this page", "score sheet", "options", "switch"), "zh-Hant": ("本頁", "計分表", "選項", "切換")}
"""What makes no sense where a sheet quotes a rule beside an entry."""
INFERRED = [
    ("hansa_teutonica", "faq"),
    ("hansa_teutonica", "scoring-wales"),
    ("honshu", "two-trick"),
    ("honshu", "new-cubes"),
    ("honshu", "laying"),
    ("trajan", "action-construction"),
    ("trajan", "move-markers"),
    ("trajan", "refill"),
    ("qin", "building"),
    ("qin", "running-out"),
    ("qin", "faq"),
    ("chang_cheng", "province-value"),
    ("chang_cheng", "two-players"),
]
DISPUTED = [
    ("qin", "disputed-major-owner", "enlarging"),
    ("qin", "disputed-major-owner", "major-provinces"),
    ("qin", "disputed-village-tie", "village-ties"),
    ("qin", "disputed-three-provinces", "absorbing"),
    ("qin", "disputed-last-pagoda", "end-last-pagoda"),
    ("qin", "disputed-no-room", "end-full"),
    ("qin", "disputed-match-tie", "ties"),
    ("hansa_teutonica", "disputed-replacement", "complete-marker"),
    ("hansa_teutonica", "disputed-replacement", "end"),
    ("hansa_teutonica", "disputed-same-turn", "markers-use"),
    ("hansa_teutonica", "disputed-three", "marker-three"),
    ("hansa_teutonica", "disputed-ability", "complete-ability"),
    ("hansa_teutonica", "disputed-ties", "ties"),
    ("hansa_teutonica", "disputed-three-way", "scoring-wales"),
    ("hansa_teutonica", "disputed-three-way", "scoring-scotland"),
    ("chang_cheng", "disputed-new-board", "new-board"),
    ("chang_cheng", "disputed-new-board", "turn"),
    ("chang_cheng", "disputed-mandarin", "action-cards"),
    ("chang_cheng", "disputed-two-full", "province-full"),
    ("trajan", "disputed-centre-tile", "action-trajan"),
    ("trajan", "disputed-construction-sets", "scoring-construction"),
    ("trajan", "disputed-demand-rounds", "round-end"),
    ("trajan", "disputed-senate-rank", "ties"),
]
INFERENCE = {"en": r"\(Not in the rules; we infer it because [^()]+\.\)", "zh-Hant": r"（規則未寫明；我們的推論：[^（）]+。）"}
SOURCE = {"en": r"\(Source: [^()]+\.\)", "zh-Hant": r"（出處：[^（）]+。）"}
CHOICE = {"en": "(our choice):", "zh-Hant": "（我們採用）："}
FORMER = {"en": ("One source only", "(default):", "Default:"), "zh-Hant": ("只有一份資料提到", "（預設）：", "預設：")}
"""Other ways in which inferences, sources and choices were told."""
IN_EVERY_GAME = {
    "en": {
        "quick-reference": "Quick reference",
        "aim": "Aim of the game",
        "components": "Components",
        "setup": "Set-up",
        "first-turns": "The first turns of a game",
        "end": "End of the game",
        "scoring": "Final scoring",
        "ties": "Ties",
        "player-counts": "Changes by number of players",
        "running-out": "When pieces run out",
        "common-mistakes": "Common mistakes",
        "faq": "Questions and answers",
        "editions": "Editions",
        "disputed": "Disputed readings",
    },
    "zh-Hant": {
        "quick-reference": "速查",
        "aim": "遊戲目標",
        "components": "配件",
        "setup": "設置",
        "first-turns": "開局示範",
        "end": "遊戲結束",
        "scoring": "最終計分",
        "ties": "平手",
        "player-counts": "各人數的差異",
        "running-out": "配件用完時",
        "common-mistakes": "常見錯誤",
        "faq": "常見問題",
        "editions": "版本",
        "disputed": "有爭議的解讀",
    },
}
"""The sections that every game has, in their order."""
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
        "墨水顏色",
        "起始補給",
        "版圖面",
    ),
    "honshu": ("另計於", "有同色資源者", "有用的話", "全局", "卡片拼上", "比多寡", "塞", "褐", "中央的城鎮", "終局"),
    "trajan": (
        "分數軌",
        "數對數",
        "自己工人",
        "自己軍團兵",
        "開始2個",
        "可以讀成",
        "各位置",
        "抵1個",
        "工作區",
        "塊板塊",
        "張牌",
        "終局",
        "算分",
    ),
    "qin": ("省域", "主人", "持有", "對抗", "全場", "明確比較多", "站在版圖上", "兩場總合", "加蓋", "合為", "孤格", "禁止的放法"),
    "chang_cheng": ("偵查", "主人", "最多的人", "誰最多", "每一對", "在軌上", "扣全部", "勝負平手"),
}

GIVEN_UP_IN_ENGLISH = {
    "honshu": ("turned up", "turn up", "towns in the middle", " pays", " pay ", "inferred"),
    "trajan": ("turned up", "turn up", "points track", " pays", " pay ", "inferred"),
    "hansa_teutonica": (
        "set up an office",
        "neighbouring route",
        "start player",
        "key value",
        "left-most",
        "right-most",
        "with most ",
        "no line of the score",
        "whoever",
    ),
    "qin": ("edge to edge", "orbidden", "with most ", "nothing to do with", "as the table below says", "take off"),
    "chang_cheng": ("take out", "take off", "take away", "taken away", "turn up", "with most ", "whoever", "inferred"),
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
def test_quoted_rules_do_not_mention_page_or_sheet(slug: str, lang: str) -> None:
    assert [(lead, word) for lead in find_quotes(rules(slug, lang)) for word in OF_THE_PAGE[lang] if word in lead] == []


@pytest.mark.parametrize(("slug", "section"), INFERRED)
def test_inferred_rules_are_marked(slug: str, section: str, lang: str) -> None:
    assert {"en": "infer", "zh-Hant": "推論"}[lang] in rules(slug, lang).by_id[section].text


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_game_has_the_same_sections_in_one_order(slug: str, lang: str) -> None:
    sections = [(section.id, section.title) for section in rules(slug, lang).sections]
    assert [pair for pair in sections if pair[0] in IN_EVERY_GAME[lang]] == list(IN_EVERY_GAME[lang].items())


@pytest.mark.parametrize("slug", SHIPPED)
def test_inference_and_source_have_one_formula_each(slug: str, lang: str) -> None:
    text = "\n".join(section.text for section in rules(slug, lang).sections)
    for words, formula in (({"en": "infer", "zh-Hant": "推論"}, INFERENCE), ({"en": "Source:", "zh-Hant": "出處"}, SOURCE)):
        assert len(re.findall(formula[lang], text)) == text.count(words[lang])
    assert re.search(INFERENCE[lang], text)
    assert [words for words in FORMER[lang] if words in text] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_dispute_asks_and_names_our_reading_first(slug: str, lang: str) -> None:
    for section in rules(slug, lang).sections:
        if section.id.startswith("disputed-"):
            _, question, first, *_ = section.text.splitlines()
            assert question.endswith(("?", "？")), section.id
            assert CHOICE[lang] in first
            assert section.text.count(CHOICE[lang]) == 1
            assert section.body.count("<li><strong>") >= 2


@pytest.mark.parametrize("slug", SHIPPED)
def test_common_mistakes_lead_to_their_rules(slug: str, lang: str) -> None:
    mistakes = re.findall(r"<li>.*?</li>", rules(slug, lang).by_id["common-mistakes"].body, re.DOTALL)
    assert 5 <= len(mistakes) <= 8
    assert [mistake for mistake in mistakes if 'href="#' not in mistake] == []


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


@pytest.mark.parametrize("slug", GIVEN_UP_IN_ENGLISH)
def test_english_words_that_were_given_up_stay_away(slug: str) -> None:
    text = "\n".join(f"{section.title}\n{section.text}" for section in rules(slug, "en").sections)
    assert [word for word in GIVEN_UP_IN_ENGLISH[slug] if word in text.replace("victory point track", "")] == []
