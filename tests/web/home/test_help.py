"""The About page, and the helps of entries, whose numbers are those of the scoring code."""

import json
import re
import tomllib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from proofreader import Proofreader, words
from shipped import SHIPPED

from scorers.chang_cheng import sheet as chang_cheng_sheet
from scorers.chang_cheng.wall import THREATS
from scorers.entries import Entry, Holdings, Records, entries_of
from scorers.hansa_teutonica import box as hansa_box
from scorers.hansa_teutonica import score as hansa
from scorers.hansa_teutonica.faults import EAST_PLAYERS
from scorers.hansa_teutonica.player import Player as HansaPlayer
from scorers.honshu import parts
from scorers.honshu import sheet as honshu
from scorers.model import N_
from scorers.po_catalog import load_translator
from scorers.qin.score import PAGODAS_PER
from scorers.registry import folder, game, slugs
from scorers.sheet import sheet_schema
from scorers.trajan import box as trajan_box
from scorers.trajan import score as trajan
from scorers.trajan.bonus import TILES
from web.home import about

ROOT = Path(__file__).parents[3]


def test_every_page_links_to_about(client: Proofreader, lang: str) -> None:
    for page in (f"/{lang}/", f"/{lang}/qin/score", f"/{lang}/search"):
        assert f"/{lang}/about" in [link.get("href") for link in client.get(page).all("a")]


def test_help_says_what_works_by_key_voice_and_ear(client: Proofreader, lang: str) -> None:
    for page in (f"/{lang}/about", f"/{lang}/qin/score"):
        assert f"/{lang}/keys" in [link.get("href") for link in client.get(page).all("a")]
    assert len(client.get(f"/{lang}/keys").texts("h2")) == 4


@pytest.mark.parametrize("slug", slugs())
def test_every_worked_example_is_listed_with_its_source(client: Proofreader, lang: str, slug: str) -> None:
    page = client.get(f"/{lang}/about")
    links = [link.get("href") for link in page.all("a")]
    sources = page.texts("small")
    for key, example in game(slug).examples.items():
        assert f"/{lang}/{slug}/example/{key}" in links
        assert " ".join(example.source.split()) in sources


@pytest.mark.parametrize("slug", slugs())
def test_every_dispute_is_listed_with_a_rules_link(client: Proofreader, lang: str, slug: str) -> None:
    links = [link.get("href") for link in client.get(f"/{lang}/about").all("a")]
    rules = folder(slug) / f"rules.{lang}.md"
    for line in rules.read_text(encoding="utf-8").splitlines():
        if line.startswith("{#disputed-"):
            assert f"/{lang}/{slug}/rules{line.strip('{}')}" in links


def test_dependencies_are_listed_with_a_licence(client: Proofreader) -> None:
    requirements = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    rows = [[words(cell) for cell in row] for row in client.get("/en/about").all("table")[-1].iter("tr")][1:]
    names = {name.lower().replace("_", "-") for name, _, _ in rows}
    assert {text.partition(">")[0] for text in requirements} <= names
    assert {"werkzeug", "jinja2", "markupsafe", "babel"} <= names
    assert all(version[0].isdigit() and licence for _, version, licence in rows)


def test_figures_are_those_of_the_file(client: Proofreader, lang: str) -> None:
    """Both languages separate thousands with a comma."""
    phrases = [re.findall(r"\d+(?:\.\d+)?", line.replace(",", "")) for line in client.get(f"/{lang}/about").texts("li")]
    figures = about.read_figures()
    for measured, names in (("mutants", ("killed", "share", "tried", "listed")), ("fuzz", ("inputs", "cases"))):
        if measured in figures:
            assert sorted(str(figures[measured][name]) for name in names) in [sorted(phrase) for phrase in phrases]
    examples = sum(len(game(slug).examples) for slug in slugs())
    assert [str(examples)] in phrases


def test_parts_of_the_explained_score_add_up(client: Proofreader, lang: str) -> None:
    page = client.get(f"/{lang}/about")
    whole, *parts = [int(words(number)) for number in page.one("div", class_="taken-apart").iter("b")]
    assert len(parts) > 2
    assert sum(parts) == whole


def test_readme_has_the_mutation_score_of_the_file() -> None:
    mutants = about.read_figures()["mutants"]
    assert f"| {mutants['killed']:,} of {mutants['tried'] - mutants['listed']:,} |" in (ROOT / "README.md").read_text(
        encoding="utf-8"
    )


