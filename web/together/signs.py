"""Who is about to type where: signs that the workers of one server tell each other, in memory alone.

They are lines of a file in memory that the workers share since they were forked. A sign may be lost, and none is kept:
what counts are the entries. Where a system has no such file, and between servers, a sign reaches the streams of the
worker that was told, and no others.
"""

import fcntl
import json
import os
import time
import weakref
from collections import Counter
from typing import NamedTuple

from web.together import limits

MAX_FILE_BYTES = 256 * 1024
"""Size above which the file is emptied; what a worker has not read by then is lost."""
_MAX_READ_BYTES = 64 * 1024


class Sign(NamedTuple):
    """A device whose cursor is in an empty field of a shared sheet, which is known by its hash."""

    sheet_id: bytes
    device: str
    field: str


class Signs:
    """The signs of one server. It is made before its workers are forked.

    Each of them reads from where it began to `listen`.
    """

    def __init__(self) -> None:
        self._file = -1
        if hasattr(os, "memfd_create"):
            self._file = os.memfd_create("tally-signs", os.MFD_CLOEXEC)
            fcntl.fcntl(self._file, fcntl.F_SETFL, os.O_APPEND)  # so that no two workers write in one place
            weakref.finalize(self, os.close, self._file)
        self._own: list[Sign] = []
        self._place = 0
        self._second, self._counts = 0, Counter[bytes]()

    def add(self, sign: Sign) -> None:
        """Tell a sign, unless there were too many of its sheet in this second."""
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._counts = second, Counter()
        self._counts[sign.sheet_id] += 1
        if self._counts[sign.sheet_id] > limits.MAX_SIGNS_A_SECOND:
            return
        if self._file < 0:
            self._own = [*self._own[-limits.MAX_SIGNS_A_SECOND :], sign]
            return
        if os.fstat(self._file).st_size > MAX_FILE_BYTES:
            os.ftruncate(self._file, 0)
        os.write(self._file, json.dumps([sign.sheet_id.hex(), *sign[1:]]).encode() + b"\n")

    def listen(self) -> None:
        """Pass over what was told up to now."""
        self._own = []
        if self._file >= 0:
            self._place = os.fstat(self._file).st_size

    def read(self) -> list[Sign]:
        """The signs that were told since the last time."""
        own, self._own = self._own, []
        if self._file < 0:
            return own
        if os.fstat(self._file).st_size < self._place:
            self._place = 0
        text = os.pread(self._file, _MAX_READ_BYTES, self._place)
        lines = text[: text.rfind(b"\n") + 1]
        self._place += len(lines)
        return [sign for line in lines.splitlines() if (sign := _as_sign(line))]


def _as_sign(line: bytes) -> Sign | None:
    """A line as a sign; None where the file began anew within it."""
    try:
        sheet_id, device, field = json.loads(line)
        return Sign(bytes.fromhex(sheet_id), str(device), str(field))
    except (ValueError, TypeError):
        return None
