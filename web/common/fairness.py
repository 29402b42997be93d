"""Turns that are fair between clients: of those that wait, the one that has used least lately is next.

However much one client asks for, another waits only for what has begun already.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

HALVING_SECONDS = 10
"""After so long, what a client has used counts half."""
MIN_USED_SECONDS = 0.001
"""Less than this is then forgotten."""
P = ParamSpec("P")
R = TypeVar("R")


class Usage:
    """Seconds that clients have used lately."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._halved = time.monotonic()

    def find(self, client: str) -> float:
        """Return what a client has used."""
        return self._used.get(client, 0.0)

    def add(self, client: str, seconds: float) -> None:
        """Add to what a client has used."""
        now = time.monotonic()
        if now > self._halved + HALVING_SECONDS:
            self._used = {one: used / 2 for one, used in self._used.items() if used > MIN_USED_SECONDS}
            self._halved = now
        self._used[client] = self.find(client) + seconds


class FairThreads:
    """Threads of an event loop, few at once, in which the client that occupied them least lately is next."""

    def __init__(self, count: int, name: str) -> None:
        # Threads are started by the first work, so that workers can be forked before.
        self._threads = ThreadPoolExecutor(count, name)
        self._free, self._usage = count, Usage()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def run(self, client: str, work: Callable[P, R], *values: P.args, **options: P.kwargs) -> R:
        """Do a client's work in a thread, when it is the client's turn."""
        await self._take_turn(client)
        start = time.monotonic()
        try:
            call = partial(copy_context().run, work, *values, **options)
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        finally:
            self._usage.add(client, time.monotonic() - start)
            self._pass_turn()

    async def _take_turn(self, client: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had just been given
                self._pass_turn()
            raise

    def _pass_turn(self) -> None:
        while self._waiting:
            client = min(self._waiting, key=self._usage.find)
            turns = self._waiting[client]
            turn = turns.popleft()
            if not turns:
                del self._waiting[client]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class FairLock:
    """A lock for threads, which the client that held it least lately gets next."""

    def __init__(self) -> None:
        self._changed, self._usage = threading.Condition(), Usage()
        self.waiting: list[str] = []
        """The clients that wait."""
        self._is_held = False

    @contextmanager
    def hold(self, client: str) -> Iterator[None]:
        """Hold the lock for a client, when it is the client's turn."""
        with self._changed:
            self.waiting.append(client)
            self._changed.wait_for(lambda: not self._is_held and client == min(self.waiting, key=self._usage.find))
            self.waiting.remove(client)
            self._is_held = True
        start = time.monotonic()
        try:
            yield
        finally:
            with self._changed:
                self._usage.add(client, time.monotonic() - start)
                self._is_held = False
                self._changed.notify_all()
