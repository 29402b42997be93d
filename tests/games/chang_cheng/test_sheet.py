"""The lists of Chang Cheng's sheet that go with the whole wall."""

from scorers.chang_cheng.sheet import Player, Sheet, _beside_the_wall
from scorers.entries import EntryList, Number
from scorers.model import N_

SIZE = Number(label=N_("Size"), low=1, high=9)


def test_list_beside_the_wall_is_needed_with_it() -> None:
    """Four players have 12 regions, and nobody has more."""
    result = _beside_the_wall(N_("Sizes"), item=SIZE, hint=N_("From the left.")).metadata["entry"]
    assert isinstance(result, EntryList)
    assert (result.label, result.hint, result.rule, result.most) == ("Sizes", "From the left.", "board", 12)
    assert result.item is SIZE
    by_counts, by_wall = (Sheet(players=(Player(), Player()), wall=wall) for wall in (None, "A B"))
    assert [result.required_if(sheet, None) for sheet in (by_counts, by_wall)] == [False, True]
    assert result.shown_if
    assert [result.shown_if(sheet) for sheet in (by_counts, by_wall)] == [True, True]
