"""Nothing that a visitor sends makes much work or a large answer, counted in lines of Python that are run, not in
seconds.
"""

import asyncio
import gc
import json
from collections.abc import Callable, Iterable
from functools import _lru_cache_wrapper
from typing import Any
from urllib.parse import urlencode

import pytest
from coroutines import run_coroutine
from flask.testing import FlaskClient
from request_work import LINES, QUERIES, check, draw_land, every_game, is_one_district, lines_run, visitor

from asgi import MAX_FILES, MAX_HEADER_BYTES, MAX_SMALL_PIECES, MIN_PIECE_BYTES, BoundedBody, FileTurns, bridge
from bench._tables import tables
from bench.growth import measure_growth
from scorers.entries import MAX_FAULTS
from scorers.hansa_teutonica.boards import MAPS as PRINTED_MAPS
from scorers.querystring import sheet_to_query
from scorers.registry import game, slugs
from scorers.service import compare_data, parse, score_data
from scorers.sheet import load_sheet
from tests.games.honshu.hard_lands import HARD_LANDS
from web.common.http import BUSY, STREAM, check_forwarded
from web.sync.limits import NotKept

__all__ = ["visitor"]

LINES_OF_LANDS = 1_200_000
"""For lands of as many squares as there can be, in shapes as hard to reckon as any known."""
LINES_OF_SENSITIVITY = 1_000_000
"""For a comparison that also tries what would have turned the result, which scores up to 256 further sheets."""
API = "/api/v1/games"


def draw_lands(places: list[int], square: str) -> list[str]:
    """Five such lands, each another way round, so that none is known from another."""
    maps = [draw_land(places, square, turns) for turns in range(4)]
    return [*maps, maps[0] + "/."]


SPOILT = {str(key): 0 for key in range(4500)} | {"players": [{"map": "x//" * 1333}] * 5}
MAPS = ("x//" * 1333, "F//" * 1333, "F " * 2000, "F . " * 1000, "x " * 2000, "F**/" * 1000, "/" * 4000)
BODIES = {
    "thousands of unknown keys and maps of what is no square": json.dumps(SPOILT, separators=(",", ":")),
    "nothing but unknown keys": json.dumps(
        dict.fromkeys(map(str, range(5500)), 0) | {"players": [{}, {}]}, separators=(",", ":")
    ),
    "players that are null": f'{{"players":[{",".join(["null"] * 12_900)}]}}',
    "players that are empty": f'{{"players":[{",".join(["{}"] * 20_000)}]}}',
    "lists of nulls": json.dumps({"players": [{}, {}], **dict.fromkeys(("regions", "rounds", "walls"), [None] * 3500)}),
    "variants that are no texts": json.dumps({"players": [{}, {}], "variants": [0] * 20_000}),
    "variants that are lists": json.dumps({"players": [{}, {}], "variants": [[]] * 15_000}),
    "brackets": "[" * 65_000,
    "a long number": f'{{"players":[{{"left":{"9" * 64_000}}}]}}',
    "numbers beyond what is read": f'{{"players":[{",".join(["9" * 5000] * 12)}]}}',
    "a long key, twice": f'{{"{"k" * 30_000}":0,"{"k" * 30_000}":0}}',
    **{f"a map of {text[:4]}": json.dumps({"players": [{"map": text}] * 5}) for text in MAPS},
}


@pytest.mark.short(page="compare")
@pytest.mark.parametrize("body", BODIES)
@every_game
@pytest.mark.parametrize("page", ["score", "compare"])
def test_no_sheet_makes_much_work_or_a_large_answer(visitor: FlaskClient, slug: str, page: str, body: str) -> None:
    lines, answer = lines_run(lambda: visitor.post(f"{API}/{slug}/{page}", data=BODIES[body]))
    check(lines, answer, LINES)
    assert answer.status_code in (200, 400, 422)
    assert len(answer.json.get("faults", [])) <= MAX_FAULTS + 1


