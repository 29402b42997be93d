"""The server as it is started: slow clients, crowds, TLS, and how it ends."""

import json
import os
import random
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from serving import (
    PATIENCE,
    PATIENT,
    POST,
    ROOT,
    SHEET,
    UNFINISHED,
    Server,
    children,
    dripping,
    environment,
    free_port,
    is_closed,
    receive,
    serving,
    wait_until,
)

from web.serving.server import MAX_CONNECTIONS, RESERVED_FILES

FULL = 64 * 1024


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that the tests share; none of them harms it."""
    with serving() as running:
        yield running


def test_sheet_sent_in_pieces_is_scored(server: Server) -> None:
    connection = server.send(POST % len(SHEET) + SHEET[:9])
    connection.settimeout(0.2)
    with pytest.raises(TimeoutError):  # the server waits for the rest
        connection.recv(1)
    connection.settimeout(PATIENCE)
    connection.sendall(SHEET[9:])
    answer = b""
    while b'"winners"' not in answer and (piece := connection.recv(65536)):
        answer += piece
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b'"winners"' in answer


def test_chunked_sheet_is_scored_and_a_long_one_is_refused(server: Server) -> None:
    head = (POST % 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    connection = server.send(head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(SHEET), SHEET))
    assert b" 200 OK" in connection.recv(65536)
    connection = server.send(head + b"%x\r\n%s\r\n" % (FULL + 1, b" " * (FULL + 1)))
    assert b" 413 " in connection.recv(65536)


def test_too_long_body_is_refused_before_it_is_sent(server: Server) -> None:
    connection = server.send(POST % (FULL + 1))
    assert b" 413 " in connection.recv(65536)


def test_malformed_host_gets_a_complete_answer(server: Server) -> None:
    answer = receive(server.send(b"GET /en/ HTTP/1.1\r\nHost: a..b\r\nConnection: close\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"content-security-policy" in answer.lower()
    assert b"\r\ncache-control: no-cache" in answer.lower()


@pytest.mark.parametrize(
    "start",
    [b"OPTIONS *", b"GET //", b"GET /%00", b"GET /%ff%fe", b"TRACE /", b"HEAD /en/", b"BREW /en/", b"GET /%E6%BC%A2"],
)
def test_odd_requests_get_answers(server: Server, start: bytes) -> None:
    answer = receive(server.send(start + b" HTTP/1.1\r\nHost: tally\r\nConnection: close\r\n\r\n"))
    assert answer.startswith(b"HTTP/1.1 ")
    assert not answer.startswith(b"HTTP/1.1 5")
    assert b"content-security-policy" in answer.lower()


def test_too_long_headers_are_refused(server: Server) -> None:
    answer = receive(
        server.send(b"GET /en/ HTTP/1.1\r\nHost: tally\r\nAccept-Language: " + b"en," * 200_000 + b"\r\n\r\n")
    )
    assert answer == b"" or answer.startswith(b"HTTP/1.1 431 ")


def test_cleartext_http2_is_not_spoken(server: Server) -> None:
    answer = receive(server.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"))
    assert b"\0\0" not in answer


@pytest.mark.long
def test_slow_clients_are_closed_and_delay_nobody() -> None:
    with serving(*PATIENT) as server:
        silent = [server.connect() for _ in range(100)]
        half = [server.send(b"GET /en/ HTTP/1.1\r\nHost: ta") for _ in range(100)]
        slow = [server.send(UNFINISHED) for _ in range(200)]
        assert server.get("/en/")[0].status == 200
        assert not any(map(is_closed, slow)), "the answer waited for them"
        wait_until(lambda: all(map(is_closed, silent + half)))
        for connection in slow:
            connection.close()
        assert server.get("/en/")[0].status == 200


def test_compressed_files_and_search_answer_from_every_worker(server: Server) -> None:
    for _ in range(12):  # the workers share one application, including the search index
        answer, body = server.get("/en/search?q=score")
        assert (answer.status, b"/qin/rules#" in body) == (200, True)


def test_dead_worker_is_replaced(server: Server) -> None:
    wait_until(lambda: server.listeners() == 2)
    dead = min(server.workers())
    os.kill(dead, signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{dead}").exists() and server.listeners() == 2)
    assert server.get("/en/")[0].status == 200
    assert server.process.poll() is None


@pytest.mark.long
def test_workers_exit_when_the_main_process_is_killed() -> None:
    with serving() as running:
        wait_until(lambda: len(running.workers()) == 2)
        workers = running.workers()
        os.kill(min(workers), signal.SIGKILL)
        wait_until(lambda: min(workers) not in running.workers() and len(running.workers()) == 2)
        workers = running.workers()
        unfinished = running.send(UNFINISHED)
        running.process.kill()
        running.process.wait()
        wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
        with pytest.raises(ConnectionRefusedError):
            running.connect()
        unfinished.close()


class Run(NamedTuple):
    """What is left of a server that was stopped."""

    address: str
    status: int
    workers: set[int]
    output: list[str]


def stop(running: Server) -> Run:
    """Stop a server once it has two workers that listen: before, they do not hear the signal."""
    wait_until(lambda: running.listeners() == 2)
    workers = running.workers()
    running.process.terminate()
    output, _ = running.process.communicate(timeout=PATIENCE)
    return Run(f"http://127.0.0.1:{running.port}/", running.process.returncode, workers, output.splitlines())


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with an access log and two requests."""
    with serving(DATA_DIR=str(tmp_path_factory.mktemp("data")), ACCESS_LOG="1", TRUSTED_PROXIES="1") as running:
        running.get("/en/qin/score?n=2&0.name=Ann%0aBo", X_Forwarded_For="203.0.113.7")
        running.get("/en/%0d%0aforged")
        return stop(running)


