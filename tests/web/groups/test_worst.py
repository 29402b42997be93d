"""No page or answer of a group reads, works or sends more for the largest scorebook than for a small one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from request_work import LINES, lines_run
from sqlalchemy import event
from worst_books import PHONE, fill_book, make_long_result

from app import create_app

MAX_BYTES = 1_000_000
MAX_STEPS = 400_000
"""Steps of SQLite's machine: a tenth of a second or less."""
SHAPES = {
    "many results": {"results": 19_000, "people": 990},
    "long results": {"results": 1_500, "size": 15_900, "cleared": 800},
    "one result corrected without end": {"results": 30, "size": 1_300, "corrections": 100_000},
    "everything deleted": {"results": 1, "cleared": 15_000},
}
SMALL = {
    "many results": {"results": 600, "people": 400},
    "long results": {"results": 150, "size": 15_900, "cleared": 120},
    "one result corrected without end": {"results": 30, "size": 1_300, "corrections": 1_000},
    "everything deleted": {"results": 1, "cleared": 300},
}
FIRST = make_long_result(0, 1_300)["id"]
PAGES = (
    "/en/groups/{link}", "/en/groups/{link}/links", "/en/groups/{link}/deleted", "/en/groups/{link}/play",
    f"/en/groups/{{link}}/results/{FIRST}", "/api/v1/groups/{link}", "/api/v1/groups/{link}/results?limit=100",
    "/api/v1/groups/{link}/history", f"/api/v1/groups/{{link}}/history?name=results/{FIRST}",
    "/api/v1/groups/{link}/deleted", "/api/v1/groups/{link}/events", "sync",
)  # fmt: skip


class Book:
    """An application with one book, and how much SQLite does for it."""

    def __init__(self, folder: Path, shape: dict[str, int]) -> None:
        self.app: Flask = create_app({"DATA_DIR": str(folder)})
        self.app.config["PROPAGATE_EXCEPTIONS"] = False
        self.client: FlaskClient = self.app.test_client()
        self.link = self.client.post("/api/v1/groups", json={"name": "Friday"}).json["write"]
        store = self.app.extensions["documents"]
        fill_book(store, self.link, **shape)
        self.steps = 0
        store.engine.dispose()
        event.listen(store.engine, "connect", self._watch)

    def _watch(self, connection: Any, _: Any) -> None:
        connection.set_progress_handler(self._note, 100)

    def _note(self) -> int:
        self.steps += 100
        return 0

    def ask(self, page: str) -> Any:
        if page == "sync":
            return self.client.post(
                f"/api/v1/groups/{self.link}/sync", json={"device": f"{PHONE}.page00000001", "since": 0, "changes": []}
            )
        return self.client.get(page.format(link=self.link))


@pytest.fixture(
    scope="module",
    params=[
        *((name, "small") for name in SHAPES),
        *(pytest.param((name, "largest"), marks=pytest.mark.long) for name in SHAPES),
    ],
    ids=" ".join,
)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    name, scale = request.param
    book = Book(tmp_path_factory.mktemp("book"), (SMALL if scale == "small" else SHAPES)[name])
    yield book
    book.app.extensions["documents"].engine.dispose()


@pytest.mark.parametrize("page", PAGES)
def test_largest_book_makes_no_large_answer(book: Book, page: str) -> None:
    book.ask(page)  # templates are loaded
    before = book.steps
    lines, answer = lines_run(lambda: book.ask(page))
    assert answer.status_code in (200, 404), answer.text
    assert len(answer.data) < MAX_BYTES
    assert lines < LINES
    assert book.steps - before < MAX_STEPS