@pytest.mark.parametrize("query", QUERIES)
@every_game
def test_no_link_makes_much_work_or_a_large_page(visitor: FlaskClient, slug: str, query: str) -> None:
    for page in ("score", "compare"):
        check(*lines_run(lambda page=page: visitor.get(f"/en/{slug}/{page}?{QUERIES[query]}")), LINES)


@pytest.mark.parametrize("page", ["rules", "both", "terms"])
def test_a_query_that_a_page_does_not_read_makes_no_work(visitor: FlaskClient, page: str) -> None:
    plain, _ = lines_run(lambda: visitor.get(f"/en/qin/{page}"))
    work, _ = lines_run(lambda: visitor.get(f"/en/qin/{page}?x=1"))
    assert work < 2 * plain < 20_000


@pytest.mark.parametrize(
    "query", ["%EF%B7%BA" * 100, "a+" * 50, "%E7%9A%84" * 100, "abandonn+" * 11, "x" * 16_000, "%22" * 100]
)
def test_no_search_makes_much_work(visitor: FlaskClient, lang: str, query: str) -> None:
    check(*lines_run(lambda: visitor.get(f"/{lang}/search?q={query}")), LINES)


@pytest.mark.parametrize("name", ["ask/lay", "ask/none"])
def test_board_query_work_is_bounded(visitor: FlaskClient, name: str) -> None:
    for text in MAPS:
        question = json.dumps({"map": text, "card": "1", "row": 1, "column": 1, "above": ["r1c1"] * 5000})
        check(*lines_run(lambda question=question: visitor.post(f"{API}/honshu/{name}", data=question)), LINES)


# Lands that are hard to reckon
HARDEST = ("a ragged hill", "F"), ("a ragged coast", "A")
hard_lands = pytest.mark.parametrize(
    ("land", "square"),
    [
        pytest.param(land, square, marks=[pytest.mark.long] * ((land, square) not in HARDEST))
        for land in HARD_LANDS
        if is_one_district(HARD_LANDS[land])
        for square in "FA"
    ],
)
CARDS = {"F": "forest_runs", "A": "fallow_blocks"}
"""The scoring card that looks for patterns of a square."""


@hard_lands
def test_a_comparison_of_five_full_lands_is_bounded(visitor: FlaskClient, land: str, square: str) -> None:
    maps = draw_lands(HARD_LANDS[land], square)
    sheet = {"players": [{"map": text} for text in maps], "forest_runs": "strict", "fallow_blocks": "disjoint"}
    link = urlencode({"n": 5, **{f"{seat}.map": text for seat, text in enumerate(maps)}, "forest_runs": "strict"})
    for ask in (
        lambda: visitor.post(f"{API}/honshu/compare", json=sheet),
        lambda: visitor.get(f"/en/honshu/compare?{link}"),
    ):
        lines, answer = lines_run(ask)
        assert answer.status_code == 200
        check(lines, answer, LINES_OF_LANDS)


@hard_lands
def test_a_score_of_five_full_lands_is_bounded(visitor: FlaskClient, land: str, square: str) -> None:
    options = {"end_card": CARDS[square], "forest_runs": "strict", "fallow_blocks": "disjoint"}
    sheet = {"players": [{"map": draw_land(HARD_LANDS[land], square, turns % 4)} for turns in range(5)], **options}
    lines, answer = lines_run(lambda: visitor.post(f"{API}/honshu/score", json=sheet))
    assert answer.status_code == 200
    check(lines, answer, LINES_OF_LANDS)


@hard_lands
def test_sensitivity_of_five_full_lands_is_bounded(visitor: FlaskClient, land: str, square: str) -> None:
    """Each land's districts and patterns are found once, however many variants and interpretations score them."""
    sheet = {
        "end_card": CARDS[square],
        "players": [{"map": text} for text in draw_lands(HARD_LANDS[land], square)],
        "sensitivity": True,
    }
    lines, answer = lines_run(lambda: visitor.post(f"{API}/honshu/compare", json=sheet))
    assert answer.json["sensitivity"]["complete"]
    check(lines, answer, LINES_OF_LANDS)


