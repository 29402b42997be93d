"""A headless Firefox, driven over its Marionette protocol, whose messages are a length, a colon, and JSON."""

import json
import shutil
import socket
import subprocess
import time
from itertools import count
from pathlib import Path
from typing import Any, Self

SECONDS = 120
"""Timeout of every wait."""


class Firefox:
    """A Firefox with its profile in a folder; the end of its `with` block ends it."""

    def __init__(self, profile: Path) -> None:
        """Start it."""
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "This test needs Firefox: `make test-long` installs it, or says how."
        (profile / "user.js").write_text('user_pref("marionette.port", 0);', encoding="utf-8")
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = profile / "MarionetteActivePort"
        wait(lambda: port.exists() and port.read_text().strip())
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())))
        self._socket.settimeout(SECONDS)
        self._ids = count(1)
        self._read()  # its greeting
        self._command("NewSession")

    def __enter__(self) -> Self:
        """Return the running browser."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def _receive(self, size: int) -> bytes:
        piece = self._socket.recv(size)
        assert piece, "Firefox is gone."
        return piece

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._receive(1)
        answer = b""
        while len(answer) < int(length[:-1]):
            answer += self._receive(65536)
        return json.loads(answer)

    def _command(self, name: str, **parameters: object) -> Any:
        message = json.dumps([0, next(self._ids), f"WebDriver:{name}", parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, value = self._read()
        assert error is None, error
        return value

    def visit(self, address: str) -> None:
        """Open an address, and wait until the page has loaded."""
        self._command("Navigate", url=address)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self._command("ExecuteScript", script=f"return {expression}", args=[])["value"]

    def wait_for(self, expression: str) -> None:
        """Wait until an expression is true; errors, as while a page is unloaded, count as false."""

        def is_true() -> object:
            try:
                return self.evaluate(expression)
            except AssertionError:
                return None

        wait(is_true, expression)

    def click(self, selector: str) -> None:
        """Click on the first element of a selector, once it is there."""
        self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")
        self._command("ElementClick", id=self._find(selector))

    def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")
        self._command("ElementSendKeys", id=self._find(selector), text=text)

    def _find(self, selector: str) -> str:
        (element,) = self._command("FindElement", using="css selector", value=selector)["value"].values()
        return str(element)


def wait(condition: Any, what: str = "Firefox") -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < until, f"{what} took too long."
        time.sleep(0.1)
