"""The libraries that are searched."""

import pytest
from flask import Flask
from shipped import SHIPPED, is_invented

from scorers.registry import slugs
from web.search.engine import Library
from web.search.engine import library as load_library
from web.search.topics import read_topics


@pytest.fixture(scope="session")
def five_games(app: Flask) -> Library:
    """The five games alone, so that another game does not change what the tables expect."""
    return Library([topic for slug in SHIPPED for topic in read_topics(slug)])


@pytest.fixture(scope="session")
def library(app: Flask) -> Library:
    """All games."""
    return load_library()


@pytest.fixture(scope="session")
def real_games(app: Flask) -> Library:
    """All games that are not invented, whose words would stand in the way of a new game's."""
    return Library([topic for slug in slugs() if not is_invented(slug) for topic in read_topics(slug)])