@pytest.mark.parametrize("board", ["standard", "east", "britannia"])
def test_fullest_board_of_hansa_is_bounded(visitor: FlaskClient, board: str) -> None:
    """Five players, every office and annex taken, and all modules that the board has: no more work than any other
    sheet may make.
    """
    name = {"standard": "4-5", "east": "east", "britannia": "britannia-4-5"}[board]
    cities = PRINTED_MAPS[name].cities.items()
    offices = {
        city: [(first + place) % 5 for place in range(len(one.offices[name]))]
        for first, (city, one) in enumerate(cities)
        if one.offices[name]
    }
    desk = {"prestige": 30, "keys": 3, "actions": 4, "privilege": 3, "book": 2, "bag": 3}
    sheet = {
        "board": board, "edition": "2009", "modules": ["missions", "favours"] if board == "standard" else ["favours"],
        "offices": offices, "annexes": {next(iter(offices)): [0, 1, 2, 3, 4]},
        "permanent": {city: [0, 1, 2, 3, 4] for city in ("belgard", "dresden", "waren")},
        "players": [{**desk, "mission": card} for card in range(1, 6)],
    }  # fmt: skip
    for page in ("score", "compare"):
        lines, answer = lines_run(lambda page=page: visitor.post(f"{API}/hansa_teutonica/{page}", json=sheet))
        assert answer.status_code == 200
        check(lines, answer, LINES)
    lines, answer = lines_run(
        lambda: visitor.post(f"{API}/hansa_teutonica/compare", json=sheet | {"sensitivity": True})
    )
    assert answer.json["sensitivity"]["complete"]
    check(lines, answer, LINES_OF_SENSITIVITY)


@pytest.mark.short(slug="hansa_teutonica")
@pytest.mark.parametrize("slug", slugs())
def test_sensitivity_of_a_full_table_is_bounded(visitor: FlaskClient, slug: str) -> None:
    """As many players as a game takes, with as much on the table as can lie there: up to 256 sheets are tried."""
    for sheet in tables(slug, 2):
        lines, answer = lines_run(
            lambda sheet=sheet: visitor.post(f"{API}/{slug}/compare", json=sheet | {"sensitivity": True})
        )
        assert answer.json["sensitivity"]["complete"]
        check(lines, answer, LINES_OF_SENSITIVITY)


# What the limits say


def test_beyond_a_hundred_faults_it_is_said_that_there_are_more() -> None:
    fault_list = score_data("honshu", parse(BODIES["thousands of unknown keys and maps of what is no square"]))[
        "faults"
    ]
    assert len(fault_list) == MAX_FAULTS + 1
    assert (fault_list[-1]["path"], fault_list[-1]["code"], fault_list[-1]["message"]) == (
        "",
        "too_many",
        "Only the first 100 errors are shown",
    )


def test_a_hundred_faults_are_all_said() -> None:
    unknown = {"players": [{}, {}], **dict.fromkeys(map(str, range(100)), 0)}
    fault_list = score_data("qin", unknown)["faults"]
    assert [fault["path"] for fault in fault_list] == [str(number) for number in range(100)]
    assert len(score_data("qin", unknown | {"100": 0})["faults"]) == MAX_FAULTS + 1


def test_unknown_variants_are_named_up_to_a_limit() -> None:
    fault_list = compare_data("qin", {"players": [{}, {}], "variants": [0] * 5000})["faults"]
    assert 0 < len(fault_list) <= MAX_FAULTS
    assert {fault["code"] for fault in fault_list} == {"choice"}
    assert fault_list[0]["path"] == "variants.0"


