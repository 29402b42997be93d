"""How the main process tells its workers that it is about to stop them.

Granian waits for open requests before it stops the application in a worker, and event streams are requests that never
end: the workers end them as soon as a pipe is closed, of which only the main process has the other end.
"""

import asyncio
import os
from collections.abc import Callable

_ends: list[int] = []
"""The ends of the pipe to read and to write."""


def open_signal() -> None:
    """Make the pipe, before the workers are forked."""
    _ends[:] = os.pipe()


def send_signal() -> None:
    """Tell the workers; called in the main process."""
    if _ends:
        os.close(_ends.pop())


def watch_signal(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Call back in a worker's event loop when the main process is about to stop it."""
    if len(_ends) == 2:
        os.close(_ends.pop())
        reader = _ends[0]

        def end() -> None:
            loop.remove_reader(reader)
            callback()

        loop.add_reader(reader, end)
