"""What one stranger can cost: for each entrance a normal request, and the worst that the limits allow.

Requests go to the application directly, without a network, on SQLite. The times are this process's CPU, which other
work on the machine hardly changes. Files are apart: they stream, and are measured by their memory.
"""

import io
import json
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient
from request_work import QUERIES, draw_land
from worst_books import PHONE, fill_book, make_long_result

from app import create_app
from scorers.service import dumps
from tests.games.honshu.hard_lands import HARD_LANDS
from web.sync import limits

TRIES = 5
MAX_MILLISECONDS, MAX_BYTES, MAX_FACTOR = 200, 1_000_000, 20
MIN_NORMAL = 10
"""Milliseconds up to which a factor says nothing: a request may cost 20 times as much as nothing."""
NORMAL = {"results": 50, "size": 1_000}
FULL = {"results": 18_000, "people": 900, "size": 1_200, "cleared": 200, "corrections": 5_000}
LONG = {"results": 1_500, "size": 15_900, "cleared": 500}
FIRST = make_long_result(0, 1_000)["id"]
GROUP_PAGES = {
    "group's book": "/en/groups/{link}", "group's links": "/en/groups/{link}/links",
    "deleted results": "/en/groups/{link}/deleted", "one result": f"/en/groups/{{link}}/results/{FIRST}",
    "score together": "/en/groups/{link}/play", "API: results": "/api/v1/groups/{link}/results?limit=100",
    "API: history": "/api/v1/groups/{link}/history", "API: deleted": "/api/v1/groups/{link}/deleted",
    "event stream": "/api/v1/groups/{link}/events",
}  # fmt: skip
HARDEST = {"forest_runs": ("a ragged hill", "F"), "fallow_blocks": ("a ragged coast", "A")}
"""The lands that are hardest to reckon, and the scoring card that looks for patterns in them."""
Ask = Callable[[], Any]


def draw_lands(land: str, square: str) -> list[str]:
    """Return five such lands, none of which is known from another."""
    maps = [draw_land(HARD_LANDS[land], square, turns) for turns in range(4)]
    return [*maps, maps[0] + "/."]


def measure(ask: Ask) -> tuple[float, int, float]:
    """Return a request's CPU time in ms, the bytes of its answer, and the milliseconds that it took."""
    ask()
    times, walls, size = [], [], 0
    for _ in range(TRIES):
        begin, start = time.process_time(), time.perf_counter()
        size = len(ask().data)
        times.append(1000 * (time.process_time() - begin))
        walls.append(1000 * (time.perf_counter() - start))
    return statistics.median(times), size, statistics.median(walls)


def open_group(client: FlaskClient, shape: dict[str, int]) -> str:
    """Return the link of a group with such a scorebook."""
    link = str(client.post("/api/v1/groups", json={"name": "Friday"}).json["write"])
    fill_book(client.application.extensions["documents"], link, **shape)
    return link


def open_sheet(client: FlaskClient, slug: str = "hansa_teutonica", players: int = 4) -> str:
    """Return the link of a shared sheet."""
    sheet = {"players": [{}] * players}
    return str(client.post("/api/v1/shared", json={"game": slug, "sheet": sheet}).json["id"])


class Device:
    """A device that counts its changes."""

    def __init__(self, client: FlaskClient, path: str, device: str = f"{PHONE}.page00000002") -> None:
        self.client, self.path, self.device, self.n = client, path, device, 0

    def sync(self, changes: list[tuple[str, Any]], since: int = 0, age: float = 0) -> Any:
        """Send changes."""
        listed = []
        for name, value in changes:
            self.n += 1
            listed.append({"name": name, "value": value, "n": self.n, "age": age})
        body = {"device": self.device, "since": since, "changes": listed}
        return self.client.post(f"/api/v1/{self.path}/sync", data=json.dumps(body), content_type="application/json")


