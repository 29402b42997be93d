"""The pages of every game, and its player aid, which answers the twelve questions of aid.tsv with the code's
numbers.
"""

import csv
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from every_game import bounds, every_example, every_game, example, load_valid_sheet, plain
from proofreader import Page, Proofreader, totals, words
from shipped import SHIPPED

from scorers.chang_cheng import sheet as chang_cheng
from scorers.chang_cheng import wall
from scorers.entries import entries_of
from scorers.hansa_teutonica import box as hansa
from scorers.hansa_teutonica.map import CITIES
from scorers.hansa_teutonica.player import Player
from scorers.hansa_teutonica.score import FULL, KEY_VALUES
from scorers.honshu import parts as honshu
from scorers.honshu.score import END_CARDS
from scorers.qin import score as qin
from scorers.querystring import sheet_from_query
from scorers.registry import game
from scorers.trajan import bonus, box
from web.common.languages import LANGUAGES
from web.rules.model import rules

in_both_languages = pytest.mark.parametrize("lang", LANGUAGES)
"""Both in `make test`, which is to show that an edited player aid lacks an answer or a number."""
COLUMNS = {"en": ("question", "answer"), "zh-Hant": ("問題", "答案")}
CITY = {city.mark: city.name for city in CITIES.values()}
"""Mark beside a city -> the name of the city."""
TILES = [bonus.TILES[tile] for tile in ("wine_fish", "military", "building", "bonus_tiles", "bread")]
SHIPS = [(2, 6, 12, 20), (0, 1, 7, 15), (2, 4, 6, 8), (0, 1, 3, 5), (5, 10, 15, "–"), (1, 6, 11, "–")]
"""What is printed on the ships for 1 to 4 cards or pairs: equal cards, different cards, different pairs, each
coloured, then grey.
"""


def join(values: Any) -> str:
    """Return the cells of a row as the text of the player aid has them."""
    return " · ".join(map(str, values))


VALUES: dict[str, dict[str, Any]] = {
    "chang_cheng": {
        "BOARDS": join(wall.BOARDS.values()),
        "DIPLOMACY": chang_cheng.POINTS_FOR_DIPLOMACY,
        "OVERLORD": chang_cheng.POINTS_PER_SPACE_OF_ROW,
        "REWARD": chang_cheng.POINTS_PER_UNPLAYED_CARD,
    },
    "hansa_teutonica": {
        "CITY": CITY,
        "FULL": hansa.POINTS_PER_FULL_ABILITY,
        "KEYS": " ".join(map(str, KEY_VALUES)),
        "STEPS": join(hansa.MARKER_POINTS[markers] for markers in (1, 3, 5, 7, 9, 10)),
        **{f"E{points}": points for points in hansa.COELLEN_SPACES},
    },
    "honshu": {
        "parts": honshu,
        "FOREST": honshu.POINTS_PER_FOREST,
        "TOWN": honshu.POINTS_PER_TOWN,
        "LAKE": honshu.POINTS_PER_FURTHER_LAKE,
        "CARD": honshu.POINTS_OF_CARD,
        "SIX_FORESTS": 2 * honshu.POINTS_OF_CARD["forest_runs"],
        "SIZES": join(range(1, 8)),
        "LAKES": join(honshu.lake_worth(size, "none")[0] for size in range(1, 8)),
    },
    "qin": {
        "START": join(qin.START_PAGODAS.values()),
        **dict(zip(("PROVINCE", "MAJOR", "VILLAGE"), qin.PAGODAS_PER.values(), strict=True)),
    },
    "trajan": {
        "trajan_box": box,
        "SETS": box.POINTS_BY_TILES_OF_A_TYPE,
        **dict(zip(("GOODS", "MILITARY", "DISTRICT", "GOLDEN", "SYMBOL"), TILES, strict=True)),
    },
}
"""Game -> the values of the placeholders in its aid.tsv."""


def card(slug: str, lang: str) -> str:
    """Return the text of a game's player aid, cells separated by dots, without word joiners."""
    chapter, below = next(iter(rules(slug, lang).chapters()))
    assert chapter.id == "quick-reference"
    return "\n".join(section.text for section in (chapter, *below)).replace("\u2060", "")


def card_rows(slug: str, lang: str) -> list[list[str]]:
    return [line.split(" · ") for line in card(slug, lang).splitlines()]


