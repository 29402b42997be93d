"""How a cell is drawn: HTML of one control. A sheet has hundreds, so that this is plain string work."""

import html
import re
from collections.abc import Callable, Iterable, Sequence
from string import digits

from markupsafe import Markup

from scorers.entries.seats import LETTERS
from scorers.model import N_
from web.languages import translate
from web.sheet.rows import Cell

_NOBODY = N_("none")
_START = N_("%(value)s, counts until another is chosen")
ROW_ERRORS = "row-"
"""How the ids of texts begin that say what is wrong with several cells of a row together."""
TYPED = {
    "number": ' inputmode="numeric" enterkeyhint="next" maxlength="40" placeholder=" "',
    "signed": ' enterkeyhint="next" maxlength="40" placeholder=" "',
    "list": ' enterkeyhint="next" maxlength="200" placeholder=" "',
    "text": ' enterkeyhint="next"',
    "slots": ' class="in slots" enterkeyhint="next" maxlength="40" spellcheck="false" autocapitalize="characters"',
}
"""Attributes of each kind of cell that is typed into."""


_MARKS = re.compile("[&<>\"']")


def escape(text: str) -> str:
    """As `html.escape`; most texts have nothing to escape, which one look shows."""
    return html.escape(text) if _MARKS.search(text) else text


def render_cell(cell: Cell) -> Markup:
    """One control with its box, and with what is wrong with it."""
    return Markup(_box(cell))  # noqa: S704  escaped below


def render_cells(cells: Iterable[Cell]) -> Markup:
    """The controls of a row, one beside the other."""
    return Markup("".join(map(_box, cells)))  # noqa: S704  escaped below


def render_steps(cells: Sequence[Cell]) -> Markup:
    """The controls of a row one below the other, each with its player's letter."""
    steps = (f'<div class="step seat-{seat}">{_chip(seat)}{_box(cell)}</div>' for seat, cell in enumerate(cells))
    return Markup("".join(steps))  # noqa: S704  escaped below


def render_chip(seat: int) -> Markup:
    """A player's letter on a ground of the player's colour; names say the same to those who listen."""
    return Markup(_chip(seat))  # noqa: S704  letters need no escaping


def render_control(cell: Cell, placeholder: str = "") -> Markup:
    """The control alone."""
    html = _CONTROLS.get(cell.kind, _input)(cell)
    if placeholder:
        html = html.replace(' placeholder=" "', "", 1).replace("<input ", f'<input placeholder="{escape(placeholder)}" ', 1)
        html = html.replace("<textarea ", f'<textarea placeholder="{escape(placeholder)}" ', 1)
    return Markup(html)  # noqa: S704  escaped below


def render_errors(cell: Cell) -> Markup:
    """What is wrong with the entry, "" where nothing is."""
    if not cell.errors:
        return Markup()
    return Markup('<p class="error" id="e-{}">{}</p>').format(cell.name, " ".join(cell.errors))


def _box(cell: Cell) -> str:
    place = f" seat-{cell.seat}" if cell.seat is not None else ""
    html = _CONTROLS.get(cell.kind, _input)(cell)
    return f'<div class="cell{place} bad">{html}{render_errors(cell)}</div>' if cell.errors else f'<div class="cell{place}">{html}</div>'


def _chip(seat: int) -> str:
    return f'<span class="chip seat-{seat}" aria-hidden="true">{LETTERS[seat]}</span>'


def _mark_errors(cell: Cell) -> str:
    """What tells a control's fault, or else its hint, to those who listen."""
    texts = f"e-{cell.name}" if cell.errors else cell.described_by
    wrong = ' aria-invalid="true"' if cell.errors or ROW_ERRORS in cell.described_by else ""
    return f'{wrong} aria-describedby="{escape(texts)}"' if texts else ""


def _input(cell: Cell) -> str:
    name, looks = escape(cell.name), TYPED[cell.kind]
    classes = looks if "class=" in looks else f' class="in"{looks}'
    value = f' value="{escape(cell.value)}"' if cell.value else ""
    return f'<input id="f-{name}" name="{name}"{classes}{cell.settings}{value} aria-label="{escape(cell.label)}"{_mark_errors(cell)}>'


def _position(cell: Cell) -> str:
    name, rows = escape(cell.name), cell.value.count("/") + 2
    return (
        f'<textarea class="in" id="f-{name}" name="{name}" rows="{min(rows, 40)}" spellcheck="false" autocapitalize="off"'
        f' aria-label="{escape(cell.label)}"{_mark_errors(cell)}>{escape(cell.value)}</textarea>'
    )


def _select(cell: Cell, looks: str = "") -> str:
    name = escape(cell.name)
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == cell.value else ""}>{escape(label)}</option>'
        for value, label in cell.options
    )
    return f'<select class="in" id="f-{name}" name="{name}"{looks} aria-label="{escape(cell.label)}"{_mark_errors(cell)}>{options}</select>'


