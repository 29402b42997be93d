"""The rules pages, with links back to the score sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorers.entries import Choice, Entry, MultipleChoice, parse_number
from scorers.model import AnyGame
from scorers.querystring import sheet_to_query
from scorers.registry import game as find_game
from scorers.sheet import options_of, players_entry
from web.common.languages import LANGUAGES, language, translate
from web.common.pages import cached_page, uses_query
from web.rules.model import first_chapter, rules, stages, terms
from web.sheet.form import SheetForm, sheet_form


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link to an entry of the sheet; `default` is an option's default interpretation."""

    label: str
    href: str
    default: str = ""


SHOWING_KINDS = ("edition", "module", "cards", "length")
"""Kinds of options whose values may ask for further entries, whose rules link to them."""


def backlinks(game: AnyGame) -> dict[str, list[Backlink]]:
    """Return, by heading, links to the lines, entries and options that it explains.

    An entry that only some options need is found under the named variants, or else with each board and module; its link
    includes those options.
    """
    by_heading: dict[str, dict[str | tuple[str, str], Backlink]] = {}
    seats = players_entry(game.sheet)
    for options_in_use in (*(variant.options for variant in game.variants), *_boards_and_modules(game)):
        sheet = replace(game.sheet(players=(seats.of(),) * seats.low), **options_in_use)
        query: MultiDict[str, str] = MultiDict(sheet_to_query(sheet))
        options = {name: values for name, values in query.to_dict(flat=False).items() if name != "n"}
        for heading, anchor, label, entry in _entries(sheet_form(game)(query)):
            link: dict[str, Any] = {**options, "to": "sheet"} if options else {}
            href = url_for("result.score", lang=language(), slug=game.slug, _anchor=anchor, **link)
            # An option may be called like a line; the rows of one entry need one link.
            key = anchor if entry is None else (entry.label, entry.help)
            by_heading.setdefault(heading, {}).setdefault(key, Backlink(label, href, _default(entry)))
    return {heading: list(links.values()) for heading, links in by_heading.items()}


def _boards_and_modules(game: AnyGame) -> Iterator[Mapping[str, Any]]:
    """Yield the options of every side of each board, then of each edition, module, card and length alone."""
    options = options_of(game.sheet)
    boards = {name: option for name, option in options.items() if option.kind == "board" and isinstance(option, Choice)}
    for values in product(*(dict.fromkeys((option.empty, *option.options)) for option in boards.values())):
        yield dict(zip(boards, values, strict=True))
    for name, option in options.items():
        if option.kind in SHOWING_KINDS:
            yield from ({name: value} for value in _values(option))


def _values(option: Entry[Any]) -> list[Any]:
    """Return the values of an option that may ask for further entries."""
    if isinstance(option, MultipleChoice):
        return [(value,) for value in option.options]
    return list(option.options) if isinstance(option, Choice) else [True]


def _entries(form: SheetForm) -> Iterator[tuple[str, str, str, Entry[Any] | None]]:
    """Yield each line, and each entry with a rule of its own: heading, anchor on the sheet, label, and the entry."""
    for category in form.layout.categories:
        yield category.heading, f"c-{category.key}", category.label, None
        for row in category.rows:
            if row.entry.heading != category.heading:
                yield row.entry.heading, row.fields[0].id, translate(row.entry.label), row.entry
    for row in form.layout.options:
        if row.entry.heading:
            yield row.entry.heading, row.fields[0].id, row.label, row.entry


def _default(entry: Entry[Any] | None) -> str:
    """Return the label of an option's default."""
    return translate(entry.options.get(entry.empty, entry.unset)) if isinstance(entry, Choice) else ""


blueprint = Blueprint("rules", __name__)
blueprint.add_app_template_global(terms, "terms_of")
blueprint.add_app_template_global(stages, "setup_of")
blueprint.add_app_template_global(first_chapter)


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


@blueprint.app_template_filter()
def rule_links(body: Markup, slug: str) -> Markup:
    """Make the links of a rules excerpt point to the rules page."""
    page = url_for("rules.rules_page", lang=language(), slug=slug)
    return Markup(str(body).replace('href="#', f'href="{page}#'))  # noqa: S704  rendered Markdown, raw HTML off
