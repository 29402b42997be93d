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
        ["+60", "at most one a card, from a production square of your land"],
        ["+60", "一張卡最多一個，從自己領地的生產方格拿"],
    ),
    (
        "Somebody has played a blue cube. May I add a yellow one?",
        "有人放了藍色資源，我可以放黃色的嗎？",
        ["All cubes of a trick match the colour of the first."],
        ["同一墩的資源都要和第一個同色。"],
    ),
    (
        "Who takes order card 1, and who picks a card first?",
        "誰拿順位卡1號？誰先挑卡？",
        ["the highest value takes order card 1, the next 2, and so on; in this order each picks a card"],
        ["數值最高的拿順位卡1號，次高的拿2號，依此類推；照這個順序各挑一張卡"],
    ),
    (
        "May I push a card under my land, and may I hide a lake?",
        "卡片可以墊到領地下面嗎？可以蓋住湖泊嗎？",
        ["over or under: at least 1 square overlaps, at least 1 of the new card stays visible", "A lake is never hidden, either way."],
        ["蓋上或墊到下面：至少1格重疊，新卡至少1格看得見", "湖泊永遠不能被遮住，兩種方式都一樣。"],
    ),
    (
        "What happens to a cube that I cover?",
        "被蓋住的資源怎麼辦？",
        ["one of its colour on each visible production square of the new card; a covered cube goes back to the supply"],
        ["新卡上每個看得見的生產方格放一個同色資源；被蓋住的資源放回供應區"],
    ),
    (
        "After which rounds do we pass our hands, and which way?",
        "哪幾輪之後傳手牌？往哪邊傳？",
        ["After round · 3 · 6 · 9 · 12", "Hands · pass left · deal 6 · pass right · end"],
        ["打完第幾輪 · 3 · 6 · 9 · 12", "手牌 · 往左傳 · 重發6張 · 往右傳 · 結束"],
    ),
    (
        "What does a lake of four squares pay?",
        "四格的湖泊幾分？",
        [f"Lake squares · {' · '.join(map(str, SIZES))}", f"Points · {LAKES}", f"{LAKE} for each square beyond the first in each district"],
        [f"湖泊格數 · {' · '.join(map(str, SIZES))}", f"分數 · {LAKES}", f"每區第一格以外，每格{LAKE}"],
    ),
    (
        "I have towns of five and of three squares, and nine forests. What counts?",
        "我有五格和三格兩個城鎮區，還有九格森林，怎麼算？",
        [f"Forest · {FOREST} a square", f"Town · {TOWN} a square of your largest district only"],
        [f"森林 · 每格{FOREST}", f"城鎮 · 只算最大的一區，每格{TOWN}"],
    ),
    (
        "What does a factory pay, and does one without a cube pay anything?",
        "工廠幾分？沒有資源的工廠有分嗎？",
        ["the printed 2, 3 or 4 with a cube of its colour, one cube each; 0 without"],
        ["放有一個同色資源時，得工廠上的2、3或4分；沒有資源0分"],
    ),
    (
        "Which scoring card changes the lakes, and what does card 2 pay for six forests in a line?",
        "哪張計分卡會改變湖泊的分數？計分卡2，六格森林連成一線幾分？",
        [
            f"4 · {parts.POINTS_PER_LAKE_SQUARE} · lake square, in place of the usual",
            f"2 · {CARD['forest_runs']} · 3 forests in a line; a line of six pays {CARD['forest_runs']} twice",
        ],
        [
            f"4 · {parts.POINTS_PER_LAKE_SQUARE} · 每格湖泊，取代平常的湖泊計分",
            f"2 · {CARD['forest_runs']} · 每3格森林連成一線；連成六格得兩次{CARD['forest_runs']}分",
        ],
    ),
    (
        "Who wins a tie?",
        "同分誰獲勝？",
        ["tie: most visible fallow fields"],
        ["同分：看得見的休耕地最多者獲勝"],
    ),
    (
        "We are two, and my card was lower. Can I still choose the pair?",
        "兩人遊戲，我的編號比較小，還能先選嗎？",
        ["the higher number chooses a pair", "the other player may first remove any two cubes from their own land and choose instead"],
        ["編號較大的玩家選一組", "另一位玩家可以先從自己的領地移除任意兩個資源，改由他選"],
    ),
]


def test_the_player_aid_answers_twelve_questions() -> None:
    assert len(QUESTIONS) == 12
    assert find_gaps(SLUG, QUESTIONS) == {}


def test_the_eight_scoring_cards_stand_in_order_and_pay_their_points(lang: str) -> None:
    rows = [line.split(" · ") for line in card(SLUG, lang).splitlines()]
    start = next(at for at, row in enumerate(rows) if row[:2] == ["1", "2–4"])
    keys = [key for key in honshu.END_CARDS if key != "none"]
    points = {**parts.POINTS_OF_CARD, "lake_squares": parts.POINTS_PER_LAKE_SQUARE}
    for number, (key, row) in enumerate(zip(keys, rows[start : start + len(keys)], strict=True), 1):
        assert row[0] == str(number)
        assert len(row) == 3
        assert row[1] == ("2–4" if key == "double_factories" else str(points[key]))