# What is kept between requests

BOUNDED = {"scorers.hansa_teutonica.score._part", "web.search.excerpts._read_excerpts"}
"""Kept by city, offices there and what one pays, and by section of the rules: no visitor makes more of them."""


def kept_things() -> dict[str, int]:
    """How many values each cache of the project holds."""
    caches = [
        thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper) and hasattr(thing, "__qualname__")
    ]
    names = {f"{one.__module__}.{one.__qualname__}": one.cache_info().currsize for one in caches}
    return {
        name: size
        for name, size in names.items()
        if name.startswith(("app.", "scorers.", "web.")) and name not in BOUNDED
    }


def test_nothing_that_a_visitor_sends_is_kept(visitor: FlaskClient) -> None:
    def send(seed: int) -> None:
        land = " / ".join(["F T Pb* Mb3 A L", *(["T"] * seed)])
        items = [
            (slug, json.loads(json.dumps(dict(next(iter(game(slug).examples.values())).sheet)))) for slug in slugs()
        ]
        for _, sheet in items:
            sheet["players"][0]["name"] = f"Ann {seed}"
        for slug, sheet in [*items, ("honshu", {"players": [{"map": land}, {"map": land + " / T"}]})]:
            assert visitor.post(f"{API}/{slug}/score", json=sheet).status_code == 200
            assert visitor.post(f"{API}/{slug}/compare", json=sheet).status_code == 200
            query = sheet_to_query(load_sheet(game(slug), sheet))
            for more in ([], [("to", "sheet")], [("z", f"0{seed}")]):
                visitor.get(f"/en/{slug}/score?{urlencode(query + more)}")
        visitor.get(f"/en/search?q=tower+{seed}")

    send(1)
    before = kept_things()
    assert "scorers.entries.base._entries_of" in before
    send(2)
    assert kept_things() == before


MEGABYTES = 400


@pytest.mark.long
def test_ten_times_the_games_take_at_most_ten_times_the_work() -> None:
    few, many = measure_growth(50, in_lines=True), measure_growth(500, in_lines=True)
    assert many["memory, MB"] <= MEGABYTES
    requests = [what for what in few if what.endswith(", lines")]
    assert few.keys() == many.keys()
    assert requests
    assert {what: (few[what], many[what]) for what in requests if many[what] > 10 * few[what]} == {}


MAX_BYTES = 1000
SCOPE = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
Answer = tuple[int, dict[bytes, bytes], bytes]


class Client:
    """A client that sends a body in pieces, with a pause before each, and hears an answer."""

    def __init__(self, pieces: Iterable[bytes] = (), pause: float = 0, *, is_whole: bool = True) -> None:
        self.pieces = list(pieces)
        self.pause = pause
        self.is_whole = is_whole
        self.taken = 0
        self.heard: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(self.pause)
        if self.taken == len(self.pieces):
            return {"type": "http.request"} if self.is_whole else {"type": "http.disconnect"}
        self.taken += 1
        more = self.taken < len(self.pieces) or not self.is_whole
        return {"type": "http.request", "body": self.pieces[self.taken - 1], "more_body": more}

    async def send(self, message: dict[str, Any]) -> None:
        self.heard.append(message)


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """Answer with the length that the request says, and that of its body."""
    start("200 OK", [("X-Length", environ.get("CONTENT_LENGTH", ""))])
    return [b"%d" % len(environ["wsgi.input"].read())]


def answer(app: Any, client: Client, seconds: float = 60, **scope: Any) -> Answer | None:
    """What an application behind the middleware answers to one request; None for nothing."""
    run_coroutine(BoundedBody(bridge(app), MAX_BYTES, seconds)(SCOPE | scope, client.receive, client.send))
    if not client.heard:
        return None
    start, *parts = client.heard
    return start["status"], dict(start["headers"]), b"".join(part.get("body", b"") for part in parts)


