"""Settings from environment variables."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from web.common.start import StartError

LOG_LEVELS = ("critical", "error", "warning", "info", "debug")
MIN_KEY_CHARACTERS = 32
MAX_WORKERS = 256
MAX_HSTS_SECONDS = 10 * 365 * 24 * 60 * 60
"""Upper limit of the HSTS lifetime: ten years."""


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The server's settings. `public_url` has no trailing slash; `hsts` is in seconds, 0 for none."""

    host: str = "0.0.0.0"  # noqa: S104  phones in the same network must reach it
    port: int = 8000
    workers: int = field(default_factory=count_cores)
    trusted_proxies: int = 0
    public_url: str = ""
    log_level: str = "warning"
    access_log: bool = False
    metrics_port: int = 0
    hsts: int = 0
    tls_cert: Path | None = None
    tls_key: Path | None = None
    data_dir: str = ""
    database_url: str = ""
    listen_url: str = ""
    secret_key: str = ""
    games_dir: str = ""

    @property
    def app_config(self) -> dict[str, Any]:
        """The Flask configuration for `create_app`."""
        names = (
            "trusted_proxies", "public_url", "hsts", "access_log", "metrics_port", "data_dir", "database_url",
            "listen_url", "secret_key",
        )  # fmt: skip
        return {name.upper(): getattr(self, name) for name in names}


def read_settings(environ: Mapping[str, str]) -> Settings:
    """Read settings from environment variables. Raises StartError at the first invalid value."""
    values = {name.lower(): reader(name, environ[name].strip()) for name, reader in _READERS.items() if name in environ}
    if ("tls_cert" in values) != ("tls_key" in values):
        raise StartError("TLS_CERT and TLS_KEY are needed together: a certificate works only with its key.")
    return Settings(**values)


def _read_number(low: int, high: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 12 and low <= int(text) <= high:
            return int(text)
        raise StartError(f"{name} must be a whole number from {low} to {high}, and it is {text!r}.")

    return read


def _read_text(name: str, text: str) -> str:
    if not text:
        raise StartError(f"{name} is empty: give it a value, or leave it out.")
    return text


def _read_origin(name: str, text: str) -> str:
    """Read a scheme and host such as https://tally.example; a path is not supported."""
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        valid = False
    if (
        not valid
        or parts.path not in ("", "/")
        or parts.query
        or parts.fragment
        or parts.username is not None
        or not text.isprintable()
    ):
        raise StartError(f"{name} must be an address such as https://tally.example, and it is {text!r}.")
    return text.rstrip("/")


def _read_level(name: str, text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise StartError(f"{name} must be one of {', '.join(LOG_LEVELS)}, and it is {text!r}.")
    return text.lower()


def _read_switch(name: str, text: str) -> bool:
    if text not in ("0", "1"):
        raise StartError(f"{name} must be 1 (on) or 0 (off), and it is {text!r}.")
    return text == "1"


def _read_file(name: str, text: str) -> Path:
    path = Path(_read_text(name, text))
    try:
        path.open("rb").close()
    except OSError as error:
        raise StartError(f"{name} names the file {text!r}, which cannot be read: {error.strerror}.") from None
    return path


def _read_folder(name: str, text: str) -> str:
    if not Path(_read_text(name, text)).is_dir():
        raise StartError(f"{name} names the folder {text!r}, which is not there.")
    return text


def _read_database(name: str, text: str) -> str:
    if not re.match(r"postgres(ql)?(\+psycopg)?://.", text):
        raise StartError(
            f"{name} must be the address of a PostgreSQL database, such as postgresql://tally:password@localhost/tally."
        )
    return text


def _read_key(name: str, text: str) -> str:
    if len(text) < MIN_KEY_CHARACTERS:
        raise StartError(
            f"{name} must be {MIN_KEY_CHARACTERS} characters or more, chosen by chance: whoever guesses it can "
            "read secrets."
        )
    return text


_READERS: dict[str, Callable[[str, str], Any]] = {
    "HOST": _read_text,
    "PORT": _read_number(1, 65_535),
    "WORKERS": _read_number(1, MAX_WORKERS),
    "TRUSTED_PROXIES": _read_number(0, 10),
    "PUBLIC_URL": _read_origin,
    "LOG_LEVEL": _read_level,
    "ACCESS_LOG": _read_switch,
    "METRICS_PORT": _read_number(1, 65_535),
    "HSTS": _read_number(0, MAX_HSTS_SECONDS),
    "TLS_CERT": _read_file,
    "TLS_KEY": _read_file,
    "DATA_DIR": _read_text,
    "DATABASE_URL": _read_database,
    "LISTEN_URL": _read_database,
    "SECRET_KEY": _read_key,
    "GAMES_DIR": _read_folder,
}
"""Environment variable -> parser, called with the variable's name and text."""
