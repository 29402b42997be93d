"""Reads all cached content in advance: before the workers fork, and for the offline bundle."""

from itertools import product

from scorers.model import DeclarationError
from scorers.registry import slugs
from web.common.languages import LANGUAGES
from web.common.static_files import fingerprint, module_imports
from web.home.about import read_facts
from web.rules.checks import find_mistakes
from web.rules.model import rules, sort_terms, stages
from web.search.engine import library


def read_all_content() -> None:
    """Read all content. Raises DeclarationError, with a sentence for each mistake in a game's rules, terms and
    aliases.
    """
    if mistakes := [mistake for slug in slugs() for mistake in find_mistakes(slug)]:
        raise DeclarationError("\n".join(mistakes))
    for slug, language in product(slugs(), LANGUAGES):
        rules(slug, language)
        sort_terms(slug, language)
        stages(slug, language)
    fingerprint()
    module_imports()
    read_facts()
    library()
