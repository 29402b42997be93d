"""Twelve questions that players of Honshu ask in the middle of a game: the player aid alone answers each."""

import pytest
from aids import card, find_gaps

from scorers.honshu import parts
from scorers.honshu import score as honshu

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "honshu"
FOREST, TOWN, LAKE = parts.POINTS_PER_FOREST, parts.POINTS_PER_TOWN, parts.POINTS_PER_FURTHER_LAKE
CARD = parts.POINTS_OF_CARD
SIZES = range(1, 8)
LAKES = " · ".join(str(parts.lake_worth(size, "none")[0]) for size in SIZES)

QUESTIONS = [
    (
        "How much does a cube add to my card, and where does it come from?",
        "加一個資源讓卡片的數值多多少？資源從哪裡拿？",
        ["+60", "you may add one from a production square in your land"],
        ["+60", "可以從自己領地的生產方格拿一個，放在出的卡上"],
    ),
    (
        "Somebody has played a blue cube. May I add a yellow one?",
        "有人放了藍色資源，我可以放黃色的嗎？",
        ["All cubes in a trick must match the colour of the first"],
        ["同一墩的資源都要和第一個同色"],
    ),
    (
        "Who takes order card 1, and who picks a card first?",
        "誰拿順位卡1號？誰先挑卡？",
        ["the highest value takes order card 1, the next 2, and so on. Take cards in this order."],
        ["數值最高的玩家拿順位卡1號，次高的拿2號，依此類推；再依這個順位各選一張卡"],
    ),
    (
        "May I tuck a card under my land, and may I hide a lake?",
        "卡片可以墊到領地下面嗎？可以蓋住湖泊嗎？",
        ["over or under your land: overlap at least 1 square, leave at least 1 visible.", "A lake may never be covered or tucked under."],
        ["蓋在領地上面或墊到下面，至少重疊1格，且新卡至少露出1格。", "湖泊不可被蓋住，也不可墊到別張卡下面。"],
    ),
    (
        "What happens to a cube that I cover?",
        "被蓋住的資源怎麼辦？",
        ["put one on each visible production square of the new card. Return covered cubes."],
        ["新卡每個看得見的生產方格各放一個同色資源。被蓋住的資源放回供應區"],
    ),
    (
        "After which rounds do we pass our hands, and which way?",
        "哪幾輪之後傳手牌？往哪邊傳？",
        ["After round · 3 · 6 · 9 · 12", "Hands · pass left · deal 6 · pass right · end"],
        ["打完第幾輪 · 3 · 6 · 9 · 12", "手牌 · 往左傳 · 重發6張 · 往右傳 · 結束"],
    ),
    (
        "What does a lake of four squares score?",
        "四格的湖泊幾分？",
        [
            f"Squares in a lake district · {' · '.join(map(str, SIZES))}",
            f"Points · {LAKES}",
            f"Lakes · {LAKE} per square after the first in each district",
        ],
        [f"湖泊區的格數 · {' · '.join(map(str, SIZES))}", f"分數 · {LAKES}", f"每區第1格0分，之後每格{LAKE}分"],
    ),
    (
        "I have towns of five and of three squares, and nine forests. What counts?",
        "我有五格和三格兩個城鎮區，還有九格森林，怎麼算？",
        [f"Forest · {FOREST} per square", f"Town · {TOWN} per square, largest district only"],
        [f"森林 · 每格{FOREST}分", f"城鎮 · 每格{TOWN}分，只計算最大的一區"],
    ),
    (
        "What does a factory score, and how many cubes does it take?",
        "工廠幾分？一座可以收幾個資源？",
        ["its 2, 3 or 4 if it holds a cube of its colour; one cube per factory"],
        ["收到同色資源時，得印刷分數2、3或4（每座限一個資源）"],
    ),
    (
        "Which scoring card changes the lakes, and what does card 2 score for six forests in a line?",
        "哪張計分卡會改變湖泊的分數？計分卡2，六格森林連成一線幾分？",
        [
            f"4 · {parts.POINTS_PER_LAKE_SQUARE} · lake square, instead of the usual scoring",
            f"2 · {CARD['forest_runs']} · three forests in a line; six in a line score {CARD['forest_runs']} twice",
        ],
        [
            f"4 · {parts.POINTS_PER_LAKE_SQUARE} · 湖泊方格，取代平常的湖泊計分",
            f"2 · {CARD['forest_runs']} · 三格森林連成一線；連成六格得兩次{CARD['forest_runs']}分",
        ],
    ),
    (
        "Who wins a tie?",
        "同分誰獲勝？",
        ["if tied, the most visible fallow fields"],
        ["同分時看得見的休耕地最多者獲勝"],
    ),
    (
        "We are two, and my card was lower. Can I still choose the pair?",
        "兩人遊戲，我的編號比較小，還能先選嗎？",
        [
            "The player who revealed the higher number chooses a pair",
            "unless the opponent first spends any two cubes from their own land to choose instead",
        ],
        ["編號較大的玩家選一組", "另一位玩家可先花費自己領地上任意兩個資源，搶先選擇"],
    ),
]


def test_the_player_aid_answers_twelve_questions() -> None:
    assert len(QUESTIONS) == 12
    assert find_gaps(SLUG, QUESTIONS) == {}


def test_the_eight_scoring_cards_stand_in_order_with_their_points(lang: str) -> None:
    rows = [line.split(" · ") for line in card(SLUG, lang).splitlines()]
    start = next(at for at, row in enumerate(rows) if row[:2] == ["1", "2–4"])
    keys = [key for key in honshu.END_CARDS if key != "none"]
    points = {**parts.POINTS_OF_CARD, "lake_squares": parts.POINTS_PER_LAKE_SQUARE}
    for number, (key, row) in enumerate(zip(keys, rows[start : start + len(keys)], strict=True), 1):
        assert row[0] == str(number)
        assert len(row) == 3
        assert row[1] == ("2–4" if key == "double_factories" else str(points[key]))
