"""The About page: how scores are checked, disputed rules, packages and licences, and where data is stored."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from re import match
from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template

from scorers.model import N_, AnyGame
from scorers.registry import games
from scorers.sheet import load_sheet
from web.common.content import read_once
from web.common.pages import cached_page
from web.common.start import ROOT
from web.rules.model import Section, rules
from web.sheet.seats import seat_colours

if TYPE_CHECKING:
    from importlib.metadata import Distribution

blueprint = Blueprint("about", __name__)
FIGURES = ROOT / "docs" / "figures.json"
"""Measured figures, written by `make mutants`, `make fuzz` and `make load`."""

_MIT = "Permission is hereby granted, free of charge, to any person obtaining a\ncopy of this software"


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A runtime dependency with its version and licence."""

    name: str
    version: str
    licence: str


WIDTH, GAP = 328, 3
"""Width of the drawing of a score, and of the gaps between its parts, in SVG units."""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A category's points in a total, and where its part is drawn."""

    points: int
    label: N_
    x: float
    width: float

    @property
    def middle(self) -> float:
        """The middle, where its number stands."""
        return round(self.x + self.width / 2, 2)


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """A winning score of a worked example, by category, with the colour of the winner's pieces."""

    slug: str
    key: str
    colour: str
    total: int
    parts: tuple[ScorePart, ...]


@blueprint.get("/<lang:lang>/about")
@cached_page
def about_page(lang: str) -> str:
    """Show the About page."""
    count = sum(len(game.examples) for game in games())
    return render_template(
        "home/about.html",
        **read_facts(),
        games=games(),
        disputed=find_disputes(lang),
        example_count=count,
        breakdown=break_down_score(),
    )


def break_down_score() -> ScoreBreakdown:
    """Return a winning score of the worked examples: the one with the most categories, and the largest smallest
    category.
    """
    scores = []
    for game in games():
        for key, example in game.examples.items():
            sheet: Any = load_sheet(game, dict(example.sheet))
            result = game.score(sheet)
            colours = seat_colours(game, sheet.players)
            for seat in result.winners:
                lines = [line for line in result.players[seat].lines if line.points]
                if lines and all(line.points > 0 for line in lines):
                    scores.append((game, key, colours[seat], lines))
    game, key, colour, lines = max(scores, key=lambda score: (len(score[3]), min(line.points for line in score[3])))
    total = sum(line.points for line in lines)
    scale = (WIDTH - GAP * (len(lines) - 1)) / total
    parts, x = [], 0.0
    for line in lines:
        parts.append(ScorePart(line.points, game.lines[line.key], round(x, 2), round(line.points * scale, 2)))
        x += line.points * scale + GAP
    return ScoreBreakdown(game.slug, key, colour, total, tuple(parts))


@read_once
def read_facts() -> dict[str, object]:
    """Return the facts that do not come from the games: figures, packages and the Pyodide version."""
    return {"figures": read_figures(), "built_in": tuple(list_packages()), "pyodide": read_pyodide()}


def read_figures() -> Mapping[str, Any]:
    """Return the figures by the command that wrote them, or nothing if the file is missing."""
    return dict(json.loads(FIGURES.read_text(encoding="utf-8"))) if FIGURES.exists() else {}


def list_packages() -> Iterator[BuiltIn]:
    """List the runtime dependencies of pyproject.toml and their own dependencies, in alphabetical order."""
    import tomllib
    from importlib.metadata import PackageNotFoundError, distribution

    requirements = list(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"])
    packages: dict[str, BuiltIn] = {}
    while requirements:
        name = _name(requirements.pop())
        try:
            package = distribution(name)
        except PackageNotFoundError:  # needed only on other systems
            continue
        if name not in packages:
            packages[name] = BuiltIn(package.metadata["Name"], package.version, _licence(package))
            requirements += [requirement for requirement in package.requires or () if "extra ==" not in requirement]
    yield from (packages[name] for name in sorted(packages))


def read_pyodide() -> BuiltIn | None:
    """Return the version of Pyodide that `make offline` bundles, or None in an installed Tally."""
    file = ROOT / "offline" / "package.json"
    if not file.exists():
        return None
    return BuiltIn("Pyodide", json.loads(file.read_text(encoding="utf-8"))["dependencies"]["pyodide"], "MPL-2.0")


def _name(requirement: str) -> str:
    name = match(r"[A-Za-z0-9._-]+", requirement)
    return name[0].lower().replace("_", "-") if name else requirement


def _licence(package: "Distribution") -> str:
    """Return a package's licence: its SPDX expression, else its classifier, else the first line of the licence text."""
    lines = package.metadata.get_all("Classifier") or []
    classes = [line.rpartition(" :: ")[2] for line in lines if line.startswith("License ::")]
    texts = package.metadata.get_all("License-Expression") or classes or package.metadata.get_all("License") or []
    if not texts and any(
        file.name == "LICENSE" and _MIT in file.read_text(encoding="utf-8") for file in package.files or ()
    ):
        return "MIT"
    return ", ".join(texts).partition("\n")[0][:80]


def find_disputes(language: str) -> Iterator[tuple[AnyGame, list[Section]]]:
    """Return each game that has disputed rules, with the sections that explain them."""
    for game in games():
        if sections := [
            section for section in rules(game.slug, language).sections if section.id.startswith("disputed-")
        ]:
            yield game, sections
