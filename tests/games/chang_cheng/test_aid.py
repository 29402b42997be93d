"""Twelve questions that players of Chang Cheng ask in the middle of a game: the player aid alone answers each."""

import pytest
from aids import card, find_gaps

from scorers.chang_cheng import sheet, wall
from web.rules.model import rules

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "chang_cheng"
BOARDS = " · ".join(str(boards) for boards in wall.BOARDS.values())
DIPLOMACY, OVERLORD, REWARD = (
    sheet.POINTS_FOR_DIPLOMACY,
    sheet.POINTS_PER_SPACE_OF_ROW,
    sheet.POINTS_PER_UNPLAYED_CARD,
)

QUESTIONS = [
    (
        "Two cards of the same number lie in the province. What happens, and which card goes first?",
        "省份裡有兩張編號相同的卡，會怎樣？哪張卡先處理？",
        ["Resolve the lowest number first. Cards with equal numbers in a province cancel each other."],
        ["從編號最小的卡開始處理。同一省份裡編號相同的卡互相抵銷。"],
    ),
    (
        "What may my traitor do?",
        "叛徒可以做什麼？",
        ["2 · traitor: destroy 1 single wall here, or remove the threat tile of 1 adjacent region"],
        ["2 · 叛徒：摧毀此省份的1座單城牆，或移除1個相鄰蒙古區域的威脅板塊"],
    ),
    (
        "What do the flood and the two architects change?",
        "洪水和兩種建築師各有什麼效果？",
        [
            "3 · flood: the value of the province rises or falls by 2",
            "4 · architect: the value rises by 2, or you count 1 more wall",
            "5 · great architect: you count 2 more walls",
        ],
        ["3 · 洪水：省份價值增加2或減少2", "4 · 建築師：省份價值增加2，或你的城牆多算1座", "5 · 大建築師：你的城牆多算2座"],
    ),
    (
        "What does the mandarin swap, and is the other province scored again?",
        "官吏對調什麼？另一個省份要重新計分嗎？",
        ["6 · mandarin: swap 1 wall here with 1 standing wall of another province, which is not scored again"],
        ["6 · 官吏：此省份的1座城牆與其他省份1座未被摧毀的城牆對調；不重新計分"],
    ),
    (
        "A province is full. How many points is it worth?",
        "省份蓋滿了，值幾分？",
        ["Value: wall spaces − destroyed walls + prestige tile ± cards."],
        ["價值＝城牆格數−被摧毀的城牆＋聲望板塊±行動卡。"],
    ),
    (
        "Two of us have most walls in the full province. Who scores?",
        "蓋滿的省份裡我們兩人城牆一樣多，誰得分？",
        ["The player with the most walls scores its value; tied players each score in full."],
        ["再由城牆最多的玩家得到省份的價值；並列最多的玩家各得全額。"],
    ),
    (
        "My double wall lies across a border on both sides. What do I score?",
        "雙城牆兩側都跨過界線，得幾分？",
        ["Score 1 point per province and region it lies in: 2, 3 or 4.", "a border on both sides · 4"],
        ["每跨到1個省份或蒙古區域得1分，共2、3或4分。", "兩側的界線 · 4"],
    ),
    (
        "May I build beside another player's tower?",
        "別人的塔樓旁邊可以蓋嗎？",
        ["Tower · Not adjacent to another tower. It reserves 1 adjacent space for you."],
        ["塔樓 · 不能與另一座塔樓相鄰；相鄰的1個空格保留給你。"],
    ),
    (
        "Who loses points to the Mongols, and does a tower help?",
        "蒙古入侵時誰扣分？塔樓有用嗎？",
        ["Mongol invasion · Lose the threat wherever you have the most walls or tie for the most, unless your tower is there."],
        ["蒙古入侵 · 在你城牆最多（含並列）的蒙古區域扣威脅值；該區域有你的塔樓則不扣。"],
    ),
    (
        "Do the architects count against the Mongols? And a tower, and a destroyed wall?",
        "蒙古入侵時建築師算嗎？塔樓和被摧毀的城牆呢？",
        [
            "Walls counted · Province · Invasion",
            "single wall, tower · 1 · 1",
            "destroyed wall · 0 · 0",
            "architect · 1 · 0",
            "great architect · 2 · 0",
        ],
        ["計算方式 · 省份計分 · 蒙古入侵", "單城牆、塔樓 · 1 · 1", "被摧毀的城牆 · 0 · 0", "建築師 · 1 · 0", "大建築師 · 2 · 0"],
    ),
    (
        "Who scores for diplomacy, overlord and emperor's reward, and how much?",
        "外交、霸主、帝皇獎勵，誰得分、得幾分？",
        [
            f"Diplomacy · {DIPLOMACY} for walls in the most provinces",
            f"Overlord · {OVERLORD} per space of the longest row",
            f"Emperor's reward · {REWARD} per unplayed action card",
            "At the end · Points (tied players all score)",
        ],
        [
            f"外交 · 城牆分布於最多省份的玩家得{DIPLOMACY}分。",
            f"霸主 · 連續城牆最長的玩家每格得{OVERLORD}分。",
            f"帝皇獎勵 · 每張未打出的行動卡得{REWARD}分。",
            "遊戲結束 · 分數（並列的玩家都得分）",
        ],
    ),
    (
        "The third emperor card lies on the boards. What now, and with how many boards do four players end?",
        "放下第三張帝皇卡，接下來呢？四個人最後有幾塊圖板？",
        [f"Boards by the end · {BOARDS}", "Put an emperor card there; the third adds a board at once."],
        [f"總圖板數 · {BOARDS}", "接著放1張帝皇卡；放下第三張時，立刻加圖板。"],
    ),
]


def test_the_player_aid_answers_twelve_questions() -> None:
    assert len(QUESTIONS) == 12
    assert find_gaps(SLUG, QUESTIONS) == {}


def test_every_action_card_stands_on_the_card_with_its_number(lang: str) -> None:
    lines = card(SLUG, lang).splitlines()
    names = [row.split(" · ")[:2] for row in rules(SLUG, lang).by_id["action-cards"].text.splitlines() if row[:1].isdigit()]
    for number, name in names[: sheet.ACTION_CARDS]:
        assert any(line.startswith((f"{number} · {name}:", f"{number} · {name}：")) for line in lines), name


def test_what_a_double_wall_pays_is_what_its_rule_says(lang: str) -> None:
    points = [row for row in rules(SLUG, lang).by_id["action-double"].text.splitlines() if row[-4:-1] == " · "][:3]
    assert len(points) == 3
    assert "\n".join(points) in card(SLUG, lang)


def test_two_players_have_the_neutral_walls_of_the_limits(lang: str) -> None:
    opening = {
        "en": f"Two players: there are {wall.NEUTRAL_WALLS} neutral walls.",
        "zh-Hant": f"兩人遊戲：共有{wall.NEUTRAL_WALLS}座中立城牆",
    }
    assert opening[lang] in card(SLUG, lang)
