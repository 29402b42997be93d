"""Settings of shared sheets, what works without them, and faults of real processes."""

import itertools
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from databases import DATABASES
from document_phone import Phone
from flask import Flask
from plain_table import get
from postgres import Cluster, new_database, running_cluster, wait_for
from program import DEVICE, Listener, ask, open_sheet, sync
from proofreader import Page, Proofreader
from serving import ROOT, Server, serving, wait_until
from sqlalchemy import event

from app import create_app
from web.common.start import StartError
from web.serving.settings import read_settings
from web.sync.database import HEAD
from web.sync.models import Base

SKEWS = (0.0, 7200.0, -5.0, 400 * 86_400.0)
"""Seconds by which the clocks of phones are wrong."""
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
    engine, used = together_app.extensions["documents"].engine, []

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
    with together_app.extensions["documents"].engine.connect() as connection:
        # The tables of before stay until a later revision drops them.
        old = {"include_name": lambda name, kind, _: kind != "table" or not name.startswith(("group_", "shared_"))}
        context = MigrationContext.configure(connection, opts=old)
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


def test_what_is_shared_says_offline_that_it_needs_a_network(lang: str) -> None:
    """The engine on the device has no database, which is no fault of the server's."""
    app = create_app({})
    app.config["IN_BROWSER"] = True
    title = {"en": "This needs a network", "zh-Hant": "需要網路"}[lang]
    for path in ("together", "groups"):
        page = Proofreader(app, Page).get(f"/{lang}/{path}")
        assert page.heading == title
        assert page.all("p", class_="code-of-fault") == []
        assert "Scoring together is switched off" not in page.text


