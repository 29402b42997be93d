"""No log, header, cache, other page or export has a secret link in it."""

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from werkzeug.routing import Rule

from app import create_app
from web.serving.logs import SecretFormatter


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app({"DATA_DIR": str(tmp_path_factory.mktemp("data")), "ACCESS_LOG": True, "TRUSTED_PROXIES": 1})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["documents"].engine.dispose()


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that is logged, of any level, as the server writes it."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(SecretFormatter("[%(levelname)s] %(name)s %(message)s"))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture(scope="module")
def secrets(served: Flask) -> dict[str, str]:
    """The links of a group, and a shared sheet's."""
    client = served.test_client()
    group = client.post("/api/v1/groups", json={"name": "Friday"}).json
    sheet = client.post(
        "/api/v1/shared",
        json={"game": "qin", "sheet": {"players": [{"left": 3}, {"left": 5}]}, "group": group["write"]},
    ).json
    return {"write": group["write"], "read": group["read"], "shared": sheet["id"]}


def paths_of(app: Flask, rule: Rule, secrets: dict[str, str]) -> Iterator[str]:
    """Yield the addresses of a rule that holds a secret."""
    texts = {"lang": "en", "slug": "qin", "result_id": "r1", "kind": "csv", "secret_id": secrets["shared"]}
    for link in (secrets["write"], secrets["read"]):
        values = {name: link if name == "link" else texts.get(name, "1") for name in rule.arguments}
        if {"link", "secret_id"} & rule.arguments:
            built = app.url_map.bind("localhost").build(
                rule.endpoint, values, method=next(iter(rule.methods or {"GET"}))
            )
            yield str(built)


def holds(secrets: dict[str, str], text: str) -> list[str]:
    return [name for name, secret in secrets.items() if secret[12:] in text or secret in text]


def test_no_log_has_a_link_when_any_view_fails(
    served: Flask, secrets: dict[str, str], log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the error itself says the address."""

    def fail(**values: Any) -> None:
        raise RuntimeError(f"It fails at {request.url} and {request.path}")

    client, asked = served.test_client(), set()
    for rule in served.url_map.iter_rules():
        if {"link", "secret_id"} & rule.arguments:
            monkeypatch.setitem(served.view_functions, rule.endpoint, fail)
    monkeypatch.setitem(served.config, "WTF_CSRF_ENABLED", False)  # noqa: FBT003
    for rule in served.url_map.iter_rules():
        for path in paths_of(served, rule, secrets):
            for method in (rule.methods or set()) - {"OPTIONS", "HEAD"}:
                answer = client.open(path, method=method, json={} if path.startswith("/api") else None)
                asked.add((rule.endpoint, answer.status_code))
                # A page links itself in the other language.
                others = set(holds(secrets, answer.text)) - set(holds(secrets, path))
                assert others == set(), path
                assert holds(secrets, str(answer.headers)) == [], path
                assert answer.headers["Cache-Control"] == "no-store"
                assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert len([endpoint for endpoint, status in asked if status == 500]) > 20
    assert "RuntimeError: It fails at" in log.getvalue()
    assert holds(secrets, log.getvalue()) == []


GROUP_PAGES = (
    "", "/links", "/deleted", "/play", "/results/{id}", "/export/json", "/export/csv", "/export/bgsplay",
)  # fmt: skip
API = ("", "/results", "/history", "/deleted", "/events")


def test_what_the_link_that_reads_shows_has_no_other_link(
    served: Flask, secrets: dict[str, str], log: io.StringIO
) -> None:
    client = served.test_client()
    client.post(
        f"/api/v1/shared/{secrets['shared']}/sync",
        json={"device": "aphone000001.page000001", "changes": [{"name": "@reveal", "value": ["2026-03-06"], "n": 1}]},
    )
    results = client.get(f"/api/v1/groups/{secrets['read']}/results").json["results"]
    assert len(results) == 1, "the shared sheet's result was kept"
    paths = [f"/en/groups/{secrets['read']}{part.format(id=results[0]['id'])}" for part in GROUP_PAGES]
    for path in [*paths, *(f"/api/v1/groups/{secrets['read']}{part}" for part in API)]:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert set(holds(secrets, answer.text)) <= {"read"}, path
        assert set(holds(secrets, str(answer.headers))) == set(), path
        assert "ETag" not in answer.headers
    assert holds(secrets, log.getvalue()) == []


def test_no_cache_and_no_public_page_has_a_link(served: Flask, secrets: dict[str, str]) -> None:
    client = served.test_client()
    for path in (
        f"/en/groups/{secrets['write']}",
        f"/en/together/{secrets['shared']}",
        "/en/",
        "/en/groups",
        "/en/scorebook",
    ):
        client.get(path)
    kept = repr(served.extensions.get("page_cache", {}))
    assert holds(secrets, kept) == []
    for path in ("/en/", "/en/groups", "/en/scorebook", "/en/together", "/sw.js", "/sitemap.xml"):
        assert holds(secrets, client.get(path).text) == [], path


def test_secrets_of_a_stranger_are_not_in_the_database(served: Flask, secrets: dict[str, str]) -> None:
    """Only their hashes are; the file and its log are searched as bytes."""
    folder = Path(served.config["DATA_DIR"])
    data = b"".join(file.read_bytes() for file in folder.glob("tally.db*"))
    for name, secret in secrets.items():
        assert secret[12:].encode() not in data, name
        assert re.search(re.escape(secret).encode(), data) is None