@in_both_languages
@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize("slug", SHIPPED)
def test_player_aid_answers_twelve_questions(slug: str, lang: str) -> None:
    with (Path(__file__).parent / slug / "aid.tsv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) == 12
    question, answer = COLUMNS[lang]
    phrases = [(row[question], phrase.format_map(VALUES[slug])) for row in rows for phrase in row[answer].split(" | ")]
    assert [phrase for phrase in phrases if phrase[1] not in card(slug, lang)] == []


@in_both_languages
@pytest.mark.usefixtures("application_context")
@pytest.mark.parametrize(
    ("slug", "phrases"),
    [
        (
            "chang_cheng",
            {
                "en": f"Two players: there are {wall.NEUTRAL_WALLS} neutral walls.",
                "zh-Hant": f"兩人遊戲：共有{wall.NEUTRAL_WALLS}座中立城牆",
            },
        ),
        (
            "hansa_teutonica",
            {
                "en": f"Control: {hansa.POINTS_PER_CITY} per city.",
                "zh-Hant": f"控制：每座城市{hansa.POINTS_PER_CITY}分。",
            },
        ),
        (
            "qin",
            {
                "en": f"\nVillage · {qin.PAGODAS_PER['villages']}\n",
                "zh-Hant": f"\n村莊 · {qin.PAGODAS_PER['villages']}\n",
            },
        ),
    ],
)
def test_player_aid_has_the_numbers_of_the_code(slug: str, phrases: dict[str, str], lang: str) -> None:
    assert phrases[lang] in card(slug, lang)


# Chang Cheng


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_chang_cheng_aid_has_every_action_card(lang: str) -> None:
    lines = card("chang_cheng", lang).splitlines()
    names = [
        row.split(" · ")[:2]
        for row in rules("chang_cheng", lang).by_id["action-cards"].text.splitlines()
        if row[:1].isdigit()
    ]
    for number, name in names[: chang_cheng.ACTION_CARDS]:
        assert any(line.startswith((f"{number} · {name}:", f"{number} · {name}：")) for line in lines), name


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_chang_cheng_double_wall_points_match_their_rule(lang: str) -> None:
    points = [
        row for row in rules("chang_cheng", lang).by_id["action-double"].text.splitlines() if row[-4:-1] == " · "
    ][:3]
    assert len(points) == 3
    assert "\n".join(points) in card("chang_cheng", lang)


# Hansa Teutonica


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_hansa_table_of_abilities_is_that_of_the_desk(lang: str) -> None:
    rows = card_rows("hansa_teutonica", lang)
    start = next(at for at, row in enumerate(rows) if row[1:2] == [CITY["actions"]])
    for row, (ability, pieces) in zip(rows[start:], FULL.items(), strict=False):
        values = row[2].split("（")[0].split(" (")[0].split()
        assert row[1] == CITY[ability]
        assert len(values) == pieces + 1
        assert row[3] == str(hansa.POINTS_PER_FULL_ABILITY)
        if ability != "privilege":
            assert values == [str(face).split()[0] for face in entries_of(Player)[ability].faces]
    assert rows[start + len(FULL)][1:] == [CITY["keys"], " ".join(map(str, KEY_VALUES)), "0"]


# Honshu


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_honshu_scoring_cards_are_in_order_with_points(lang: str) -> None:
    rows = card_rows("honshu", lang)
    start = next(at for at, row in enumerate(rows) if row[:2] == ["1", "2–4"])
    keys = [key for key in END_CARDS if key != "none"]
    points = {**honshu.POINTS_OF_CARD, "lake_squares": honshu.POINTS_PER_LAKE_SQUARE}
    for number, (key, row) in enumerate(zip(keys, rows[start : start + len(keys)], strict=True), 1):
        assert row[0] == str(number)
        assert len(row) == 3
        assert row[1] == ("2–4" if key == "double_factories" else str(points[key]))


# Trajan


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_trajan_bonus_tiles_match_the_player_aid(lang: str) -> None:
    points = [
        line.split(" · ")[1:]
        for line in rules("trajan", lang).by_id["quick-reference-2"].text.splitlines()[-len(TILES) :]
    ]
    assert points == [[str(tile.gold), "½" if tile.grey_lot == 2 else str(tile.grey)] for tile in TILES]
    assert {(tile.gold, tile.grey, tile.grey_lot) for tile in TILES} == {
        (tile.gold, tile.grey, tile.grey_lot) for tile in bonus.TILES.values()
    }


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_trajan_ships_match_their_print(lang: str) -> None:
    lines = rules("trajan", lang).by_id["ships"].text.splitlines()
    rows = [line.split(" · ")[1:] for line in lines if len(line.split(" · ")) == 5][1:]
    assert rows == [[str(points) for points in ship] for ship in SHIPS]
    for coloured, grey in zip(SHIPS[::2], SHIPS[1::2], strict=True):
        both = [one if one == "–" else f"{one}/{other}" for one, other in zip(coloured, grey, strict=True)]
        assert " · ".join(both) in card("trajan", lang)


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_trajan_provinces_match_their_rule(lang: str) -> None:
    start, apart = {"en": ("Province · Points\n", ", "), "zh-Hant": ("行省 · 分數\n", "、")}[lang]
    groups = [row.split(" · ") for row in card("trajan", lang).split(start)[1].splitlines()[:4]]
    items = {name: points for names, points in groups for name in names.split(apart)}
    rows = re.findall(r"^(.+?)(?:（.*）)? · (\d+)$", rules("trajan", lang).by_id["provinces"].text, re.MULTILINE)
    assert items == dict(rows)
    assert len(items) == 10


@in_both_languages
@pytest.mark.usefixtures("application_context")
def test_trajan_demands_and_senate_match_their_rules(lang: str) -> None:
    by_id = rules("trajan", lang).by_id
    losses = re.findall(r"^[1-3] · −(\d+)$", by_id["demands"].text, re.MULTILINE)
    start = {"en": "Demands: ", "zh-Hant": "需求："}[lang]
    (line,) = [line for line in card("trajan", lang).splitlines() if line.startswith(start)]
    assert re.findall(r"\d+", line) == [number for pair in zip("123", losses, strict=True) for number in pair]
    (steps,) = re.findall(r"(?: · \d){8}$", by_id["action-senate"].text, re.MULTILINE)[1:]
    assert {"en": ", ", "zh-Hant": "、"}[lang].join(steps.split(" · ")[2:]) in card("trajan", lang)


@pytest.mark.short(lang="zh-Hant", slug="trajan")
@every_game
def test_pages_answer_in_both_languages(slug: str, lang: str, client: Proofreader) -> None:
    assert client.get(f"/{lang}/{slug}/score").status_code == 200
    assert client.get(f"/{lang}/{slug}/rules").status_code == 200
    low, high = bounds(slug)
    for seats in range(low, high + 1):
        assert client.get(f"/{lang}/{slug}/score?n={seats}").all("input", name=f"{seats - 1}.name")


@pytest.mark.short(lang="zh-Hant", slug="qin")
@every_example
def test_an_example_can_be_seen_changed_and_compared(slug: str, key: str, lang: str, client: Proofreader) -> None:
    """The form of its sheet, sent unchanged, has the same score."""
    an_example, the_game = example(slug, key), game(slug)
    result = client.get(f"/{lang}/{slug}/example/{key}", follow_redirects=True)
    assert isinstance(result, Page)
    assert result.status_code == 200
    assert totals(result) == list(an_example.totals)
    query = result.request.query_string.decode()
    page = client.get(f"/{lang}/{slug}/score?to=sheet&{query}")
    sheet = load_valid_sheet(slug, plain(an_example.sheet))
    returned = load_valid_sheet(slug, sheet_from_query(the_game.sheet, page.form_data().to_dict(flat=False)))
    assert returned.players == sheet.players
    assert the_game.score(returned).players == the_game.score(sheet).players
    assert client.get(f"/{lang}/{slug}/compare?{query}").status_code == 200


# Boards without a script


TEXTS = {
    "hansa_teutonica": ({"offices.emden": "-A"}, {"offices.emden": "BA"}, [3, 1]),
    "honshu": ({"0.map": "F F /\nT Q"}, {"0.map": "F F /\nT T"}, [6, 0]),
    "chang_cheng": ({"wall": "A B A"}, {"wall": "A B A", "china": "3", "mongol": "3", "threats": "4"}, [-4, 0]),
}
"""Entries at fault, entries that can be scored, and the totals: A controls Emden for 2, and both have a network of
one office for 1; two squares of forest are worth 4 and two of town 2; in the one region A has two walls and B one,
so A loses 4.
"""


@pytest.mark.parametrize("slug", TEXTS)
def test_position_is_typed_and_scored_as_text(client: Proofreader, lang: str, slug: str) -> None:
    wrong, right, points = TEXTS[slug]
    page = client.get(f"/{lang}/{slug}/score?n=2&{urlencode(wrong)}")
    assert page.status_code == 422
    assert page.all("p", class_="error") or page.all("span", class_="error")
    for name, text in wrong.items():
        (control,) = (
            field for field in page.html.iter() if field.get("name") == name and field.tag in ("input", "textarea")
        )
        assert (control.get("value") or words(control)) == " ".join(text.split())
    assert totals(client.get(f"/{lang}/{slug}/score?n=2&{urlencode(right)}")) == points
