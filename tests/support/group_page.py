"""Helpers for the browser tests of groups: what people do on their phones."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect
from waiting import wait_until_idle

QIN = "/{lang}/qin/score?n=2&0.name=Ann&1.name=Bo&0.left={ann}&1.left={bo}"


def result(number: int, slug: str = "qin", date: str = "2026-11-20", **changes: Any) -> dict[str, Any]:
    """Return a result as scorebooks store it: Ann was 5 points ahead of Bo."""
    players = [{"name": name, "colour": colour, "total": total, "rank": rank, "lines": {"provinces": total}}
               for name, colour, total, rank in (("Ann", "red", 9, 1), ("Bo", "blue", 4, 2))]  # fmt: skip
    own = {
        "id": f"r{number}",
        "slug": slug,
        "date": date,
        "place": "",
        "note": "",
        "query": f"0.left={number}&0.name=Ann&1.name=Bo&n=2",
    }
    return {**own, "result": {"players": players, "winners": [0], "decided_by": "total"}, "changed": 1, **changes}


def add_file(page: Page, *results: dict[str, Any]) -> None:
    """Import a file with these results into the device's own scorebook."""
    text = json.dumps({"format": "tally-scorebook", "version": 1, "results": results})
    page.locator("#file").set_input_files(
        {"name": "book.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(page.locator("#heard")).to_contain_text(str(len(results)))


def make_group(page: Page, lang: str = "en") -> str:
    """Make a group with one tap from the device's scorebook; return its write link."""
    page.goto(f"/{lang}/scorebook")
    page.locator(".groups button").click()
    page.wait_for_url("**/links")
    wait_for_links(page)
    return link_of(page.url)


def wait_for_links(page: Page) -> None:
    """Wait until the device has stored the links of the page."""
    expect(page.locator("#leave")).to_be_visible()


def renew_link(page: Page) -> str:
    """Renew the write link on the page of links; return the new one."""
    old = link_of(page.url)
    page.locator("button[value=renew_write]").click()
    page.wait_for_url(lambda url: old not in url)
    wait_for_links(page)
    return link_of(page.url)


def link_of(address: str) -> str:
    """Return the link in the address of a group's page."""
    match = re.search(r"/groups/([\w-]{34})", address)
    assert match, address
    return match[1]


def open_book(page: Page, link: str, lang: str = "en", part: str = "") -> None:
    """Open a group's scorebook, and wait until its script is ready."""
    page.goto(f"/{lang}/groups/{link}{part}")
    wait_for_book(page)


def wait_for_book(page: Page) -> None:
    """Wait until the script has drawn the scorebook."""
    page.wait_for_load_state()
    wait_until_idle(page)


def keep(page: Page, ann: int, bo: int, place: str, lang: str = "en") -> None:
    """Keep a result of Qin with these pagodas left in the scorebook of this name, and wait until the server has it."""
    page.goto(QIN.format(lang=lang, ann=ann, bo=bo))
    button = page.locator(".to-scorebook button")
    expect(button).to_be_enabled()
    if place in (button.text_content() or ""):
        button.click()
    else:
        keep_in(page, place)
    expect_sent(page, place)


def expect_sent(page: Page, place: str) -> None:
    """Wait until the page shows that the server has the result."""
    expect(page.locator(".to-scorebook[data-sent] [role=status]")).to_have_text(re.compile(f"^✓ [^·]*{place}[^·]*$"))


def make_group_with_result(page: Page) -> str:
    """Make a group and keep a result, in which Bo has 22 and Ann 20 of 24 pagodas; return the write link."""
    link = make_group(page)
    keep(page, 4, 2, "Our games")
    return link


def keep_in(page: Page, place: str) -> None:
    """Keep the shown result in another scorebook than the button offers."""
    page.locator(".share-menu > summary").click()
    page.locator(".places").get_by_role("button", name=place).click()


def expect_kept(page: Page, count: int) -> None:
    """Wait until the scorebook lists so many results, and all are sent."""
    expect(page.locator("#results .row")).to_have_count(count)
    expect_all_sent(page)


def expect_all_sent(page: Page) -> None:
    """Wait until the server has everything that was changed in the scorebook, and the page says nothing of it."""
    expect(page.locator("#sync[data-sent]")).to_be_empty()


def totals(page: Page) -> list[str]:
    """Return the winners' points in the list, for which the caller has waited."""
    return page.locator("#results .row .num").all_text_contents()