def test_missing_figures_are_left_out(
    app: object, client: Proofreader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(about, "FIGURES", tmp_path / "none.json")
    assert about.read_figures() == {}
    (tmp_path / "none.json").write_text(json.dumps({"mutants": {"tried": 3}}), encoding="utf-8")
    assert about.read_figures() == {"mutants": {"tried": 3}}


def entries(prefix: str, sheet_type: type) -> Iterator[tuple[str, Entry]]:
    """Yield the entries of a sheet and its records with their paths, without indexes."""
    for name, declaration in entries_of(sheet_type).items():
        yield f"{prefix}{name}", declaration
        if isinstance(declaration, Records):
            yield from entries(f"{prefix}{name}.", declaration.of)


def helps(slug: str) -> Iterator[tuple[str, N_]]:
    """Yield the helps of entries and of held items with their paths."""
    for path, declaration in entries("", game(slug).sheet):
        yield path, declaration.help
        if isinstance(declaration, Holdings):
            yield from ((f"{path}.{key}", declaration.helps.get(key, N_())) for key in declaration.keys)


def numbers(text: str) -> list[int]:
    """The whole numbers in a text."""
    return [int(number) for number in re.findall(r"\d+", text)]


FACTORIES = [int(points) for points in honshu.FACTORIES]
THREAT_TILES = [threat for threat in THREATS if threat]


def steps(points: tuple[int, ...]) -> list[int]:
    """Return the first and last number of markers with the same points, and the points."""
    bounds = []
    for points_each, grouped in groupby(enumerate(points), key=lambda pair: pair[1]):
        holdings = [number for number, _ in grouped]
        bounds += ([holdings[0]] if holdings[0] == holdings[-1] else [holdings[0], holdings[-1]]) + [points_each]
    return bounds[2:]


EXPECTED = {
    "trajan": {
        "players.points": [0],
        "players.hand": [trajan_box.POINTS_PER_CARD],
        "players.workers_camp": [trajan_box.POINTS_PER_WORKER],
        "players.legionnaires_camp": [trajan_box.POINTS_PER_LEGIONNAIRE],
        "players.trajan_tiles": [trajan_box.POINTS_PER_TRAJAN_TILE],
        "players.construction": [
            number
            for tiles, points in enumerate(trajan_box.POINTS_BY_TILES_OF_A_TYPE)
            if points
            for number in (tiles, points)
        ],
        "players.wild_construction": [1],
        "players.bonus": [trajan.FIRST_BONUS_TILES],
        "players.wild_commodity": [1],
        "players.senate": [1, 2],
        "waiting_tiles": [trajan_box.POINTS_PER_TRAJAN_TILE],
        "demand_wilds": [TILES["bread"].gold, TILES["bread"].grey],
        **{f"players.bonus.{key}": [tile.gold, tile.grey] for key, tile in TILES.items()},
        "players.bonus.building": [
            TILES["building"].gold,
            TILES["building"].grey_lot,
            TILES["building"].grey,
            TILES["building"].grey,
        ],
    },
    "qin": {
        "players.provinces": [2, 3, 4, PAGODAS_PER["provinces"], PAGODAS_PER["provinces"]],
        "players.major_provinces": [5, PAGODAS_PER["major_provinces"], PAGODAS_PER["major_provinces"]],
        "players.villages": [PAGODAS_PER["villages"], PAGODAS_PER["villages"]],
    },
    "honshu": {
        "players.forest": [parts.POINTS_PER_FOREST],
        "players.town": [parts.POINTS_PER_TOWN],
        "players.lakes": [parts.POINTS_PER_FURTHER_LAKE, 4, parts.POINTS_PER_LAKE_SQUARE],
        "players.factories": FACTORIES,
        "players.second_resources": [1, *FACTORIES],
        "players.runs": [parts.POINTS_OF_CARD["forest_runs"], parts.POINTS_PER_FOREST],
        "players.blocks": [2, 2, parts.POINTS_OF_CARD["fallow_blocks"]],
        "players.crosses": [parts.POINTS_OF_CARD["town_crosses"]],
        "players.empty": [parts.POINTS_OF_CARD["empty_production"]],
        "players.blue_yellow": [parts.POINTS_OF_CARD["blue_yellow"]],
        "players.grey_brown": [parts.POINTS_OF_CARD["grey_brown"]],
        "double_factories": [1],
    },
    "hansa_teutonica": {
        "players.keys": [*hansa.KEY_VALUES, 2],  # "both 2s"
        "players.actions": [int(entries_of(HansaPlayer)["actions"].faces[-1]), hansa_box.POINTS_PER_FULL_ABILITY],
        "players.privilege": [hansa_box.POINTS_PER_FULL_ABILITY],
        "players.book": [int(entries_of(HansaPlayer)["book"].faces[-1]), hansa_box.POINTS_PER_FULL_ABILITY],
        "players.bag": [hansa_box.POINTS_PER_FULL_ABILITY],
        "players.markers": steps(hansa_box.MARKER_POINTS),
        "players.coellen": list(hansa_box.COELLEN_SPACES),
        "players.cities": [hansa_box.POINTS_PER_CITY],
        "players.favours": [
            hansa_box.POINTS_PER_CITY_WITH_TILE,
            hansa_box.POINTS_PER_CITY,
            hansa_box.POINTS_PER_FULL_ABILITY_WITH_TILE,
            hansa_box.POINTS_PER_FULL_ABILITY,
        ],
        "players.mission": [hansa_box.POINTS_PER_MISSION_CITY, hansa_box.POINTS_FOR_MISSION_CONTROL],
        "players.mission_cities": [hansa_box.POINTS_PER_MISSION_CITY],
        "players.mission_control": [hansa_box.POINTS_FOR_MISSION_CONTROL],
        "board": [EAST_PLAYERS, 5],
        "edition": [hansa_box.MARKERS["2009"], 2009, hansa_box.MARKERS["big_box"]],
    },
    "chang_cheng": {
        "players.provinces": [chang_cheng_sheet.POINTS_FOR_DIPLOMACY],
        "players.chain": [chang_cheng_sheet.POINTS_PER_SPACE_OF_ROW],
        "players.unplayed": [chang_cheng_sheet.POINTS_PER_UNPLAYED_CARD],
        "events": [chang_cheng_sheet.EVENT_CARDS_IN_USE],
        "regions": THREAT_TILES,
        "regions.threat": [*THREAT_TILES, 0],
        "regions.walls": [1, 1, 1],
        "threats": [*THREAT_TILES, 0],
    },
}
"""Game, then path of the help, then its numbers in order; other helps have no numbers."""


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_entry_has_a_help_in_both_languages(slug: str) -> None:
    chinese = load_translator("zh-Hant")
    assert [path for path, text in helps(slug) if not text or chinese(text) == text] == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_help_has_whole_sentences(slug: str) -> None:
    chinese = load_translator("zh-Hant")
    for path, text in helps(slug):
        assert text.endswith("."), path
        assert text[0].isupper() or text[0].isdigit(), path
        assert chinese(text).endswith("。"), path
        assert not re.search(r"[,.;:?()]", re.sub(r"\b[A-Z]\b", "", chinese(text))), path


@pytest.mark.parametrize("slug", SHIPPED)
def test_help_has_the_numbers_of_the_scoring_code(slug: str) -> None:
    items = {path: numbers(text) for path, text in helps(slug) if numbers(text)}
    assert items == EXPECTED[slug]


@pytest.mark.parametrize("slug", SHIPPED)
def test_both_languages_have_the_same_numbers(slug: str) -> None:
    chinese = load_translator("zh-Hant")
    for path, text in helps(slug):
        assert sorted(numbers(chinese(text))) == sorted(numbers(text)), path


@pytest.mark.parametrize("slug", SHIPPED)
def test_schema_has_hint_and_help_of_an_entry(slug: str, lang: str) -> None:
    translate = load_translator(lang)
    schema = sheet_schema(game(slug).sheet, translate)["properties"]
    player = schema["players"]["items"]["properties"]
    for name, declaration in entries_of(entries_of(game(slug).sheet)["players"].of).items():
        hint = [translate(declaration.hint)] if declaration.hint else []
        assert player[name]["description"].splitlines() == [*hint, translate(declaration.help)]


def test_question_mark_shows_help_and_rule_link(client: Proofreader) -> None:
    page = client.get("/en/trajan/score")
    blocks = {words(next(details.iter("summary"))): details for details in page.all("details", class_="why")}
    construction = [words(paragraph) for paragraph in blocks["Wild construction tiles"].iter("p")]
    assert construction[0].endswith("Each counts as 1 tile of a type, and Tally uses it where it is worth the most.")
    assert construction[-1].startswith("In the rules:")
    assert [link.get("href") for link in blocks["Wild construction tiles"].iter("a")] == [
        "/en/trajan/rules#scoring-construction"
    ]


@pytest.mark.parametrize("tile", TILES)
def test_bonus_tile_explains_its_values_at_its_owner(client: Proofreader, lang: str, tile: str) -> None:
    (shown,) = [
        details
        for details in client.get(f"/{lang}/trajan/score").all("details")
        if {control.get("name") for control in details.iter("input")} == {f"bonus.{tile}"}
    ]
    sentence = load_translator(lang)(TILES[tile].help)
    assert sentence in [words(paragraph) for paragraph in shown.iter("p")]
