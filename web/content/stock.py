"""The stock: what never changes while Tally runs, such as rules as rendered, made once by `make` and loaded when it is first needed.

A stock counts only with the very sources that it was made of. Where there is none, everything is made anew in memory: that takes a start
longer, and changes no answer.
"""

import pickle
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from flask import Flask, current_app

import scorers
from web.content.sources import DIGEST, FOLDER, digest_sources, is_current
from web.paths import ROOT

TEMPLATES = "templates"
"""The folder of the compiled templates, within a stock on disk."""


class Stock:
    """Things by name: those of a folder are loaded when they are first asked for."""

    def __init__(self, things: Mapping[str, object], folder: Path | None = None, sources: str = "") -> None:
        self.things = dict(things)
        self.folder = folder
        self.sources = sources
        """The digest of what it was made of; "" where nobody asked."""

    def __getitem__(self, name: str) -> Any:
        if name not in self.things and self.folder:
            with (self.folder / name).open("rb") as file:
                self.things[name] = _Reader(file, self).load()
        return self.things[name]

    def load_all(self) -> None:
        """Load everything now, so that processes which are forked from this one share it, and nobody waits for it."""
        for file in self.folder.iterdir() if self.folder else ():
            if file.is_file() and file.name != DIGEST:
                self[file.name]


class _Reader(pickle.Unpickler):
    """What stands in one file may be part of another thing: it is told by that thing's name, or by that and the id of a section."""

    def __init__(self, file: BinaryIO, stock: Stock) -> None:
        super().__init__(file)
        self._stock = stock

    def persistent_load(self, place: tuple[str, str]) -> Any:
        name, section = place
        return self._stock[name].by_id[section] if section else self._stock[name]


def register(app: Flask, make: Callable[[], Mapping[str, object]]) -> Stock:
    """Give the application its stock: the folder that the configuration names, else what `make` wrote, else all of it made now.

    Who names a folder knows that it fits.
    """
    if folder := app.config.get("STOCK"):
        stock = Stock({}, Path(folder))
    else:
        sources = digest_sources() if list(scorers.__path__) == [str(ROOT / "scorers")] else ""
        stock = Stock({}, FOLDER, sources) if is_current(FOLDER, sources) else Stock(make(), None, sources)
    app.extensions["stock"] = stock
    return stock


def stock_of_app() -> Stock:
    """The stock of the application that answers."""
    stock: Stock = current_app.extensions["stock"]
    return stock
