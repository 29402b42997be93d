"""Reads all cached content in advance: before the workers fork, and for the offline bundle."""

from itertools import product

from scorers.registry import slugs
from web.about import read_facts
from web.languages import LANGUAGES
from web.rules.model import rules, sort_terms
from web.rules.setup_steps import stages
from web.search.ranking import library
from web.serving.static_files import fingerprint


def read_all_content() -> None:
    """Read all content. Raises DeclarationError, with a sentence, if a game's rules are missing or invalid."""
    for slug, language in product(slugs(), LANGUAGES):
        rules(slug, language)
        sort_terms(slug, language)
        stages(slug, language)
    fingerprint()
    read_facts()
    library()
