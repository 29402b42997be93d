"""Notices: what phones at a document tell each other and nobody keeps, such as who is there and who is about to type.

The workers of one server tell each other by lines of a file in memory, which they share since they were forked; between
servers the bus passes notices on. A notice may be lost: what counts are the values.
"""

import fcntl
import json
import os
import threading
import time
import weakref
from collections import Counter

from web.sync import limits
from web.sync.answers import Notice

HERE = "here"
"""The notice that a phone is at a document."""
SEEN_SECONDS = 24 * 3600
"""How long it is told when a phone was last heard of."""
NOTE_SECONDS = 10
"""How long a phone that was heard of is not told of again."""
MAX_FILE_BYTES = 256 * 1024
"""Size above which the file is emptied; what a worker has not read by then is lost."""
_MAX_READ_BYTES = 64 * 1024


class Notices:
    """The notices of one server. It is made before its workers are forked.

    Each of them reads from where it began to `listen`.
    """

    def __init__(self, *, shares_file: bool = True) -> None:
        self._file = -1
        if shares_file and hasattr(os, "memfd_create"):
            self._file = os.memfd_create("tally-notices", os.MFD_CLOEXEC)
            fcntl.fcntl(self._file, fcntl.F_SETFL, os.O_APPEND)  # so that no two workers write in one place
            weakref.finalize(self, os.close, self._file)
        self._own: list[Notice] = []
        self._place = 0
        self._second, self._counts = 0, Counter[str]()
        self._heard: dict[str, dict[str, float]] = {}  # document -> phone -> when; the document heard of last is last
        self._lock = threading.Lock()

    def tell(self, notice: Notice) -> None:
        """Tell the other phones, unless there were too many notices of the document in this second."""
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._counts = second, Counter()
        self._counts[notice.document_id] += 1
        if self._counts[notice.document_id] > limits.MAX_NOTICES_A_SECOND:
            return
        self._put(notice)

    def tell_here(self, document_id: str, device: str) -> None:
        """Tell that a phone is there, unless it was told a moment ago."""
        last = self._heard.get(document_id, {}).get(device)
        if device and (last is None or time.monotonic() - last > NOTE_SECONDS):
            notice = Notice(document_id, HERE, device)
            self.note(notice)
            self._put(notice)

    def note(self, notice: Notice) -> None:
        """Remember who is there."""
        if notice.event != HERE:
            return
        with self._lock:
            phones = self._heard.pop(notice.document_id, {})
            if notice.device in phones or len(phones) < limits.MAX_PHONES_NOTED:
                phones[notice.device] = time.monotonic()
            self._heard[notice.document_id] = phones
            if len(self._heard) > limits.MAX_DOCUMENTS_NOTED:
                del self._heard[next(iter(self._heard))]

    def seconds_since(self, document_id: str) -> dict[str, int]:
        """Return how long ago each phone at a document was heard of, by its handle."""
        now = time.monotonic()
        with self._lock:
            heard = dict(self._heard.get(document_id, {}))
        return {device: int(now - at) for device, at in heard.items() if now - at < SEEN_SECONDS}

    def _put(self, notice: Notice) -> None:
        if self._file < 0:
            self._own = [*self._own[-limits.MAX_PHONES_NOTED :], notice]
            return
        if os.fstat(self._file).st_size > MAX_FILE_BYTES:
            os.ftruncate(self._file, 0)
        os.write(self._file, json.dumps(notice).encode() + b"\n")

    def listen(self) -> None:
        """Pass over what was told up to now."""
        self._own = []
        if self._file >= 0:
            self._place = os.fstat(self._file).st_size

    def read(self) -> list[Notice]:
        """Return the notices that were told since the last time, and note who is there."""
        own, self._own = self._own, []
        if self._file < 0:
            return own
        if os.fstat(self._file).st_size < self._place:
            self._place = 0
        text = os.pread(self._file, _MAX_READ_BYTES, self._place)
        lines = text[: text.rfind(b"\n") + 1]
        self._place += len(lines)
        found = [notice for line in lines.splitlines() if (notice := _read_line(line))]
        for notice in found:
            self.note(notice)
        return found


def _read_line(line: bytes) -> Notice | None:
    """Return a line as a notice; None where the file began anew within it."""
    try:
        return Notice(*map(str, json.loads(line)))
    except (ValueError, TypeError):
        return None
