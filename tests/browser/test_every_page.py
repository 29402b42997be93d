"""Every page of every room in a real browser: accessible, not wider than the phone, with targets that a thumb can hit."""

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page
from scorers.groups import declared
from scorers.links import to_query
from scorers.sheets import load

from scorers import part, slugs

SETTINGS = [("phone", "light", "zh-Hant"), ("desktop", "dark", "en")]
"""Each device, scheme and language once: what depends on two of them together, a person has to look at."""
SMALL = """() => [...document.querySelectorAll("button, input:not([type=hidden]), select, textarea, summary, nav a, a.button")]
  .filter((e) => e.checkVisibility() && !e.closest(".unseen, .skip"))
  .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
  .map(([e, box]) => `${e.localName} ${e.name || e.textContent.trim()} ${Math.round(box.width)}×${Math.round(box.height)}`)"""
WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
  [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll"))
  .map((e) => `${e.localName}.${e.className} reaches ${Math.round(e.getBoundingClientRect().right)}`)"""


def shared_pages(app: Flask, lang: str) -> Iterator[str]:
    """The pages that belong to no room."""
    yield from (f"/{lang}/nowhere", f"/{lang}/chess/score")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments == {"lang"}:
            yield rule.rule.replace("<any('zh-Hant', 'en'):lang>", lang)


def room_pages(app: Flask, lang: str, slug: str) -> Iterator[str]:
    """The pages of a room: each with nothing filled, then its sheets, results and comparisons, and a sheet with faults."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments == {"lang", "slug"} and rule.endpoint != "pages.compare":
            yield rule.rule.replace("<any('zh-Hant', 'en'):lang>", lang).replace("<slug>", slug)
    room = part(slug)
    players = declared(room.Sheet)["players"]
    score = f"/{lang}/{slug}/score?"
    most = [("n", str(players.high)), *((f"{seat}.name", "W" * 40) for seat in range(players.high))]
    yield score + urlencode([*most, ("to", "sheet")])
    yield score + urlencode([*most, *((f"{seat}.{name}", "12345678 x") for seat in range(players.high) for name in declared(players.of))])
    example = next(iter(part(slug, "examples").EXAMPLES.values()))
    query = urlencode(to_query(load(room.Sheet, dict(example.sheet))))
    yield from (score + query, f"{score}to=sheet&{query}", f"/{lang}/{slug}/compare?{query}")


def mistakes(page: Page, *, touched: bool) -> list[str]:
    """What is wrong with a page as it stands there."""
    found: list[str] = [*page.evaluate(WIDE), *(page.evaluate(SMALL) if touched else ())]
    for violation in Axe().run(page).response["violations"]:
        found += [f"{violation['id']}: {node['target']} {node['html'][:150]} {node['failureSummary']}" for node in violation["nodes"]]
    return found


@pytest.mark.parametrize(("device", "scheme", "lang"), SETTINGS)
@pytest.mark.parametrize("slug", [None, *slugs()])
def test_a_page_is_for_everyone(app: Flask, browse: Callable[..., Page], slug: str | None, device: str, scheme: str, lang: str) -> None:
    page = browse(f"/{lang}/", device=device, scheme=scheme)
    wrong = {}
    for path in shared_pages(app, lang) if slug is None else room_pages(app, lang, slug):
        page.goto(path)
        if found := mistakes(page, touched=device == "phone"):
            wrong[path] = found
    assert wrong == {}
