"""Links from the rules back to the score sheet: the entries that each heading explains."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorers.entries import Choice, Entry, MultipleChoice
from scorers.model import AnyGame
from scorers.querystring import sheet_to_query
from scorers.sheet import options_of, players_entry
from web.common.languages import language, translate
from web.sheet.form import SheetForm, sheet_form


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link to an entry of the sheet; `default` is an option's default interpretation."""

    label: str
    href: str
    default: str = ""


def backlinks(game: AnyGame) -> dict[str, list[Backlink]]:
    """Return, by heading, links to the lines, entries and options that it explains.

    An entry that only some options need is found under the named variants, or else with each board and module; its link includes those
    options.
    """
    by_heading: dict[str, dict[str | int, Backlink]] = {}
    seats = players_entry(game.sheet)
    for options_in_use in (*(variant.options for variant in game.variants), *_boards_and_modules(game)):
        sheet = replace(game.sheet(players=(seats.of(),) * seats.low), **options_in_use)
        query: MultiDict[str, str] = MultiDict(sheet_to_query(sheet))
        options = {name: values for name, values in query.to_dict(flat=False).items() if name != "n"}
        for heading, anchor, label, entry in _entries(sheet_form(game)(query)):
            link: dict[str, Any] = {**options, "to": "sheet"} if options else {}
            href = url_for("sheet.score", lang=language(), slug=game.slug, _anchor=anchor, **link)
            # An option may be called like a line; the rows of one entry need one link.
            key = anchor if entry is None else id(entry)
            by_heading.setdefault(heading, {}).setdefault(key, Backlink(label, href, _default(entry)))
    return {heading: list(links.values()) for heading, links in by_heading.items()}


def _boards_and_modules(game: AnyGame) -> Iterator[Mapping[str, Any]]:
    """Yield the options of every side of each board, then of each module."""
    options = options_of(game.sheet)
    boards = {name: option for name, option in options.items() if option.kind == "board" and isinstance(option, Choice)}
    for values in product(*(dict.fromkeys((option.empty, *option.options)) for option in boards.values())):
        yield dict(zip(boards, values, strict=True))
    for name, option in options.items():
        if option.kind == "module" and isinstance(option, MultipleChoice):
            yield from ({name: (value,)} for value in option.options)


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
