"""What the WTForms fields of all entry types share: one control for each player, or one for the whole table."""

from collections.abc import Iterator
from typing import Any, ClassVar

from wtforms import Field

from scorers.entries import Entry
from web.sheet.rows import LABEL_OF_SEAT, Cell, Options, Row, View


class EntryField(Field):
    """The field of one entry. Most entry types are asked for by one control, for each player or for the whole table."""

    kind: ClassVar[str] = "text"

    def __init__(self, declaration: Entry[Any], entry_name: str, *, per_player: bool, **settings: Any) -> None:
        super().__init__(**settings)
        self.declaration, self.entry_name, self.per_player = declaration, entry_name, per_player

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """What was entered stays in the query, from which rows are made; `errors` are filled when the form is validated."""
        self.errors: list[str] = []

    def rows(self, view: View) -> Iterator[Row]:
        """The rows that ask for the entry."""
        return type(self).rows_for(self.declaration, self.entry_name, view, per_player=self.per_player)

    @classmethod
    def rows_for(cls, declaration: Entry[Any], name: str, view: View, *, per_player: bool) -> Iterator[Row]:
        """One row: a cell for each player, or one."""
        label = view.translate(declaration.label)
        yield Row(declaration, name, label, per_player, cls.cells(declaration, name, label, view, per_player=per_player))

    @classmethod
    def cells(cls, declaration: Entry[Any], name: str, label: str, view: View, *, per_player: bool) -> list[Cell]:
        """The cells of one row."""
        if not per_player:
            return [cls.cell(declaration, name, label, view)]
        text = view.translate(LABEL_OF_SEAT)
        return [
            cls.cell(declaration, f"{seat}.{name}", text % {"name": player, "label": label}, view, seat)
            for seat, player in enumerate(view.names)
        ]

    @classmethod
    def cell(cls, declaration: Entry[Any], name: str, label: str, view: View, seat: int | None = None) -> Cell:
        """One control."""
        return Cell(name, label, cls.kind, view.read_value(name), seat, cls.options(declaration, view))

    @classmethod
    def options(cls, declaration: Entry[Any], view: View) -> Options:
        """What can be chosen, as value and label; nothing where it is typed."""
        return ()
