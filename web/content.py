"""What never changes while Tally runs, such as rules as rendered: read once, or in a browser loaded from its bundle.

A browser cannot read Markdown, and would take long to index the rules; `offline/content.py` writes the file that it loads instead.
"""

import pickle
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from web.paths import ROOT

P = ParamSpec("P")
T = TypeVar("T")
FILE = ROOT / "content.pickle"
"""All content, pickled one by one under the keys of `CONTENT`; it is there only in a browser."""
CONTENT: dict[tuple[object, ...], Any] = {}
"""What has been read or loaded, by the name of the function that reads it and its arguments."""


def read_once(read: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function that reads content, so that each is read, or loaded, when it is first asked for, and then kept in memory."""

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
