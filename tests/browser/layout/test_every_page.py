"""Every page of every game is accessible, not wider than the screen, and has targets large enough for a thumb."""

from collections.abc import Iterator

import pytest
from browsing import Browse
from flask import Flask
from page_faults import AXE_SCRIPT, SETTINGS, page_faults
from positions import fullest_example, scored_at_most_players, slugs, with_faults

SHORT = [(None, *SETTINGS[0]), ("hansa_teutonica", *SETTINGS[0]), ("qin", *SETTINGS[1])]
"""The cases of `make test`: the game with the fullest pages, and in the other setting the one with the shortest."""
CASES = [
    pytest.param(slug, *setting, marks=[pytest.mark.long] * ((slug, *setting) not in SHORT))
    for slug in (None, *slugs())
    for setting in SETTINGS
]
NO_PAGES = (".png", "result.csv", "result.json", "/part", "/qr", "/compare")
"""The addresses of a game that are files, or that redirect to the sheet when they have no entries."""


def shared_pages(app: Flask, lang: str) -> Iterator[str]:
    """Yield the pages that belong to no game."""
    yield from (f"/{lang}/nowhere", f"/{lang}/chess/score")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments == {"lang"} and "." not in rule.rule:
            yield rule.rule.replace("<lang:lang>", lang)


def game_pages(app: Flask, lang: str, slug: str) -> Iterator[str]:
    """Yield the pages of a game: each without entries, then its sheets, results and comparisons, and a sheet with faults."""
    for rule in app.url_map.iter_rules():
        if (
            "GET" in (rule.methods or ())
            and rule.arguments == {"lang", "slug"}
            and not rule.rule.endswith((*NO_PAGES, "/both"))
        ):
            yield rule.rule.replace("<lang:lang>", lang).replace("<game:slug>", slug)
    yield f"/{lang}/{slug}/score?{with_faults(slug)}"
    yield f"/{lang}/{slug}/score?to=sheet&{fullest_example(slug)}"
    yield f"/{lang}/{slug}/qr?{fullest_example(slug)}"
    for query in (fullest_example(slug), scored_at_most_players(slug)):
        yield f"/{lang}/{slug}/score?{query}"
        yield f"/{lang}/{slug}/compare?{query}"


@pytest.mark.parametrize(("slug", "device", "scheme", "lang"), CASES)
def test_page_is_accessible_and_fits_the_screen(
    app: Flask, browse: Browse, slug: str | None, device: str, scheme: str, lang: str
) -> None:
    page = browse("/healthz", device=device, scheme=scheme)
    page.add_init_script(AXE_SCRIPT)
    wrong = {}
    for path in shared_pages(app, lang) if slug is None else game_pages(app, lang, slug):
        page.goto(path)
        if found := page_faults(page, device):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.short(slug="qin", device="desktop")
@pytest.mark.parametrize(("device", "scheme", "lang"), SETTINGS)
@pytest.mark.parametrize("slug", slugs())
def test_rules_side_by_side_are_accessible_and_fit(
    browse: Browse, slug: str, device: str, scheme: str, lang: str
) -> None:
    """These are the largest pages; axe takes seconds for each, so that `make test` has only one."""
    assert page_faults(browse(f"/{lang}/{slug}/both", device=device, scheme=scheme), device) == []
