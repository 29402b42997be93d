"""Twelve questions that players of Trajan ask in the middle of a game: the player aid alone answers each."""

import re

import pytest
from aids import card, find_gaps

from scorers.trajan import bonus
from scorers.trajan import sheet as trajan_sheet
from web.rules.model import rules

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "trajan"
SETS = trajan_sheet.POINTS_BY_TILES_OF_A_TYPE
GOODS, MILITARY, DISTRICT, GOLDEN, SYMBOL = (bonus.TILES[tile] for tile in ("wine_fish", "military", "building", "bonus_tiles", "bread"))
SHIPS = [(2, 6, 12, 20), (0, 1, 7, 15), (2, 4, 6, 8), (0, 1, 3, 5), (5, 10, 15, "–"), (1, 6, 11, "–")]
"""What is printed on the ships for 1 to 4 cards or pairs: equal cards, different cards, different pairs, each coloured, then grey."""

QUESTIONS = [
    (
        "We could not meet two of the demands. What does it cost us?",
        "有兩個需求沒滿足，要扣幾分？",
        ["Demands: per quarter, 1 not met costs 4 points, 2 cost 9, 3 cost 15."],
        ["需求：每季1個未滿足扣4分，2個扣9分，3個扣15分。"],
    ),
    (
        "I have a completed Trajan tile, a forum tile and a wild tile with bread. Which do I use for the demand?",
        "麵包需求，我有完成的圖拉真板塊、論壇板塊和萬用板塊，先用哪一個？",
        ["Use Trajan tiles first (you keep them), then forum tiles, then wild tiles"],
        ["先用圖拉真板塊（保留），再用論壇板塊，最後用萬用板塊"],
    ),
    (
        "What do three equal cards score on the coloured ship, and what on the grey one?",
        "三張相同的卡裝上彩色的船得幾分？灰色的船呢？",
        ["Ship: coloured/grey · 1 · 2 · 3 · 4", "= equal cards · 2/0 · 6/1 · 12/7 · 20/15"],
        ["船：彩色/灰色 · 1 · 2 · 3 · 4", "= 相同的卡 · 2/0 · 6/1 · 12/7 · 20/15"],
    ),
    (
        "I put a legionnaire in Belgica, where one of another player stands. What do I score?",
        "我在比利時高盧放軍團兵，那裡已有別人的一個，得幾分？",
        [
            "send a legionnaire to your leader: province points, −3 per other there",
            "6: Germania Superior, Belgica, Lugdunensis, Narbonensis.",
            "Never less than 0.",
        ],
        [
            "派軍團兵到將領處：得行省分數，該處每有1個其他玩家的軍團兵−3",
            "6分：上日耳曼尼亞、比利時高盧、盧格杜高盧、納博訥高盧。",
            "最少0分。",
        ],
    ),
    (
        "What does the next step in the senate score, and where does it end?",
        "元老院下一格得幾分？最多到幾分？",
        ["Senate · step on: 2, 3, 4, 5, 6, 7, 8 points"],
        ["元老院 · 前進1格，得2、3、4、5、6、7、8分"],
    ),
    (
        "We have the same number of votes. Who wins the vote, and what do the first two take?",
        "票數相同，誰贏得表決？前兩名拿什麼？",
        [
            "Senate vote: the most votes take a bonus tile, gold side up; the second the other, grey.",
            "If tied, the disc further right wins, then the top one.",
        ],
        ["票數最多者選1個獎勵板塊（金面），第二多者拿另1個（灰面）。同票時圓片較靠右者優先，同格時疊在上面者優先。"],
    ),
    (
        "I take my first window tile. Which action comes with it?",
        "我拿到第一個窗，可以多執行哪個行動？",
        ["First · stairs · door · fountain · roof · window", "Action · forum · senate · seaport · Trajan · military"],
        ["每類第一個 · 階梯 · 門 · 噴泉 · 屋頂 · 窗", "免費行動 · 論壇 · 元老院 · 海港 · 圖拉真 · 軍事"],
    ),
    (
        "What is a Trajan tile with two workers worth, and one that brings nothing else?",
        "帶兩個工人的圖拉真板塊幾分？沒有別的效果的呢？",
        ["Trajan tiles score 9 alone, 4 with a +2 marker, 3 with 2 cards, 5 with 1 worker or legionnaire, 2 with 2 of them"],
        ["圖拉真板塊：無效果9分，+2標記4分，抽2張卡3分，1個工人或軍團兵5分，2個工人或軍團兵2分"],
    ),
    (
        "What is my +2 marker good for?",
        "+2標記怎麼用？",
        [
            "Extra action tile: after its action, discard it to take the action again; with your +2 marker there, twice more.",
            "One tile per turn.",
        ],
        ["額外行動板塊：執行該行動後，可棄掉板塊再執行1次；有你的+2標記時再執行2次。每回合限1個。"],
    ),
    (
        "I have wine and fish in my display and the bonus tile grey side up. What does each card score?",
        "展示區有酒和魚，獎勵板塊是灰面，每張卡得幾分？",
        ["Bonus tile: points per · Gold · Grey", f"card of its 2 goods in your display · {GOODS.gold} · {GOODS.grey}"],
        ["獎勵板塊計分對象 · 金面 · 灰面", f"展示區裡這兩種商品的每張卡 · {GOODS.gold} · {GOODS.grey}"],
    ),
    (
        "I have all four roofs at the end. Is that 20 or 30?",
        "遊戲結束時四個屋頂都有，是20分還是30分？",
        [f"3 or 4 construction tiles of a type · {SETS[3]}/{SETS[4]}"],
        [f"同類建築板塊3個或4個 · {SETS[3]}/{SETS[4]}"],
    ),
    (
        "What do the cards in my hand and the workers in my camp score at the end, and who wins a tie?",
        "遊戲結束時手牌和工人營的工人得幾分？同分算誰贏？",
        [
            f"Card in hand · {trajan_sheet.POINTS_PER_CARD}",
            f"Worker or legionnaire in camp · {trajan_sheet.POINTS_PER_WORKER}",
            "The player with the most points wins; if tied, higher in the senate.",
        ],
        [
            f"手牌每張 · {trajan_sheet.POINTS_PER_CARD}",
            f"兵營的軍團兵每個 · {trajan_sheet.POINTS_PER_LEGIONNAIRE}",
            "同分時元老院名次較高者獲勝。",
        ],
    ),
]


