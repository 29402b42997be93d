"""Figures for Prometheus: every worker keeps its own in a folder, and the main process adds them up when asked.

So those of a worker that died still count; what a dead worker had open does not.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, request

from web.common.start import StartError

if TYPE_CHECKING:
    from prometheus_client import Counter, Histogram, Metric

HOST = "127.0.0.1"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable from which prometheus-client takes the folder, when it is imported."""
MEMORY = Path("/dev/shm")  # noqa: S108
_ROUTE = "tally.route"


@contextmanager
def folder_of_figures() -> Iterator[None]:
    """Make the folder for the figures, in memory where there is such a place. Nothing may be counted before."""
    within = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="tally-figures-", dir=within, ignore_cleanup_errors=True) as folder:
        os.environ[FOLDER] = folder
        yield


def show_figures(port: int) -> None:
    """Serve the figures of all workers to this machine alone, in a thread. Raises StartError."""
    from prometheus_client import CollectorRegistry, start_http_server
    from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

    folder = Path(os.environ[FOLDER])

    class Collector(MultiProcessCollector):
        """Adds up what the workers have counted."""

        def collect(self) -> "Iterable[Metric]":
            """Return all figures, without what dead workers had open."""
            for pid in {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*.db")}:
                if not _is_alive(pid):
                    mark_process_dead(pid)  # type: ignore[no-untyped-call]
            found: Iterable[Metric] = super().collect()  # type: ignore[no-untyped-call]
            return found

    registry = CollectorRegistry()
    Collector(registry)  # type: ignore[no-untyped-call]
    try:
        start_http_server(port, HOST, registry)
    except OSError as error:
        raise StartError(f"METRICS_PORT is {port}, where figures cannot be served: {error.strerror}.") from None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


Count = Callable[[Mapping[str, Any], int, float], None]
"""Counts a request: its environment, its status and its seconds."""


def count_requests(app: Flask) -> Count:
    """Have an application note the route of each request; return what counts them."""
    requests, seconds = _figures_of_requests()

    @app.teardown_request
    def note_route(error: BaseException | None) -> None:
        """Note the pattern of the address, of which there are few; a secret is never in it."""
        request.environ[_ROUTE] = request.url_rule.rule if request.url_rule else "none"

    def count(environ: Mapping[str, Any], status: int, took: float) -> None:
        route = environ.get(_ROUTE, "files")  # which WhiteNoise answers before Flask
        requests.labels(route, status).inc()
        seconds.labels(route).observe(took)

    return count


@cache
def _figures_of_requests() -> "tuple[Counter, Histogram]":
    from prometheus_client import Counter, Histogram

    from web.sync.metrics import BUCKETS

    return (
        Counter("tally_requests_total", "Requests answered, event streams apart.", ["route", "status"]),
        Histogram(
            "tally_request_seconds", "Seconds from a request's last byte to its answer.", ["route"], buckets=BUCKETS
        ),
    )
