"""Making the stock: in memory for a start without one, and as files for every later start. Only here is Markdown read."""

import pickle
import shutil
from collections.abc import Mapping
from itertools import product
from pathlib import Path

from flask import Flask

from scorers.registry import slugs
from web.about import list_packages, read_figures, read_pyodide
from web.content.sources import DIGEST
from web.content.stock import TEMPLATES, Stock
from web.languages import LANGUAGES
from web.rules.markdown import read_rules, read_terms, sort_terms
from web.rules.model import Rules, Section
from web.rules.setup_steps import read_stages
from web.search.index import read_aliases
from web.search.ranking import Library
from web.serving.static_copies import fingerprint_files


def make_things() -> dict[str, object]:
    """Everything by name. Raises DeclarationError where a game's rules are missing or cannot be read."""
    terms = {slug: read_terms(slug) for slug in slugs()}
    rules = {(slug, tag): read_rules(slug, tag) for slug, tag in product(slugs(), LANGUAGES)}
    aliases = {slug: read_aliases(slug) for slug in slugs()}
    things: dict[str, object] = {}
    for (slug, tag), book in rules.items():
        things[f"rules.{slug}.{tag}"] = book
        things[f"terms.{slug}.{tag}"] = sort_terms(terms[slug], tag)
        things[f"setup.{slug}.{tag}"] = tuple(read_stages(book))
    return things | {
        "search": Library(rules, terms, aliases),
        "static_fingerprint": fingerprint_files(),
        "figures": read_figures(),
        "packages": tuple(list_packages()),
        "pyodide": read_pyodide(),
    }


def write_stock(app: Flask, folder: Path) -> None:
    """Write what an application has made in memory, and its templates compiled; the digest comes last, so that no half of it counts."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    stock: Stock = app.extensions["stock"]
    things = stock.things
    for name, thing in things.items():
        with (folder / name).open("wb") as file:
            _Writer(file, things, thing).dump(thing)
    app.jinja_env.compile_templates(folder / TEMPLATES, extensions=["html", "js"], zip=None, ignore_errors=False)
    (folder / DIGEST).write_text(stock.sources, encoding="ascii")


class _Writer(pickle.Pickler):
    """Writes a thing, and in place of rules and sections that stand in another file where they are; see the stock's reader."""

    def __init__(self, file: object, things: Mapping[str, object], thing: object) -> None:
        super().__init__(file, protocol=5)  # type: ignore[arg-type]
        books = {name: book for name, book in things.items() if isinstance(book, Rules) and book is not thing}
        self._places = {id(book): (name, "") for name, book in books.items()}
        if not isinstance(thing, Rules):
            self._places |= {id(section): (name, section.id) for name, book in books.items() for section in book.sections}

    def persistent_id(self, thing: object) -> tuple[str, str] | None:
        return self._places.get(id(thing)) if isinstance(thing, Rules | Section) else None
