"""Median time of a group's pages with 5,000 results, and of importing 1,000, on SQLite and on PostgreSQL.

Requests go to the application directly, without a network. Next to each time is the CPU time of this process, which
other work on the machine does not affect. It does not include PostgreSQL's.
"""

import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from _results import PEOPLE, make_result
from flask import Flask
from postgres import new_database, running_cluster

from app import create_app

RESULTS, FILE_RESULTS = int(os.environ.get("RESULTS", "5000")), 1000
TRIES = 15
AIMS = {"list": 150, "list of a person": 150, "statistics": 300, "head to head": 300}
"""Targets in milliseconds."""


def main() -> None:
    """Print the medians."""
    chance = random.Random(28)
    for name, app in applications():
        results = [make_result(number, chance) for number in range(RESULTS)]
        print(f"{name}, {RESULTS} results of {len(json.dumps(results)) / RESULTS:.0f} bytes each")
        with app.test_request_context():
            measure(app, results)


@contextmanager
def _database() -> Iterator[str]:
    with running_cluster() as cluster, new_database(cluster.address) as address:
        yield address


def applications() -> Iterator[tuple[str, Flask]]:
    """Yield the application with each database."""
    with tempfile.TemporaryDirectory() as folder:
        yield "SQLite", create_app({"DATA_DIR": folder})
    with tempfile.TemporaryDirectory() as folder, _database() as address:
        app = create_app({"DATA_DIR": folder, "DATABASE_URL": address})
        yield "PostgreSQL", app
        app.extensions["groups"].engine.dispose()


def measure(app: Flask, results: list[dict[str, Any]]) -> None:
    """Fill a scorebook, and print the times of its pages."""
    books, client = app.extensions["groups"], app.test_client()
    link = books.create("Friday", "192.0.2.1").write
    for start in range(0, len(results) - FILE_RESULTS, FILE_RESULTS):
        books.bring_in(link, f"bench-device-{start:09}", results[start : start + FILE_RESULTS])
    last = results[-FILE_RESULTS:]
    for name in ("importing 1,000 results", "importing the same again"):
        begin = time.perf_counter()
        books.bring_in(link, f"bench-again-{name[-5:]:0>16}", last)
        print(f"  {name}: {1000 * (time.perf_counter() - begin):.0f} ms")
    results.clear()  # otherwise the garbage collector would visit all these objects during a measurement
    last.clear()
    page, person = f"/en/groups/{link}", PEOPLE[3].replace(" ", "+")
    pages = {
        "list": page,
        "list of a person": f"{page}?person={person}",
        "statistics": f"{page}/statistics",
        "head to head": f"{page}/statistics?person={person}",
    }
    for name, address in pages.items():
        print(f"  {name}: {median_time(lambda address=address: client.get(address))} (at most {AIMS[name]} ms)")
    sync = f"/api/v1/groups/{link}/sync"
    request = {"device": "bench-device-0123456789", "since": RESULTS + 1, "changes": []}
    print(f"  sync with nothing new: {median_time(lambda: client.post(sync, json=request))}")
    first = request | {"since": 0}
    print(f"  sync of the first 500: {median_time(lambda: client.post(sync, json=first))}")
    counts = iter(range(1, 1000))

    def keep() -> Any:
        n = next(counts)
        value = make_result(10_000 + n, random.Random(n))
        return client.post(
            sync, json=request | {"changes": [{"path": value["id"], "value": value, "n": n, "base": 0, "age": 0}]}
        )

    print(f"  keeping one result: {median_time(keep)}")


def median_time(request: Callable[[], Any]) -> str:
    """Return the median time and CPU time of a request, as text."""
    times, cpu_times = [], []
    for _ in range(TRIES):
        begin, cpu_begin = time.perf_counter(), time.process_time()
        answer = request()
        times.append(1000 * (time.perf_counter() - begin))
        cpu_times.append(1000 * (time.process_time() - cpu_begin))
        assert answer.status_code == 200, answer.text[:300]
    return f"{statistics.median(times):.1f} ms, CPU {statistics.median(cpu_times):.1f} ms"


if __name__ == "__main__":
    main()
