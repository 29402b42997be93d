"""The template context of the result page."""

from collections.abc import Sequence
from typing import Any

from scorers.model import AnyGame
from scorers.querystring import sheet_to_query
from scorers.sensitivity import find_sensitivity
from scorers.sheet import locate
from web.common.languages import translate
from web.result.chart import deciding_line, draw_paintings, ranking_bars, used_lines
from web.result.headline import (
    headline,
    margin,
    reason,
    say_house_rules,
    say_sensitivity,
    short_headline,
    start_values,
    swing_rows,
)
from web.result.picture import preview_address
from web.result.reveal import reveal_data
from web.result.share import share_context
from web.rules.model import rules
from web.sheet.form import SheetForm, cell_name
from web.sheet.links import same_players_link


def result_context(game: AnyGame, form: SheetForm, lang: str) -> dict[str, Any]:
    """Return the context of the result's template."""
    found = find_sensitivity(game, form.named_sheet)
    result = found.own
    blank = [path for path in result.blank if path not in result.tie_inputs and form.is_expected(path)]
    decision = deciding_line(result)
    pairs, house = [*sheet_to_query(form.sheet), *form.sure_pairs], say_house_rules(form.sheet)
    words = {
        "headline": headline(result),
        "short_headline": short_headline(result),
        "margin": margin(result),
        "reason": reason(result, decision),
    }
    lines, empty_lines = used_lines(result, decision, game.unused_lines(form.sheet))
    return {
        "game": game,
        "result": result,
        **words,
        "decision": decision,
        "house": house,
        "bars": ranking_bars(result, decision),
        "shown_lines": lines,
        "silent_lines": [translate(game.lines[result.players[0].lines[at].key]) for at in empty_lines],
        "sheet": form.sheet,
        "board": game.board_data(form.sheet),
        "link": form.link,
        **share_context(result, form.sheet, pairs, house, lang),
        "preview": preview_address(game, pairs, lang),
        "rules": rules(game.slug, lang),
        "winning_rule": game.decision_rules.get(result.decided_by, game.tie_rule(form.sheet)),
        "players": form.sheet.players,
        "edition": form.layout.summary,
        "unanswered": form.unanswered,
        "blank": _by_entry(game, form.names, blank),
        "starts": start_values(result, form.sheet),
        "tie_fields": form.tie_fields(result.tie_inputs),
        "reveal": reveal_data(result, form.sheet, decision, words),
        "again": same_players_link(form.sheet),
        "paintings": draw_paintings(form.sheet),
        "interpretations": None if result.tie_inputs else say_sensitivity(game, form.named_sheet, found),
        "swings": swing_rows(game, result, found.turned_by),
    }


def _by_entry(game: AnyGame, names: Sequence[str], paths: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Group blank entries by label: the (cell name, player name) of each; an entry of the whole sheet has no player."""
    by_label: dict[str, list[tuple[str, str]]] = {}
    for path in paths:
        where = locate(game.sheet, path)
        label = translate(where.label)
        if where.record:
            label = where.record.translated(translate)
        by_label.setdefault(label, []).append((cell_name(path), "" if where.seat is None else names[where.seat]))
    return by_label
