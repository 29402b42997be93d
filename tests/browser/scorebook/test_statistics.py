"""The pages of people and games in the scorebook; tests/js/statistics.test.js has the statistics themselves."""

import pytest
from browsing import Browse
from page_faults import violations
from playwright.sync_api import Locator, Page, expect
from scorebook_page import add_results, make_result

HANSA = "hansa_teutonica"
BOOK = [
    make_result(
        HANSA,
        "2026-01-01",
        ("Ann", "red", 1, {"cities": 30, "network": 10}),
        ("Bo", "blue", 2, {"cities": 10, "network": 10}),
    ),
    make_result(
        HANSA,
        "2026-02-01",
        ("Bo", "blue", 1, {"cities": 20, "network": 20}),
        ("Ann", "green", 1, {"cities": 30, "network": 10}),
    ),
    make_result(
        HANSA,
        "2026-03-01",
        ("Ann", "red", 2, {"cities": 0, "network": 20}),
        ("", "pink", 1, {"cities": 50, "network": 42}),
    ),
    make_result("oxen", "2026-04-01", ("Ann", "red", 1, {"heads": 3}), ("Bo", "blue", 2, {"heads": 9})),
    make_result("lanterns", "2026-05-01", ("Ann", "red", 1, {}), ("Cy", "grey", 1, {}), winners=[0, 1]),
]
"""Ann has 40, 40 and 20 in Hansa Teutonica; a player without a name has 92. In Oxen the fewest points win."""


def open_book(browse: Browse, lang: str, copies: int = 1, **settings: str) -> Page:
    """Open a scorebook that has each result `copies` times."""
    page = browse(f"/{lang}/scorebook", pristine=True, **settings)
    numbers = range(copies)
    add_results(
        page,
        *(
            one | {"id": f"{one['id']}-{number}", "query": f"{one['query']}&copy={number}"}
            for one in BOOK
            for number in numbers
        ),
    )
    expect(page.locator("#heard")).to_contain_text(str(5 * copies))
    return page


def read_lines(lines: Locator) -> list[str]:
    """Wait for lines, and return the text of each."""
    expect(lines.first).to_be_visible()
    return [" ".join(line.split()) for line in lines.all_text_contents()]


def rows(page: Page, title: str) -> list[str]:
    """Return the text of each row of the section with this title."""
    return read_lines(page.locator("#page section", has=page.get_by_role("heading", name=title)).locator("li"))


def test_results_of_one_day_are_one_evening(browse: Browse) -> None:
    """The last day first: a shared win; Ann with 6 fewer heads; the guest 72 points ahead; a tie; Ann 20 ahead."""
    page = open_book(browse, "en", copies=2)
    expect(page.locator(".evening h2 small")).to_have_text(["2 games"] * 5)
    expect(page.locator(".evening h2 .num").first).to_have_text("1")
    said = page.locator(".evening li:first-child .row small").all_text_contents()
    assert said == ["won together", "6 fewer than Bo", "72 ahead of Ann", "tied", "20 ahead of Bo"]


def test_page_of_a_person_has_every_game(browse: Browse) -> None:
    """Ann won four of five games. In three with Bo she was ahead twice and level once."""
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
    """With each result twice, Ann has won four of six games of Hansa Teutonica, with 33 1/3 points on average."""
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


def test_page_of_a_game_has_what_decided(browse: Browse) -> None:
    """The best is the guest's 92, the closest is 20 points. With each result twice, cities decided four of six, and two were shared."""
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
@pytest.mark.parametrize(
    ("lang", "device", "scheme"), [("zh-Hant", "phone", "light"), ("en", "phone", "dark"), ("en", "desktop", "light")]
)
def test_pages_of_the_scorebook_are_accessible(browse: Browse, lang: str, device: str, scheme: str) -> None:
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
        small = page.locator("#page *, .evening *").evaluate_all(
            "all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"
        )
        assert min(small) >= 12


def test_unknown_person_has_no_results(browse: Browse) -> None:
    page = open_book(browse, "en")
    page.goto("/en/scorebook#person=Nobody")
    expect(page.locator("#page")).to_have_text("No matching results.")
