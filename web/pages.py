"""The pages: games, sheet, result, comparison and rules, each under its language."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, abort, jsonify, make_response, redirect, render_template, request, url_for
from jinja2 import Template
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from scorers.model import AnyGame
from scorers.querystring import sheet_to_query
from scorers.registry import game as find_game
from scorers.registry import games as all_games
from scorers.service import compare_data
from scorers.sheet import load_sheet, locate
from web import calculators, drawings, scorebook, template_context, template_helpers
from web.about import find_disputes
from web.content.stock import stock_of_app
from web.languages import LANGUAGES, message, negotiate_language, translate, translator
from web.offline import views as offline_views
from web.page_cache import cached_page
from web.result import preview_image
from web.result.chart import deciding_line, ranking_bars, used_lines
from web.result.headline import compare_columns, headline, isolate_name, margin, reason, short_headline, start_values
from web.rules import setup_steps
from web.rules.backlinks import backlinks
from web.rules.model import rules, terms
from web.search.ranking import LONGEST, find, shorten_query
from web.share import views as share_views
from web.sheet.form import SheetForm, cell_name, sheet_form
from web.sheet.links import link_under, read_query, same_players_link, sheet_link
from web.sheet.move_seats import MOVES, move_seats
from web.sheet.request import fill_form, require_valid_form
from web.sheet.rows import LABEL_OF_SEAT, NUMBERED

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def root() -> Answer:
    """To the best language that the reader names."""
    answer = redirect(url_for("pages.games", lang=negotiate_language(request.headers.get("Accept-Language", ""))))
    answer.vary.add("Accept-Language")
    return answer


@blueprint.get("/healthz")
def healthz() -> Response:
    """That the server answers."""
    return jsonify(status="ok")


@blueprint.get("/<lang:lang>/")
@cached_page
def games(lang: str) -> str:
    """All games."""
    return render_template("home.html", games=all_games())


@blueprint.get("/<lang:lang>/<game:slug>/score")
@cached_page
def score(lang: str, slug: str) -> Answer | str:
    """The sheet to fill; filled, its result; with faults, the sheet again with each beside its entry (422)."""
    game = find_game(slug)
    if not request.args:
        return render_template(_sheet_templates(slug), **_sheet_context(game, sheet_form(game)(MultiDict()), lang))
    query = read_query(game)
    if not MOVES.isdisjoint(query):
        query = move_seats(game, query)
        return redirect(f"{request.root_path}{request.path}?{urlencode(list(query.items(multi=True)))}")
    form = fill_form(game, query)
    is_submission = "n" in query and query.get("to") != "sheet" and "seats" not in query
    if not is_submission or not form.is_filled:
        return render_template(_sheet_templates(slug), **_sheet_context(game, form, lang), empty=is_submission)
    if not form.validate():
        return make_response(render_template(_sheet_templates(slug), **_sheet_context(game, form, lang)), 422)
    # Only the sheet asks: a link to a result always shows the result.
    if "ask" in query and form.ask_again(query["ask"].split()):
        return render_template(_sheet_templates(slug), **_sheet_context(game, form, lang))
    return render_template("result/result.html", **_result_context(game, form, lang))


def _sheet_templates(slug: str) -> list[str | Template]:
    return [f"games/{slug}/board.html", "sheet/sheet.html"]


def _sheet_context(game: AnyGame, form: SheetForm, lang: str) -> dict[str, Any]:
    """What the sheet's template needs."""
    return {"game": game, "form": form, "layout": form.layout, "rules": rules(game.slug, lang), "board": game.board_data(form.sheet)}


def _result_context(game: AnyGame, form: SheetForm, lang: str) -> dict[str, Any]:
    """What the result's template needs."""
    result = game.score(form.named_sheet)
    blank = [path for path in result.blank if path not in result.tie_inputs and form.is_expected(path)]
    decision = deciding_line(result)
    lines, silent = used_lines(result, decision, game.unused_lines(form.sheet))
    return {
        "game": game,
        "result": result,
        "headline": headline(result),
        "short_headline": short_headline(result),
        "margin": margin(result),
        "reason": reason(result, decision),
        "decision": decision,
        "bars": ranking_bars(result, decision),
        "shown_lines": lines,
        "silent_lines": [translate(game.lines[result.players[0].lines[at].key]) for at in silent],
        "sheet": form.sheet,
        "board": game.board_data(form.sheet),
        "link": sheet_link(form.sheet),
        **share_views.handover_context(game, result, form.sheet, lang),
        "preview": preview_image.preview_address(game, sheet_to_query(form.sheet), lang),
        "preview_size": preview_image.SIZE,
        "rules": rules(game.slug, lang),
        "tie_rule": game.tie_rule(form.sheet),
        "players": form.sheet.players,
        "blank": _by_entry(game, form.names, blank),
        "starts": start_values(result, form.sheet),
        "tie_fields": form.tie_fields(result.tie_inputs),
        "again": same_players_link(form.sheet),
    }


