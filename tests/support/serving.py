"""A server as `tally serve` starts it, and clients that send it what no browser sends."""

import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

ROOT = Path(__file__).parents[2]
PATIENCE = 180
"""Seconds before a busy machine counts as a broken server."""
PATIENT = (sys.executable, "tests/support/patient_app.py")
"""The command of a server that waits longer than a test for the rest of a request."""
HEALTH = "/healthz"
SHEET = b'{"players": [{"left": 2}, {"left": 5}]}'
POST = (
    b"POST /api/v1/games/qin/score HTTP/1.1\r\nHost: tally\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
)
UNFINISHED = POST % 60_000 + b"{"
LISTENING = "0A"
"""The state of a listening socket in /proc/net/tcp."""
OWN_SETTINGS = (
    "HOST", "PORT", "WORKERS", "TRUSTED_PROXIES", "PUBLIC_URL", "LOG_LEVEL", "ACCESS_LOG", "METRICS_PORT", "HSTS",
    "TLS_CERT", "TLS_KEY",
    "DATA_DIR", "DATABASE_URL", "LISTEN_URL", "SECRET_KEY", "GAMES_DIR",
)  # fmt: skip


@dataclass
class Server:
    """A running server: its process, its port, and the connections to close at the end."""

    process: subprocess.Popen[str]
    port: int
    connections: list[socket.socket] = field(default_factory=list)

    def connect(self) -> socket.socket:
        """A connection on which nothing was sent yet."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.connections.append(connection)
        return connection

    def send(self, text: bytes) -> socket.socket:
        """A connection on which these bytes were sent."""
        connection = self.connect()
        connection.sendall(text)
        return connection

    def get(self, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
        """The answer to one request on a connection of its own, and its body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def workers(self) -> set[int]:
        """The worker processes, of which some may not have started to listen yet."""
        return children(self.process.pid)

    def listeners(self) -> int:
        """How many sockets listen at the port: each worker has its own."""
        sockets = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()]
        return sum(fields[1].endswith(f":{self.port:04X}") and fields[3] == LISTENING for fields in sockets)


def children(pid: int) -> set[int]:
    """The processes whose parent is `pid`, from /proc."""
    processes = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="latin-1").rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        if int(fields[1]) == pid and fields[0] != "Z":
            processes.add(int(status.parent.name))
    return processes


def environment(**settings: str) -> dict[str, str]:
    """The environment with these settings of Tally and no others."""
    return {name: value for name, value in os.environ.items() if name not in OWN_SETTINGS} | settings


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE) -> float:
    """Seconds until a condition was met; fails where that takes longer than `seconds`."""
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < seconds, "it took too long"
        time.sleep(0.02)
    return time.monotonic() - start


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection; what it sent before is thrown away."""
    connection.settimeout(0)
    try:
        while connection.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def receive(connection: socket.socket) -> bytes:
    """All that the other side sends until it closes the connection."""
    connection.settimeout(PATIENCE)
    data = b""
    with suppress(ConnectionResetError):  # by a server that closes while we still send
        while piece := connection.recv(65536):
            data += piece
    return data


@contextmanager
def dripping(connections: list[socket.socket]) -> Iterator[None]:
    """Send a blank on each connection, twice a second."""
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.5):
            for connection in connections:
                with suppress(OSError):
                    connection.send(b" ")

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@contextmanager
def serving(*command: str, cwd: Path = ROOT, **settings: str) -> Iterator[Server]:
    """A server that answers, stopped at the end.

    `command` starts it where that is not this folder's `tally.py serve`.
    """
    port = int(settings.get("PORT") or free_port())
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "2"} | settings
    process = subprocess.Popen(
        command or (sys.executable, "tally.py", "serve"),
        cwd=cwd, env=environment(**settings), text=True, encoding="utf-8", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    server = Server(process, port)
    try:
        wait_until(lambda: process.poll() is not None or answers(server))
        assert process.poll() is None, process.stdout and process.stdout.read()
        yield server
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
        for connection in server.connections:
            connection.close()


def answers(server: Server) -> bool:
    """Whether a server answers yet."""
    try:
        return server.get(HEALTH)[0].status == 200
    except OSError:
        return False


class KeepAlive(WSGIRequestHandler):
    """Answers several requests over one connection, as servers do."""

    protocol_version = "HTTP/1.1"


def read_whole(app: Flask) -> Callable[..., list[bytes]]:
    """The application, each body read before it is sent: Werkzeug leaves a file open where a browser resets the
    connection.
    """

    def answer(environ: Any, start_response: Any) -> list[bytes]:
        body = app(environ, start_response)
        try:
            return [b"".join(body)]
        finally:
            if hasattr(body, "close"):
                body.close()

    return answer


@contextmanager
def serve_in_thread(app: Flask) -> Iterator[str]:
    """Serve an application of this process on a port that was free; the address."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, read_whole(app), threaded=True, request_handler=KeepAlive)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
