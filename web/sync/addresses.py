"""Addresses of PostgreSQL as libpq and SQLAlchemy document them, with one host or several."""

import re
from urllib.parse import parse_qsl, urlencode

from sqlalchemy import URL

from web.common.start import StartError

_WAITING = {
    "connect_timeout": "3", "tcp_user_timeout": "5000", "keepalives_idle": "5", "keepalives_interval": "2",
    "keepalives_count": "2",
}  # fmt: skip
"""What libpq is told of waiting, where an address says nothing else; `tcp_user_timeout` is in milliseconds."""
_HOST_AND_PORT = re.compile(r"([^:/,\[\]]+):(\d*)")


def read_address(name: str, text: str) -> URL:
    """Return the address in the setting `name` in a form that libpq and SQLAlchemy understand alike.

    Several hosts are `a:1,b:2` before the database or `host=a,b&port=1,2` after it, as in libpq, or `host=a:1&host=b:2`
    as in SQLAlchemy. Raises StartError.
    """
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        found = conninfo_to_dict(_as_libpq("postgresql" + text[text.index(":") :]))
    except (psycopg.ProgrammingError, ValueError):  # whose reason may quote the password
        found = {"port": "none"}
    named = {key: str(value) for key, value in found.items()}
    host, port = named.pop("host", ""), named.pop("port", "")
    if not re.fullmatch(r"[\d,]*", port) or ("," in host and ":" in host):
        raise StartError(
            f"{name} must be an address such as postgresql://tally:password@localhost/tally; several hosts are names "
            "or IPv4 addresses, with a comma between: postgresql://tally:password@one:5432,two:5432/tally."
        )
    user, password, database = (named.pop(key, None) for key in ("user", "password", "dbname"))
    if "," in host + port or host.startswith("/"):
        named |= {"host": host} | ({"port": port} if port else {})  # where SQLAlchemy and libpq both look
        host = port = ""
    number = int(port) if port else None
    return URL.create("postgresql+psycopg", user, password, host or None, number, database, _WAITING | named)


def write_address(address: URL) -> str:
    """Return an address for libpq."""
    return address.set(drivername="postgresql").render_as_string(hide_password=False)


def _as_libpq(text: str) -> str:
    """Return an address with SQLAlchemy's `host=a:1&host=b:2` written as libpq's `host=a,b&port=1,2`."""
    start, _, query = text.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    hosts = [value for key, value in pairs if key == "host"]
    if len(hosts) < 2 and not any(_HOST_AND_PORT.fullmatch(host) for host in hosts):
        return text
    ends = [found.groups() if (found := _HOST_AND_PORT.fullmatch(host)) else (host, "") for host in hosts]
    others = [pair for pair in pairs if pair[0] not in ("host", "port")]
    joined = [(key, ",".join(part)) for key, part in zip(("host", "port"), zip(*ends, strict=True), strict=True)]
    return f"{start}?{urlencode(others + joined)}"
