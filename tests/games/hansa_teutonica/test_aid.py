"""Twelve questions that players of Hansa Teutonica ask in the middle of a game: the player aid alone answers each."""

import pytest
from aids import card, find_gaps

from scorers.entries import entries_of
from scorers.hansa_teutonica import score as hansa
from scorers.hansa_teutonica import sheet as hansa_sheet
from scorers.hansa_teutonica.map import CITIES

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "hansa_teutonica"
CITY = {city.mark: city.name for city in CITIES.values()}
"""What is printed beside a city -> the city."""
FULL, KEYS = hansa_sheet.POINTS_PER_FULL_ABILITY, hansa.KEY_VALUES
STEPS = " · ".join(str(hansa.MARKER_POINTS[most]) for most in (1, 3, 5, 7, 9, 10))
"""Points for 1, up to 3, 5, 7 and 9, and 10 or more bonus markers."""
E7, E8, E9, E11 = hansa.COELLEN_SPACES

QUESTIONS = [
    (
        "I start third. How many traders do I begin with?",
        "我是第三順位，起始有幾個小商人？",
        ["Players · 2 · 3 · 4 · 5", "Starting traders (first–last player) · 5–6 · 5–7 · 5–8 · 5–9"],
        ["人數 · 2 · 3 · 4 · 5", "起始小商人（第一到最後順位） · 5–6 · 5–7 · 5–8 · 5–9"],
    ),
    (
        "Where do I go to get more actions, and what do I get when the row is empty?",
        "想增加行動數要去哪座城市？整列清空有幾分？",
        [f"Actions · {CITY['actions']} · 2 3 3 4 4 5 · {FULL}", f"City Keys · {CITY['keys']} · {' '.join(map(str, KEYS))} · 0"],
        [f"行動 · {CITY['actions']} · 2 3 3 4 4 5 · {FULL}", f"城市鑰匙 · {CITY['keys']} · {' '.join(map(str, KEYS))} · 0"],
    ),
    (
        "What does it cost me to displace a merchant, and what may its owner do?",
        "搶佔別人的大商人要付多少？對方可以做什麼？",
        ["Displace · put 1 piece in its place and pay 1 more (2 against a merchant); the displaced player may add 1 piece (2)"],
        ["搶佔 · 放1個取代對方，另付1個（對方是大商人則付2個）；對方可加放1個（大商人2個）"],
    ),
    (
        "My trader was displaced. Where may I put it, and where do the added pieces come from?",
        "我的商人被搶佔了，可以放到哪裡？加放的商人從哪裡拿？",
        [
            "put your piece and any added pieces on adjacent routes (sharing a city), or the nearest with room.",
            "Add from your general stock, then personal supply, then routes.",
        ],
        ["鄰近路線（共用一座城市）的空路格，都滿了就放到更外圍的路線", "先從備用區拿，其次個人供應區，最後才用路線上的"],
    ),
    (
        "Two of us have two offices each in a city. Who controls it?",
        "一座城市裡兩個人各有兩個商會，由誰控制？",
        ["the player with the most offices, annexes included; if tied, the tied player with the office furthest right"],
        ["商會最多的玩家控制城市，附加商會也計入；平手時，由平手玩家中商會最靠右者控制"],
    ),
    (
        "I am the second to join Arnheim and Stendal. What do I get?",
        "我是第二個把Arnheim連到Stendal的人，得幾分？",
        ["East–West, at once: first 7, second 4, third 2"],
        ["東西連線：立刻得分，第一位7、第二位4、第三位2"],
    ),
    (
        "Which Privilege colour does the 11 in Coellen need?",
        "Coellen的11分格要哪一種特權顏色？",
        [f"white {E7}, orange {E8}, pink {E9}, black {E11}"],
        [f"白{E7}、橘{E8}、粉紅{E9}、黑{E11}"],
    ),
    (
        "I have collected five bonus markers. What are they worth?",
        "我收集了五個獎勵標記，值幾分？",
        ["Bonus markers · 1 · 2–3 · 4–5 · 6–7 · 8–9 · 10+", f"Points, used or not · {STEPS}"],
        ["獎勵標記 · 1 · 2–3 · 4–5 · 6–7 · 8–9 · 10+", f"分數，不論是否用過 · {STEPS}"],
    ),
    (
        "May I use a bonus marker in the turn in which I took it?",
        "剛拿到的獎勵標記，同一回合就能用嗎？",
        ["2009: from your next turn on.", "Big Box: any time after the action that brought it."],
        ["2009年版：下一個回合起才能用。", "大盒版：拿到的那個行動不能用，之後即可使用。"],
    ),
    (
        "Where does an annex go, what may stand there, and does it help to complete the city?",
        "附加商會放在哪裡？可以放哪種商人？能幫助完成城市嗎？",
        ["left of all offices of a city that has one", "any piece, any colour", "It does not help to complete the city."],
        ["所有商會的左邊", "大小商人皆可，不限特權顏色", "不幫助完成城市"],
    ),
    (
        "May I swap an annex, and does a swap onto a coin pay?",
        "附加商會可以交換嗎？換到金幣格有分嗎？",
        ["but no annexes or special spaces. A swap scores no coin."],
        ["附加商會與特別聲望格不能交換；交換不得金幣的分數"],
    ),
    (
        "When does the game end, and who wins a tie?",
        "遊戲什麼時候結束？平手算誰贏？",
        [
            "a player reaches 20 prestige, the 10th city is completed, or no marker is left to draw",
            "2009: shared. Big Box: the less developed Actions ability wins, then more network points, then shared.",
        ],
        [
            "有玩家聲望達20分、第10座城市完成，或要抽標記卻已抽完",
            "2009年版共享勝利。大盒版由「行動」提升較少的玩家獲勝，其次比網絡得分，仍平手才共享。",
        ],
    ),
]


def test_the_player_aid_answers_twelve_questions() -> None:
    assert len(QUESTIONS) == 12
    assert find_gaps(SLUG, QUESTIONS) == {}


def test_the_table_of_abilities_is_that_of_the_desk(lang: str) -> None:
    rows = [line.split(" · ") for line in card(SLUG, lang).splitlines()]
    start = next(at for at, row in enumerate(rows) if row[1:2] == [CITY["actions"]])
    for row, (ability, pieces) in zip(rows[start:], hansa.FULL.items(), strict=False):
        values = row[2].split("（")[0].split(" (")[0].split()
        assert row[1] == CITY[ability]
        assert len(values) == pieces + 1
        assert row[3] == str(hansa_sheet.POINTS_PER_FULL_ABILITY)
        if ability != "privilege":
            assert values == [str(face).split()[0] for face in entries_of(hansa.Player)[ability].faces]
    assert rows[start + len(hansa.FULL)][1:] == [CITY["keys"], " ".join(map(str, hansa.KEY_VALUES)), "0"]


def test_a_city_pays_what_the_card_says(lang: str) -> None:
    assert {"en": f"Control: {hansa_sheet.POINTS_PER_CITY} per city.", "zh-Hant": f"控制：每座城市{hansa_sheet.POINTS_PER_CITY}分。"}[
        lang
    ] in card(SLUG, lang)