@blueprint.get("/<lang:lang>/<game:slug>/compare")
def compare(lang: str, slug: str) -> str:
    """The filled sheet under every named variant, or those chosen."""
    game = find_game(slug)
    form = require_valid_form(game)
    keys = [variant.key for variant in game.variants]
    variants = [key for key in form.query.getlist("variants") if key in keys]
    players = [player | {"name": name} for player, name in zip(form.sheet_data["players"], form.names, strict=True)]
    columns = compare_data(slug, form.sheet_data | {"players": players}, translator())["columns"]
    shown_columns, base = compare_columns(columns, variants or keys, form.sheet, game)
    return render_template(
        "compare/compare.html",
        game=game,
        columns=shown_columns,
        base=base,
        chosen=variants,
        link=sheet_link(form.sheet),
        names=form.names,
        players=form.sheet.players,
        link_under=link_under,
        entry_label=lambda path: entry_label(game, form.names, path),
    )


@blueprint.get("/<lang:lang>/<game:slug>/rules")
@cached_page
def rules_page(lang: str, slug: str) -> str:
    """A game's rules."""
    game = find_game(slug)
    return render_template("rules/rules.html", game=game, rules=rules(slug, lang), backlinks=backlinks(game), terms=terms(slug))


@blueprint.get("/<lang:lang>/<game:slug>/both")
@cached_page
def both(lang: str, slug: str) -> str:
    """A game's rules, section by section in the page's language and in the other."""
    game = find_game(slug)
    sides = [rules(slug, tag) for tag in sorted(LANGUAGES, key=lambda tag: tag != lang)]
    pairs = zip(*(side.sections for side in sides), strict=True)
    return render_template("rules/side_by_side.html", game=game, sides=sides, pairs=pairs)


@blueprint.get("/<lang:lang>/<game:slug>/terms")
@cached_page
def terms_page(lang: str, slug: str) -> str:
    """The words of a game in both languages."""
    return render_template("rules/terms.html", game=find_game(slug), terms=terms(slug))


@blueprint.get("/<lang:lang>/about")
@cached_page
def about_page(lang: str) -> str:
    """How scores are checked, what is disputed, what is built in, and what is kept where."""
    values = {"figures": stock_of_app()["figures"], "built_in": stock_of_app()["packages"], "pyodide": stock_of_app()["pyodide"]}
    return render_template("about.html", **values, games=all_games(), disputed=find_disputes(lang))


@blueprint.get("/<lang:lang>/search")
def search_page(lang: str) -> str:
    """What a query finds in the rules of all games, those of the game that one came from first."""
    query, too_long = shorten_query(request.args.get("q", ""))
    titles = {game.slug: rules(game.slug, lang).title for game in all_games()}
    slug = request.args.get("game", "")
    slug = slug if slug in titles else ""
    return render_template(
        "search/search.html", query=query, cut=LONGEST if too_long else 0, game_slug=slug, titles=titles, found=find(query, lang, slug)
    )


@blueprint.get("/<lang:lang>/<game:slug>/example/<key>")
def example(lang: str, slug: str, key: str) -> Answer:
    """To a worked example's result."""
    game = find_game(slug)
    if key not in game.examples:
        abort(404)
    sheet = load_sheet(game, dict(game.examples[key].sheet))
    return redirect(url_for("pages.score", lang=lang, slug=slug, **sheet_link(sheet)))


def entry_label(game: AnyGame, names: Sequence[str], path: str) -> str:
    """An entry with its round or region and the player's name: "Ann: Lakes"."""
    where = locate(game.sheet, path)
    label = translate(where.label)
    if where.record:
        record_name = message(NUMBERED, record=where.record[0], number=where.record[1])
        label = message(LABEL_OF_SEAT, name=record_name, label=label)
    return label if where.seat is None else Markup(translate(LABEL_OF_SEAT)) % {"name": isolate_name(names[where.seat]), "label": label}  # noqa: S704


def _by_entry(game: AnyGame, names: Sequence[str], paths: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Blank entries by what they are called: (cell's name, player's name) of each; an entry of the whole table has no player."""
    by_label: dict[str, list[tuple[str, str]]] = {}
    for path in paths:
        where = locate(game.sheet, path)
        label = translate(where.label)
        if where.record:
            label = message(NUMBERED, record=where.record[0], number=where.record[1])
        by_label.setdefault(label, []).append((cell_name(path), "" if where.seat is None else names[where.seat]))
    return by_label


def register(app: Flask) -> None:
    """What pages and errors need: calculators, and what every template knows."""
    app.register_blueprint(setup_steps.blueprint)
    app.register_blueprint(calculators.blueprint)
    app.register_blueprint(share_views.blueprint)
    app.register_blueprint(preview_image.blueprint)
    scorebook.register(app)
    app.register_blueprint(offline_views.blueprint)
    drawings.register(app)
    template_helpers.register(app)
    template_context.register(app)
