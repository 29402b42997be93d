"""Texts that are marked for translation, and their placeholders."""

import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

Translate = Callable[[str], str]
CORE_PACKAGES = frozenset({"entries"})
"""Packages beside the games' folders that are no games."""


def find_game(module: str) -> str:
    """Return the slug of the game that a module belongs to, or "" for the core.

    >>> [find_game(name) for name in ("scorers.qin.score", "scorers.entries.base", "scorers.ranking")]
    ['qin', '', '']
    """
    package, _, rest = module.partition(".")
    slug, _, inner = rest.partition(".")
    return slug if package == "scorers" and inner and slug not in CORE_PACKAGES else ""


def _calling_game() -> str:
    """Return the slug of the game in whose module a text is being marked."""
    return find_game(sys._getframe(2).f_globals.get("__name__", ""))


class N_(str):  # noqa: N801  the name that gettext's tools look for
    """A text marked for translation, which is translated when it is shown.

    `game` is the slug of the game whose module marks it, whose catalogue then translates it; "" elsewhere.

    >>> N_("Round") == "Round"
    True
    """

    __slots__ = ("game",)
    game: str

    def __new__(cls, text: str = "", game: str | None = None) -> "N_":  # noqa: D102
        marked = super().__new__(cls, text)
        marked.game = _calling_game() if game is None else game
        return marked


class NN_(N_):  # noqa: N801  beside N_
    """A text marked for translation with its plural, which counts by the value of its placeholder `count`.

    >>> [str(NN_("%(count)s trick", "%(count)s tricks").with_count(count)) for count in (1, 2)]
    ['%(count)s trick', '%(count)s tricks']
    """

    __slots__ = ("number", "plural")
    plural: str
    number: int

    def __new__(cls, text: str, plural: str, number: int = 1, game: str | None = None) -> "NN_":  # noqa: D102
        marked: NN_ = str.__new__(cls, text)
        marked.game = _calling_game() if game is None else game
        marked.plural, marked.number = plural, number
        return marked

    def __str__(self) -> str:
        """Return the English form for the count."""
        return str.__str__(self) if self.number == 1 else self.plural

    def with_count(self, count: int) -> "NN_":
        """Return this text for a count."""
        return NN_(str.__str__(self), self.plural, count, self.game)


def format_message(text: str, values: Mapping[str, object], translate: Translate = str) -> str:
    """Translate a marked text and fill its `%(name)s` placeholders.

    Marked values are translated, and tuples are joined as a list.

    >>> format_message(N_("%(label)s must be %(high)s or fewer"), {"label": N_("Lakes"), "high": 3})
    'Lakes must be 3 or fewer'
    >>> format_message(N_("%(names)s share the win"), {"names": ("Ann", "Bo")})
    'Ann, Bo share the win'
    >>> format_message(NN_("%(count)s trick", "%(count)s tricks"), {"count": 3})
    '3 tricks'
    """
    if isinstance(text, NN_) and isinstance(count := values.get("count"), int):
        text = text.with_count(count)
    pattern = translate(text) if isinstance(text, N_) else text
    texts = {key: _format_value(value, translate) for key, value in values.items()}
    return pattern % texts if texts else pattern


def _format_value(value: object, translate: Translate) -> object:
    if isinstance(value, tuple):
        return translate(N_(", ")).join(str(_format_value(item, translate)) for item in value)
    return translate(value) if isinstance(value, N_) else value


class Message(NamedTuple):
    """A marked text and the values for its placeholders."""

    text: N_
    values: Mapping[str, object]
