"""What the browser tests of groups' scorebooks have in common: phones of a group, and what people do on them."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

QIN = "/{lang}/qin/score?n=2&0.name=Ann&1.name=Bo&0.left={ann}&1.left={bo}"


def result(number: int, slug: str = "qin", date: str = "2026-11-20", **changes: Any) -> dict[str, Any]:
    """A result as scorebooks have it: Ann was 5 ahead of Bo."""
    players = [{"name": name, "colour": colour, "total": total, "rank": rank, "lines": {"provinces": total}}
               for name, colour, total, rank in (("Ann", "red", 9, 1), ("Bo", "blue", 4, 2))]  # fmt: skip
    own = {"id": f"r{number}", "slug": slug, "date": date, "place": "", "note": "", "query": f"0.left={number}&0.name=Ann&1.name=Bo&n=2"}
    return {**own, "result": {"players": players, "winners": [0], "decided_by": "total"}, "changed": 1, **changes}


def add_file(page: Page, *results: dict[str, Any]) -> None:
    """Add a file with these results to the device's own scorebook."""
    text = json.dumps({"format": "tally-scorebook", "version": 1, "results": results})
    page.locator("#file").set_input_files({"name": "book.json", "mimeType": "application/json", "buffer": text.encode()})
    expect(page.locator("#heard")).to_contain_text(str(len(results)))


def make_group(page: Page, lang: str = "en") -> str:
    """Make a group with one tap from the device's scorebook; returns its link that writes."""
    page.goto(f"/{lang}/scorebook")
    page.locator(".groups button").click()
    page.wait_for_url("**/links")
    wait_for_links(page)
    return link_of(page.url)


def wait_for_links(page: Page) -> None:
    """Wait until the device has stored the links of the page of links."""
    expect(page.locator("#leave")).to_be_visible()


def renew_link(page: Page) -> str:
    """Renew the link that writes, on the page of links; returns the new one."""
    old = link_of(page.url)
    page.locator("button[value=renew_write]").click()
    page.wait_for_url(lambda url: old not in url)
    wait_for_links(page)
    return link_of(page.url)


def link_of(address: str) -> str:
    """The link in the address of a group's page."""
    match = re.search(r"/groups/([\w-]{34})", address)
    assert match, address
    return match[1]


def open_book(page: Page, link: str, lang: str = "en", part: str = "") -> None:
    """Open a group's book, and wait until its script is at work."""
    page.goto(f"/{lang}/groups/{link}{part}")
    wait_for_book(page)


def wait_for_book(page: Page) -> None:
    """Wait until the script has drawn the book."""
    page.locator("body[data-ready]").wait_for()


def keep(page: Page, ann: int, bo: int, place: str, lang: str = "en") -> None:
    """Keep a result of Qin, of which these pagodas are left, in the scorebook of this name; the server has it at the end."""
    page.goto(QIN.format(lang=lang, ann=ann, bo=bo))
    button = page.locator(".to-scorebook button")
    expect(button).to_be_enabled()
    if place in (button.text_content() or ""):
        button.click()
    else:
        keep_in(page, place)
    expect_sent(page, place)


def expect_sent(page: Page, place: str) -> None:
    """Wait until the server has the result that was kept, and the page knows."""
    expect(page.locator(".to-scorebook[data-sent] [role=status]")).to_have_text(re.compile(f"^✓ [^·]*{place}[^·]*$"))


def begin_book(page: Page) -> str:
    """Make a group, and keep its first result: Bo wins with 22 of 24 pagodas built, Ann has 20. Returns the link that writes."""
    link = make_group(page)
    keep(page, 4, 2, "Our games")
    return link


def keep_in(page: Page, place: str) -> None:
    """Keep the result in view in another scorebook than the button offers."""
    page.locator(".hand-on > summary").click()
    page.locator(".places").get_by_role("button", name=place).click()


def expect_kept(page: Page, count: int) -> None:
    """Wait until the book lists so many results, and nothing waits to be sent."""
    expect(page.locator("#results .row")).to_have_count(count)
    expect(page.locator("#sync")).to_be_empty()


def totals(page: Page) -> list[str]:
    """The points of the winners in the list, which is awaited by the caller."""
    return page.locator("#results .row .num").all_text_contents()
