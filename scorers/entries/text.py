"""Text: names, and positions that are written out."""

from dataclasses import dataclass
from typing import Any

from scorers.entries.base import Entry, LoadContext, Query, first_value
from scorers.model import N_, Translate

_STEERING = dict.fromkeys([*range(0x20), 0x7F, *range(0x80, 0xA0), 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])
"""Characters that show nothing but steer a terminal or turn the direction of what stands around them: they are left out."""


def drop_steering(text: str) -> str:
    """A text without characters that only steer, as it may stand on a page beside others."""
    return text.translate(_STEERING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Entry[str | None]):
    """Text of up to `most` characters; a `position` is what lies on the table written out, and is read by the game.

    A position that is a row of `spaces`, with blanks between, can be filled space by space by several people.
    """

    most: int
    position: bool = False
    spaces: int = 0

    @property
    def empty(self) -> str | None:
        """A blank."""
        return None

    def load(self, raw: object, path: str, context: LoadContext) -> str | None:
        """The text with runs of blanks made one; names lose characters that only steer."""
        if not isinstance(raw, str) or (not raw.isascii() and any("\ud800" <= letter <= "\udfff" for letter in raw)):
            context.add(path, "type", N_("%(label)s must be text"), label=self.label)
        elif len(text := self._fold(raw)) > self.most:
            context.add(path, "too_many", N_("%(label)s must be %(high)s characters or fewer"), label=self.label, high=self.most)
        else:
            return text or None
        return None

    def _fold(self, raw: str) -> str:
        text = " ".join(raw.split())
        return text if self.position else " ".join(drop_steering(text).split())

    def schema(self, translate: Translate) -> dict[str, Any]:
        """A string; blanks at its ends do not count towards its length."""
        return {"type": "string", "maxLength": self.most}

    def read_query(self, query: Query, name: str, seats: int) -> Any:
        """The text as it stands."""
        return first_value(query, name) or None
