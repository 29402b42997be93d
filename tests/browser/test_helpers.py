"""The helpers in a real browser: for everyone, filled and empty, and with nothing wider than a phone."""

from collections.abc import Callable

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect
from test_every_page import SMALL, WIDE

Browse = Callable[..., Page]

FILLED = {
    "chang_cheng/help/province": "walls.0=2&walls.1=1",
    "hansa_teutonica/help/route": "player=A&offices.one=AB",
    "honshu/help/trick": "cards.0=1&cards.1=2&cards.2=1",
    "qin/help/province": "squares=1&touched.0=4&touched.1=2",
    "qin/help/village": "pagodas.0=1&pagodas.1=2&holder=A",
    "trajan/help/ships": "cards.oil=2&wild=1",
    "trajan/help/demands": "demands.bread=2&forum.bread=1",
}


@pytest.mark.parametrize(("path", "query"), FILLED.items())
def test_a_helper_is_for_everyone(browse: Browse, path: str, query: str) -> None:
    page = browse(f"/zh-Hant/{path}?{query}&ask=1")
    assert [*page.evaluate(WIDE), *page.evaluate(SMALL), *violations(page)] == []


def test_it_is_asked_without_scripts(browse: Browse) -> None:
    page = browse("/en/honshu/help/trick", scripts=False)
    for seat, card in enumerate((14, 22, 51, 35)):
        page.locator(f"[name='cards.{seat}']").fill(str(card))
    page.locator("[name='cubes.1']").check()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".answer h2")).to_have_text("B takes order card 1 and picks first.")