def seen(**scope: Any) -> dict[str, Any]:
    """The WSGI environment that the application gets for a request."""
    environs: list[dict[str, Any]] = []

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        environs.append(environ)
        return echo(environ, start)

    answer(app, Client(), **scope)
    return environs[0]


def test_a_header_with_an_underscore_passes_for_no_other() -> None:
    environ = seen(
        headers=[(b"x_forwarded_for", b"6.6.6.6"), (b"x-forwarded-for", b"1.2.3.4"), (b"content_length", b"9")]
    )
    assert (environ["HTTP_X_FORWARDED_FOR"], environ["CONTENT_LENGTH"]) == ("1.2.3.4", "0")


def test_a_query_that_is_not_encoded_is_read() -> None:
    assert seen(query_string="q=漢%20&x=1".encode())["QUERY_STRING"] == "q=%E6%BC%A2%20&x=1"


def test_http_1_0_needs_no_host() -> None:
    empty = [(b"host", b"")]
    assert "HTTP_HOST" not in seen(headers=empty, http_version="1")
    assert seen(headers=empty)["HTTP_HOST"] == ""


def test_a_body_is_read_whole() -> None:
    sized = [(b"content-length", b"7")]
    chunked = [(b"transfer-encoding", b"chunked")]
    for headers in (sized, chunked):
        assert answer(echo, Client([b"abc", b"defg"]), headers=headers) == (200, {b"x-length": b"7"}, b"7")


def test_a_body_that_says_it_is_too_long_is_not_read() -> None:
    client = Client([b"x"])
    assert answer(echo, client, headers=[(b"content-length", b"1001")]) == (200, {b"x-length": b"1001"}, b"0")
    assert client.taken == 0


def test_a_body_that_turns_out_too_long_is_cut() -> None:
    client = Client([b"x" * 600] * 9)
    assert answer(echo, client) == (200, {b"x-length": b"1200"}, b"1200")
    assert client.taken == 2


def test_get_body_is_not_awaited() -> None:
    client = Client([b"x"], pause=60)
    assert answer(echo, client, method="GET", headers=[(b"content-length", b"1")]) == (200, {b"x-length": b"0"}, b"0")


def test_a_body_that_takes_too_long_is_408() -> None:
    assert answer(echo, Client([b"x"] * 9, pause=0.02), seconds=0.05) == (408, {b"connection": b"close"}, b"")