def test_the_player_aid_answers_twelve_questions() -> None:
    assert len(QUESTIONS) == 12
    assert find_gaps(SLUG, QUESTIONS) == {}


def test_every_bonus_tile_scores_what_the_card_says(lang: str) -> None:
    points = [line.split(" · ")[1:] for line in card(SLUG, lang).split({"en": "Grey\n", "zh-Hant": "灰面\n"}[lang])[1].splitlines()]
    names = (GOODS, MILITARY, DISTRICT, GOLDEN, SYMBOL)
    assert points == [[str(tile.gold), "½" if tile.grey_lot == 2 else str(tile.grey)] for tile in names]
    sides = {(tile.gold, tile.grey, tile.grey_lot) for tile in names}
    assert sides == {(tile.gold, tile.grey, tile.grey_lot) for tile in bonus.TILES.values()}


def test_ships_score_what_is_printed_on_them(lang: str) -> None:
    lines = rules(SLUG, lang).by_id["ships"].text.splitlines()
    rows = [line.split(" · ")[1:] for line in lines if len(line.split(" · ")) == 5][1:]
    assert rows == [[str(points) for points in ship] for ship in SHIPS]
    for coloured, grey in zip(SHIPS[::2], SHIPS[1::2], strict=True):
        both = [one if one == "–" else f"{one}/{other}" for one, other in zip(coloured, grey, strict=True)]
        assert " · ".join(both) in card(SLUG, lang)


def test_provinces_score_what_their_rule_says(lang: str) -> None:
    start, apart = {"en": ("Provinces: ", ", "), "zh-Hant": ("行省：", "、")}[lang]
    (line,) = [line for line in card(SLUG, lang).splitlines() if line.startswith(start)]
    groups = re.findall(r"(\d+)(?:: |分：)([^.。]+)", line)
    items = {name: points for points, names in groups for name in names.split(apart)}
    rows = re.findall(r"^(.+?)(?:（.*）)? · (\d+)$", rules(SLUG, lang).by_id["provinces"].text, re.MULTILINE)
    assert items == dict(rows)
    assert len(items) == 10


def test_demands_and_the_senate_score_what_their_rules_say(lang: str) -> None:
    by_id = rules(SLUG, lang).by_id
    losses = re.findall(r"^[1-3] · −(\d+)$", by_id["demands"].text, re.MULTILINE)
    start = {"en": "Demands: ", "zh-Hant": "需求："}[lang]
    (line,) = [line for line in card(SLUG, lang).splitlines() if line.startswith(start)]
    assert re.findall(r"\d+", line) == [number for pair in zip("123", losses, strict=True) for number in pair]
    (steps,) = re.findall(r"(?: · \d){8}$", by_id["action-senate"].text, re.MULTILINE)[1:]
    assert {"en": ", ", "zh-Hant": "、"}[lang].join(steps.split(" · ")[2:]) in card(SLUG, lang)
