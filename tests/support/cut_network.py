"""A way to a server that a test can cut: what is sent vanishes, and no connection ends."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from urllib.parse import urlsplit, urlunsplit


class CutNetwork:
    """Forwards connections to the server of an address."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._target = (parts.hostname or "", parts.port or 5432)
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        user = f"{parts.username}@" if parts.username else ""
        self.address = urlunsplit(parts._replace(netloc=f"{user}127.0.0.1:{port}"))
        self._is_open = threading.Event()
        self._is_open.set()
        self._cuts = 0
        self._sockets: list[socket.socket] = []

    def __enter__(self) -> "CutNetwork":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.mend()
        for one in [self._listener, *self._sockets]:
            with suppress(OSError):
                one.close()

    def cut(self) -> None:
        """Let everything vanish from now on; what is sent on a connection of before does so for ever."""
        self._cuts += 1
        self._is_open.clear()

    def mend(self) -> None:
        """Forward new connections; those of before stay broken, as a server forgets them."""
        self._is_open.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._sockets.append(client)
                threading.Thread(target=self._open, args=(client,), daemon=True).start()

    def _open(self, client: socket.socket) -> None:
        if not self._is_open.is_set():
            return  # nobody answers
        cuts = self._cuts
        server = socket.create_connection(self._target)
        self._sockets.append(server)
        for source, target in ((client, server), (server, client)):
            threading.Thread(target=self._forward, args=(source, target, cuts), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, cuts: int) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if cuts != self._cuts:
                    return  # this connection is broken for good, and neither side knows
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
