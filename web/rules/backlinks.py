"""Where the score sheet follows a rule: for each heading of a game's rules, the entries that it explains."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorers.entries import Choice, Entry
from scorers.model import AnyGame
from scorers.querystring import sheet_to_query
from scorers.sheet import players_entry
from web.languages import language, translate
from web.sheet.form import SheetForm, sheet_form


@dataclass(frozen=True, slots=True)
class Backlink:
    """An entry of the sheet and the way there; `default` is the interpretation that an option takes when nobody chooses."""

    label: str
    href: str
    default: str = ""


def backlinks(game: AnyGame) -> dict[str, list[Backlink]]:
    """Heading -> the lines, entries and options of the sheet that follow it.

    An entry that only some options ask for is looked for under each named variant; its link brings those options along.
    """
    by_heading: dict[str, dict[str, Backlink]] = {}
    seats = players_entry(game.sheet)
    for variant in game.variants:
        sheet = replace(game.sheet(players=(seats.of(),) * seats.low), **variant.options)
        query: MultiDict[str, str] = MultiDict(sheet_to_query(sheet))
        options = {name: values for name, values in query.to_dict(flat=False).items() if name != "n"}
        for heading, anchor, label, entry in _entries(sheet_form(game)(query)):
            link: dict[str, Any] = {**options, "to": "sheet"} if options else {}
            href = url_for("sheet.score", lang=language(), slug=game.slug, _anchor=anchor, **link)
            by_heading.setdefault(heading, {}).setdefault(label, Backlink(label, href, _default(entry)))
    return {heading: list(links.values()) for heading, links in by_heading.items()}


def _entries(form: SheetForm) -> Iterator[tuple[str, str, str, Entry[Any] | None]]:
    """Each line and each entry with a rule of its own: its heading, where it stands on the sheet, its label, and the entry."""
    for category in form.layout.categories:
        yield category.heading, f"c-{category.key}", category.label, None
        for row in category.rows:
            if row.entry.heading != category.heading:
                yield row.entry.heading, row.fields[0].id, translate(row.entry.label), row.entry
    for row in form.layout.options:
        if row.entry.heading:
            yield row.entry.heading, row.fields[0].id, row.label, row.entry


def _default(entry: Entry[Any] | None) -> str:
    """The label of the option that stands where nobody chooses."""
    return translate(entry.options.get(entry.empty, entry.unset)) if isinstance(entry, Choice) else ""
