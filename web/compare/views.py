"""The page that compares a sheet under all rulesets, and the page for trying other rules."""

from typing import Any

from flask import Blueprint, Response, render_template
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorers.house import house_rules
from scorers.registry import game as find_game
from scorers.rulesets import score_rulesets
from scorers.sheet import options_of
from web.common.languages import message, translate
from web.common.pages import needs_query, unlisted
from web.compare.comparison import Row, changed_places, compare_rulesets, value_label
from web.compare.slopes import draw_chart, draw_slope, draw_small_slopes
from web.compare.tries import build_steppers, build_switches, can_try, find_question, try_rules
from web.compare.verdict import decide, say_attempt, say_folded
from web.result.chart import in_order
from web.result.headline import margin, say_house_rules, say_lead
from web.result.picture import answer_png, draw_outcomes, draw_preview
from web.rules.model import rules
from web.sheet.form import Filled, cell_name, fill_form, go_to_sheet, read_filled
from web.sheet.links import page_links, read_query, sheet_link

blueprint = Blueprint("compare", __name__)

TRY = "try"
"""The value of `to` for trying other rules on the sheet."""


@blueprint.get("/<lang:lang>/<game:slug>/compare")
@needs_query
def compare(lang: str, slug: str) -> str:
    """Show who wins under all rules by which the sheet can be scored."""
    game = find_game(slug)
    form = fill_form(game, read_query(game))
    if not form.is_filled:
        return render_template(
            "compare/empty.html", game=game, players=form.sheet.players, names=form.names, link=sheet_link(form.sheet)
        )
    if not form.validate():
        go_to_sheet(game)
    if form.query.get("to") == TRY and can_try(game.sheet):
        return render_template("compare/try.html", **_try_context(form.filled, lang))
    return render_template("compare/compare.html", **_comparison_context(form.filled, lang))


@blueprint.get("/<lang:lang>/<game:slug>/compare.png")
@unlisted
def preview(lang: str, slug: str) -> Response:
    """Return the preview image of a comparison: the tried rules' result, or both sides if a rule changes the winner."""
    game = find_game(slug)
    filled = read_filled(game)
    players = filled.sheet.players
    if filled.form.query.get("to") == TRY:
        own_result = game.score(filled.named_sheet)
        attempt = try_rules(game, filled.named_sheet, own_result, filled.form.query)
        result = attempt.result or own_result
        return answer_png(
            draw_preview(result, players, by_house_rules=bool(attempt.result and house_rules(attempt.sheet)))
        )
    rulesets, is_complete = score_rulesets(game, filled.named_sheet)
    comparison = compare_rulesets(game, filled.named_sheet, rulesets, is_complete=is_complete)
    if sides := decide(comparison).sides:
        return answer_png(draw_outcomes(game, players, [side.result for side in sides]))
    return answer_png(draw_preview(comparison.own.result, players, by_house_rules=bool(house_rules(filled.sheet))))


def _try_context(filled: Filled, lang: str) -> dict[str, Any]:
    """Return the context of the page on which other rules are tried."""
    game = filled.game
    own = game.score(filled.named_sheet)
    attempt = try_rules(game, filled.named_sheet, own, filled.form.query)
    result = attempt.result
    tried: dict[str, Any] = MultiDict(attempt.pairs).to_dict(flat=False)
    tried_query = {"to": TRY} | tried
    return _page_context(filled, lang, tried_query) | {
        "own": own,
        "attempt": attempt,
        "result": result,
        "sentence": say_attempt(result, own) if result else Markup(),
        "margin": margin(result) if result else Markup(),
        "switches": build_switches(attempt, filled.named_sheet),
        "steppers": build_steppers(game, attempt),
        "order": in_order(result or own),
        "tried_link": MultiDict(filled.query).to_dict(flat=False) | tried_query,
        "house": say_house_rules(attempt.sheet),
    }


def _page_context(filled: Filled, lang: str, query: dict[str, Any]) -> dict[str, Any]:
    """Return the context of both pages; `query` joins the sheet in their address."""
    game = filled.game
    return {
        "game": game,
        "rules": rules(game.slug, lang),
        "names": filled.form.names,
        "players": filled.sheet.players,
        "edition": filled.form.layout.summary,
        "link": MultiDict(filled.query).to_dict(flat=False),
        "links": page_links(game, filled.query, lang, "compare.compare", "compare.preview", query),
        "cell_name": cell_name,
        "say": message,
    }


def _comparison_context(filled: Filled, lang: str) -> dict[str, Any]:
    """Return the context of the comparison page."""
    game, sheet = filled.game, filled.sheet
    rulesets, is_complete = score_rulesets(game, filled.named_sheet)
    comparison = compare_rulesets(game, filled.named_sheet, rulesets, is_complete=is_complete)
    verdict = decide(comparison)
    deciding = verdict.deciding
    options: dict[str, Any] = options_of(game.sheet)
    folds = {"narrow": comparison.folded, "wide": comparison.repeated}
    return _page_context(filled, lang, {}) | {
        "comparison": comparison,
        "verdict": verdict,
        "slope": draw_slope(comparison, deciding) if deciding and deciding.differences else None,
        "small_slopes": draw_small_slopes(comparison, deciding) if deciding and deciding.differences else [],
        "margin": margin,
        "say_lead": say_lead,
        "house": say_house_rules(sheet),
        "can_try": can_try(game.sheet),
        "folds": [(width, rows, say_folded(comparison, rows)) for width, rows in folds.items() if rows],
        "heads": {name: _name_other(options[name], getattr(sheet, name)) for name in comparison.options},
        "changed_places": changed_places,
        "lights": _light(deciding) if deciding else {},
        "result": (deciding or comparison.own).result,
        "board": game.board_data(sheet),
        "decision": None,
        "chart": draw_chart(comparison) if len(comparison.scored) > 1 else None,
        "question": find_question(game, comparison, filled.form.names, filled.form.query.get("ask", "")),
        "sheet": sheet,
    }


def _name_other(option: Any, own: Any) -> str:
    """Return the heading of an option's column: the other value if there is only one, else the option."""
    others = [value for value in option.options if value != own]
    return translate(value_label(option, others[0]) if len(others) == 1 else option.label)


def _light(row: Row) -> dict[int, list[str]]:
    """Return, by seat, the places on the board whose points a row changes."""
    lights: dict[int, list[str]] = {}
    for change in row.differences:
        for seat, before, after in change.seats:
            if places := changed_places(before, after):
                lights.setdefault(seat, []).extend(places)
    return lights
