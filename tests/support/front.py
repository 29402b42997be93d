"""A proxy in front of the server, which a test can stop, and which can rename the version or damage files."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Damage = Callable[[bytes], bytes | None]
"""Changes a file on its way; None makes it missing."""


class Front:
    """Forwards requests to the server at a port. Another `digest`, the name of the bundle, is another version."""

    def __init__(self, port: int, digest: str, host: str = "127.0.0.1") -> None:
        self.real_digest = self.digest = digest
        self.damage: dict[str, Damage] = {}
        self.paths: list[str] = []
        self._backend = port
        self._host = host
        self._connections: set[socket.socket] = set()
        self.port = 0
        self.come()

    @property
    def address(self) -> str:
        """The address of the proxy."""
        return f"http://{self._host}:{self.port}"

    def come(self) -> None:
        """Start, at the same port as before."""
        front = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                front.pass_on(self)

            do_POST = do_GET  # noqa: N815  the name is http.server's

            def finish(self) -> None:
                super().finish()
                front._connections.discard(self.request)

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False
            request_queue_size = 64

            def process_request(self, request: Any, client_address: Any) -> None:
                front._connections.add(request)
                super().process_request(request, client_address)

            def handle_error(self, *_: Any) -> None:
                pass  # the browser closed a connection

        self._server = Server((self._host, self.port), Handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def go(self) -> None:
        """Stop: connections are refused."""
        self._server.shutdown()
        self._server.server_close()
        for connection in list(self._connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def pass_on(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request as the real server does, with the name of this version."""
        self.paths.append(handler.path)
        length = int(handler.headers.get("Content-Length", 0))
        connection = HTTPConnection("127.0.0.1", self._backend, timeout=60)
        headers = {
            name: value
            for name, value in handler.headers.items()
            if name.lower() not in ("accept-encoding", "connection")
        }
        connection.request(
            handler.command, handler.path.replace(self.digest, self.real_digest), handler.rfile.read(length), headers
        )
        answer = connection.getresponse()
        status, body = answer.status, answer.read()
        connection.close()
        kind = answer.headers.get("Content-Type", "")
        if kind.startswith(("text/html", "text/javascript")):
            body = body.replace(self.real_digest.encode(), self.digest.encode())
        damage = self.damage.get(handler.path.rpartition("/")[2])
        if damage:
            new_body = damage(body)
            status, body = (404, b"") if new_body is None else (status, new_body)
        handler.send_response(status)
        for name, value in answer.headers.items():
            if name.lower() not in (
                "cache-control" if damage else "",
                "content-length",
                "connection",
                "etag",
                "date",
                "server",
            ):
                handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
