"""Options of every game: their kinds, and the sections that discuss interpretations."""

import pytest
from flask import Flask

from scorers.entries import OPTION_KINDS, Boolean, Choice
from scorers.registry import game, slugs
from scorers.sheet import options_of
from web.common.languages import LANGUAGES
from web.rules.model import rules

every_option = pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in slugs() for name in options_of(game(slug).sheet)])
every_disputed_option = pytest.mark.parametrize(
    ("slug", "name"), [(slug, name) for slug in slugs() for name, option in options_of(game(slug).sheet).items() if option.disputed]
)


@every_option
def test_option_says_what_it_is(slug: str, name: str) -> None:
    option = options_of(game(slug).sheet)[name]
    assert option.kind in OPTION_KINDS
    assert option.disputed or option.kind != "interpretation"


@every_disputed_option
def test_disputed_option_is_discussed_in_the_rules(app: Flask, slug: str, name: str) -> None:
    option = options_of(game(slug).sheet)[name]
    assert isinstance(option, Choice | Boolean)
    with app.app_context():
        assert all(option.disputed in rules(slug, language).by_id for language in LANGUAGES)


def test_interpretations_are_those_of_the_rulebooks() -> None:
    """The open questions of each game that a final position can show; the edition of Hansa Teutonica decides who wins a tie."""
    disputed = {slug: [name for name, option in options_of(game(slug).sheet).items() if option.disputed] for slug in slugs()}
    assert disputed["chang_cheng"] == ["tower", "tower_majority", "neutral", "overlord_tie"]
    assert disputed["honshu"] == ["double_factories", "forest_runs", "fallow_blocks", "town_crosses", "empty_production"]
    assert disputed["trajan"] == ["waiting_tiles", "demand_wilds"]
    assert disputed["hansa_teutonica"][0] == "edition"
    assert disputed["qin"] == []
