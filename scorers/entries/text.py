"""Text: names, and positions in text notation."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorers.entries.base import Entry, LoadContext, PieceChange, PieceWords, Query, first_value
from scorers.entries.seats import LETTERS
from scorers.model import N_, Translate

_CONTROL_CHARACTERS = dict.fromkeys(
    [*range(0x20), 0x7F, *range(0x80, 0xA0), 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF]
)
"""Invisible control characters that affect a terminal or the direction of the surrounding text; they are removed."""


def drop_control_characters(text: str) -> str:
    """Remove control characters from a text."""
    return text.translate(_CONTROL_CHARACTERS)


EMPTY_SPACE = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Entry[str | None]):
    """Text of up to `most` characters; a `position` describes a board in a notation that the game parses.

    A position that is a row of `spaces`, separated by blanks, can be filled space by space by several people. If it has `piece_words`, a
    space is `.` where it is empty, or a text that begins with the letter of its piece's owner.
    """

    most: int
    position: bool = False
    spaces: int = 0
    piece_words: PieceWords | None = None

    @property
    def empty(self) -> str | None:
        """A blank."""
        return None

    def load(self, raw: object, path: str, context: LoadContext) -> str | None:
        """Load the text with runs of blanks collapsed; names lose control characters."""
        if not isinstance(raw, str) or (not raw.isascii() and any("\ud800" <= letter <= "\udfff" for letter in raw)):
            context.add(path, "type", N_("%(label)s must be text"), label=self.label)
        elif len(text := self._fold(raw)) > self.most:
            context.add(
                path, "too_many", N_("%(label)s must be %(high)s characters or fewer"), label=self.label, high=self.most
            )
        else:
            return text or None
        return None

    def _fold(self, raw: str) -> str:
        text = " ".join(raw.split())
        return text if self.position else " ".join(drop_control_characters(text).split())

    def schema(self, translate: Translate) -> dict[str, Any]:
        """Return the schema of a string; blanks at its ends do not count towards its length."""
        return {"type": "string", "maxLength": self.most}

    def piece_changes(self, value: str | None, path: str, sheet: Any) -> Iterator[PieceChange]:
        """Yield the row with a piece of any player on one of its empty spaces, or with one of its pieces gone."""
        if not self.piece_words:
            return
        spaces = (value or "").split()
        for at, piece in enumerate(spaces):
            is_more = piece == EMPTY_SPACE
            for seat, letter in enumerate(LETTERS[: len(sheet.players)]):
                if is_more or piece.startswith(letter):
                    after = " ".join([*spaces[:at], letter if is_more else EMPTY_SPACE, *spaces[at + 1 :]])
                    yield PieceChange(
                        path, seat, is_more, value, after, str(at + 1), self.piece_words.choose(is_more=is_more), after
                    )

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """Read the text unchanged."""
        return first_value(query, name) or None
