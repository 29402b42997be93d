"""HTTPS without a proxy, with TLS_CERT and TLS_KEY."""

import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from serving import PATIENCE, ROOT, environment, free_port, is_closed, wait_until

REQUEST = "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"


@pytest.fixture
def tls_server(tmp_path: Path) -> Iterator[tuple[int, ssl.SSLContext]]:
    """Start a server with a self-signed certificate; return its port, and a context that trusts it."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(["openssl", *REQUEST.split(), "-keyout", key, "-out", cert], capture_output=True, check=True)
    port = free_port()
    settings = environment(
        HOST="127.0.0.1", PORT=str(port), WORKERS="1", HSTS="60", TLS_CERT=str(cert), TLS_KEY=str(key)
    )
    process = subprocess.Popen(
        [sys.executable, "tally.py", "serve"],
        cwd=ROOT,
        env=settings,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout
        assert (
            next(line for line in iter(process.stdout.readline, "") if "Tally" in line)
            == f"Tally 算分: https://127.0.0.1:{port}/\n"
        )
        wait_until(lambda: is_listening(port))
        yield port, ssl.create_default_context(cafile=cert)
    finally:
        process.terminate()
        process.communicate()


def is_listening(port: int) -> bool:
    """Return whether a server accepts connections on this port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_certificate_enables_tls(tls_server: tuple[int, ssl.SSLContext]) -> None:
    port, context = tls_server
    with urlopen(f"https://127.0.0.1:{port}/en/", context=context, timeout=PATIENCE) as answer:
        assert (answer.status, answer.headers["Strict-Transport-Security"]) == (200, "max-age=60")


@pytest.mark.long
def test_idle_tls_handshake_is_closed(tls_server: tuple[int, ssl.SSLContext]) -> None:
    port, context = tls_server
    silent = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(300)]
    with urlopen(f"https://127.0.0.1:{port}/healthz", context=context, timeout=PATIENCE) as answer:
        assert answer.status == 200
    wait_until(lambda: all(map(is_closed, silent)))
    for connection in silent:
        connection.close()