@pytest.fixture
def settings_of(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The settings of a server with this database."""
    if request.param == "sqlite":
        return {"DATA_DIR": str(tmp_path)}
    return {"DATA_DIR": str(tmp_path), "DATABASE_URL": request.getfixturevalue("postgres_address")}


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that a test may stop."""
    with running_cluster() as running:
        yield running


@pytest.mark.short(server="sqlite")
def test_worker_killed_before_its_answer_loses_nothing(server: Server, flag: Path) -> None:
    """The change is written but not answered. The phone sends it again, and it counts once."""
    secret_id = open_sheet(server)
    flag.touch()
    with pytest.raises(OSError):  # noqa: PT011  the connection breaks in one way or another
        sync(server, secret_id, ("0.left", 4, 1))
    assert not flag.exists()
    answer = sync_again(server, secret_id, ("0.left", 4, 1))
    assert (answer["seq"], answer["kept"], answer["values"]["0.left"]["value"]) == (2, 1, ["4"])
    wait_until(lambda: server.listeners() == 2)  # for the tests that follow


@pytest.mark.long
@pytest.mark.parametrize("settings_of", DATABASES, indirect=True)
def test_workers_killed_at_any_time_lose_nothing(settings_of: dict[str, str]) -> None:
    """Four phones type without pause while one worker after the other is killed."""
    with serving(**settings_of) as server:
        secret_id = open_sheet(server)
        phones = [Phone(skew=skew) for skew in SKEWS]
        stop = threading.Event()

        def use(number: int) -> None:
            phone = phones[number]
            while not stop.is_set():
                phone.type(f"{number}.left", [str(phone.n % 15)], time.time())
                send(server, secret_id, phone)

        threads = [threading.Thread(target=use, args=[number]) for number in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            wait_until(lambda: len(server.workers()) >= 2)
            before = [phone.n for phone in phones]
            os.kill(min(server.workers()), signal.SIGKILL)
            wait_until(
                lambda before=before: all(phone.n > count + 5 for phone, count in zip(phones, before, strict=True))
            )
        stop.set()
        for thread in threads:
            thread.join()
        settle(server, secret_id, phones)


@pytest.mark.long
@pytest.mark.parametrize("settings_of", DATABASES, indirect=True)
def test_restarted_server_goes_on_where_it_was(settings_of: dict[str, str]) -> None:
    """A deploy in mid-game: changes wait on the phones until the new server answers."""
    phones = [Phone(skew=skew) for skew in SKEWS]
    with serving(**settings_of) as server:
        secret_id = open_sheet(server)
        for number, phone in enumerate(phones):
            phone.type(f"{number}.left", [str(number)], time.time())
            send(server, secret_id, phone)
    for number, phone in enumerate(phones):
        phone.type("0.name", [f"name {number}"], time.time() + 60 * number)
    with serving(**settings_of) as server:
        settle(server, secret_id, phones, later=600)
        assert phones[0].shown["0.name"] == ["name 3"]  # the last to be typed, although the clocks are wrong


@pytest.mark.long
def test_restarted_database_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    with new_database(cluster.address) as address, serving(DATA_DIR=str(tmp_path), DATABASE_URL=address) as server:
        secret_id = open_sheet(server)
        listener = Listener(server, secret_id)
        sync(server, secret_id, ("0.left", 1, 1))
        listener.listen_until("0.left", 1)
        cluster.stop()
        status, headers, data = ask(
            server, "POST", f"/api/v1/shared/{secret_id}/sync?lang=en",
            {"device": DEVICE, "changes": [{"name": "0.left", "value": ["2"], "n": 2}]},
        )  # fmt: skip
        assert status == 503
        assert int(headers["retry-after"]) > 0
        assert data["faults"][0]["message"].startswith("This could not be saved just now.")
        assert ask(server, "GET", "/en/qin/score")[0] == 200
        cluster.start()
        wait_for(address)
        wait_until(lambda: sync(server, secret_id, ("0.left", 2, 2)))
        assert listener.listen_until("0.left", 2)  # on the same stream


@pytest.mark.long
def test_two_servers_on_one_database_notify_each_other(postgres_address: str, tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path), "DATABASE_URL": postgres_address, "WORKERS": "1"}
    with serving(**settings) as one, serving(**settings) as other:
        secret_id = open_sheet(one)
        listeners = [Listener(one, secret_id), Listener(other, secret_id)]
        for n, server in enumerate((one, other, one, other), 1):
            sync(server, secret_id, ("0.left", n, n))
            for listener in listeners:
                assert listener.listen_until("0.left", n)[-1] == n + 1


@pytest.mark.long
def test_full_disk_is_reported_and_service_resumes(tmp_path: Path) -> None:
    """A resource limit stops the server's files from growing, and is lifted."""
    with serving(DATA_DIR=str(tmp_path), WORKERS="1") as server:
        secret_id = open_sheet(server, "honshu", 2)
        (worker,) = server.workers()
        sync(server, secret_id, ("0.name", "Ann", 1))
        size = (tmp_path / "tally.db-wal").stat().st_size
        unlimited = resource.prlimit(worker, resource.RLIMIT_FSIZE, (size + 20_000, resource.RLIM_INFINITY))
        land, kept = " ".join(["F"] * 66), 1
        for n in range(2, 200):
            texts = [land[: len(land) - 2 * (n % 9)]]  # each is another, so that there is something to write
            body = {"device": DEVICE, "changes": [{"name": "0.map", "value": texts, "n": n}]}
            status, headers, data = ask(server, "POST", f"/api/v1/shared/{secret_id}/sync?lang=en", body)
            if status != 200:
                break
            kept = data["kept"]
        assert status == 503
        assert headers["retry-after"]
        assert data["faults"][0]["message"].startswith("This could not be saved just now.")
        assert ask(server, "GET", f"/api/v1/shared/{secret_id}/sheet")[2]["players"][0]["name"] == "Ann"
        resource.prlimit(worker, resource.RLIMIT_FSIZE, unlimited)
        answer = sync(server, secret_id, ("0.name", "Bo", kept + 1))
        assert answer["kept"] == kept + 1
    with sqlite3.connect(tmp_path / "tally.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM document_log").fetchone() == (kept + 2,)  # with the opening
    connection.close()


@pytest.mark.long
@pytest.mark.parametrize("settings_of", DATABASES, indirect=True)
def test_floods_on_other_sheets_disturb_no_game(settings_of: dict[str, str]) -> None:
    """Hundreds of streams are never read, and four strangers fill sheets of their own and go on: another sheet loses
    nothing.
    """
    with serving(**settings_of) as server:
        for _ in range(20):
            strangers = open_sheet(server)
            for _ in range(20):
                server.send(f"GET /api/v1/shared/{strangers}/events?since=0- HTTP/1.1\r\nHost: tally\r\n\r\n".encode())
        assert server.get("/en/")[0].status == 200
        stop, refused = threading.Event(), []

        def flood(number: int) -> None:
            strangers, device = open_sheet(server), f"stranger{number}.page0000001"
            for n in itertools.count(0, 500):
                changes = [{"name": "0.left", "value": [str(index)], "n": n + 1 + index} for index in range(500)]
                body = {"device": device, "changes": changes}
                refused.append(ask(server, "POST", f"/api/v1/shared/{strangers}/sync", body)[0] == 409)
                if stop.is_set():
                    return

        threads = [threading.Thread(target=flood, args=[number]) for number in range(4)]
        for thread in threads:
            thread.start()
        secret_id = open_sheet(server)
        listener = Listener(server, secret_id)
        for n in range(1, 31):
            assert sync(server, secret_id, ("0.left", n, n))["kept"] == n
        assert listener.listen_until("0.left", 30)[-1] == 31
        wait_until(lambda: sum(refused) >= len(threads))
        stop.set()
        for thread in threads:
            thread.join()


def sync_again(server: Server, secret_id: str, change: tuple[str, object, int]) -> Any:
    """Send a change until it is accepted: a new connection may still lead to the killed worker. Return the answer."""
    while True:
        try:
            if answer := sync(server, secret_id, change):
                return answer
        except OSError:
            continue


def send(server: Server, secret_id: str, phone: Phone, later: float = 0) -> None:
    """Send a phone's outbox; it stays as it is if nothing answers."""
    now = time.time() + later
    for body in phone.requests(now):
        try:
            status, _, answer = ask(server, "POST", f"/api/v1/shared/{secret_id}/sync", body)
        except OSError:
            return
        if status == 200:
            assert not answer["faults"], answer
            phone.receive(answer, body, now)


def settle(server: Server, secret_id: str, phones: list[Phone], later: float = 0) -> None:
    """Exchange messages with all phones until their outboxes are empty; all show what the server has."""
    for _ in range(2):
        for phone in phones:
            wait_until(lambda phone=phone: send(server, secret_id, phone, later) or not phone.outbox)
    assert all(phone.shown == phones[0].shown for phone in phones)
    assert all(phone.since == phones[0].since for phone in phones)
    sheet = ask(server, "GET", f"/api/v1/shared/{secret_id}/sheet")[2]
    for number, player in enumerate(sheet["players"]):
        assert [str(player.get("left"))] == phones[0].shown.get(f"{number}.left")
