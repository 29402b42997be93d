"""Twelve questions that players of Chang Cheng ask in the middle of a game: the player aid alone answers each."""

import pytest
from aids import card, find_gaps

from scorers.chang_cheng import score as chang_cheng
from scorers.chang_cheng import sheet, wall
from web.rules import rules

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "chang_cheng"
BOARDS = " · ".join(str(boards) for boards in wall.BOARDS.values())
DIPLOMACY, OVERLORD, REWARD = chang_cheng.POINTS_FOR_DIPLOMACY, chang_cheng.POINTS_PER_SPACE_OF_ROW, chang_cheng.POINTS_PER_UNPLAYED_CARD

QUESTIONS = [
    (
        "Two cards of the same number lie in the province. What happens, and which card goes first?",
        "省份裡有兩張編號相同的卡，會怎樣？哪張卡先生效？",
        ["Lowest number first. Equal numbers in a province cancel each other."],
        ["編號小的先生效。同一省份裡編號相同的卡互相抵銷。"],
    ),
    (
        "What may my traitor do?",
        "叛徒可以做什麼？",
        ["2 · traitor: destroy 1 single wall here, or take away the threat tile of 1 region that touches the province"],
        ["2 · 叛徒：摧毀這裡1座單城牆，或拿走1個相接區域的威脅板塊"],
    ),
    (
        "What do the flood and the two architects change?",
        "洪水和兩種建築師各有什麼效果？",
        [
            "3 · flood: province worth 2 more, or 2 less",
            "4 · architect: 2 points more, or you count 1 wall more",
            "5 · great architect: you count 2 walls more",
        ],
        ["3 · 洪水：省份多2分，或少2分", "4 · 建築師：省份多2分，或你多算1座城牆", "5 · 大建築師：你多算2座城牆"],
    ),
    (
        "What does the mandarin swap, and is the other province scored again?",
        "官吏對調什麼？另一個省份要重新計分嗎？",
        ["6 · mandarin: swap 1 wall here with 1 standing wall of another province; nothing is scored again"],
        ["6 · 官吏：這裡1座城牆與別的省份1座未被摧毀的城牆對調；不重新計分"],
    ),
    (
        "A province is full. How many points is it worth?",
        "省份蓋滿了，值幾分？",
        ["Value: spaces − destroyed walls + prestige tile ± cards."],
        ["分數：格數 − 被摧毀的城牆 + 聲望板塊 ± 行動卡。"],
    ),
    (
        "Two of us have most walls in the full province. Who scores?",
        "蓋滿的省份裡我們兩人城牆一樣多，誰得分？",
        ["then most walls score; tied: each in full."],
        ["城牆最多的玩家得分；一樣多時每人都得全部。"],
    ),
    (
        "My double wall lies across a border on both sides. What do I score?",
        "雙城牆兩側都跨過界線，得幾分？",
        ["1 point for each province and region it touches: 2, 3 or 4", "a border on both sides · 4"],
        ["碰到的省份和區域各1分：2、3或4", "兩側的界線 · 4"],
    ),
    (
        "May I build beside another player's tower?",
        "別人的塔樓旁邊可以蓋嗎？",
        ["Tower · not next to a tower; 1 empty space beside it is kept for its owner"],
        ["塔樓 · 不能緊鄰塔樓；旁邊1個空格留給擁有者"],
    ),
    (
        "Who loses points to the Mongols, and does a tower help?",
        "蒙古入侵時誰扣分？塔樓有用嗎？",
        ["Mongol invasion · lose the threat where you have most walls or tie for most, unless your tower is there"],
        ["蒙古入侵 · 你城牆最多（含一樣多）的每個區域，扣該區威脅值；你的塔樓在該區則不扣"],
    ),
    (
        "Do the architects count against the Mongols? And a tower, and a destroyed wall?",
        "蒙古入侵時建築師算嗎？塔樓和被摧毀的城牆呢？",
        [
            "What counts · Province · Invasion",
            "single wall, tower · 1 · 1",
            "destroyed wall · 0 · 0",
            "architect · 1 · 0",
            "great architect · 2 · 0",
        ],
        ["怎麼算 · 省份 · 入侵", "單城牆、塔樓 · 1 · 1", "被摧毀的城牆 · 0 · 0", "建築師 · 1 · 0", "大建築師 · 2 · 0"],
    ),
    (
        "Who scores for diplomacy, overlord and emperor's reward, and how much?",
        "外交、霸主、帝皇獎勵，誰得分、得幾分？",
        [
            f"Diplomacy · {DIPLOMACY}: walls in most provinces",
            f"Overlord · {OVERLORD} a space: longest own row",
            f"Emperor's reward · {REWARD} a card you have not played",
            "Event cards only if in use; tied, each scores.",
        ],
        [
            f"外交 · 有城牆的省份最多：{DIPLOMACY}",
            f"霸主 · 自己連續最長的一列：每格{OVERLORD}",
            f"帝皇獎勵 · 每張沒打出的卡{REWARD}",
            "後三項用了該事件卡才算，一樣多時每人都得。",
        ],
    ),
    (
        "The third emperor card lies on the boards. What now, and with how many boards do four players end?",
        "放下第三張帝皇卡，接下來呢？四個人最後有幾塊圖板？",
        [f"Boards by the end · {BOARDS}", "It gets an emperor card; the third adds a board at once."],
        [f"最終圖板 · {BOARDS}", "放1張帝皇卡；第三張放下時，立刻加圖板。"],
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
    opening = {"en": f"Two players: {wall.NEUTRAL_WALLS} neutral walls;", "zh-Hant": f"兩人遊戲：中立城牆{wall.NEUTRAL_WALLS}座；"}
    assert opening[lang] in card(SLUG, lang)
