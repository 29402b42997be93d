"""The server against crowds: thousands of connections that are up to no good, an hour's worth of odd headers, and an empty machine."""

import json
import os
import random
import resource
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import PATIENT, ROOT, SHEET, UNFINISHED, Server, dripping, is_closed, receive, serving, wait_until

pytestmark = pytest.mark.long

SILENT, DRIBBLING, ABORTED = 1_500, 600, 10
FULL_BODY = b"POST /api/v1/games/%s/%s HTTP/1.1\r\nHost: tally\r\nContent-Type: application/json\r\nContent-Length: 65000\r\n\r\n%s"
ODD_HEADERS = (
    "Accept-Language",
    "Accept-Encoding",
    "If-None-Match",
    "Cookie",
    "Host",
    "Content-Type",
    "X-Forwarded-For",
    "User-Agent",
)


@pytest.fixture
def many_files() -> Iterator[None]:
    """As many open files for this process as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_crowd_does_not_delay_other_clients() -> None:
    with serving(*PATIENT) as server:
        dribbling = [server.send(UNFINISHED) for _ in range(DRIBBLING)]
        with dripping(dribbling):
            silent = [server.connect() for _ in range(SILENT)]
            for slug in (b"honshu", b"qin"):
                for call in (b"score", b"compare"):
                    for _ in range(ABORTED):
                        server.send(FULL_BODY % (slug, call, b'{"players": [' + b"{}," * 20_000)).close()
            assert server.get("/en/")[0].status == 200
            assert not any(map(is_closed, dribbling)), "the answer waited for them"
            wait_until(lambda: all(map(is_closed, silent)))
            assert server.get("/en/")[0].status == 200
    with serving() as server:
        dribbling = [server.send(UNFINISHED) for _ in range(DRIBBLING)]
        with dripping(dribbling):
            assert {receive(connection)[:12] for connection in dribbling} == {b"HTTP/1.1 408"}
        assert server.get("/en/")[0].status == 200


def memory(server: Server) -> int:
    """Bytes that the workers hold for themselves."""
    total = 0
    for worker in server.workers():
        lines = Path(f"/proc/{worker}/smaps_rollup").read_text(encoding="ascii").splitlines()
        total += sum(
            int(line.split()[1]) * 1024 for line in lines if line.startswith(("Private_Dirty", "Private_Clean"))
        )
    return total


def odd(chance: random.Random) -> bytes:
    """A request with one long header that no other request has."""
    name, length = chance.choice(ODD_HEADERS), chance.choice((150, 5_000, 50_000))
    value = ("".join(chance.choices("abcdefgh-_;=,. 0123456789", k=200)) * (length // 200 + 1))[:length]
    path = chance.choice(("/", "/en/", "/api/v1/games/qin", "/en/search?q=score", f"/nowhere/{chance.random()}"))
    host = "" if name == "Host" else "Host: tally\r\n"
    return f"GET {path} HTTP/1.1\r\n{host}{name}: {value}\r\nConnection: close\r\n\r\n".encode()


def send_odd(server: Server, requests: int, seed: int) -> None:
    """Send requests with odd headers, one after the other."""
    chance = random.Random(seed)
    for _ in range(requests):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
            connection.sendall(odd(chance))
            answer = receive(connection)
            assert answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 3", b"HTTP/1.1 4")), answer[:200]


def test_memory_does_not_grow_with_what_visitors_send() -> None:
    with serving() as server:
        send_odd(server, 500, seed=1)
        before = memory(server)
        send_odd(server, 1_000, seed=2)
        between = memory(server)
        send_odd(server, 1_000, seed=3)
        after = memory(server)
        figures = f"{before / 1e6:.1f} MB, then {between / 1e6:.1f} MB, then {after / 1e6:.1f} MB"
        assert after - before < 20_000_000, figures
        assert after - between < 4_000_000, figures


def test_it_can_be_installed_in_an_empty_environment(tmp_path: Path) -> None:
    """As the container does it."""
    sources = tmp_path / "tally"
    sources.mkdir()
    for name in ("migrations", "scorers", "web", "templates", "static", "translations"):
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    for name in (
        "app.py",
        "asgi.py",
        "tally.py",
        "hatch_build.py",
        "pyproject.toml",
        "constraints.txt",
        "README.md",
        "LICENSE",
        ".gitignore",
    ):
        shutil.copy(ROOT / name, sources)
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    for name in ("docs/figures.json", "offline/package.json"):
        (sources / name).parent.mkdir()
        shutil.copy(ROOT / name, sources / name)
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    python, tally = str(environment / "bin" / "python"), str(environment / "bin" / "tally")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", "constraints.txt", "."]
    subprocess.run(install, cwd=sources, env=bare, check=True)
    shutil.rmtree(sources)

    def run(*arguments: str, given: bytes = b"") -> str:
        process = subprocess.run(
            [tally, *arguments], input=given, cwd=tmp_path, env=bare, capture_output=True, check=True
        )
        return process.stdout.decode()

    assert run("--version") == "Tally 1.0.0\n"
    assert json.loads(run("score", "qin", given=SHEET))["winners"] == [0]
    assert "秦" in run("score", "--lang", "zh-Hant")
    with serving(tally, "serve", cwd=tmp_path, PYTHONPATH="") as server:
        page = server.get("/zh-Hant/qin/rules")[1].decode()
        assert "規則" in page
        files = [piece for piece in page.split('"') if piece.startswith("/static/")]
        answers = [server.get(file, Accept_Encoding="br")[0] for file in files]
        assert {answer.status for answer in answers} == {200}
        assert "br" in {answer.getheader("Content-Encoding") for answer in answers}
