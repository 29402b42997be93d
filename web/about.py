"""What the page about Tally tells: how scores are checked, what is disputed, what is built in, and what is kept where."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from re import match
from typing import Any

from scorers.model import AnyGame
from scorers.registry import games
from web.rules import Section, rules

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "figures.json"
"""What the commands that measure have written: see `make mutants`, `make fuzz` and `make load`."""


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A package that runs with Tally, its version and its licence."""

    name: str
    version: str
    licence: str


@cache
def figures() -> Mapping[str, Any]:
    """The figures by the command that wrote them; without the file there are none."""
    return dict(json.loads(FIGURES.read_text(encoding="utf-8"))) if FIGURES.exists() else {}


@cache
def built_in() -> tuple[BuiltIn, ...]:
    """The packages that pyproject.toml asks for to run, and those that they need, in alphabetical order."""
    wanted = list(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"])
    found: dict[str, BuiltIn] = {}
    while wanted:
        name = _name(wanted.pop())
        try:
            package = distribution(name)
        except PackageNotFoundError:  # needed on other systems only
            continue
        if name not in found:
            found[name] = BuiltIn(package.metadata["Name"], package.version, _licence(package))
            wanted += [needed for needed in package.requires or () if "extra ==" not in needed]
    return tuple(found[name] for name in sorted(found))


def _name(requirement: str) -> str:
    named = match(r"[A-Za-z0-9._-]+", requirement)
    return named[0].lower().replace("_", "-") if named else requirement


def _licence(package: Distribution) -> str:
    """As the package says it: the short expression, else its class, else the first line of its text."""
    lines = package.metadata.get_all("Classifier") or []
    classes = [line.rpartition(" :: ")[2] for line in lines if line.startswith("License ::")]
    texts = package.metadata.get_all("License-Expression") or classes or package.metadata.get_all("License") or []
    return ", ".join(texts).partition("\n")[0][:80]


def disputed(language: str) -> Iterator[tuple[AnyGame, list[Section]]]:
    """For each game what its sources leave open, with how each was decided, as the rules say it."""
    for game in games():
        if found := [section for section in rules(game.slug, language).sections if section.id.startswith("disputed-")]:
            yield game, found
