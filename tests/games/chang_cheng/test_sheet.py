"""The sheet of Chang Cheng: the lists that the whole wall needs, and the threats of regions."""

import re

from proofreader import Proofreader

from scorers.chang_cheng.sheet import Player, Sheet, _beside_the_wall
from scorers.entries import EntryList, Number
from scorers.model import N_

SIZE = Number(label=N_("Size"), low=1, high=9)


def test_wall_needs_its_lists() -> None:
    """Four players have 12 regions; no number of players has more."""
    result = _beside_the_wall(N_("Sizes"), item=SIZE, hint=N_("From the left.")).metadata["entry"]
    assert isinstance(result, EntryList)
    assert (result.label, result.hint, result.rule, result.most) == ("Sizes", "From the left.", "board", 12)
    assert result.item is SIZE
    by_counts, by_wall = (Sheet(players=(Player(), Player()), wall=wall) for wall in (None, "A B"))
    assert [result.required_if(sheet, None) for sheet in (by_counts, by_wall)] == [False, True]
    assert result.shown_if
    assert [result.shown_if(sheet) for sheet in (by_counts, by_wall)] == [True, True]


def test_unchosen_threat_counts_zero(client: Proofreader) -> None:
    """Three walls against none, but no threat chosen: nobody loses a point of the 5 and 4 on the track."""
    link = "n=2&0.track=5&1.track=4&regions=1&regions.0.walls.0=3&regions.0.walls.1=0"
    page = client.get(f"/en/chang_cheng/score?to=sheet&{link}").text
    select = page.partition('name="regions.0.threat"')[2].partition("</select>")[0]
    options = re.findall(r'<option value="(.*?)"( selected)?>(.*?)</option>', select)
    assert options == [
        ("", " selected", "–"),
        ("0", "", "0, removed"),
        ("2", "", "−2"),
        ("3", "", "−3"),
        ("4", "", "−4"),
    ]
    for threat in ("", "&regions.0.threat=", "&regions.0.threat=0"):
        assert "<bdi>A</bdi> wins, 5 to 4" in client.get(f"/en/chang_cheng/score?{link}{threat}").text
