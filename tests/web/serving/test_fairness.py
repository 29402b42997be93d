"""Turns between clients: one that asks for much does not stand before one that asks for little."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from coroutines import run_coroutine
from flask import Flask
from serving import wait_until

from app import create_app
from asgi import DATABASE_THREADS, FILE_THREADS, AsgiApp, bridge
from web.common.fairness import FairThreads, Usage
from web.sync.database import find_lock, register, write_turn

BUSY_ONE, QUIET_ONE = "192.0.2.1", "192.0.2.2"


async def pass_loop() -> None:
    """Let all tasks that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_client_that_asked_for_little_is_answered_next() -> None:
    """A client asks for four things at once, of which the first is being done when another asks for one."""
    begun, may_end = threading.Event(), threading.Event()
    answered: list[str] = []

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        begun.set()
        may_end.wait()
        answered.append(environ["HTTP_X_FORWARDED_FOR"])
        start("200 OK", [])
        return ()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: dict[str, Any]) -> None:
        pass

    async def ask() -> None:
        answer = bridge(app, FairThreads(1, "test"), proxies=1)
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1"}
        tasks = []
        for address in [BUSY_ONE] * 4 + [QUIET_ONE]:
            headers = [(b"x-forwarded-for", address.encode())]
            tasks.append(asyncio.ensure_future(answer(scope | {"headers": headers}, receive, send)))
            await pass_loop()
        await asyncio.to_thread(begun.wait)
        may_end.set()
        await asyncio.gather(*tasks)

    run_coroutine(ask())
    assert answered == [BUSY_ONE, QUIET_ONE, BUSY_ONE, BUSY_ONE, BUSY_ONE]


def test_who_leaves_while_waiting_takes_no_turn_away() -> None:
    may_end = threading.Event()

    async def ask() -> list[int]:
        threads = FairThreads(1, "test")

        async def begin() -> None:
            await threads.run(BUSY_ONE, may_end.wait)
            given.cancel()  # its turn has come, and it has not begun

        first = asyncio.ensure_future(begin())
        await pass_loop()
        waiting, given = (asyncio.ensure_future(threads.run(one, int)) for one in (QUIET_ONE, "192.0.2.3"))
        await pass_loop()
        waiting.cancel()
        await pass_loop()
        may_end.set()
        await asyncio.gather(first, waiting, given, return_exceptions=True)
        assert waiting.cancelled()
        return [await asyncio.wait_for(threads.run(BUSY_ONE, int, "7"), 60)]

    assert run_coroutine(ask()) == [7]


def test_failed_work_fails_alone() -> None:
    async def ask() -> int:
        threads = FairThreads(1, "test")
        with pytest.raises(ValueError, match="invalid literal"):
            await threads.run(BUSY_ONE, int, "x")
        return await asyncio.wait_for(threads.run(BUSY_ONE, int, "7"), 60)

    assert run_coroutine(ask()) == 7


def test_what_was_used_long_ago_counts_less_and_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.common.fairness.HALVING_SECONDS", -1)  # each time that something is added
    usage = Usage()
    usage.add(BUSY_ONE, 8)
    usage.add(QUIET_ONE, 0.001)
    assert (usage.find(BUSY_ONE), usage.find(QUIET_ONE)) == (4, 0.001)
    usage.add(BUSY_ONE, 0)
    assert (usage.find(BUSY_ONE), usage.find(QUIET_ONE)) == (2, 0)


def test_address_that_wrote_little_writes_next(tmp_path: Path) -> None:
    """A visitor writes, and would write three times more, when another comes who wants to write once."""
    engine = register(Flask("documents"), f"sqlite:///{tmp_path}/tally.db")
    lock = find_lock(tmp_path / "tally.db.lock")
    may_end = threading.Event()
    wrote: list[str] = []

    def write(address: str) -> None:
        with Flask("visitor").test_request_context(environ_base={"REMOTE_ADDR": address}), write_turn(engine):
            wrote.append(address)
            may_end.wait()

    threads = [threading.Thread(target=write, args=[address]) for address in [BUSY_ONE] * 4 + [QUIET_ONE]]
    threads[0].start()
    wait_until(lambda: wrote)
    for number, thread in enumerate(threads[1:], 1):
        thread.start()
        wait_until(lambda number=number: len(lock.waiting) == number)
    may_end.set()
    for thread in threads:
        thread.join()
    assert wrote == [BUSY_ONE, QUIET_ONE, BUSY_ONE, BUSY_ONE, BUSY_ONE]


def test_files_delay_no_other_request(tmp_path: Path) -> None:
    """As many files as there are threads are being made; a shared sheet is asked for beside them."""
    app = create_app({"DATA_DIR": str(tmp_path)})
    may_end = threading.Event()
    paths: list[str] = []

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if "export" in environ["PATH_INFO"]:
            may_end.wait()
        paths.append(environ["PATH_INFO"])
        start("200 OK", [])
        return ()

    app.wsgi_app = answer  # type: ignore[method-assign]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: dict[str, Any]) -> None:
        pass

    async def ask() -> None:
        served = AsgiApp(app)
        scope = {"type": "http", "method": "GET", "query_string": b"", "http_version": "1.1", "headers": []}
        path = f"/en/groups/{'A' * 34}/export/json"
        files = [
            asyncio.ensure_future(served(scope | {"path": path, "client": (f"192.0.2.{n}", 1)}, receive, send))
            for n in range(DATABASE_THREADS + FILE_THREADS)
        ]
        await pass_loop()
        try:
            sheet = scope | {"path": f"/en/together/{'A' * 22}", "client": ("192.0.2.99", 1)}
            await asyncio.wait_for(served(sheet, receive, send), 60)
        finally:
            may_end.set()
        await asyncio.gather(*files)

    run_coroutine(ask())
    assert paths[0] == f"/en/together/{'A' * 22}"
    assert len(paths) == 1 + DATABASE_THREADS + FILE_THREADS