def fill_sheet(client: FlaskClient, link: str) -> Device:
    """Fill a shared sheet up to its limits: most changes of one phone, and many of another that lost."""
    own, late = Device(client, f"shared/{link}"), Device(client, f"shared/{link}", "latephone001.page00000001")
    for start in range(0, 4_000, 500):
        own.sync([("0.prestige", [str(number)]) for number in range(start, start + 500)])
    late.sync([("0.prestige", [str(5_000 + number)]) for number in range(500)], age=9_999)
    for seat in range(4):
        own.sync([(f"{seat}.name", ["<" * 40])])
    return late


def entrances(client: FlaskClient) -> dict[str, tuple[Ask, list[Ask]]]:
    """Return for each entrance a normal request, and the worst that is known."""
    normal, full, long = (open_group(client, shape) for shape in (NORMAL, FULL, LONG))
    asks: dict[str, tuple[Ask, list[Ask]]] = {}
    for name, path in GROUP_PAGES.items():
        get = [lambda link=link, path=path: client.get(path.format(link=link)) for link in (normal, full, long)]
        asks[name] = get[0], get[1:]
    devices = [Device(client, f"groups/{link}") for link in (normal, full, long)]
    own = Device(client, f"groups/{full}", f"{PHONE}.page00000001")
    asks["sync of a group, asking"] = (lambda: devices[0].sync([]), [lambda: own.sync([]), lambda: devices[2].sync([])])
    joining = Device(client, f"groups/{open_group(client, NORMAL)}")
    one = make_long_result(77, 900) | {"slug": "elsewhere"}
    names = [("people/" + "漢" * 90 + str(number), str(number)) for number in range(130)]
    lands = {card: draw_lands(land, square) for card, (land, square) in HARDEST.items()}
    maps = {f"{seat}.map": text for seat, text in enumerate(lands["forest_runs"])}
    hard = urlencode({"n": 5, **maps, "forest_runs": "strict", "end_card": "forest_runs"})
    outcome = {"players": [{"name": "A", "colour": "", "total": 0, "rank": 1}] * 5, "winners": []}
    kept = one | {"slug": "honshu", "query": hard, "result": outcome}
    heavy = [(f"results/h{n}", kept | {"id": f"h{n}"}) for n in range(25)]

    def join_names() -> Any:
        """Join as many long names as a request takes, anew each time."""
        return joining.sync([(name, f"{value}{joining.n}") for name, value in names])

    asks["sync of a group, writing"] = (
        lambda: devices[0].sync([(f"results/{one['id']}", one | {"changed": devices[0].n})]),
        [join_names, lambda: devices[0].sync(heavy)],
    )
    sheets = [open_sheet(client) for _ in range(3)]
    late = fill_sheet(client, sheets[1])
    typing, writer = Device(client, f"shared/{sheets[0]}"), Device(client, f"shared/{sheets[2]}")
    typing.sync([(f"{seat}.prestige", ["20"]) for seat in range(4)])
    for name, part in {"shared sheet": "?view=all", "page of changes": "/history", "seats": "/seats"}.items():
        get = [lambda link=link, part=part: client.get(f"/en/together/{link}{part}") for link in sheets[:2]]
        asks[name] = get[0], get[1:]
    offices = [("offices.bremen", [f"{number % 4}{number // 4 % 4}"]) for number in range(500)]
    long_maps = [("0.map", [" ".join(["F"] * (1_900 - number))]) for number in range(15)]
    honshu = Device(client, f"shared/{open_sheet(client, 'honshu')}")

    def write_much(device: Device, changes: list[tuple[str, Any]]) -> Any:
        """Write into a sheet, or a new one where that has taken all that it can."""
        answer = device.sync(changes)
        if answer.status_code == 409:
            slug = "honshu" if changes is long_maps else "hansa_teutonica"
            device.path, device.n = f"shared/{open_sheet(client, slug)}", 0
            answer = device.sync(changes)
        assert answer.status_code == 200, answer.text
        return answer

    asks["sync of a sheet, writing"] = (
        lambda: typing.sync([("0.prestige", [str(typing.n)])], since=10**9),
        [lambda: write_much(writer, offices), lambda: write_much(honshu, long_maps)],
    )
    asks["sync of a sheet, lost values"] = (lambda: typing.sync([]), [lambda: late.sync([])])
    large = {"players": [{"map": text, "name": "<" * 40} for text in lands["forest_runs"]]}
    asks["opening a sheet"] = (
        lambda: client.post("/api/v1/shared", json={"game": "qin", "sheet": {"players": [{}, {}]}}),
        [lambda: client.post("/api/v1/shared", json={"game": "honshu", "sheet": large})],
    )
    few = {"players": [{"map": "F T L"}, {"map": "F F"}]}
    for page, more in (("score", {}), ("compare", {"sensitivity": True})):
        worst = [
            {"players": [{"map": text} for text in texts], "forest_runs": "strict", "fallow_blocks": "disjoint"}
            | ({"end_card": card} if page == "score" else more)
            for card, texts in lands.items()
        ]
        asks[f"API: {page}"] = (
            lambda page=page: client.post(f"/api/v1/games/honshu/{page}", json=few),
            [lambda page=page, body=body: client.post(f"/api/v1/games/honshu/{page}", json=body) for body in worst],
        )
    asks["page of a sheet"] = (
        lambda: client.get("/en/honshu/score?n=2&0.map=F"),
        [lambda query=query: client.get(f"/en/honshu/score?{query}") for query in QUERIES.values()],
    )
    asks["search"] = (lambda: client.get("/en/search?q=tower"), [lambda: client.get("/en/search?q=" + "a+" * 50)])
    return asks


