"""The tests of this folder are run by `make fuzz`."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test of this folder."""
    item.add_marker(pytest.mark.fuzz)
