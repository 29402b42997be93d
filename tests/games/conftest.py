"""Selection of a game's tests by its slug: `make check-game` runs `pytest -k <slug>`."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give each test the name of its folder as a keyword."""
    item.extra_keyword_matches.add(item.path.parent.name)