def print_entrances(client: FlaskClient) -> bool:
    """Print a row for each entrance; return whether all are within the bounds."""
    print(f"{'entrance':30}{'normal':>10}{'worst':>10}{'factor':>8}{'wall':>10}{'bytes':>12}")
    is_good = True
    for name, (normal, worst) in entrances(client).items():
        usual, _, _ = measure(normal)
        found = [measure(one) for one in worst]
        cost, size, wall = max(one[0] for one in found), max(one[1] for one in found), max(one[2] for one in found)
        is_within = cost < MAX_MILLISECONDS and size < MAX_BYTES and cost / max(usual, MIN_NORMAL) < MAX_FACTOR
        is_good &= is_within
        mark = "" if is_within else "  ABOVE THE BOUNDS"
        print(f"{name:30}{usual:7.1f} ms{cost:7.1f} ms{cost / usual:8.1f}{wall:7.1f} ms{size:12,}{mark}")
    return is_good


def print_files(client: FlaskClient) -> None:
    """Print how much memory files take while they are written and read."""
    link = open_group(client, LONG)
    for kind in ("json", "csv", "bgsplay"):
        tracemalloc.start()
        begin, size = time.process_time(), 0
        answer = client.get(f"/en/groups/{link}/export/{kind}", buffered=False)
        for piece in answer.iter_encoded():
            size += len(piece)
        answer.close()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        spent = 1000 * (time.process_time() - begin)
        print(f"file {kind:24}{spent:9.0f} ms{size:14,} bytes{peak / 1e6:8.1f} MB at most in memory")
    results = [make_long_result(number, 1_000) for number in range(4_000)]
    text = dumps({"format": "tally-scorebook", "version": 1, "results": results}).encode()
    page = client.get(f"/en/groups/{link}/links").text
    token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    tracemalloc.start()
    begin = time.process_time()
    for body in (text[: 4 * 1024**2], text):  # the first is cut, and refused whole
        file = {"csrf_token": token, "file": (io.BytesIO(body), "book.json")}
        client.post(f"/en/groups/{link}/import", data=file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    spent = 1000 * (time.process_time() - begin)
    print(f"import of {len(text):,} bytes{spent:17.0f} ms{peak / 1e6:31.1f} MB at most in memory")


def main() -> int:
    """Measure all entrances."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": folder})
        limits.SHARES = 1  # the measurement comes from one address, more often than a day allows
        kind = app.extensions["documents"].kinds["shared"]
        assert kind.limits.max_opened_an_hour >= 300
        client = app.test_client()
        is_good = print_entrances(client)
        print_files(client)
        app.extensions["documents"].engine.dispose()
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
