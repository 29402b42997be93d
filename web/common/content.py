"""Content that never changes while Tally runs, such as rendered rules.

It is read once, or in a browser loaded from the bundle.

The browser bundle has no Markdown parser, so `offline/content.py` writes a file for it to load.
"""

import pickle
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from web.common.start import ROOT

P = ParamSpec("P")
T = TypeVar("T")
FILE = ROOT / "content.pickle"
"""All content, each item pickled under its key in `CONTENT`; exists only in a browser."""
CONTENT: dict[tuple[object, ...], Any] = {}
"""The content in memory, keyed by the reading function's name and arguments."""


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function that reads content, so that each item is read or loaded on first use and cached."""

    @wraps(read)
    def get(*args: P.args, **values: P.kwargs) -> T:
        key = (read.__name__, *args)
        if key not in CONTENT:
            bundled = _bundled_content()
            CONTENT[key] = read(*args, **values) if bundled is None else pickle.loads(bundled[key])  # noqa: S301  our own
        content: T = CONTENT[key]
        return content

    return get


@cache
def _bundled_content() -> Mapping[tuple[object, ...], bytes] | None:
    return dict(pickle.loads(FILE.read_bytes())) if FILE.exists() else None  # noqa: S301
