"""Text: names, and positions in text notation."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorers.entries.base import Entry, LoadContext, PieceChange, PieceWords, Query, first_value
from scorers.entries.seats import LETTERS
from scorers.model import N_, Translate

_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff"
)
_JOINED_LETTERS = "\u0600-\u0dff"
"""Arabic and Indic letters, whose shape a joiner between them changes."""
_INVISIBLE = (
    "\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_VISIBLE_IN_COMPANY = (
    rf"(?:(?<=[{_EMOJI}])|(?<=[{_EMOJI}]\ufe0f))\u200d(?=[{_EMOJI}])",  # a family of emoji
    rf"(?<=[{_JOINED_LETTERS}])[\u200c\u200d](?=[{_JOINED_LETTERS}])",
    rf"(?<=[{_EMOJI}])[\ufe0e\ufe0f]",  # an emoji in colour or black
    "(?<=[0-9#*])\ufe0f(?=\u20e3)",  # a keycap
    "(?<=\U0001f3f4)[\U000e0020-\U000e007f]+",  # the flag of a region
)
_LINE_ENDS = re.compile("\r\n|[\n\r\u2028\u2029]")
_INVISIBLE_IN_NAMES = re.compile(f"({'|'.join(_VISIBLE_IN_COMPANY)})|[{_INVISIBLE}]")


def clean_name(text: str) -> str:
    """Return a name as it is kept: composed (NFC), without invisible characters, with single blanks; "" if nothing
    is visible.

    `cleanName` in static/common/names.js does the same.
    """
    visible = _INVISIBLE_IN_NAMES.sub(lambda found: found[1] or "", " ".join(text.split()))
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def clean_lines(text: str) -> str:
    """Return a text of several lines as it is kept: each as names are, without blank lines at the ends."""
    return "\n".join(clean_name(line) for line in _LINE_ENDS.split(text)).strip("\n")


EMPTY_SPACE = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Entry[str | None]):
    """Text of up to `most` characters; a `position` describes a board in a notation that the game parses.

    A position that is a row of `spaces`, separated by blanks, can be filled space by space by several people. If it has
    `piece_words`, a space is `.` where it is empty, or a text that begins with the letter of its piece's owner.
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
        """Load the text with runs of blanks collapsed; names are cleaned."""
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
        return " ".join(raw.split()) if self.position else clean_name(raw)

    def schema(self, translate: Translate) -> dict[str, Any]:
        """Return the schema of a string; blanks at its ends do not count towards its length."""
        return {"type": "string", "maxLength": self.most}

    def unanswered(self, value: str | None, path: str, sheet: Any) -> Iterator[str]:
        """Yield a position that nobody entered; other texts are no answers."""
        if self.position:
            yield from Entry.unanswered(self, value, path, sheet)

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
