"""The people and games of the scorebook on their pages; tests/js/statistics.test.js has what the module reckons."""

import json
from typing import Any

import pytest
from accessibility import violations
from browsing import Browse
from playwright.sync_api import Locator, Page, expect


def one(slug: str, date: str, *seats: tuple[str, str, int, dict[str, int]], winners: list[int] | None = None) -> dict[str, Any]:
    """A kept result of people (name, colour, rank, lines) in the order of the seats; "" is nobody's name."""
    players = [
        {"name": name or "ABCD"[seat], "colour": colour, "total": sum(lines.values()), "rank": rank, "lines": lines}
        for seat, (name, colour, rank, lines) in enumerate(seats)
    ]
    query = "&".join([f"{seat}.name={name}" for seat, (name, *_) in enumerate(seats) if name] + [f"n={len(seats)}", f"at={date}"])
    winner_seats = [seat for seat, (_, _, rank, _) in enumerate(seats) if rank == 1] if winners is None else winners
    data = {"players": players, "winners": winner_seats, "decided_by": "total"}
    own = {"id": f"{slug}{date}", "slug": slug, "date": date, "place": "", "note": "", "query": query}
    return {**own, "result": data, "changed": 1}


BOOK = [
    one("hansa", "2026-01-01", ("Ann", "red", 1, {"cities": 30, "network": 10}), ("Bo", "blue", 2, {"cities": 10, "network": 10})),
    one("hansa", "2026-02-01", ("Bo", "blue", 1, {"cities": 20, "network": 20}), ("Ann", "green", 1, {"cities": 30, "network": 10})),
    one("hansa", "2026-03-01", ("Ann", "red", 2, {"cities": 0, "network": 20}), ("", "pink", 1, {"cities": 50, "network": 42})),
    one("oxen", "2026-04-01", ("Ann", "red", 1, {"heads": 3}), ("Bo", "blue", 2, {"heads": 9})),
    one("lanterns", "2026-05-01", ("Ann", "red", 1, {}), ("Cy", "grey", 1, {}), winners=[0, 1]),
]
"""Ann has 40, 40 and 20 in Hansa; somebody without a name has 92."""


def as_file(results: list[dict[str, Any]]) -> dict[str, Any]:
    """A file with these results, as a page takes it."""
    text = json.dumps({"format": "tally-scorebook", "version": 1, "results": results})
    return {"name": "book.json", "mimeType": "application/json", "buffer": text.encode()}


def open_book(browse: Browse, lang: str, copies: int = 1, **settings: str) -> Page:
    """A scorebook of two shipped games and one of fewest points, each result as often as `copies` says."""
    page = browse(f"/{lang}/scorebook", pristine=True, **settings)
    names = {"hansa": "hansa_teutonica"}
    book = [
        result
        | {"slug": names.get(result["slug"], result["slug"]), "id": f"{result['id']}-{copy}", "query": f"{result['query']}&copy={copy}"}
        for result in BOOK
        for copy in range(copies)
    ]
    page.locator("#file").set_input_files(as_file(book))
    expect(page.locator("#heard")).to_contain_text(str(5 * copies))
    return page


def read_lines(lines: Locator) -> list[str]:
    """Lines that the page draws at once, each in one text; the heading stands there before them."""
    expect(lines.first).to_be_visible()
    return [" ".join(line.split()) for line in lines.all_text_contents()]


def rows(page: Page, title: str) -> list[str]:
    """The rows of the section with this title, each in one text."""
    return read_lines(page.locator("#page section", has=page.get_by_role("heading", name=title)).locator("li"))


def test_results_of_one_day_are_one_evening(browse: Browse) -> None:
    """Each result twice, the last day first: won together; Ann had 6 heads fewer; the guest 72 points more; a tie; Ann 20 more."""
    page = open_book(browse, "en", copies=2)
    expect(page.locator(".evening h2 small")).to_have_text(["2 games"] * 5)
    expect(page.locator(".evening h2 .num").first).to_have_text("1")
    said = page.locator(".evening li:first-child .row small").all_text_contents()
    assert said == ["won together", "6 fewer than Bo", "72 ahead of Ann", "tied", "20 ahead of Bo"]


