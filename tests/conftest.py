"""Fixtures for all tests: the application, invented games in addition to the real ones, and a client that checks
every page it fetches.
"""

import gc
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.templating import Environment
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache
from proofreader import Page, Proofreader

import scorers

collect_ignore_glob = ["support/invented_games/*"]
GAMES = Path(__file__).parent / "support" / "invented_games"
if str(GAMES) not in scorers.__path__:
    scorers.__path__.append(str(GAMES))  # before any test asks which games there are

from databases import clock, postgres_address, postgres_server, together_app  # noqa: E402, F401  fixtures

from app import create_app  # noqa: E402
from web.common.languages import LANGUAGES  # noqa: E402
from web.serving.warm_up import read_all_content  # noqa: E402

# Parsing a page creates thousands of objects; at the usual thresholds garbage collection makes the tests a fifth
# slower.
gc.set_threshold(50_000, 20, 20)
# Nothing depends on how fast a machine is.
settings.register_profile("tally", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tally")


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled templates for all processes of a run: every application would compile them anew."""
    assert config.cache
    bytecode_cache = FileSystemBytecodeCache(str(config.cache.mkdir("templates")))
    if not hasattr(config, "workerinput"):  # before the processes start; what a filter does may have changed since
        bytecode_cache.clear()
    Flask.jinja_environment = partial(Environment, bytecode_cache=bytecode_cache)  # type: ignore[assignment]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark as long the cases with other values than a test's `short` mark names, and what `lang` repeats in another
    language.
    """
    params = item.callspec.params if hasattr(item, "callspec") else {}
    short = item.get_closest_marker("short")
    values = short.kwargs if short else {}
    is_own = any("lang" in str(mark.args[0]) for mark in item.iter_markers("parametrize"))
    if "lang" in params and "lang" not in values and not is_own:
        values = {**values, "lang": "zh-Hant"}
    if any(params[name] != value for name, value in values.items()):
        item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def app() -> Flask:
    """The application as it is served. Tests must not change it.

    A test that needs other settings calls `create_app`.
    """
    new_app = create_app({})
    read_all_content()
    new_app.config["PROPAGATE_EXCEPTIONS"] = False
    return new_app


@pytest.fixture
def application_context(app: Flask) -> Iterator[None]:
    """An application context, for tests that read content such as the rules outside a request."""
    with app.app_context():
        yield


@pytest.fixture
def client(app: Flask) -> Proofreader:
    """A client that has no cookies yet and checks every page."""
    return Proofreader(app, Page)


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    """Each of the languages in turn."""
    return str(request.param)
