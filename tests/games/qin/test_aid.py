"""Twelve questions that players of Qin ask in the middle of a game: the player aid alone answers each."""

import pytest
from aids import card, find_gaps

from scorers.qin import score as qin

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "qin"
START = " · ".join(str(start) for start in qin.START_PAGODAS.values())
PROVINCE, MAJOR, VILLAGE = qin.PAGODAS_PER.values()

QUESTIONS = [
    (
        "Three of us play. How many pagodas does each take?",
        "三個人玩，每人拿幾座寶塔？",
        ["Players · 2 · 3 · 4", f"Pagodas each · {START}"],
        ["人數 · 2 · 3 · 4", f"每人寶塔 · {START}"],
    ),
    (
        "From how many squares on does my province get a second pagoda?",
        "省區幾格以上放第二座寶塔？",
        [f"Province, 2–4 squares of one colour · {PROVINCE}", f"Major province, 5 or more squares · {MAJOR}"],
        [f"省區，同色2–4格 · {PROVINCE}", f"大型省區，5格以上 · {MAJOR}"],
    ),
    (
        "Where may I put my tile?",
        "板塊可以放在哪裡？",
        ["Place a tile on two free grass squares, adjacent to a province square or start square."],
        ["把板塊放在兩格空草地上，至少一邊與省區格或起始格相鄰"],
    ),
    (
        "The piles are empty. What do I do after my turn?",
        "板塊堆抽完了，接下來怎麼辦？",
        ["draw back up to 3 tiles while tiles are left."],
        ["補滿3個板塊（板塊堆用完就不補）。"],
    ),
    (
        "My tile makes another player's province larger. Whose is it?",
        "我的板塊讓別人的省區變大，省區歸誰？",
        ["one province · it keeps its owner"],
        ["一個省區 · 擁有者不變"],
    ),
    (
        "My tile joins Ann's four squares to Bo's two. Who gets them, and with how many pagodas?",
        "我的板塊把小安的四格和小明的兩格連起來，歸誰？放幾座寶塔？",
        [f"two, one larger · it absorbs the other: {MAJOR} pagodas"],
        [f"兩個，一個較大 · 較大的吸收較小的：{MAJOR}座寶塔"],
    ),
    (
        "Does the square of the tile itself count when two provinces are compared?",
        "比較大小時，新放的板塊算不算？",
        ["Compare sizes without the new tile."],
        ["比較大小時，不計新板塊的格子。"],
    ),
    (
        "Both provinces have three squares and different owners. May I join them?",
        "兩個省區都是三格，擁有者不同，可以連起來嗎？",
        ["two of equal size · allowed if one player owns both"],
        ["兩個一樣大 · 屬於同一位玩家才能放"],
    ),
    (
        "Can somebody absorb my province of five, or join it to another of five?",
        "我的五格省區會被吸收嗎？可以和另一個五格省區相連嗎？",
        ["two major ones · not allowed", "A major province is never absorbed."],
        ["兩個大型省區 · 不能放", "大型省區不會被吸收。"],
    ),
    (
        "I have a major province beside the village, Bo has one small province. Whose is the village, and what if we are tied?",
        "村莊旁我有一個大型省區，小明有一個小省區，村莊歸誰？一樣多呢？",
        [
            f"the player with the most pagodas in the adjacent provinces holds it (major: {MAJOR}, lone square: 0).",
            "If tied, nobody holds it and its pagoda is returned (another reading: it stays).",
        ],
        [
            f"相鄰省區裡寶塔最多的玩家控制村莊（大型省區算{MAJOR}座，單格不算）。",
            "平手時無人控制，村莊上的寶塔還給擁有者（另一種解讀：保留不動）。",
        ],
    ),
    (
        "When does the game end?",
        "遊戲什麼時候結束？",
        [
            "If you build your last pagoda, you win at once.",
            "If no tile can be placed, the player with the most pagodas built wins; ties are shared.",
        ],
        ["建完最後一座寶塔的玩家立刻獲勝。", "無法再放板塊時，建造最多寶塔的玩家獲勝；平手則共享勝利。"],
    ),
    (
        "We play both sides of the board. Who wins in the end?",
        "兩面各玩一場，最後誰贏？",
        ["In a match, the player with the fewest pagodas left in both games wins."],
        ["兩面對戰由兩場剩餘寶塔合計最少的玩家獲勝。"],
    ),
]


def test_the_player_aid_answers_twelve_questions() -> None:
    assert len(QUESTIONS) == 12
    assert find_gaps(SLUG, QUESTIONS) == {}


def test_a_village_is_worth_what_the_card_says(lang: str) -> None:
    assert {"en": f"\nVillage · {VILLAGE}\n", "zh-Hant": f"\n村莊 · {VILLAGE}\n"}[lang] in card(SLUG, lang)
