"""What distributed tables ask: every key begins with the document's id, and every statement of a request names it.

By reading Citus' documentation, and not by trying: it refuses VOLATILE functions in UPDATE, and FOR UPDATE on all
shards at once.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from books import PHONE, make_id, make_result
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, UniqueConstraint, event, select

from web.sync.models import Base
from web.sync.statements import documents

OF_DOCUMENTS = re.compile(r"document(_value|_log|_device|_secret)?")
TABLES = re.compile(r"\bdocument(?:_value|_log|_device|_secret)?\b(?!\.|_)")
IS_OF_ONE = re.compile(r"\b(?:document_id|document\.id|id) = |INSERT INTO document")
VOLATILE = re.compile(r"pg_notify|clock_timestamp|random\(|nextval|\bnow\(", re.IGNORECASE)
ROOM = "sum(document.size)"
"""The room in use, which a worker asks for every ten seconds at most."""


def test_keys_of_documents_begin_with_their_id() -> None:
    tables = [table for table in Base.metadata.sorted_tables if OF_DOCUMENTS.fullmatch(table.name)]
    assert len(tables) == 5
    for table in tables:
        own = "id" if table.name == "document" else "document_id"
        assert next(iter(table.primary_key.columns.keys())) == own, table.name
        unique = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
        keys = [*(one.columns for one in unique), *(one.columns for one in table.indexes if one.unique)]
        assert [columns.keys() for columns in keys if columns.keys()[0] != own] == []
        for key in table.foreign_keys:
            assert (key.parent.name, key.target_fullname) == ("document_id", "document.id")


class Statements:
    """The statements that are executed on an engine, each with its rows of values."""

    def __init__(self, engine: Engine) -> None:
        self.seen: list[tuple[str, list[Any]]] = []
        self._engine, self._ids = engine, set[str]()

    def note(self, connection: Any, cursor: Any, text: str, values: Any, context: Any, is_many: bool) -> None:  # noqa: FBT001
        """Note a statement."""
        self.seen.append((text, list(values) if is_many else [values]))

    def check(self) -> int:
        """Demand a document's id in each statement about documents, and nothing that Citus refuses; return how many."""
        seen, self.seen = self.seen, []
        with self._engine.connect() as connection:
            self._ids |= set(connection.execute(select(documents.c.id)).scalars())
        self.seen.clear()
        for text, rows in seen:
            if text.startswith(("UPDATE", "WITH")):
                assert not VOLATILE.search(text), text
            if TABLES.search(text) and ROOM not in text:
                assert IS_OF_ONE.search(text), text
                for row in rows:
                    found = row.values() if isinstance(row, dict) else row
                    assert self._ids.intersection(one for one in found if isinstance(one, str)), (text, row)
        return len(seen)


@pytest.fixture
def statements(together_app: Flask) -> Iterator[Statements]:
    """The statements of the application."""
    engine = together_app.extensions["documents"].engine
    found = Statements(engine)
    event.listen(engine, "before_cursor_execute", found.note)
    yield found
    event.remove(engine, "before_cursor_execute", found.note)


@pytest.fixture
def client(together_app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A client whose forms need no token."""
    monkeypatch.setitem(together_app.config, "WTF_CSRF_ENABLED", value=False)
    return together_app.test_client()


def change(name: str, value: Any, n: int) -> dict[str, Any]:
    """Return a change of a request to sync."""
    return {"name": name, "value": value, "n": n, "base": 0, "age": 0}


def ask_all(app: Flask, client: FlaskClient, statements: Statements, values: dict[str, str], key: str) -> None:
    """Ask for each address with a link of this kind, by each of its methods."""
    asked = said = 0
    for rule in app.url_map.iter_rules():
        if f"<{key}>" not in rule.rule:
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS", "DELETE"}):
            answer = client.open(path, method=method, data={} if method == "POST" else None)
            assert answer.status_code < 500, path
            assert method == "POST" or answer.status_code in (200, 302, 303, 404), (path, answer.status_code)
            asked, said = asked + 1, said + statements.check()
    assert asked > 10
    assert said > asked


def test_every_request_names_its_group(together_app: Flask, client: FlaskClient, statements: Statements) -> None:
    made = client.post("/api/v1/groups", json={"name": "Friday"})
    assert made.status_code == 201
    assert statements.check()
    link, result = made.json["write"], f"results/{make_id(1)}"
    changes = [(result, make_result(1)), ("people/Bo", "Cleo"), (result, None), (result, make_result(1)), ("name", "A")]
    for n, (name, value) in enumerate(changes, 1):
        body = {"device": PHONE, "since": 0, "changes": [change(name, value, n)]}
        answer = client.post(f"/api/v1/groups/{link}/sync", json=body)
        assert (answer.status_code, answer.json["faults"]) == (200, [])
        assert statements.check()
    many = [change(f"results/{make_id(number)}", make_result(number), number + 10) for number in range(2, 5)]
    assert client.post(f"/api/v1/groups/{link}/sync", json={"device": PHONE, "changes": many}).status_code == 200
    assert statements.check()
    values = {"lang": "en", "link": link, "result_id": make_id(1), "kind": "csv"}
    ask_all(together_app, client, statements, values, "group:link")
    answer = client.post(f"/api/v1/groups/{link}/renew", json={"link": "read"})
    assert answer.status_code == 200
    assert statements.check()
    assert client.delete(f"/api/v1/groups/{answer.json['write']}").status_code == 204
    assert statements.check()


def test_every_request_names_its_sheet(together_app: Flask, client: FlaskClient, statements: Statements) -> None:
    """Also where a result goes from a sheet to a group, and where one sheet follows another."""
    group = client.post("/api/v1/groups", json={"name": "Friday"}).json["write"]
    body = {"game": "qin", "sheet": {"players": [{}, {}]}, "group": group}
    made = client.post("/api/v1/shared", json=body)
    assert made.status_code == 201
    assert statements.check()
    link = made.json["id"]
    changes = [("0.left", ["5"]), ("1.left", ["3"]), ("0.left", None), ("0.left", ["4"]), ("@reveal", ["1"])]
    for n, (name, value) in enumerate(changes, 1):
        body = {"device": PHONE, "since": 0, "changes": [change(name, value, n)]}
        answer = client.post(f"/api/v1/shared/{link}/sync", json=body)
        assert (answer.status_code, answer.json["faults"]) == (200, [])
        assert statements.check()
    ask_all(together_app, client, statements, {"lang": "en", "secret_id": link}, "shared:secret_id")


def test_upkeep_locks_nothing_on_all_shards(together_app: Flask, statements: Statements, client: FlaskClient) -> None:
    """It looks for what is due among all documents, and changes each by its id."""
    store = together_app.extensions["documents"]
    client.post("/api/v1/groups", json={"name": "Friday"})
    later = store.now() + 100 * 365 * 86_400
    before, store._clock = store._clock, lambda: later
    try:
        assert store.sweep() > 0
    finally:
        store._clock = before
    for text, _ in statements.seen:
        assert "FOR UPDATE" not in text or IS_OF_ONE.search(text), text
        assert not (text.startswith(("UPDATE", "WITH")) and VOLATILE.search(text)), text
    assert any(text.startswith("DELETE FROM document") for text, _ in statements.seen)
