"""Every game and every example as cases of a test, and what such tests do with them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from scorers.entries import entries_of
from scorers.model import Example
from scorers.registry import game, slugs
from scorers.sheet import load_sheet

EXAMPLES = [(slug, key) for slug in slugs() for key in game(slug).examples]

every_game = pytest.mark.parametrize("slug", slugs())
every_example = pytest.mark.parametrize(("slug", "key"), EXAMPLES)


def example(slug: str, key: str) -> Example:
    """Return an example of a game."""
    an_example: Example = game(slug).examples[key]
    return an_example


def plain(data: object) -> Any:
    """Return the data as it comes back from JSON."""
    return json.loads(json.dumps(dict(data) if isinstance(data, Mapping) else data))


def load_valid_sheet(slug: str, data: object) -> Any:
    """Return the sheet of valid data."""
    sheet = load_sheet(game(slug), data)
    assert not isinstance(sheet, list), sheet
    return sheet


def bounds(slug: str) -> tuple[int, int]:
    """Return the least and the largest number of players."""
    seats = entries_of(game(slug).sheet)["players"]
    return seats.low, seats.high
