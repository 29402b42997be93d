"""Tests in a game's folder are chosen by its slug, as the cases of other tests are: `make check-game` runs `pytest -k <slug>`."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give each test the name of its folder as a keyword."""
    item.extra_keyword_matches.add(item.path.parent.name)
