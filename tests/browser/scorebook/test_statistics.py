"""Statistics of the scorebook: what the module reckons, beside numbers reckoned by hand, and how the page shows it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from accessibility import violations
from playwright.sync_api import Page, expect

Browse = Callable[..., Page]
Modules = Callable[..., Any]

GAMES = {
    "hansa": {"fewest": False, "cooperative": False, "lines": {"cities": "Cities", "network": "Network"}},
    "oxen": {"fewest": True, "cooperative": False, "lines": {"heads": "Heads"}},
    "lanterns": {"fewest": False, "cooperative": True, "lines": {}},
}


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


@pytest.fixture
def reckon(browse: Browse) -> Modules:
    """Calls a function of the module with arguments."""
    page = browse("/en/scorebook", device="desktop")
    module = str(page.locator("script[src$='/scorebook.js']").evaluate("script => new URL('statistics.js', script.src).href"))

    def call(name: str, *arguments: Any) -> Any:
        return page.evaluate(f"async ([name, given]) => (await import('{module}'))[name](...given)", [name, arguments])

    return call


def test_plays_wins_and_win_rate_of_everyone_who_was_named(reckon: Modules) -> None:
    """Ann won three of five alone or with others and one with Cy; Bo one of three; the guest is nobody."""
    people = reckon("people", BOOK)
    assert [(who["name"], who["plays"], who["wins"], who["colour"]) for who in people] == [
        ("Ann", 5, 4, "red"),
        ("Cy", 1, 1, "grey"),
        ("Bo", 3, 1, "blue"),
    ]
    assert [who["rate"] for who in people] == pytest.approx([4 / 5, 1, 1 / 3])


def test_best_average_and_spread_of_a_game(reckon: Modules) -> None:
    """Hansa: 40, 20, 40, 40, 20 and 92 are 252, on average 42; the squares of 2, 22, 2, 2, 22, 50 are 3480, a sixth is 580."""
    figures = {game["slug"]: game for game in reckon("totals", BOOK, GAMES)}
    assert list(figures) == ["hansa", "lanterns", "oxen"]
    hansa = figures["hansa"]
    assert (hansa["plays"], hansa["best"], hansa["lowest"], hansa["average"]) == (3, 92, 20, 42)
    assert hansa["spread"] == pytest.approx(580**0.5)
    assert (figures["oxen"]["best"], figures["oxen"]["highest"]) == (3, 9)


def test_totals_of_one_person_are_theirs_alone(reckon: Modules) -> None:
    """Ann's Hansa: 40, 40, 20."""
    figures = {game["slug"]: game for game in reckon("totals", BOOK, GAMES, "Ann")}
    assert (figures["hansa"]["plays"], figures["hansa"]["best"]) == (3, 40)
    assert figures["hansa"]["average"] == pytest.approx(100 / 3)
    assert reckon("totals", BOOK, GAMES, "C") == []


def test_the_share_of_a_line_in_someones_points(reckon: Modules) -> None:
    """Ann's cities: 30, 30, 0 of 100 points; her network 10, 10, 20."""
    cities, network = reckon("lines", BOOK, "hansa", GAMES, "Ann")
    assert (cities["key"], cities["share"], cities["best"], cities["average"]) == ("cities", 0.6, 30, 20)
    assert cities["spread"] == pytest.approx(200**0.5)
    assert (network["share"], network["best"]) == (0.4, 20)


def test_what_costs_points_has_no_share_in_them(reckon: Modules) -> None:
    book = [one("hansa", "2026-01-01", ("Ann", "red", 1, {"track": 8, "invasion": -3}))]
    assert [(line["key"], line["share"], line["best"]) for line in reckon("lines", book, "hansa", {})] == [
        ("track", 1, 8),
        ("invasion", 0, -3),
    ]


def test_two_people_by_who_was_placed_before_whom(reckon: Modules) -> None:
    """Ann before Bo in Hansa and in Oxen, where she has fewer points; once they shared first place. With Cy she won together."""
    assert reckon("rivalry", BOOK, GAMES, "Ann", "Bo") == {"plays": 3, "ahead": [2, 0], "level": 1}
    assert reckon("rivalry", BOOK, GAMES, "Bo", "Ann") == {"plays": 3, "ahead": [0, 2], "level": 1}
    assert reckon("rivalry", BOOK, GAMES, "Ann", "Cy")["plays"] == 0
    assert reckon("rivals", BOOK, GAMES) == ["Ann", "Bo"]
    assert reckon("rivals", BOOK, GAMES, "Bo") == ["Bo", "Ann"]
    assert reckon("rivals", BOOK, GAMES, "Cy") == []


def test_records_are_the_highest_and_where_few_points_win_the_lowest(reckon: Modules) -> None:
    records = [(record["slug"], record["points"], record["name"], record["date"]) for record in reckon("records", BOOK, GAMES)]
    assert records == [("hansa", 92, "", "2026-03-01"), ("lanterns", 0, "Ann", "2026-05-01"), ("oxen", 3, "Ann", "2026-04-01")]
    mine = reckon("records", BOOK[::-1], GAMES, "Ann")
    assert (mine[0]["slug"], mine[0]["points"], mine[0]["date"]) == ("hansa", 40, "2026-01-01")


def test_an_empty_scorebook_has_no_statistics(reckon: Modules) -> None:
    assert [reckon(name, [], GAMES) for name in ("people", "totals", "rivals", "records")] == [[]] * 4


# On the page


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
def test_the_numbers_stand_in_tables_beside_their_pictures(browse: Browse) -> None:
    """Everyone's cities are 30, 10, 20, 30, 0, 50: so 140 of 252 points; their squares off 140 / 6 are 1533, a sixth is 256."""
    page = open_statistics(browse, "en")
    assert cells(page, "People") == ["Ann 5 4 80%", "Cy 1 1 100%", "Bo 3 1 33%"]
    assert cells(page, "Points by game")[0] == "Hansa Teutonica 3 92 42 24.1"
    assert cells(page, "Where points come from: Hansa Teutonica") == ["Cities 56% 50 23.3 16", "Network 44% 42 18.7 11.4"]
    assert cells(page, "Two people") == ["Ann 2 67%", "Bo 0 0%", "Level 1 33%"]
    expect(page.get_by_text("Ann is ahead, 2 to 0.")).to_be_visible()
    expect(page.locator(".records li").first).to_have_text("92Highest in Hansa TeutonicaMarch 1, 2026")
    expect(page.locator(".records li").last).to_contain_text("Lowest in Oxen")
    widths = page.locator("#statistics tbody svg").evaluate_all("(all) => all.map((svg) => svg.getBoundingClientRect().width)")
    assert min(widths) >= 100


@pytest.mark.long
def test_a_person_and_a_month_narrow_what_is_counted(browse: Browse) -> None:
    page = open_statistics(browse, "en")
    page.locator("#person").select_option("Ann")
    expect(page.get_by_text("60% of the points of Ann come from “Cities”.")).to_be_visible()
    page.locator("#month").select_option("2026-04")
    expect(page.locator("#count")).to_have_text("Results: 1")
    expect(page.locator(".records li")).to_have_count(1)
    page.get_by_role("button", name="Results").click()
    expect(page.locator(".kept")).to_have_count(1)
    expect(page.locator("#statistics")).to_be_hidden()


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
