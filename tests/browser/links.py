"""Many positions through the link: all are written by the page and read by the loader, some are opened again as pages and drawn."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from scorers.links import from_query, to_query
from scorers.sheets import read

OPENED_AGAIN = 6
"""One position in so many."""


def entries(of: type[Any], link: str) -> dict[str, str]:
    """What the loader makes of a link, as the entries of a link again."""
    sheet, _ = read(of, from_query(of, parse_qs(urlsplit(link).query)))
    return dict(to_query(sheet))