@pytest.mark.long
def test_stopping_drops_unfinished_clients() -> None:
    with serving() as running, dripping([running.send(UNFINISHED) for _ in range(20)]):
        run = stop(running)
    assert run.status == 0
    assert len(run.workers) == 2
    assert not any(children(worker) or Path(f"/proc/{worker}").exists() for worker in run.workers)


def test_start_prints_the_address_and_its_qr_code_alone(run: Run) -> None:
    """A bundle that was built before the last change of the code is announced too."""
    said = [line for line in run.output if "GET" not in line and "offline bundle" not in line]
    *picture, address = [line for line in said if not line.startswith("[WARNING] A request came without")]
    assert len(said) > 1 + len(picture), "the proxy that TRUSTED_PROXIES promises is missing"
    assert address == f"Tally 算分: {run.address}"
    assert len(picture) > 10
    assert set("".join(picture)) <= set("█▀▄ ")


def test_access_log_has_no_queries(run: Run) -> None:
    lines = [line for line in run.output if "GET" in line and "/healthz" not in line]
    assert sorted(line.split()[1:5] for line in lines) == [  # two workers write them
        ["127.0.0.1", "GET", "/en/%0D%0Aforged", "404"],
        ["203.0.113.7", "GET", "/en/qin/score", "200"],
    ]
    assert "Ann" not in "".join(run.output)


class SlowServer(NamedTuple):
    """A server of the slow application, the file that a request to /wait makes, and the named pipe that it waits
    for.
    """

    server: Server
    begun: Path
    done: Path


@pytest.fixture
def slow(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SlowServer]:
    """A server of the slow application with one worker, perhaps with further settings."""
    begun, done = tmp_path / "begun", tmp_path / "done"
    os.mkfifo(done)
    command = (sys.executable, "tests/support/slow_app.py")
    settings = getattr(request, "param", {})
    with serving(*command, PYTHONPATH=".", WORKERS="1", BEGUN=str(begun), DONE=str(done), **settings) as running:
        yield SlowServer(running, begun, done)


def test_slow_reader_does_not_delay_others(slow: SlowServer) -> None:
    for _ in range(4):  # whose answers are never read
        slow.server.send(b"GET /large HTTP/1.1\r\nHost: tally\r\n\r\n")
    for _ in range(10):
        assert slow.server.get("/healthz")[0].status == 200


@pytest.mark.parametrize("slow", [{"STOPPING": "600"}], indirect=True, ids=["patient"])
def test_stopping_finishes_open_requests(slow: SlowServer) -> None:
    connection = slow.server.send(b"GET /wait HTTP/1.1\r\nHost: tally\r\n\r\n")
    wait_until(slow.begun.exists)
    slow.server.process.terminate()
    wait_until(lambda: slow.server.listeners() == 0)
    slow.done.write_bytes(b"")
    assert receive(connection).endswith(b"done")
    assert slow.server.process.wait(timeout=PATIENCE) == 0


@pytest.mark.long
def test_stopping_does_not_wait_for_endless_requests(slow: SlowServer) -> None:
    for _ in range(8):
        slow.server.send(b"GET /wait HTTP/1.1\r\nHost: tally\r\n\r\n")
    wait_until(slow.begun.exists)
    slow.server.process.terminate()
    assert slow.server.process.wait(timeout=PATIENCE) == 0


