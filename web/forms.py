"""The sheet as an HTML form, built from a room's declaration: one field an entry, one message a field, nothing typed is lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorers import N_, Fault, say
from scorers.groups import Counts, Listed, Marks, Places, Records, Seats, Several, declared
from scorers.kinds import Choice, Kind, Number, Text, Tick
from scorers.links import from_query
from scorers.sheets import check, names, read
from web.fields import NOTHING, Made, SlotsField, made, select
from web.locale import told, translate

LETTERS = "ABCDE"
NOT_ENTRIES = {"n", "to", "seats", "lang", "variants"}
_LABELLED = N_("%(name)s: %(label)s")
_NUMBERED = N_("%(record)s %(number)s")
_SAID_OF_A_FIELD = 4
_SAID_IN_ALL = 40
"""The most that is said at once; the rest can wait until these are mended."""


@dataclass(slots=True)
class Row:
    """One question of the sheet; its cells are a field for each seat (`per_seat`), or one field for the whole table.

    Of several questions of one kind, the first carries the `hint` and the `heading` of its rule.
    """

    kind: Kind
    name: str
    label: str
    per_seat: bool
    heading: str = ""
    hint: str = ""
    cells: list[Field] = field(default_factory=list)


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
    """A query read as a room's sheet, and the form laid out for it.

    `sheet` holds what could be read, `called` the same with a letter for a name where none was typed, `faults` all that could not or
    cannot be; `options`, `position` and `categories` are the rows to show, `kept` the (name, value) pairs typed earlier that the options
    in use do not ask for.
    """

    def __init__(self, room: Any, query: MultiDict[str, str]) -> None:
        self.room = room
        self.data = from_query(room.Sheet, query.to_dict(flat=False))
        seated = declared(room.Sheet)["players"]
        self.least, self.most = seated.low, seated.high
        self.data["players"] = [*self.data["players"], *({} for _ in range(self.least))][: max(len(self.data["players"]), self.least)]
        del self.data["players"][self.most :]
        self.seats = range(len(self.data["players"]))
        self.sheet: Any
        self.sheet, self.faults = read(room.Sheet, self.data)
        self.names = [player.name or letter for player, letter in zip(self.sheet.players, LETTERS, strict=False)]
        players = tuple(replace(player, name=name) for player, name in zip(self.sheet.players, self.names, strict=True))
        self.called = replace(self.sheet, players=players)
        self.faults += check(self.called, self.faults)
        options = {name for name, kind in declared(room.Sheet).items() if isinstance(kind, Choice | Tick | Several)}
        self.typed = any(player.keys() - {"name"} for player in self.data["players"]) or bool(self.data.keys() - options - {"players"})
        self._spoilt = {path for fault in self.faults for path in _with_parents(fault.path)}
        self._query = query
        self._fields: dict[str, Made] = {}
        self._shown: dict[str, int] = {}
        rows = [(row, cells) for row, cells in self._rows()]
        self.form = type("RoomForm", (SheetForm,), {name: of(**given) for name, (of, given) in self._fields.items()})(formdata=query)
        explained: set[int] = set()
        for row, cells in rows:
            row.cells = [self.form[cell] for cell in cells]
            if id(row.kind) not in explained:
                row.hint, row.heading = translate(row.kind.hint), row.kind.heading
                explained.add(id(row.kind))
        self._sort([row for row, _ in rows])
        self.kept = [(f"{name}.shown", str(count)) for name, count in self._shown.items()]
        told = {*NOT_ENTRIES, *self.form._fields, *self._shown, *(name for name, _ in self.kept)}
        entries = {*declared(room.Sheet), *declared(seated.of)}
        self.kept += [
            (name, value)
            for name, value in query.items(multi=True)
            if value and name not in told and not entries.isdisjoint(name.split("."))
        ]

    def mark(self) -> None:
        """Put what is wrong beside the entries at fault, for people and for what reads the page to them."""
        for fault in self.faults:
            field = self.form._fields.get(self._at(fault.path))
            if field is not None and len(field.errors) < _SAID_OF_A_FIELD and (said := self._said(fault)) not in field.errors:
                field.errors = [*field.errors, said]
                field.render_kw = (field.render_kw or {}) | {"aria-invalid": "true", "aria-describedby": f"e-{field.name}"}

    def _sort(self, rows: Sequence[Row]) -> None:
        lines = self.room.GAME.lines.items()
        by_line = {key: Category(key, translate(label), f"scoring-{key.replace('_', '-')}") for key, label in lines}
        ties = Category("ties", translate(N_("If there is a tie")), "ties")
        self.options: list[Row] = []
        self.position: list[Row] = []
        for row in rows:
            if isinstance(row.kind, Number) and row.kind.tie_break:
                ties.rows.append(row)
            elif _on_board(row):
                self.position.append(row)
            elif row.kind.line:
                by_line[row.kind.line].rows.append(row)
            else:
                self.options.append(row)
        self.categories = [category for category in (*by_line.values(), ties) if category.rows]

    def _rows(self) -> Iterator[tuple[Row, list[str]]]:
        """Each question that the form asks, with the names of its fields, which are made on the way."""
        kinds = declared(self.room.Sheet)
        for name, kind in kinds.items():
            if name != "players" and self._asked(kind, [name]):
                yield from self._table_rows(name, kind)
        for name, kind in declared(kinds["players"].of).items():
            if name == "name":
                self._cells(kind, name)
            elif self._asked(kind, [f"players.{seat}.{name}" for seat in self.seats], self.sheet.players):
                yield from self._player_rows(name, kind)

    def _asked(self, kind: Kind, paths: Sequence[str], players: Sequence[Any] = (None,)) -> bool:
        """Whether the form shows entries: those that the options in use need, that the room offers all the same, or that have a fault."""
        if not self._spoilt.isdisjoint(paths):
            return True
        if kind.offered is not None:
            return kind.offered(self.sheet)
        return any(kind.when(self.sheet, player) for player in players)

    def _player_rows(self, name: str, kind: Kind) -> Iterator[tuple[Row, list[str]]]:
        if isinstance(kind, Marks) or (isinstance(kind, Several) and kind.owned):
            things = kind.keys if isinstance(kind, Marks) else kind.options
            for key, label in things.items():
                row = Row(kind, f"{name}.{key}", translate(label), per_seat=False)
                owners = [NOTHING, *self._owners(kind), *self._departed(row.name)]
                yield row, [self._add(row.name, select(owners, render_kw={"data-owners": True}), row.label)]
        elif isinstance(kind, Counts):
            for key in kind.keys:
                number = kind.number(key)
                yield Row(kind, f"{name}.{key}", translate(number.label), per_seat=True), self._cells(number, f"{name}.{key}")
        else:
            yield Row(kind, name, translate(kind.label), per_seat=True), self._cells(kind, name)

    def _table_rows(self, name: str, kind: Kind) -> Iterator[tuple[Row, list[str]]]:
        match kind:
            case Places():
                owners = [NOTHING, *((str(seat), self.names[seat]) for seat in self.seats)]
                for key, label in kind.keys.items():
                    row = Row(kind, f"{name}.{key}", translate(label), per_seat=False)
                    slots = kind.slots(self.sheet, key) if kind.slots else kind.most
                    called = told(_LABELLED, name=translate(kind.label), label=row.label)
                    yield row, [self._add(row.name, (SlotsField, {"slots": slots, "seats": owners}), called)]
            case Records():
                yield from self._record_rows(name, kind)
            case _:
                yield Row(kind, name, translate(kind.label), per_seat=False), [self._add(name, made(kind), translate(kind.label))]

    def _record_rows(self, name: str, kind: Records) -> Iterator[tuple[Row, list[str]]]:
        count = max(kind.shown(len(self.seats)) if kind.shown else kind.high, len(getattr(self.sheet, name) or ()))
        self._shown[name] = count
        numbered = [NOTHING, *((str(i), str(i + 1)) for i in range(count))]
        for inner_name, inner in declared(kind.of).items():
            if isinstance(inner, Seats):
                row = Row(inner, f"{name}.{inner_name}", translate(inner.label), per_seat=True)
                yield row, [self._add(f"{row.name}.{seat}", select(numbered), row.label, seat) for seat in self.seats]
                continue
            for i in range(count):
                label = told(_LABELLED, name=told(_NUMBERED, record=kind.label, number=i + 1), label=inner.label)
                row = Row(inner, f"{name}.{i}.{inner_name}", label, per_seat=isinstance(inner, Listed))
                if isinstance(inner, Listed):
                    yield row, [self._add(f"{row.name}.{seat}", made(inner.item), row.label, seat) for seat in self.seats]
                elif self._asked(inner, [f"{name}.{j}.{inner_name}" for j in range(count)]):
                    yield row, [self._add(row.name, made(inner), row.label)]

    def _owners(self, kind: Several | Marks) -> Iterator[tuple[str, str]]:
        for seat in self.seats:
            if isinstance(kind, Several):
                yield str(seat), self.names[seat]
            else:
                yield from ((f"{seat}{mark}", f"{self.names[seat]} · {translate(label)}") for mark, label in kind.options.items())

    def _departed(self, name: str) -> Iterator[tuple[str, str]]:
        """The owner that the query names, where that player is no longer at the table."""
        owner = self._query.get(name, "")
        if owner[:1] in "01234" and len(self.seats) <= int(owner[:1] or 0) and len(owner) < 10:
            yield owner, LETTERS[int(owner[0])]

    def _cells(self, kind: Kind, name: str) -> list[str]:
        return [self._add(f"{seat}.{name}", made(kind), translate(kind.label), seat) for seat in self.seats]

    def _add(self, name: str, of: Made, label: str, seat: int | None = None) -> str:
        called = label if seat is None else told(_LABELLED, name=self.names[seat], label=label)
        self._fields[name] = of[0], {"label": called, "id": f"f-{name}", **of[1]}
        return name

    def messages(self) -> list[tuple[str, str]]:
        """The faults as (id of the field or of its category, or "", message with the player's name), in the order found."""
        told = dict.fromkeys((self._anchor(fault.path), self._whose(fault.path) + self._said(fault)) for fault in self.faults)
        return list(told)[:_SAID_IN_ALL]

    def _said(self, fault: Fault) -> str:
        return say(fault.message, fault.values, translate)

    def _at(self, path: str) -> str:
        """The field that a path belongs to: its own, that of the row it is in, or the first that gives such a thing to that player."""
        name = field_name(path)
        while name and name not in self.form._fields:
            name = name.rpartition(".")[0]
        if name or not path.startswith("players."):
            return name
        seat, _, thing = field_name(path).partition(".")
        held = f"{thing.partition('.')[0]}."
        return next((at for at, field in self.form._fields.items() if at.startswith(held) and str(field.data or "")[:1] == seat), "")

    def _anchor(self, path: str) -> str:
        if at := self._at(path):
            return f"f-{at}"
        kind = declared(declared(self.room.Sheet)["players"].of).get(path.split(".")[2] if path.count(".") > 1 else "")
        return f"c-{kind.line}" if kind and kind.line in (category.key for category in self.categories) else ""

    def _whose(self, path: str) -> str:
        """Whose entry it is, to begin a message with: a player's, or a region's and there perhaps a player's."""
        first, *rest = path.split(".")
        if not rest or not rest[0].isdigit():
            return ""
        number = int(rest[0])
        if first == "players":
            whose = self.names[number]
        else:
            whose = told(_NUMBERED, record=declared(self.room.Sheet)[first].label, number=number + 1)
            if rest[-1].isdigit() and len(rest) > 2:
                whose = told(_LABELLED, name=whose, label=self.names[int(rest[-1])])
        return told(_LABELLED, name=whose, label="")


def _on_board(row: Row) -> bool:
    """Whether a question is about a position that lies on the table, rather than a count or an option."""
    if isinstance(row.kind, Text):
        return row.kind.position
    return isinstance(row.kind, Places | Seats) or (not row.kind.line and not isinstance(row.kind, Choice | Tick | Several))


def _with_parents(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition(".")[0]


def field_name(path: str) -> str:
    """The form's name of an entry: its path without `players.`."""
    return path.removeprefix("players.")


def entry(room: Any, path: str) -> tuple[str, int | None]:
    """What an entry is called, and the seat of its player, None where it is the whole table's."""
    kinds, (*where, name) = declared(room.Sheet), field_name(path).split(".")
    if not path.startswith("players."):
        return translate(kinds[name].label if not where else kinds[where[0]].number(name).label), None
    seat, *counted = where
    kind = declared(kinds["players"].of)[counted[0] if counted else name]
    return translate(kind.number(name).label if counted else kind.label), int(seat)


def entry_label(room: Any, sheet: Any, path: str) -> str:
    """An entry with the player's name: "Ann: Lakes"."""
    label, seat = entry(room, path)
    return label if seat is None else told(_LABELLED, name=names(sheet)[seat], label=label)
