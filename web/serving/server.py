"""Runs granian: pre-forked workers that share one application, limits for slow clients, and one-sentence start-up
errors.
"""

import errno
import gc
import logging
import multiprocessing
import os
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from typing import Any

import segno
from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from web.common.start import StartError
from web.serving.logs import set_up_logs
from web.serving.metrics import folder_of_figures, show_figures
from web.serving.settings import Settings, read_settings
from web.serving.stopping import open_signal, send_signal

WRONG_USAGE = 2
MAX_HEADER_MILLISECONDS = 5_000
"""Deadline for receiving a request's headers."""
MAX_HEADER_BYTES = 64 * 1024
MAX_CONNECTIONS = 8_192
"""Upper limit of connections per worker, if the system allows that many open files."""
RESERVED_FILES = 128
"""Open files of a worker besides its connections."""
MAX_STOPPING_SECONDS = 4
"""Grace period for open requests when a worker is stopped."""

CreateApp = Callable[[dict[str, object]], Any]
"""A function that builds the ASGI application from a configuration."""


def serve(create_app: CreateApp) -> None:
    """Serve an application with the environment's settings until stopped.

    Exit with one sentence if a setting is invalid.
    """
    figures = ExitStack()
    try:
        settings = read_settings(os.environ)
        ip = _find_ip(settings)
        _check_certificate(settings)
        if settings.metrics_port:
            figures.enter_context(folder_of_figures())
            show_figures(settings.metrics_port)
        _build(create_app, settings)
    except StartError as fault:
        print(f"Tally cannot start. {fault}", file=sys.stderr)
        sys.exit(WRONG_USAGE)
    set_up_logs(settings.log_level)
    if not settings.data_dir and not settings.database_url:
        logging.warning("Scoring together is switched off: neither DATA_DIR nor DATABASE_URL is set.")
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # the encoding of a log file may lack Chinese
    _show(_public_address(settings, ip))
    load = partial(_build, create_app, settings)
    with figures:
        _server(settings, ip).serve(target_loader=load, wrap_loader=False)


@cache
def _build(create_app: CreateApp, settings: Settings) -> Any:
    """Build the application once in the main process, so that forked workers share its memory."""
    app = create_app(settings.app_config)
    gc.collect()
    gc.freeze()  # later collections skip what never becomes garbage
    return app


class Server(MPServer):
    """Granian's server, which lets its workers end their event streams before it waits for open requests."""

    def _stop_workers(self) -> None:
        send_signal()
        super()._stop_workers()  # type: ignore[no-untyped-call]


def _server(settings: Settings, ip: str) -> Server:
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork", force=True)
    open_signal()
    return Server(
        "tally",
        address=ip,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        loop=Loops.asyncio,
        http=HTTPModes.http1,
        websockets=False,
        backpressure=min(MAX_CONNECTIONS, _raise_file_limit() - RESERVED_FILES),
        http1_settings=HTTP1Settings(header_read_timeout=MAX_HEADER_MILLISECONDS, max_buffer_size=MAX_HEADER_BYTES),
        log_level=LogLevels(settings.log_level),
        ssl_cert=settings.tls_cert,
        ssl_key=settings.tls_key,
        ssl_protocol_min=SSLProtocols.tls12,
        respawn_failed_workers=True,
        workers_kill_timeout=MAX_STOPPING_SECONDS,
    )


def _raise_file_limit() -> int:
    """Raise the limit of open files to the system's maximum and return it."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = MAX_CONNECTIONS + RESERVED_FILES
    if soft == resource.RLIM_INFINITY or soft >= need:
        return need
    limit = need if hard == resource.RLIM_INFINITY else min(hard, need)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


def _find_ip(settings: Settings) -> str:
    """Return the IP address to serve on, after checking that the port is free: with SO_REUSEPORT, another server
    could share it.
    """
    try:
        addresses = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise StartError(
            f"HOST is {settings.host!r}, which is neither an IP address nor a name that can be looked up."
        ) from None
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
        return (
            f"Port {settings.port} is in use, by Tally or by another program: stop that, or choose another port "
            "with PORT."
        )
    if error.errno == errno.EACCES:
        return f"Port {settings.port} is reserved for the system: choose a port from 1024 on with PORT."
    return f"HOST is {settings.host!r}, and this machine cannot serve there: {error.strerror}."


def _check_certificate(settings: Settings) -> None:
    if settings.tls_cert and settings.tls_key:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.tls_cert, settings.tls_key, password=str)
        except (OSError, ValueError):
            raise StartError(
                "TLS_CERT and TLS_KEY must hold a certificate (PEM) and its own key, without a password."
            ) from None


def _public_address(settings: Settings, ip: str) -> str:
    """Return the address at which phones in the same network reach this server."""
    host = settings.host
    if ip in ("0.0.0.0", "::"):  # noqa: S104
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(
                    ("192.0.2.1", 9)
                )  # a documentation address: nothing is sent, the route reveals our own address
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