@pytest.fixture
def fixed_tree() -> Iterator[Path]:
    """A read-only copy of the application."""
    with tempfile.TemporaryDirectory() as path:
        tree = Path(path)
        for name in ("scorers", "web", "templates", "static", "translations"):
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("app.py", "asgi.py", "tally.py", "pyproject.toml"):
            shutil.copy(ROOT / name, tree)
        subprocess.run(["chmod", "-R", "a=rX", path], check=True)
        yield tree
        subprocess.run(["chmod", "-R", "u+w", path], check=True)


def unprivileged() -> tuple[str, ...]:
    """Return the command prefix that runs a command as an unprivileged user; empty if that is not possible."""
    become = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    if os.getuid() or not shutil.which("setpriv"):
        return ()
    tried = subprocess.run([*become, sys.executable, "-c", "import flask"], cwd="/", capture_output=True, check=False)
    return become if tried.returncode == 0 else ()


@pytest.mark.long
def test_server_starts_as_another_user_on_a_read_only_tree(fixed_tree: Path) -> None:
    files = sorted(fixed_tree.rglob("*"))
    with serving(
        *unprivileged(), sys.executable, "tally.py", "serve", cwd=fixed_tree, PYTHONDONTWRITEBYTECODE="1", WORKERS="1"
    ) as running:
        assert "語言" in running.get("/zh-Hant/")[1].decode()
    assert sorted(fixed_tree.rglob("*")) == files


SILENT, DRIBBLING, ABORTED = 1_500, 600, 10
FULL_BODY = (
    b"POST /api/v1/games/%s/%s HTTP/1.1\r\nHost: tally\r\n"
    b"Content-Type: application/json\r\nContent-Length: 65000\r\n\r\n%s"
)
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


ASK = b"GET /healthz HTTP/1.1\r\nHost: tally\r\n\r\n"


@pytest.mark.usefixtures("many_files")
@pytest.mark.parametrize("count", [50, pytest.param(MAX_CONNECTIONS, marks=pytest.mark.long)])
def test_worker_holds_as_many_connections_as_it_says(count: int) -> None:
    """The system allows that many and RESERVED_FILES open files: the last connection is answered, and one more is only
    when another has ended.
    """
    limit = f'ulimit -n {count + RESERVED_FILES}; exec "$0" "$@"'
    with serving("sh", "-c", limit, *PATIENT, WORKERS="1") as server:
        held = [server.send(UNFINISHED) for _ in range(count - 1)]
        last = server.send(ASK)
        assert last.recv(65536).startswith(b"HTTP/1.1 200 ")
        waiting = server.send(ASK)
        last.sendall(ASK)
        assert last.recv(65536).startswith(b"HTTP/1.1 200 ")
        waiting.settimeout(0)
        with pytest.raises(BlockingIOError):
            waiting.recv(1)
        waiting.settimeout(PATIENCE)
        held[0].close()
        assert waiting.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert not any(map(is_closed, held[1:]))


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


REQUEST = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"


@pytest.fixture
def tls_server(tmp_path: Path) -> Iterator[tuple[int, ssl.SSLContext]]:
    """Start a server with a self-signed certificate; return its port, and a context that trusts it."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(["openssl", *REQUEST.split(), "-keyout", key, "-out", cert], capture_output=True, check=True)
    port = free_port()
    settings = environment(
        HOST="127.0.0.1", PORT=str(port), WORKERS="1", HSTS="60", TLS_CERT=str(cert), TLS_KEY=str(key)
    )
    process = subprocess.Popen(
        [sys.executable, "tally.py", "serve"],
        cwd=ROOT,
        env=settings,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout
        assert (
            next(line for line in iter(process.stdout.readline, "") if "Tally" in line)
            == f"Tally 算分: https://127.0.0.1:{port}/\n"
        )
        wait_until(lambda: is_listening(port))
        yield port, ssl.create_default_context(cafile=cert)
    finally:
        process.terminate()
        process.communicate()


def is_listening(port: int) -> bool:
    """Return whether a server accepts connections on this port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_certificate_enables_tls(tls_server: tuple[int, ssl.SSLContext]) -> None:
    port, context = tls_server
    with urlopen(f"https://127.0.0.1:{port}/en/", context=context, timeout=PATIENCE) as answer:
        assert (answer.status, answer.headers["Strict-Transport-Security"]) == (200, "max-age=60")


@pytest.mark.long
def test_idle_tls_handshake_is_closed(tls_server: tuple[int, ssl.SSLContext]) -> None:
    port, context = tls_server
    silent = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(300)]
    with urlopen(f"https://127.0.0.1:{port}/healthz", context=context, timeout=PATIENCE) as answer:
        assert answer.status == 200
    wait_until(lambda: all(map(is_closed, silent)))
    for connection in silent:
        connection.close()