def _radio(cell: Cell, name: str, value: str, inside: str, looks: str = "", label: str = "") -> str:
    """A button of a group; `name`, `inside` and `label` are escaped already, as the buttons of a group have much in common."""
    aria = f' aria-label="{label}"' if label else ""
    checked = " checked" if value == cell.value else ""
    return f'<label class="pick{looks}"><input type="radio" name="{name}" value="{escape(value)}"{checked}{aria}>{inside}</label>'


def _group(cell: Cell, name: str, looks: str, inside: str) -> str:
    # A radio button cannot be taken back: "none" is one of them. With a script a second tap does it, and "none" is out of sight.
    none = _radio(cell, name, "", '<span aria-hidden="true">–</span>', " none", escape(translate(_NOBODY)))
    settings = f'id="f-{name}" tabindex="-1" aria-label="{escape(cell.label)}"{_mark_errors(cell)}'
    return f'<div class="{looks}" role="radiogroup" {settings}>{none}{inside}</div>'


def _steps(cell: Cell) -> str:
    """Few values to choose from: a button for each, which is read once; the one that counts from the start is marked."""
    name, faces = escape(cell.name), []
    for value, face in cell.options[1:]:
        is_start = value == cell.start
        label = translate(_START) % {"value": face} if is_start else face
        inside = f'<span aria-hidden="true">{escape(face)}</span>'
        faces.append(_radio(cell, name, value, inside, " start" if is_start else "", escape(label)))
    return _group(cell, name, "steps", "".join(faces))


def _highest(cell: Cell) -> str:
    name, value = escape(cell.name), escape(cell.options[-1][0])
    checked = " checked" if cell.value else ""
    return (
        f'<label class="pick"><input type="checkbox" id="f-{name}" name="{name}" value="{value}"{checked} aria-label="{escape(cell.label)}"'
        f"{_mark_errors(cell)}></label>"
    )


def _owner(cell: Cell) -> str:
    """A mark in one of the columns of the players."""
    name, places = escape(cell.name), []
    for value, who in cell.options[1:]:
        seat = int(value) if value.isdecimal() else 0
        places.append(f'<div class="cell seat-{seat}">{_radio(cell, name, value, "", label=escape(f"{cell.label}: {who}"))}</div>')
    return _group(cell, name, "cells", "".join(places))


def _holder_buttons(cell: Cell) -> str:
    """A button for each player and state."""
    name, places = escape(cell.name), []
    for value, who in cell.options[1:]:
        state = value.lstrip(digits)
        seat = value[: len(value) - len(state)] or "0"
        player, _, side = who.rpartition(" · ") if " · " in who else (who, "", "")
        words = f'<b data-who="{seat}">{escape(player)}</b> <small>{escape(side)}</small>'
        places.append(_radio(cell, name, value, words, f" seat-{seat} state-{escape(state)}"))
    return _group(cell, name, "holders", "".join(places))


def _swatches(cell: Cell) -> str:
    """A button in each colour; without a script, one that leaves it to the seat as well."""
    name, (default, *colours) = escape(cell.name), cell.options
    none = _radio(cell, name, default[0], f"<span>{escape(default[1])}</span>", " none")
    inside = "".join(_radio(cell, name, value, "", f" in-{escape(value)}", escape(label)) for value, label in colours)
    settings = f'id="f-{name}" tabindex="-1" aria-label="{escape(cell.label)}"{_mark_errors(cell)}'
    return f'<div class="swatches" role="radiogroup" {settings}>{none}{inside}</div>'


def _checkbox(cell: Cell) -> str:
    name = escape(cell.name)
    checked = " checked" if cell.value not in ("", "0") else ""
    return (
        f'<label class="tick"><input type="checkbox" id="f-{name}" name="{name}" value="1"{checked}{_mark_errors(cell)}>'
        f" <span>{escape(cell.label)}</span></label>"
    )


def _checkboxes(cell: Cell) -> str:
    name = escape(cell.name)
    boxes = "".join(
        f'<label class="tick"><input type="checkbox" name="{name}" value="{escape(value)}"{" checked" if value in cell.value else ""}>'
        f" <span>{escape(label)}</span></label>"
        for value, label in cell.options
    )
    return (
        f'<fieldset class="ticks" id="f-{name}" tabindex="-1"{_mark_errors(cell)}><legend class="unseen">{escape(cell.label)}</legend>'
        f"{boxes}</fieldset>"
    )


_CONTROLS: dict[str, Callable[[Cell], str]] = {
    "position": _position,
    "select": _select,
    "owner": _owner,
    "held": _holder_buttons,
    "steps": _steps,
    "swatches": _swatches,
    "highest": _highest,
    "checkbox": _checkbox,
    "checkboxes": _checkboxes,
}
"""The drawing of each kind of cell that is not typed into."""
