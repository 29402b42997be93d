"""One reader's event stream, and the streams of one shared sheet together."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from web.together import limits
from web.together.answers import Answer
from web.together.api import event

HEARTBEAT_SECONDS = 10
"""Longest silence of a stream; clients and proxies take a longer one for a broken connection."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Stream:
    """One reader: what waits to be sent to it, and the task that sends."""

    task: "asyncio.Task[Any] | None"
    device: str
    with_fields: bool
    messages: "asyncio.Queue[bytes]" = field(default_factory=lambda: asyncio.Queue(limits.MAX_WAITING_MESSAGES))

    def put(self, message: bytes) -> None:
        """Send a message as soon as those before it are sent; a reader too slow for so many is cut off, and comes back with its last id."""
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            if self.task:
                self.task.cancel()

    def put_if_idle(self, message: bytes) -> None:
        """Send a message that need not come, unless others wait already."""
        if self.messages.empty():
            self.put(message)


@dataclass(eq=False, slots=True)
class Channel:
    """The streams of one shared sheet, the `seq` up to which all of them have been told, and the highest that was heard of."""

    pushed: int | None = None
    heard: int = 0
    streams: set[Stream] = field(default_factory=set)
    behind: bool = False
    catching_up: bool = False


def push(channel: Channel, answer: Answer) -> None:
    """Tell all readers of a sheet, each in its own terms."""
    channel.pushed, channel.heard = answer.seq, max(channel.heard, answer.seq)
    for with_fields in (False, True):
        streams = [stream for stream in channel.streams if stream.with_fields == with_fields]
        if streams:
            message = event(answer, with_fields=with_fields)
            for stream in streams:
                stream.put(message)


async def next_message(stream: Stream, left: "asyncio.Future[None]") -> bytes:
    """The next message, or a comment where there is none for a while or the reader has left."""
    waiting = asyncio.ensure_future(stream.messages.get())
    try:
        await asyncio.wait((waiting, left), timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        return waiting.result() if waiting.done() else b":\n\n"
    finally:
        waiting.cancel()


async def wait_for_end(receive: Receive) -> None:
    """Wait until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
