"""Where the score sheet uses a rule: for each heading of a game's rules, the entries that it explains."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorers.groups import declared
from scorers.kinds import Choice, Kind
from scorers.links import to_query
from web.forms import Filled
from web.locale import language, translate


@dataclass(frozen=True, slots=True)
class Use:
    """An entry of the sheet and the way there; `default` is the reading that an option takes when nobody chooses."""

    label: str
    href: str
    default: str = ""


def uses(room: Any) -> dict[str, list[Use]]:
    """Heading -> the lines, entries and options of the sheet that follow it.

    An entry that only some options ask for is looked for under each named variant; its link brings those options along.
    """
    found: dict[str, dict[str, Use]] = {}
    for variant in room.VARIANTS:
        low = declared(room.Sheet)["players"].low
        sheet = replace(room.Sheet(players=(room.Player(),) * low), **variant.options)
        query = MultiDict(to_query(sheet))
        chosen = {name: values for name, values in query.to_dict(flat=False).items() if name != "n"}
        for heading, anchor, label, kind in _entries(Filled(room, query)):
            way: dict[str, Any] = {**chosen, "to": "sheet"} if chosen else {}
            href = url_for("pages.score", lang=language(), slug=room.GAME.slug, _anchor=anchor, **way)
            found.setdefault(heading, {}).setdefault(label, Use(label, href, _default(kind)))
    return {heading: list(there.values()) for heading, there in found.items()}


def _entries(filled: Filled) -> Iterator[tuple[str, str, str, Kind | None]]:
    """Each line and each entry with a rule of its own: its heading, where it stands on the sheet, what it is called, and its kind."""
    for category in filled.categories:
        yield category.heading, f"c-{category.key}", category.label, None
        for row in category.rows:
            if row.kind.heading != category.heading:
                yield row.kind.heading, str(row.cells[0].id), translate(row.kind.label), row.kind
    for row in filled.options:
        if row.kind.heading:
            yield row.kind.heading, str(row.cells[0].id), row.label, row.kind


def _default(kind: Kind | None) -> str:
    """What an option says that nobody has touched."""
    return translate(kind.options.get(kind.empty, kind.unset)) if isinstance(kind, Choice) else ""