def test_person_has_a_page_of_every_game(browse: Browse) -> None:
    """Ann won four of five; with Bo she met three times, was before Bo twice and level once."""
    page = open_book(browse, "en")
    page.get_by_role("link", name="People").click()
    expect(page.locator("#page li")).to_have_count(3)
    page.get_by_role("link", name="Ann").click()
    expect(page.locator("h1")).to_have_text("Ann")
    expect(page.locator(".whose")).to_contain_text("Games: 5. Won: 4.")
    assert rows(page, "Wins by game")[0] == "Hansa TeutonicaToo few games for a chart2 / 3"
    expect(page.get_by_text("Charts begin with the fifth game.")).to_be_visible()
    expect(page.get_by_text("Ann 2, Bo 0; tied 1, of 3 together.")).to_be_visible()
    assert rows(page, "Best") == ["40Hansa TeutonicaJan 1, 2026", "3OxenApr 1, 2026"]
    page.go_back()
    expect(page.locator("h1")).to_have_text("Scorebook")


def test_charts_begin_with_the_fifth_game(browse: Browse) -> None:
    """Each result twice: Ann has six games of Hansa, of which she won four, on average 33 1/3 points."""
    page = open_book(browse, "en", copies=2)
    page.goto("/en/scorebook#person=Ann")
    expect(page.locator("h1")).to_have_text("Ann")
    assert rows(page, "Wins by game") == [
        "Hansa Teutonica4 / 6",
        "LanternsToo few games for a chart2 / 2",
        "OxenToo few games for a chart2 / 2",
    ]
    assert rows(page, "Points") == ["Hansa Teutonicaaverage 33"]
    widths = page.locator("#page svg").evaluate_all("(all) => all.map((svg) => svg.getBoundingClientRect().width)")
    assert min(widths) >= 60


def test_game_has_a_page_of_what_decided(browse: Browse) -> None:
    """Each result twice: the guest's 92 are the most, Ann's 20 ahead of Bo the closest; cities decided four of six, two were shared."""
    page = open_book(browse, "en", copies=2)
    page.get_by_role("link", name="Games played").click()
    page.locator("#page").get_by_role("link", name="Hansa Teutonica").click()
    expect(page.locator("h1")).to_have_text("Hansa Teutonica")
    assert read_lines(page.locator(".bests li")) == [
        "92The bestMar 1, 2026",
        "42Average",
        "20The closestAnn · 20 ahead of Bo · Jan 1, 2026",
    ]
    assert rows(page, "What decided") == ["Cities4", "Shared win2"]


@pytest.mark.long
@pytest.mark.parametrize(("lang", "device", "scheme"), [("zh-Hant", "phone", "light"), ("en", "phone", "dark"), ("en", "desktop", "light")])
def test_pages_of_the_scorebook_are_for_everyone(browse: Browse, lang: str, device: str, scheme: str) -> None:
    page = open_book(browse, lang, copies=2, device=device, scheme=scheme)
    drawn = {
        "#results": ".evening",
        "#people": "#page > ol .chip",
        "#person=Ann": "#page .whose",
        "#games": "#page > ol .token",
        "#game=hansa_teutonica": "#page .game-page",
    }
    for address, part in drawn.items():
        page.evaluate("(hash) => { location.hash = hash; }", address)
        expect(page.locator(part).first).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = page.locator("#page *, .evening *").evaluate_all("all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))")
        assert min(small) >= 12


def test_unknown_person_is_said(browse: Browse) -> None:
    page = open_book(browse, "en")
    page.goto("/en/scorebook#person=Nobody")
    expect(page.locator("#page")).to_have_text("No matching results.")
