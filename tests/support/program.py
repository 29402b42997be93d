"""An API client of a running server's shared sheets: it opens one, types into it, and reads its event stream."""

import json
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

from serving import PATIENCE, Server

DEVICE = "a0program0at.a0table00"


def ask(server: Server, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], Any]:
    """Send a request; return the status, headers and data of the answer."""
    text = None if body is None else json.dumps(body)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, text, {"Content-Type": "application/json"} | headers)
        answer = connection.getresponse()
        data = answer.read()
    names = {name.lower(): value for name, value in answer.getheaders()}
    return answer.status, names, json.loads(data) if "json" in names.get("content-type", "") else data.decode()


def open_sheet(server: Server, slug: str = "qin", seats: int = 4) -> str:
    """Open a shared sheet; return its id."""
    status, _, data = ask(
        server, "POST", "/api/v1/shared", {"game": slug, "sheet": {"players": [{} for _ in range(seats)]}}
    )
    assert status == 201, data
    return str(data["id"])


def sync(
    server: Server,
    secret_id: str,
    *changes: tuple[str, object, int],
    device: str = DEVICE,
) -> Any:
    """Send changes, each a field, its text and its number; return the answer, or None if they were refused."""
    body = {"device": device, "changes": [{"name": name, "value": [str(text)], "n": n} for name, text, n in changes]}
    status, _, data = ask(server, "POST", f"/api/v1/shared/{secret_id}/sync", body)
    return data if status == 200 else None


class Listener:
    """An event stream, read message by message."""

    def __init__(self, server: Server, secret_id: str, query: str = "since=0-", **headers: str) -> None:
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.connection = server.send(
            f"GET /api/v1/shared/{secret_id}/events?{query} HTTP/1.1\r\nHost: tally\r\n{lines}\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self._read()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.head = head.decode().lower()
        self.status = int(self.head.split()[1])

    def _read(self) -> None:
        piece = self.connection.recv(65536)
        if not piece:
            raise EOFError("the stream has ended")
        self.buffer += piece

    def message(self) -> dict[str, Any]:
        """Return the next event's data with its id."""
        number, data = self._next("id: ")
        return {"id": number} | data

    def here(self) -> dict[str, Any]:
        """Return the next list of phones, each with the seconds since it was last heard of."""
        return self._next("event: here")[1]

    def named(self) -> tuple[str, dict[str, Any]]:
        """Return the name and data of the next notice: "here" or "typing"."""
        return self._next("event: ")

    def _next(self, start: str) -> tuple[str, dict[str, Any]]:
        """Skip to the next message with this start; return the rest of its first line and its data."""
        while True:
            text, end, rest = self.buffer.partition(b"\n\n")
            if not end:
                self._read()
                continue
            self.buffer = rest
            if start.encode() in text:  # after the length of the chunk
                line, _, data = text.decode().partition(start)[2].partition("\ndata: ")
                return line, dict(json.loads(data))

    def listen_until(self, name: str, text: object) -> list[int]:
        """Wait until a field has a text; return the `seq` of each message up to then."""
        told = []
        while True:
            message = self.message()
            told.append(message["seq"])
            if message["values"].get(name, {}).get("value") == [str(text)]:
                return told
