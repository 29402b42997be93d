"""The rules pages of a game: all rules, both languages side by side, the glossary, and the set-up."""

from flask import Blueprint, abort, render_template, request

from scorers.entries import parse_number
from scorers.registry import game as find_game
from scorers.sheet import players_entry
from web.common.languages import LANGUAGES
from web.common.page_cache import cached_page
from web.common.view_traits import uses_query
from web.rules.backlinks import backlinks
from web.rules.model import rules, terms
from web.rules.setup_steps import stages

blueprint = Blueprint("rules", __name__)


@blueprint.get("/<lang:lang>/<game:slug>/rules")
@cached_page
def rules_page(lang: str, slug: str) -> str:
    """Show a game's rules."""
    game = find_game(slug)
    return render_template(
        "rules/rules.html", game=game, rules=rules(slug, lang), backlinks=backlinks(game), terms=terms(slug)
    )


@blueprint.get("/<lang:lang>/<game:slug>/both")
@cached_page
def both(lang: str, slug: str) -> str:
    """Show a game's rules in both languages side by side."""
    game = find_game(slug)
    sides = [rules(slug, tag) for tag in sorted(LANGUAGES, key=lambda tag: tag != lang)]
    pairs = zip(*(side.sections for side in sides), strict=True)
    return render_template("rules/side_by_side.html", game=game, sides=sides, pairs=pairs)


@blueprint.get("/<lang:lang>/<game:slug>/terms")
@cached_page
def terms_page(lang: str, slug: str) -> str:
    """Show a game's glossary in both languages."""
    return render_template("rules/terms.html", game=find_game(slug), terms=terms(slug))


@blueprint.get("/<lang:lang>/<game:slug>/setup")
@cached_page
@uses_query
def setup_page(lang: str, slug: str) -> str:
    """Show the set-up step by step, for `n` players if chosen."""
    game, all_stages = find_game(slug), stages(slug, lang)
    if not all_stages:
        abort(404)
    bounds = players_entry(game.sheet)
    counts = range(bounds.low, bounds.high + 1)
    number = parse_number(request.args.get("n", ""))
    seats = number if isinstance(number, int) and number in counts else None
    tables = [part.table for stage in all_stages for part in stage.parts if part.table]
    depends = bool(game.chance_start) or any(
        table.narrow(count, counts) != table for table in tables for count in counts
    )
    return render_template(
        "rules/setup.html", game=game, stages=all_stages, counts=counts if depends else (), seats=seats
    )
