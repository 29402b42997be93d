"""Tables of player counts, limited pieces and borders agree with other tables and the scoring code."""

import pytest
from rule_tables import column, numbers, table

from scorers.honshu import cards
from scorers.trajan import box as trajan_box
from scorers.trajan import score as trajan
from web.rules.model import rules

pytestmark = pytest.mark.usefixtures("application_context")
PLAYERS = (2, 3, 4)


def test_honshu_player_counts_agree_with_other_tables(lang: str) -> None:
    _, orders, turned, discarded, used, spare = numbers("honshu", lang, "player-counts")
    assert orders == numbers("honshu", lang, "setup")[1]
    assert [used, turned] == numbers("honshu", lang, "quick-reference")
    assert discarded == turned, "a pair is two cards, of which one is laid"
    assert spare == [len(cards.MAP_CARDS) - count for count in used]


def test_trajan_player_counts_agree_with_the_limits(lang: str) -> None:
    forum, bonus_tiles, laps = numbers("trajan", lang, "player-counts")
    assert [forum] == numbers("trajan", lang, "quick-reference")
    assert forum == column("trajan", lang, "setup-board", 1) == [3 * players for players in PLAYERS]
    assert bonus_tiles == [trajan.FIRST_BONUS_TILES * players + 2 * trajan.QUARTERS for players in PLAYERS]
    assert laps == [11, 16, 21]  # as the program IanHemenway/Trajan has them, the only source


def test_pieces_that_run_out_are_those_of_the_box(lang: str) -> None:
    pieces = column("trajan", lang, "components", 1)
    text = rules("trajan", lang).by_id["running-out"].text
    forum, provinces = column("trajan", lang, "setup-board", 1)[-1], len(table("trajan", lang, "provinces"))
    for number in (trajan_box.TOKENS_OF_A_PLAYER, pieces[13], pieces[10], provinces + trajan.QUARTERS * forum):
        assert str(number) in text
    assert pieces[13] == 4 * 6, "a +2 marker for each of the six spaces of a mat"
    assert pieces[11] == trajan.QUARTERS * column("trajan", lang, "setup-board", 2)[0]


def test_borders_of_provinces_hold_both_ways(lang: str) -> None:
    separator = {"en": ", ", "zh-Hant": "、"}[lang]
    (camp, first), *rows = [(start, goals.split(separator)) for start, goals in table("trajan", lang, "borders")]
    borders = dict(rows)
    assert set(borders) == {row[0].partition("（")[0] for row in table("trajan", lang, "provinces")}
    assert camp not in borders
    assert set(first) < set(borders)
    assert all(start in borders[goal] for start, goals in rows for goal in goals)
