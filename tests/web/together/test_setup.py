"""Settings of shared sheets: the data folder, the database and the key; and what works without them."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from plain_table import get
from proofreader import Proofreader
from serving import ROOT
from sqlalchemy import event

from app import create_app
from web.common.start import StartError
from web.serving.settings import read_settings
from web.together.store.database import HEAD
from web.together.store.models import Base

PRINT_DATABASE_MODULES = """
import sys
from app import create_app
app = create_app({})
client = app.test_client()
for path in ("/en/", "/en/qin/score", "/en/qin/score?n=2&0.left=1&1.left=2"):
    assert client.get(path).status_code == 200
assert client.post("/api/v1/games/qin/score", json={"players": [{"left": 1}, {}]}).status_code == 200
print(sorted(name for name in ("sqlalchemy", "flask_sqlalchemy_lite", "alembic", "psycopg") if name in sys.modules))
"""


def test_solo_scoring_imports_no_database() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PRINT_DATABASE_MODULES], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"


def test_solo_pages_use_no_database_and_no_cookie(together_app: Flask) -> None:
    """Although there is a database: only shared sheets use it."""
    engine, used = together_app.extensions["together"].engine, []

    def note(*_: object) -> None:
        used.append(1)

    client = together_app.test_client()
    event.listen(engine, "checkout", note)
    for path in (
        "/en/",
        "/en/qin/score",
        "/en/qin/score?n=2&0.left=1&1.left=2",
        "/en/qin/rules",
        "/en/qin/column/1?n=2",
    ):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")
    assert client.post("/api/v1/games/qin/score", json={"players": [{"left": 1}, {}]}).status_code == 200
    assert used == []
    client.get(f"/en/together/{'x' * 22}")
    event.remove(engine, "checkout", note)
    assert used


def test_migrations_create_the_tables_of_the_models(together_app: Flask) -> None:
    with together_app.extensions["together"].engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, Base.metadata) == []
    assert ScriptDirectory(str(ROOT / "migrations"), version_locations=[str(ROOT / "migrations")]).get_heads() == [HEAD]


def test_key_is_stored_beside_the_database(tmp_path: Path) -> None:
    keys = {create_app({"DATA_DIR": str(tmp_path)}).config["SECRET_KEY"] for _ in range(2)}
    assert keys == {(tmp_path / "secret_key").read_text()}
    assert len(keys.pop()) >= 43
    for name in ("secret_key", "tally.db"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert sorted(file.name for file in tmp_path.iterdir() if "key" in file.name) == ["secret_key"]


def test_configured_key_is_not_written(tmp_path: Path) -> None:
    app = create_app({"DATA_DIR": str(tmp_path), "SECRET_KEY": "k" * 40})
    assert app.config["SECRET_KEY"] == "k" * 40
    assert not (tmp_path / "secret_key").exists()


def test_without_a_folder_everything_else_works(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    client = create_app({"DATA_DIR": str(tmp_path / "nowhere")}).test_client()
    assert client.get("/en/qin/score").status_code == 200
    assert client.post("/api/v1/shared", json={}).status_code == 422
    (message,) = [record.getMessage() for record in caplog.records if "together" in record.getMessage()]
    assert (
        message
        == f"Scoring together is switched off: the folder {tmp_path / 'nowhere'}, which DATA_DIR names, is not there."
    )


def test_unreachable_database_stops_the_start() -> None:
    with pytest.raises(StartError, match=r"^The database cannot be used: "):
        create_app({"DATABASE_URL": "postgresql://tally@127.0.0.1:1/tally", "SECRET_KEY": "k" * 40})


def test_database_needs_a_key() -> None:
    with pytest.raises(StartError, match="SECRET_KEY"):
        create_app({"DATABASE_URL": "postgresql://tally@127.0.0.1:1/tally"})


@pytest.mark.parametrize(
    ("name", "text"),
    [("DATABASE_URL", "sqlite:///tally.db"), ("DATABASE_URL", ""), ("SECRET_KEY", "short"), ("DATA_DIR", " ")],
)
def test_invalid_setting_is_named(name: str, text: str) -> None:
    with pytest.raises(StartError, match=f"^{name}"):
        read_settings({name: text})


def test_settings_reach_the_application() -> None:
    environ = {"DATA_DIR": "data", "DATABASE_URL": "postgresql://tally@localhost/tally", "SECRET_KEY": "k" * 32}
    assert environ.items() <= read_settings(environ).app_config.items()


def test_service_worker_never_caches_a_secret_page() -> None:
    """Its rule comes before the one for other pages."""
    text = (ROOT / "templates" / "offline" / "sw.js").read_text(encoding="utf-8")
    assert text.index("respondWith(secretPage(") < text.index("respondWith(page(")


def test_without_a_data_folder_sharing_is_not_offered(client: Proofreader, lang: str) -> None:
    page = get(client, f"/{lang}/qin/together?n=2")
    assert all("together" not in form.get("action", "") for form in page.all("form"))
    assert client.get(f"/{lang}/together").status_code == 503


def test_sheet_leads_to_scoring_together(client: Proofreader, lang: str) -> None:
    """Beside the number of players, and below the sheet."""
    page = get(client, f"/{lang}/qin/score")
    ways = [button.get("formaction") for button in page.all("button") if "together" in button.get("formaction", "")]
    assert ways == [f"/{lang}/qin/together"] * 2


def test_without_a_database_sharing_is_503() -> None:
    client = create_app({}).test_client()
    answer = client.post("/api/v1/shared?lang=en", json={"game": "qin", "sheet": {"players": [{}, {}]}})
    assert answer.status_code == 503
    assert answer.json["faults"][0]["message"].startswith("Scoring together is switched off on this server")
    assert client.get("/en/qin/score").status_code == 200
