"""The libraries that are searched."""

import pytest
from flask import Flask
from shipped import SHIPPED

from web.common.languages import LANGUAGES
from web.rules.markdown import read_terms
from web.rules.model import rules
from web.search.index import read_aliases
from web.search.ranking import Library
from web.search.ranking import library as load_library


@pytest.fixture(scope="session")
def five_games(app: Flask) -> Library:
    """The rules of the five games alone, so that another game does not change what the tables expect."""
    with app.app_context():
        books = {(slug, language): rules(slug, language) for slug in SHIPPED for language in LANGUAGES}
    return Library.of(
        books, {slug: read_terms(slug) for slug in SHIPPED}, {slug: read_aliases(slug) for slug in SHIPPED}
    )


@pytest.fixture(scope="session")
def library(app: Flask) -> Library:
    """The rules of all games."""
    return load_library()
