"""Figures for Prometheus: what workers have counted together, and what a worker that died had open."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from program import ask
from serving import ROOT, Server, environment, free_port, is_closed, serving, wait_until

LINE = re.compile(r"(\w+)(?:\{(.*)\})? ([\d.e+-]+|NaN|\+Inf)")


class Figures:
    """What stands at the port of the figures."""

    def __init__(self, port: int) -> None:
        self.port = port

    def read(self) -> dict[str, float]:
        """Return each figure under its name and labels."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", "/metrics")
        answer = connection.getresponse()
        assert answer.headers["Content-Type"].startswith("text/plain; version=")
        text = answer.read().decode()
        connection.close()
        found = [LINE.fullmatch(line) for line in text.splitlines() if not line.startswith("#")]
        assert None not in found, text
        return {f"{one[1]} {one[2]}" if one[2] else one[1]: float(one[3]) for one in found if one}


@pytest.fixture(scope="module")
def figures() -> Figures:
    """The figures of the server."""
    return Figures(free_port())


@pytest.fixture(scope="module")
def server(figures: Figures, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of two workers with figures and a log of requests."""
    settings = {"DATA_DIR": str(tmp_path_factory.mktemp("data")), "METRICS_PORT": str(figures.port), "ACCESS_LOG": "1"}
    with serving(WORKERS="2", **settings) as running:
        yield running


def open_streams(server: Server, link: str, count: int) -> None:
    """Open streams of a group, each on a connection of its own."""
    for _ in range(count):
        stream = server.send(f"GET /api/v1/groups/{link}/events HTTP/1.1\r\nHost: tally\r\n\r\n".encode())
        assert stream.recv(12) == b"HTTP/1.1 200"


@pytest.mark.long
def test_figures_forget_only_what_a_dead_worker_had_open(server: Server, figures: Figures) -> None:
    link = ask(server, "POST", "/api/v1/groups", {"name": "Friday"})[2]["write"]
    for _ in range(20):
        server.get("/en/qin/rules")
    server.get("/en/nowhere")
    open_streams(server, link, 12)
    rules, nowhere = 'route="/<lang:lang>/<game:slug>/rules",status="200"', 'route="none",status="404"'
    before = figures.read()
    assert before[f"tally_requests_total {rules}"] == before[f"tally_request_seconds_count {rules.split(',')[0]}"] == 20
    assert before[f"tally_requests_total {nowhere}"] == 1
    assert before["tally_streams"] == 12
    assert before['tally_database_seconds_count kind="write"'] >= 1
    victim = max(server.workers())
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: victim not in server.workers() and len(server.workers()) == 2)
    after = figures.read()
    assert after[f"tally_requests_total {rules}"] == 20
    open_again = sum(not is_closed(one) for one in server.connections)
    assert after["tally_streams"] == open_again < 12
    assert link not in str(after)


def test_figures_are_nowhere_else(server: Server) -> None:
    assert server.get("/metrics")[0].status == 404
    assert server.get("/en/about")[0].status == 200


def test_port_in_use_stops_the_start(server: Server, figures: Figures) -> None:
    process = subprocess.run(
        [sys.executable, "tally.py", "serve"], cwd=ROOT, text=True, capture_output=True,
        env=environment(HOST="127.0.0.1", PORT=str(free_port()), METRICS_PORT=str(figures.port)),
        timeout=120, check=False,
    )  # fmt: skip
    assert process.returncode == 2
    assert process.stderr.startswith(f"Tally cannot start. METRICS_PORT is {figures.port}, where figures cannot be")


def test_stream_is_one_line_in_the_log(tmp_path: Path) -> None:
    with serving(WORKERS="1", DATA_DIR=str(tmp_path), ACCESS_LOG="1") as server:
        link = ask(server, "POST", "/api/v1/groups", {"name": "Friday"})[2]["write"]
        open_streams(server, link, 2)
        assert ask(server, "GET", f"/api/v1/groups/{link[:-1]}x/events")[0] == 404
        server.process.send_signal(signal.SIGTERM)
        log = server.process.communicate(timeout=120)[0]
    lines = [line for line in log.splitlines() if "/events" in line]
    assert sorted(line.split()[1:5] for line in lines) == [
        ["127.0.0.1", "GET", "/api/v1/groups/…/events", status] for status in ("200", "200", "404")
    ]
