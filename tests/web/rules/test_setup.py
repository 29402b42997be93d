"""The set-up page: the steps of the rules in their order, with tables for the player count."""

import re

import pytest
from flask import Flask
from proofreader import Proofreader, words
from shipped import SHIPPED

from scorers.qin.score import START_PAGODAS
from scorers.registry import game
from scorers.sheet import players_entry
from web.rules.model import rules


def chapter(app: Flask, slug: str, lang: str) -> str:
    """Return the HTML of the set-up chapter."""
    with app.app_context():
        (sections,) = [(top, *below) for top, below in rules(slug, lang).chapters() if top.id == "setup"]
    return "".join(section.body for section in sections)


def shown_tables(client: Proofreader, path: str) -> list[list[list[str]]]:
    """Return the cells of the tables on a page."""
    return [
        [[words(cell) for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")]
        for table in client.get(path).all("table")
    ]


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_step_has_a_check_box(app: Flask, client: Proofreader, slug: str, lang: str) -> None:
    items = re.findall(r"<li>(.*?)</li>", chapter(app, slug, lang), re.DOTALL)
    page = client.get(f"/{lang}/{slug}/setup")
    steps = [words(label) for label in page.all("label", class_="tick")]
    assert steps == [" ".join(re.sub(r"<[^>]+>", "", step).split()) for step in items]
    assert len(page.all("input", type="checkbox")) == len(steps) >= 5


@pytest.mark.parametrize("slug", SHIPPED)
def test_chosen_player_count_is_marked(client: Proofreader, slug: str, lang: str) -> None:
    bounds = players_entry(game(slug).sheet)
    for count in range(bounds.low, bounds.high + 1):
        page = client.get(f"/{lang}/{slug}/setup?n={count}")
        assert [words(link) for link in page.all("a", class_="button") if link.get("aria-current")] == [str(count)]
        other = "en" if lang == "zh-Hant" else "zh-Hant"
        assert f"/{other}/{slug}/setup?n={count}" in [link.get("href") for link in page.all("a")]


@pytest.mark.parametrize("wrong", ["", "1", "6", "x", "99999999999"])
def test_invalid_number_of_players_shows_whole_tables(client: Proofreader, lang: str, wrong: str) -> None:
    (table,) = shown_tables(client, f"/{lang}/qin/setup?n={wrong}")
    assert [row[0] for row in table[1:]] == ["2", "3", "4"]


def test_table_shows_the_row_of_the_player_count(client: Proofreader, lang: str) -> None:
    for count, pagodas in START_PAGODAS.items():
        (table,) = shown_tables(client, f"/{lang}/qin/setup?n={count}")
        assert table[1:] == [[str(count), str(pagodas)]]


def test_table_shows_the_column_of_the_player_count(client: Proofreader) -> None:
    """Four players: four start cards, order cards 1 to 4, six cards each of the sixty."""
    (table,) = shown_tables(client, "/en/honshu/setup?n=4")
    assert table == [
        ["Players", "4"],
        ["Start cards dealt", "4"],
        ["Order cards dealt", "4"],
        ["Map cards dealt", "24"],
        ["Map cards in the deck", "36"],
    ]


def test_table_of_places_has_a_row_per_player(client: Proofreader) -> None:
    """The first of three players begins with 5 traders in the supply, the third with 7."""
    table = shown_tables(client, "/en/hansa_teutonica/setup?n=3")[-1]
    assert [row[:2] for row in table[1:]] == [["1", "5"], ["2", "6"], ["3", "7"]]


def test_components_per_player_are_listed(client: Proofreader) -> None:
    table = shown_tables(client, "/en/trajan/setup?n=2")[1]
    assert ["small tokens", "15"] in table
    assert len(table) == 10


def test_random_start_player_is_only_in_trajan(app: Flask, client: Proofreader, lang: str) -> None:
    by_chance = [
        slug
        for slug in SHIPPED
        if client.get(f"/{lang}/{slug}/setup?n=2").all("button", type="button")[0].get("data-pick")
    ]
    assert by_chance == ["trajan"]
    with app.app_context():
        text = rules("trajan", "en").by_id[game("trajan").chance_start].text
    assert "starting player at random" in text
    (button,) = [button for button in client.get(f"/{lang}/trajan/setup?n=3").all("button") if button.get("data-pick")]
    assert button.get("data-pick") == "ABC"


def test_player_counts_are_offered_only_if_tables_differ(client: Proofreader) -> None:
    page = client.get("/en/magpies/setup")
    assert page.all("nav", class_="counts") == []
    assert words(page.one("p", class_="hint")) == "Tick off each step when it is done."
    assert client.get("/en/qin/setup").all("nav", class_="counts")


def test_game_without_the_chapter_has_no_set_up_page(client: Proofreader, lang: str) -> None:
    assert client.get(f"/{lang}/lanterns/setup").status_code == 404
    assert f"/{lang}/lanterns/setup" not in client.get(f"/{lang}/lanterns/rules").text


@pytest.mark.parametrize("slug", SHIPPED)
def test_rules_and_set_up_link_to_each_other(client: Proofreader, slug: str, lang: str) -> None:
    assert client.get(f"/{lang}/{slug}/rules").text.count(f'href="/{lang}/{slug}/setup"') == 2
    page = client.get(f"/{lang}/{slug}/setup")
    assert f"/{lang}/{slug}/rules#turn" in [link.get("href") for link in page.all("a")]
