"""A real Firefox without a window, told what to do over its own protocol, Marionette: a length, a colon, and a list as JSON."""

import json
import shutil
import socket
import subprocess
import time
from itertools import count
from pathlib import Path
from typing import Any, Self

SECONDS = 120
"""How long something may take on a busy machine before it counts as broken."""


class Firefox:
    """A Firefox of its own, with its profile in a folder; used in a `with` block, at whose end it is gone."""

    def __init__(self, profile: Path) -> None:
        """Start it; an error says so where Firefox is not installed."""
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
        """It is ready."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def _receive(self, most: int) -> bytes:
        piece = self._socket.recv(most)
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
        """Open an address, and wait until the page is loaded."""
        self._command("Navigate", url=address)

    def evaluate(self, expression: str) -> Any:
        """What a script's expression gives in the page."""
        return self._command("ExecuteScript", script=f"return {expression}", args=[])["value"]

    def wait_for(self, expression: str) -> None:
        """Wait until an expression is true; a page that is just going counts as not yet."""

        def is_so() -> object:
            try:
                return self.evaluate(expression)
            except AssertionError:
                return None

        wait(is_so, expression)

    def click(self, selector: str) -> None:
        """Click on what a selector finds first, once it is there."""
        self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")
        self._command("ElementClick", id=self._find(selector))

    def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.wait_for(f"document.querySelector({json.dumps(selector)}) !== null")
        self._command("ElementSendKeys", id=self._find(selector), text=text)

    def _find(self, selector: str) -> str:
        (element,) = self._command("FindElement", using="css selector", value=selector)["value"].values()
        return str(element)


def wait(is_so: Any, what: str = "Firefox") -> None:
    """Wait until something is so."""
    until = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < until, f"{what} took too long."
        time.sleep(0.1)
