"""The player aid of Chang Cheng answers the twelve questions of aid.tsv, and its numbers are those of the code."""

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


def test_player_aid_answers_twelve_questions() -> None:
    assert find_gaps(SLUG, globals()) == {}


def test_player_aid_has_every_action_card_with_its_number(lang: str) -> None:
    lines = card(SLUG, lang).splitlines()
    names = [row.split(" · ")[:2] for row in rules(SLUG, lang).by_id["action-cards"].text.splitlines() if row[:1].isdigit()]
    for number, name in names[: sheet.ACTION_CARDS]:
        assert any(line.startswith((f"{number} · {name}:", f"{number} · {name}：")) for line in lines), name


def test_double_wall_points_match_their_rule(lang: str) -> None:
    points = [row for row in rules(SLUG, lang).by_id["action-double"].text.splitlines() if row[-4:-1] == " · "][:3]
    assert len(points) == 3
    assert "\n".join(points) in card(SLUG, lang)


def test_two_players_have_the_neutral_walls_of_the_limits(lang: str) -> None:
    opening = {
        "en": f"Two players: there are {wall.NEUTRAL_WALLS} neutral walls.",
        "zh-Hant": f"兩人遊戲：共有{wall.NEUTRAL_WALLS}座中立城牆",
    }
    assert opening[lang] in card(SLUG, lang)