def test_an_answer_in_pieces_is_sent_as_one() -> None:
    def app(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("200 OK", [])
        return [b"a", b"b", b"c"]

    client = Client()
    assert answer(app, client) == (200, {}, b"abc")
    assert len(client.heard) == 2


def test_a_client_that_leaves_gets_no_answer() -> None:
    assert answer(echo, Client([b"x"], is_whole=False)) is None


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_long_body_is_refused_for_every_method(method: str) -> None:
    assert seen(method=method, headers=[(b"content-length", b"99999")])["CONTENT_LENGTH"] == "99999"


def test_body_in_single_bytes_is_given_up() -> None:
    """Each piece costs time, so that 64 KiB in single bytes would take seconds."""
    client = Client([b"x"] * 999)
    assert answer(echo, client) == (400, {b"connection": b"close"}, b"")
    assert client.taken == MAX_SMALL_PIECES
    client = Client([b"x" * MIN_PIECE_BYTES] * 9 + [b"y"] * (MAX_SMALL_PIECES - 1))
    run_coroutine(BoundedBody(bridge(echo), 9_999, 60)(dict(SCOPE), client.receive, client.send))
    assert client.heard[0]["status"] == 200


def test_long_headers_are_refused() -> None:
    for size, status in ((MAX_HEADER_BYTES - 100, 200), (MAX_HEADER_BYTES, 431)):
        headers = [(b"x-long", b"x" * (size // 2)), (b"x-longer", b"x" * (size // 2))]
        heard = answer(echo, Client(), headers=headers)
        assert heard is not None
        assert heard[0] == status


def test_body_that_nobody_wants_is_not_read() -> None:
    async def refuse(scope: Any) -> bool:
        return False

    client = Client([b"x"])
    run_coroutine(BoundedBody(bridge(echo), MAX_BYTES, 60, refuse)(dict(SCOPE), client.receive, client.send))
    assert (client.taken, client.heard[1]["body"]) == (0, b"0")


def test_few_files_are_handled_at_once_of_each_address_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asgi.MAX_BODY_SECONDS", 0.05)
    handled: list[str] = []
    refused: list[str] = []
    ends = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        (refused if BUSY in scope else handled).append(scope["client"][0])
        if BUSY not in scope:
            await ends.wait()

    async def ask() -> None:
        turns, client = FileTurns(app, 0), Client()
        addresses = ["192.0.2.1", "192.0.2.1", "2001:db8::1", "2001:db8:0:1::1", *(f"192.0.2.{n}" for n in range(5, 8))]
        tasks = [
            asyncio.ensure_future(turns({**SCOPE, "client": (one, 1)}, client.receive, client.send))
            for one in addresses
        ]
        while len(refused) < len(addresses) - MAX_FILES:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            tasks = [task for task in tasks if not task.done()]
        ends.set()
        await asyncio.gather(*tasks)
        await turns({**SCOPE, "client": ("192.0.2.1", 1)}, client.receive, client.send)

    run_coroutine(ask())
    assert handled == ["192.0.2.1", "2001:db8::1", "192.0.2.5", "192.0.2.6", "192.0.2.1"]
    assert sorted(refused) == ["192.0.2.1", "192.0.2.7", "2001:db8:0:1::1"]


def test_file_is_made_while_it_is_read_and_no_longer() -> None:
    """Its reader leaves after the third piece."""
    made: list[int] = []

    def make() -> Iterable[bytes]:
        for number in range(1_000):
            made.append(number)
            yield b"x" * 1000

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ[STREAM] = True
        start("200 OK", [])
        return make()

    async def ask() -> None:
        left = asyncio.Event()
        taken: list[bytes] = []
        requests = [{"type": "http.request"}]

        async def receive() -> dict[str, Any]:
            if requests:
                return requests.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            taken.append(message.get("body", b""))
            if len(b"".join(taken)) >= 3_000:
                left.set()
                await asyncio.sleep(0)

        await bridge(app)(dict(SCOPE), receive, send)

    run_coroutine(ask())
    assert 3 <= len(made) <= 5


@pytest.mark.parametrize("seconds", [0, 60])
def test_file_that_ends_early_is_cut_off_and_no_fault(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Its reader takes too long, or the database fails at the second piece: the end of the body is not sent."""
    monkeypatch.setattr("asgi.MAX_FILE_SECONDS", seconds)
    client, never = Client(), asyncio.Event()

    def make() -> Iterable[bytes]:
        yield b"x"
        raise NotKept

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ[STREAM] = True
        start("200 OK", [])
        return make()

    async def receive() -> dict[str, Any]:
        if client.taken:
            await never.wait()
        return await client.receive()

    async def send(message: dict[str, Any]) -> None:
        await client.send(message)
        await asyncio.sleep(0)
        if not seconds and "body" in message:
            await never.wait()

    client.pieces = [b""]
    run_coroutine(bridge(app)(dict(SCOPE), receive, send))
    assert client.heard[0]["status"] == 200
    assert [message["more_body"] for message in client.heard[1:]] == [True, True][: 1 + bool(seconds)]


def test_missing_header_of_a_proxy_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("web.common.http._told", [-1e9])
    for header in ("192.0.2.1, 192.0.2.2", "192.0.2.1", "", " , "):
        check_forwarded(header, 2)
    assert len(caplog.messages) == 1
    assert "TRUSTED_PROXIES" in caplog.messages[0]
