"""Statistics of the scorebook on the page; tests/js/statistics.test.js has what the module reckons."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]


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


def open_statistics(browse: Browse, lang: str, **settings: str) -> Page:
    """The statistics of a scorebook of two shipped games and one of fewest points."""
    page = browse(f"/{lang}/scorebook", pristine=True, **settings)
    names = {"hansa": "hansa_teutonica"}
    book = [result | {"slug": names.get(result["slug"], result["slug"])} for result in BOOK]
    page.locator("#file").set_input_files(as_file(book))
    expect(page.locator("#heard")).to_contain_text("5")
    page.locator('[data-show="statistics"]').click()
    expect(page.locator(".records li")).to_have_count(3)
    return page


def cells(page: Page, title: str) -> list[str]:
    """The rows of the table in the section with this title, each in one text."""
    rows = page.locator("#statistics section", has=page.get_by_role("heading", name=title, exact=True)).locator("tbody tr")
    return [
        " ".join(row.split()) for row in rows.evaluate_all("rows => rows.map((row) => [...row.cells].map((c) => c.textContent).join(' '))")
    ]


@pytest.mark.long
@pytest.mark.parametrize(("lang", "device", "scheme"), [("zh-Hant", "phone", "light"), ("en", "phone", "dark"), ("en", "desktop", "light")])
def test_statistics_are_for_everyone_and_stay_on_the_device(browse: Browse, lang: str, device: str, scheme: str) -> None:
    page = open_statistics(browse, lang, device=device, scheme=scheme)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.locator("#person").select_option("Ann")
    expect(page.locator(".records li")).to_have_count(3)
    assert requests == []
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.locator("#statistics :is(th, td, small)").evaluate_all("all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))")
    assert min(small) >= 13


@pytest.mark.long
def test_numbers_stand_beside_pictures_and_are_narrowed(browse: Browse) -> None:
    """Everyone's cities are 30, 10, 20, 30, 0, 50: so 140 of 252 points; their squares off 140 / 6 are 1533, a sixth is 256."""
    page = open_statistics(browse, "en")
    assert cells(page, "People") == ["Ann 5 4 80%", "Cy 1 1 100%", "Bo 3 1 33%"]
    assert cells(page, "Points by game")[0] == "Hansa Teutonica 3 92 42 24.1"
    assert cells(page, "Where points come from: Hansa Teutonica") == ["Cities 56% 50 23.3 16", "Network 44% 42 18.7 11.4"]
    assert cells(page, "Two people") == ["Ann 2 67%", "Bo 0 0%", "Tied 1 33%"]
    expect(page.get_by_text("Ann is ahead, 2 to 0.")).to_be_visible()
    expect(page.locator(".records li").first).to_have_text("92Highest in Hansa TeutonicaMarch 1, 2026")
    expect(page.locator(".records li").last).to_contain_text("Lowest in Oxen")
    widths = page.locator("#statistics tbody svg").evaluate_all("(all) => all.map((svg) => svg.getBoundingClientRect().width)")
    assert min(widths) >= 100
    page.locator("#person").select_option("Ann")
    expect(page.get_by_text("60% of the points of Ann come from “Cities”.")).to_be_visible()
    page.locator("#month").select_option("2026-04")
    expect(page.locator("#count")).to_have_text("Results: 1")
    expect(page.locator(".records li")).to_have_count(1)
    page.get_by_role("button", name="Results").click()
    expect(page.locator(".kept")).to_have_count(1)
    expect(page.locator("#statistics")).to_be_hidden()
