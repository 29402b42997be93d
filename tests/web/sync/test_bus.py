"""How workers hear of each other through PostgreSQL: connections that do not answer, notices that do not arrive."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from coroutines import run_coroutine
from cut_network import CutNetwork
from flask import Flask
from postgres import new_database
from sqlalchemy import Engine

from web.sync import bus as bus_module
from web.sync.answers import Notice
from web.sync.bus import PostgresBus
from web.sync.database import register

pytestmark = pytest.mark.long
PATIENCE = 60


@pytest.fixture
def engine(postgres_address: str) -> Iterator[Engine]:
    """An engine of the database itself."""
    engine = register(Flask("documents"), postgres_address)
    yield engine
    engine.dispose()


class Worker:
    """What a bus tells of: what was heard, and how often all documents were to be looked at."""

    def __init__(self) -> None:
        self.channels: dict[str, Any] = {}
        self.heard: list[tuple[str, int]] = []
        self.looks = 0

    def hear(self, document_id: str, seq: int) -> None:
        """Note what was heard."""
        self.heard.append((document_id, seq))

    def look_at_all(self) -> None:
        """Note that there may be something that was not heard."""
        self.looks += 1

    def deliver(self, notice: Notice) -> None:
        """Take a notice of a phone."""

    async def in_thread(self, work: Callable[..., Any], *values: Any) -> Any:
        """Do something that waits for the database."""
        return await asyncio.to_thread(work, *values)


@asynccontextmanager
async def running_bus(engine: Engine, listen_url: str) -> AsyncIterator[tuple[PostgresBus, Worker]]:
    """Run a bus that hears."""
    worker = Worker()
    bus = PostgresBus(engine, worker, listen_url)  # type: ignore[arg-type]
    tasks = [asyncio.ensure_future(work) for work in (bus.run(), bus.run_telling())]
    try:
        await wait_until(lambda: worker.looks)
        yield bus, worker
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition is met."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_connections_that_answer_no_more_are_opened_anew(
    engine: Engine, postgres_address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The network was cut for a moment, and has ended neither of them, nor the connections of requests."""
    monkeypatch.setattr(bus_module, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(bus_module, "DEADLINE_SECONDS", 0.5)
    monkeypatch.setattr(bus_module, "PROVE_SECONDS", 3600)

    async def live(network: CutNetwork) -> None:
        async with running_bus(engine, network.address) as (bus, worker):
            bus.tell("before", 1)
            await wait_until(lambda: worker.heard == [("before", 1)])
            network.cut()
            network.mend()
            await wait_until(lambda: worker.looks == 2)
            bus.tell("after", 2)
            await wait_until(lambda: worker.heard[-1] == ("after", 2))
            await wait_until(lambda: "PostgreSQL's notices are heard again." in caplog.text)

    with CutNetwork(postgres_address) as network:
        run_coroutine(live(network))
    assert caplog.text.count("notices cannot be heard") == 1
    assert "do not arrive" not in caplog.text


def test_notice_that_is_lost_on_the_way_is_sent_again(
    engine: Engine, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection was cut since the notice before; another worker has one that was not."""
    monkeypatch.setattr(bus_module, "DEADLINE_SECONDS", 0.5)

    async def live(network: CutNetwork) -> None:
        async with (
            running_bus(engine, network.address) as (bus, _),
            running_bus(engine, postgres_address) as (_, other),
        ):
            bus.tell("before", 1)
            await wait_until(lambda: other.heard == [("before", 1)])
            network.cut()
            network.mend()
            bus.tell("after", 2)
            await wait_until(lambda: other.heard[-1] == ("after", 2))

    with CutNetwork(postgres_address) as network:
        run_coroutine(live(network))


def test_connection_whose_notices_do_not_arrive_is_opened_anew(
    engine: Engine, postgres_server: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It answers, but from another database than that of the requests, as from a primary that others have left."""
    monkeypatch.setattr(bus_module, "PROOF_SECONDS", 0.2)

    async def live(address: str) -> None:
        async with running_bus(engine, address) as (_, worker):
            await wait_until(lambda: worker.looks == 2)

    with new_database(postgres_server) as address:
        run_coroutine(live(address))
    assert caplog.text.count("do not arrive") == 1
