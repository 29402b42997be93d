"""Serving: workers that share one application, what slow and silent visitors may hold, and faults of the set-up in one sentence."""

import errno
import gc
import logging
import multiprocessing
import os
import socket
import ssl
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import segno
from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from web.serving.settings import Settings, StartError, read_settings

WRONG_USAGE = 2
HEADER_MILLISECONDS = 5_000
"""How long a connection may be silent before its request's headers are whole."""
LONGEST_HEADERS = 64 * 1024
CONNECTIONS = 8_192
"""Connections that a worker holds at most, where the system lets it open so many files."""
FILES = 128
"""Open files of a worker that are no connections."""
STOPPING_SECONDS = 4
"""How long a worker may take to finish what is under way when it is stopped."""

CreateApp = Callable[[dict[str, object]], Any]
"""Makes the ASGI application of a configuration."""


def serve(create_app: CreateApp) -> None:
    """Serve an application as the environment's settings say, until it is stopped. What is wrong with them is said in one sentence."""
    try:
        settings = read_settings(os.environ)
        ip = _find_ip(settings)
        _check_certificate(settings)
        _build(create_app, settings)
    except StartError as fault:
        print(f"Tally cannot start. {fault}", file=sys.stderr)
        sys.exit(WRONG_USAGE)
    logging.basicConfig(level=settings.log_level.upper(), format="[%(levelname)s] %(message)s")
    logging.getLogger("tally.access").setLevel(logging.INFO)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a log's file may be in an encoding without Chinese
    _show(_public_address(settings, ip))
    load = partial(_build, create_app, settings)
    _server(settings, ip).serve(target_loader=load, wrap_loader=False)


@cache
def _build(create_app: CreateApp, settings: Settings) -> Any:
    """The application, built once by the main process: workers that are forked from it find it here, and share its memory."""
    app = create_app(settings.app_config)
    gc.collect()
    gc.freeze()  # no later collection looks through what never becomes garbage
    return app


def _server(settings: Settings, ip: str) -> MPServer:
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork", force=True)
    return MPServer(
        "tally",
        address=ip,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        loop=Loops.asyncio,
        http=HTTPModes.http1,
        websockets=False,
        backpressure=min(CONNECTIONS, _raise_file_limit() - FILES),
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=LONGEST_HEADERS),
        log_level=LogLevels(settings.log_level),
        ssl_cert=settings.tls_cert,
        ssl_key=settings.tls_key,
        ssl_protocol_min=SSLProtocols.tls12,
        respawn_failed_workers=True,
        workers_kill_timeout=STOPPING_SECONDS,
    )


def _raise_file_limit() -> int:
    """Let this process and its workers open as many files as the system allows; returns how many."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = CONNECTIONS + FILES
    if soft == resource.RLIM_INFINITY or soft >= need:
        return need
    limit = need if hard == resource.RLIM_INFINITY else min(hard, need)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


def _find_ip(settings: Settings) -> str:
    """The IP address to serve on, after trying that its port is free: workers share the port, and so would another server's."""
    try:
        addresses = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise StartError(f"HOST is {settings.host!r}, which is neither an IP address nor a name that can be looked up.") from None
    family, _, _, _, address = addresses[0]
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise StartError(_explain(error, settings)) from None
    return str(address[0])


def _explain(error: OSError, settings: Settings) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {settings.port} is in use, by Tally or by another program: stop that, or choose another port with PORT."
    if error.errno == errno.EACCES:
        return f"Port {settings.port} is reserved for the system: choose a port from 1024 on with PORT."
    return f"HOST is {settings.host!r}, and this machine cannot serve there: {error.strerror}."


def _check_certificate(settings: Settings) -> None:
    if settings.tls_cert and settings.tls_key:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.tls_cert, settings.tls_key, password=str)
        except (OSError, ValueError):
            raise StartError("TLS_CERT and TLS_KEY must hold a certificate (PEM) and its own key, without a password.") from None


def _public_address(settings: Settings, ip: str) -> str:
    """The address under which the phones at the table reach this server."""
    host = settings.host
    if ip in ("0.0.0.0", "::"):  # noqa: S104
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, the route tells our own address
                host = probe.getsockname()[0]
            except OSError:
                host = "127.0.0.1"
    if settings.public_url:
        return f"{settings.public_url}/"
    scheme = "https" if settings.tls_cert else "http"
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}:{settings.port}/"


def _show(address: str) -> None:
    segno.make(address, error="l").terminal(compact=True)
    print(f"Tally 算分: {address}", flush=True)
