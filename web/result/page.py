"""What the result page shows, as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorers.model import AnyGame, Result
from scorers.outcome import Decision, Outcome
from scorers.sheet import blank_lists, locate
from web.common.languages import translate
from web.result.chart import Bar, GridDrawings, draw_paintings, ranking_bars, used_lines
from web.result.headline import (
    Headlines,
    SensitivityLine,
    SwingRow,
    say_house_rules,
    say_outcome,
    say_sensitivity,
    start_values,
    swing_rows,
)
from web.result.reveal import reveal_data
from web.result.share import bg_stats_address, chat_text, stored_result
from web.rules.model import Rules, rules
from web.sheet.fields import EntryField
from web.sheet.form import Filled, cell_name
from web.sheet.links import PageLinks, page_links, same_players_link
from web.sheet.unanswered import OpenGroup


@dataclass(frozen=True)
class ResultPage:
    """The variables of the result's template."""

    game: AnyGame
    rules: Rules
    # The sheet, and what it may still be asked
    sheet: Any
    players: Sequence[Any]
    edition: Sequence[str]
    board: Any
    unanswered: list[OpenGroup]
    blank: Mapping[str, list[tuple[str, str]]]
    """Blank entries by label: the cell and player of each; an entry of the whole sheet has no player."""
    tie_fields: list[EntryField]
    # Its links: with all entries, short and whole, and to a new game with the same players
    link: Mapping[str, Any]
    links: PageLinks
    again: Mapping[str, Any]
    # The result in words
    result: Result
    decision: Decision | None
    winning_rule: str
    said: Headlines
    house: str
    starts: Mapping[str, Any]
    swings: list[SwingRow]
    interpretations: SensitivityLine | None
    # The result as drawn
    bars: list[Bar]
    shown_lines: list[int]
    silent_lines: list[str]
    paintings: list[GridDrawings]
    # The result as handed on: to a chat, to BG Stats, to a scorebook, to the script of the reveal
    chat_text: str
    bg_stats: str
    stored: Mapping[str, Any]
    reveal: Mapping[str, Any]


def result_page(filled: Filled, outcome: Outcome, lang: str) -> ResultPage:
    """Return what the page shows of a sheet's outcome."""
    game, sheet, form = filled.game, filled.sheet, filled.form
    result, decision, found = outcome.result, outcome.decision, outcome.sensitivity
    links = page_links(game, filled.pairs, lang, "result.score", "result.preview")
    said, house = say_outcome(outcome), say_house_rules(sheet)
    shown_lines, empty_lines = used_lines(result, decision, game.unused_lines(sheet))
    return ResultPage(
        game=game,
        rules=rules(game.slug, lang),
        sheet=sheet,
        players=sheet.players,
        edition=form.layout.summary,
        board=game.board_data(sheet),
        unanswered=form.unanswered,
        blank=_blank_by_label(filled, result),
        tie_fields=form.tie_fields(result.tie_inputs),
        link=filled.link,
        links=links,
        again=same_players_link(game, filled.query),
        result=result,
        decision=decision,
        winning_rule=game.decision_rules.get(result.decided_by, "ties"),
        said=said,
        house=house,
        starts=start_values(result, sheet),
        swings=swing_rows(game, sheet, result, found.turned_by),
        interpretations=None if result.tie_inputs else say_sensitivity(game, filled.named_sheet, found),
        bars=ranking_bars(result, decision),
        shown_lines=shown_lines,
        silent_lines=[translate(game.lines[result.players[0].lines[at].key]) for at in empty_lines],
        paintings=draw_paintings(sheet),
        chat_text=chat_text(result, links.address, house),
        bg_stats=bg_stats_address(result, filled),
        stored=stored_result(result, filled),
        reveal=reveal_data(outcome, sheet, said),
    )


def _blank_by_label(filled: Filled, result: Result) -> dict[str, list[tuple[str, str]]]:
    """Group the blank entries that may have been forgotten by their label."""
    form = filled.form
    by_label: dict[str, list[tuple[str, str]]] = {}
    for path in (*result.blank, *blank_lists(form.sheet)):
        if path in result.tie_inputs or not form.is_expected(path):
            continue
        where = locate(filled.game.sheet, path, form.sheet)
        label = where.record.translated(translate) if where.record else translate(where.label)
        player = "" if where.seat is None else form.names[where.seat]
        by_label.setdefault(label, []).append((cell_name(path), player))
    return by_label
