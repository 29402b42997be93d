"""The About page: examples with sources, disputes, measured figures and licences."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from proofreader import Proofreader, words

from scorers.registry import game, slugs
from web.home import about

ROOT = Path(__file__).parents[3]


def test_every_page_links_to_about(client: Proofreader, lang: str) -> None:
    for page in (f"/{lang}/", f"/{lang}/qin/score", f"/{lang}/search"):
        assert f"/{lang}/about" in [link.get("href") for link in client.get(page).all("a")]


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
    folders = [ROOT / "scorers" / slug, ROOT / "tests" / "support" / "invented_games" / slug]
    rules = next(folder for folder in folders if folder.exists()) / f"rules.{lang}.md"
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
