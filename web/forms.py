"""The sheet as an HTML form, built from a room's declaration: one field an entry, one message a field, nothing typed is lost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, HiddenField, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.widgets import CheckboxInput, ListWidget

from scorers import N_, say
from scorers.groups import Counts, Listed, Marks, Places, Records, Seats, Several, declared
from scorers.kinds import Choice, Kind, Number, Text, Tick
from scorers.links import from_query
from scorers.sheets import check, names, read
from web.locale import told, translate

LETTERS = "ABCDE"


class CheckboxesField(SelectMultipleField):
    """Several of a few, as check boxes."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()


class SlotsField(StringField):
    """A row of seats, such as a city's offices: one select each, all under one name, or one text such as `01-`."""

    def __init__(self, *args: Any, slots: int, seats: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.slots, self.seats = slots, seats

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = "".join(value.strip() or "-" for value in valuelist)

    def picked(self) -> list[str]:
        """The seat in each slot, "" where it is empty."""
        letters = (self.data or "").ljust(self.slots, "-")[: self.slots]
        return ["" if letter == "-" else letter for letter in letters]


@dataclass(slots=True)
class Row:
    """One question: its cells are one field a seat, or a single field of the whole table."""

    name: str
    label: str
    hint: str
    heading: str
    cells: list[Field]
    per_seat: bool = True
    tie_break: bool = False


@dataclass(slots=True)
class Category:
    """A line of the score pad, with the questions that make it up."""

    key: str
    label: str
    heading: str
    rows: list[Row] = field(default_factory=list)


class SheetForm(FlaskForm):
    """A filled or empty sheet. It changes nothing on the server, so it has no token."""

    class Meta(FlaskForm.Meta):
        csrf = False


class Filled:
    """A form with what was typed: `sheet` (None if it has no players), `faults` of all entries, and the rows to show."""

    def __init__(self, room: Any, query: MultiDict[str, str]) -> None:
        self.room = room
        self.data = from_query(room.Sheet, query.to_dict(flat=False))
        seated = declared(room.Sheet)["players"]
        self.least, self.most = seated.low, seated.high
        while len(self.data["players"]) < self.least:
            self.data["players"].append({})
        del self.data["players"][self.most :]
        self.sheet, self.faults = read(room.Sheet, self.data)
        if self.sheet is not None:
            self.faults += check(self.sheet)
        self.names = [name if name != str(i) else LETTERS[i - 1] for i, name in enumerate(self._names(), 1)]
        self.typed = any(self.data["players"]) or len(self.data) > 1
        self._made: dict[str, tuple[type[Field], dict[str, Any]]] = {}
        self.options: list[Row] = []
        self.categories: list[Category] = []
        layout = list(self._rows())
        form_class = type("TheSheet", (SheetForm,), {name: made(**given) for name, (made, given) in self._made.items()})
        self.form = form_class(formdata=query if query else None)
        self._settle(layout, query)

    def _names(self) -> list[str]:
        return names(self.sheet) if self.sheet is not None else [str(i + 1) for i in range(len(self.data["players"]))]

    def _asked(self, kind: Kind, seats: Sequence[int | None]) -> bool:
        """Whether the form shows an entry: one that the options in use need, or that the room offers all the same."""
        if self.sheet is None:
            return True
        if kind.offered is not None:
            return kind.offered(self.sheet)
        return any(kind.when(self.sheet, None if seat is None else self.sheet.players[seat]) for seat in seats)

    def _rows(self) -> Iterator[tuple[Kind, str, list[str], bool, str]]:
        """(kind, label, field names, one a seat?, row name) of each question that the options in use need."""
        seats = range(len(self.data["players"]))
        for name, kind in declared(self.room.Sheet).items():
            if name == "players" or not self._asked(kind, [None]):
                continue
            yield from self._table_rows(name, kind)
        for name, kind in declared(declared(self.room.Sheet)["players"].of).items():
            if name == "name" or not self._asked(kind, seats):
                continue
            if isinstance(kind, Several) and kind.owned or isinstance(kind, Marks):
                yield from self._owner_rows(name, kind)
            elif isinstance(kind, Counts):
                for key in kind.keys:
                    number = kind.number(key)
                    cells = [self._field(number, f"{seat}.{name}.{key}", seat) for seat in seats]
                    yield kind, translate(number.label), cells, True, f"{name}.{key}"
            else:
                yield kind, translate(kind.label), [self._field(kind, f"{seat}.{name}", seat) for seat in seats], True, name
        for seat in seats:
            self._field(declared(declared(self.room.Sheet)["players"].of)["name"], f"{seat}.name", seat)

    def _table_rows(self, name: str, kind: Kind) -> Iterator[tuple[Kind, str, list[str], bool, str]]:
        if isinstance(kind, Places):
            for key in kind.keys:
                yield kind, translate(N_(kind.keys[key])), [self._slots(kind, name, key)], False, f"{name}.{key}"
        elif isinstance(kind, Records):
            yield from self._record_rows(name, kind)
        elif isinstance(kind, Counts):
            for key in kind.keys:
                yield kind, translate(kind.number(key).label), [self._field(kind.number(key), f"{name}.{key}")], False, f"{name}.{key}"
        else:
            yield kind, translate(kind.label), [self._field(kind, name)], False, name

    def _record_rows(self, name: str, kind: Records) -> Iterator[tuple[Kind, str, list[str], bool, str]]:
        seats = range(len(self.data["players"]))
        count = kind.shown(len(seats)) if kind.shown else kind.high
        self._add(name, HiddenField, default=str(count))
        for field_name, inner in declared(kind.of).items():
            if not self._asked(inner, [None]):
                continue
            if isinstance(inner, Seats):
                regions = [("", "–"), *((str(i), str(i + 1)) for i in range(count))]
                cells = [self._add(f"{name}.{field_name}.{seat}", SelectField, seat, inner, choices=regions) for seat in seats]
                yield inner, translate(inner.label), cells, True, f"{name}.{field_name}"
                continue
            for i in range(count):
                label = f"{translate(kind.label)} {i + 1} · {translate(inner.label)}"
                if isinstance(inner, Listed) and inner.by_seat:
                    cells = [self._field(inner.item, f"{name}.{i}.{field_name}.{seat}", seat) for seat in seats]
                    yield inner, label, cells, True, f"{name}.{i}.{field_name}"
                else:
                    yield inner, label, [self._field(inner, f"{name}.{i}.{field_name}")], False, f"{name}.{i}.{field_name}"

    def _owner_rows(self, name: str, kind: Several | Marks) -> Iterator[tuple[Kind, str, list[str], bool, str]]:
        things = kind.options if isinstance(kind, Several) else kind.keys
        owners = [("", "–")]
        for seat, player in enumerate(self.names):
            if isinstance(kind, Several):
                owners.append((str(seat), player))
            else:
                owners += [(f"{seat}{mark}", f"{player} · {translate(label)}") for mark, label in kind.options.items()]
        for key, label in things.items():
            yield kind, translate(label), [self._add(f"{name}.{key}", SelectField, None, kind, choices=owners)], False, f"{name}.{key}"

    def _slots(self, kind: Places, name: str, key: str) -> str:
        owners = [("", "–"), *((str(seat), player) for seat, player in enumerate(self.names))]
        return self._add(f"{name}.{key}", SlotsField, None, kind, slots=kind.slots(self.sheet, key) if kind.slots and self.sheet else kind.most, seats=owners)

    def _field(self, kind: Kind, name: str, seat: int | None = None) -> str:
        match kind:
            case Number() if kind.faces:
                faces = [("", "–"), *((str(i), translate(face)) for i, face in enumerate(kind.faces))]
                return self._add(name, SelectField, seat, kind, choices=faces)
            case Choice():
                blank = [("", translate(kind.unset))] if kind.empty is None else []
                choices = [*blank, *((str(value), translate(label)) for value, label in kind.options.items())]
                return self._add(name, SelectField, seat, kind, choices=choices, default=str(kind.empty or ""))
            case Tick():
                return self._add(name, BooleanField, seat, kind, false_values=("", "0"))
            case Several():
                options = [(str(value), translate(label)) for value, label in kind.options.items()]
                return self._add(name, CheckboxesField, seat, kind, choices=options)
            case Text(position=True):
                return self._add(name, TextAreaField, seat, kind, rows=9)
            case Text():
                return self._add(name, StringField, seat, kind, maxlength=kind.most, autocomplete="off")
            case Number(low=low) if low < 0:
                return self._add(name, StringField, seat, kind, inputmode="text", autocomplete="off", maxlength=40)
            case Listed():
                return self._add(name, StringField, seat, kind, inputmode="text", autocomplete="off", maxlength=200)
        return self._add(name, StringField, seat, kind, inputmode="numeric", autocomplete="off", maxlength=40)

    def _add(self, name: str, made: type[Field], seat: int | None = None, kind: Kind | None = None, **given: Any) -> str:
        ways = {key: given.pop(key) for key in ("inputmode", "autocomplete", "maxlength", "rows") if key in given}
        label = translate(kind.label) if kind else ""
        label = label if seat is None else told(N_("%(name)s: %(label)s"), name=self.names[seat], label=label)
        if issubclass(made, SelectField | SelectMultipleField):
            given["validate_choice"] = False
        self._made[name] = made, {"label": label, "id": f"f-{name}", "render_kw": ways, **given}
        return name

    def _settle(self, layout: list[tuple[Kind, str, list[str], bool, str]], query: Mapping[str, str]) -> None:
        """Sort the rows into options and categories, and put each fault beside its field."""
        for fault in self.faults:
            at = self.form._fields.get(field_name(fault.path))
            if at is not None and not at.errors:
                at.errors = [say(fault.message, fault.values, translate)]
        lines = {
            key: Category(key, translate(label), f"scoring-{key.replace('_', '-')}") for key, label in self.room.GAME.lines.items()
        }
        for kind, label, cells, per_seat, name in layout:
            breaks = isinstance(kind, Number) and kind.tie_break
            row = Row(name, label, translate(kind.hint), kind.heading, [self.form[cell] for cell in cells], per_seat, breaks)
            if kind.line:
                lines[kind.line].rows.append(row)
            elif per_seat:
                lines.setdefault("", Category("", translate(N_("If there is a tie")), "ties")).rows.append(row)
            else:
                self.options.append(row)
        self.categories = [category for category in lines.values() if category.rows]
        shown = set(self.form._fields)
        self.kept = [
            (name, value) for name, values in query.lists() for value in values
            if value and name not in shown and name not in ("n", "to", "seats", "lang", "variants")
        ]  # fmt: skip

    def messages(self) -> list[tuple[str, str]]:
        """Every fault as (id of its field or "", message with the player's name), in the order of the sheet."""
        found = []
        for fault in self.faults:
            name = field_name(fault.path)
            said = say(fault.message, fault.values, translate)
            seat = fault.path.split(".")[1] if fault.path.startswith("players.") else ""
            who = self.names[int(seat)] if seat.isdigit() and int(seat) < len(self.names) else ""
            shown = name in self.form._fields
            found.append((f"f-{name}" if shown else "", told(N_("%(name)s: %(label)s"), name=who, label=said) if who else said))
        return found


def field_name(path: str) -> str:
    """The form's name of an entry: its path without `players.`."""
    return path.removeprefix("players.")


def entry_label(room: Any, sheet: Any, path: str) -> str:
    """What an entry is called, with the player's name: "Ann: Lakes"."""
    seat, _, rest = field_name(path).partition(".")
    kinds = declared(declared(room.Sheet)["players"].of)
    name, _, key = rest.partition(".")
    kind = kinds[name]
    label = kind.number(key).label if isinstance(kind, Counts) else kind.label
    return told(N_("%(name)s: %(label)s"), name=names(sheet)[int(seat)], label=label)
