"""A server for a measurement, and its answers to raw requests."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]


@contextmanager
def serve(factory: str, **environment: str) -> Iterator[int]:
    """Serve a factory ("module:function") with one worker, otherwise like `make serve`, and yield the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    module, _, function = factory.partition(":")
    code = f"from asgi import AsgiApp; from web.serving.server import serve; from {module} import {function} as create"
    command = [sys.executable, "-c", f"{code}; serve(lambda config: AsgiApp(create(config)))"]
    paths = f"{ROOT}{os.pathsep}{ROOT / 'bench'}"
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "WORKERS": "1", "PYTHONPATH": paths}
    server = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **settings, **environment}, stdout=subprocess.DEVNULL
    )
    try:
        _wait(port)
        yield port
    finally:
        server.terminate()
        server.wait()


def _wait(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server does not answer")


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """Return a request as bytes."""
    all_headers = {"Host": "127.0.0.1", "Accept-Encoding": "br, gzip", "Content-Length": str(len(body)), **headers}
    lines = [
        f"{method} {path} HTTP/1.1",
        *(f"{name.replace('_', '-')}: {value}" for name, value in all_headers.items()),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def answer(port: int, message: bytes) -> tuple[Mapping[str, str], bytes]:
    """Return one response: its headers, and its body as transferred."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(message)
        data = b""
        while not (length := _length(data)) or len(data) < length:
            data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    assert lines[0].split()[1] == "200", lines[0]
    return {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}, body


def _length(data: bytes) -> int:
    """Return the length of the whole response once its headers are complete, else 0."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return 0
    head = data[:end].lower()
    at = head.index(b"content-length:") + 15
    return end + 4 + int(head[at:].split(b"\r\n", 1)[0])
