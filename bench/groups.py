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

from _results import make_result
from flask import Flask
from postgres import new_database, running_cluster

from app import create_app
from web.groups.keeping import import_results

RESULTS, FILE_RESULTS = int(os.environ.get("RESULTS", "5000")), 1000
TRIES = 15
AIM = 20
"""Target in milliseconds of CPU time."""


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
        app.extensions["documents"].engine.dispose()


def measure(app: Flask, results: list[dict[str, Any]]) -> None:
    """Fill a scorebook, and print the times of its pages."""
    store, client = app.extensions["documents"], app.test_client()
    link, *_ = store.open_with_two_links(store.kinds["group"], {}, {"name": "Friday"}, "192.0.2.1")
    for start in range(0, len(results) - FILE_RESULTS, FILE_RESULTS):
        import_results(link, f"bench-device-{start:09}", results[start : start + FILE_RESULTS])
    last = results[-FILE_RESULTS:]
    for name in ("importing 1,000 results", "importing the same again"):
        begin = time.perf_counter()
        import_results(link, f"bench-again-{name[-5:]:0>16}", last)
        print(f"  {name}: {1000 * (time.perf_counter() - begin):.0f} ms")
    results.clear()  # otherwise the garbage collector would visit all these objects during a measurement
    last.clear()
    page, sync = f"/en/groups/{link}", f"/api/v1/groups/{link}/sync"
    print(f"  list: {median_time(lambda: client.get(page))} (aim: CPU {AIM} ms)")
    print(f"  list as JSON: {median_time(lambda: client.get(f'/api/v1/groups/{link}/results'))}")
    head = client.get(f"/api/v1/groups/{link}").json
    request = {"device": "benchdevice.benchpage01", "since": head["seq"], "mark": head["mark"], "changes": []}
    print(f"  sync with nothing new: {median_time(lambda: client.post(sync, json=request))}")
    first = request | {"since": 0, "mark": ""}
    print(f"  sync of the first page: {median_time(lambda: client.post(sync, json=first))}")
    counts = iter(range(1, 1000))

    def keep() -> Any:
        n = next(counts)
        value = make_result(10_000 + n, random.Random(n))
        change = {"name": f"results/{value['id']}", "value": value, "n": n, "base": 0, "age": 0}
        return client.post(sync, json=request | {"changes": [change]})

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
