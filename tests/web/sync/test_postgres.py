"""Addresses of PostgreSQL: what SQLAlchemy and libpq make of each form."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlencode

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import NullPool, create_engine

from web.common.start import StartError
from web.sync.postgres import read_address, write_address

WAITING = {
    "connect_timeout": "3", "tcp_user_timeout": "5000", "keepalives_idle": "5", "keepalives_interval": "2",
    "keepalives_count": "2",
}  # fmt: skip
"""What libpq is told of waiting: seconds, but for `tcp_user_timeout`, which is milliseconds."""
OWN_WAITING = {name: "1" + value for name, value in WAITING.items()}
TWO = {"user": "tally", "password": "a@b", "dbname": "tally", "host": "one,two", "port": "1,2"}


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("postgresql://tally:a%40b@one:1,two:2/tally", TWO),
        ("postgres://tally:a%40b@/tally?host=one,two&port=1,2", TWO),
        ("postgresql+psycopg://tally:a%40b@/tally?host=one:1&host=two:2", TWO),
        (
            "postgresql://tally@one,two/tally?target_session_attrs=read-write",
            {"user": "tally", "dbname": "tally", "host": "one,two", "port": ",", "target_session_attrs": "read-write"},
        ),
        ("postgresql://tally@/tally?host=one:1", {"user": "tally", "dbname": "tally", "host": "one", "port": "1"}),
        ("postgresql://tally@[::1]:5/tally", {"user": "tally", "dbname": "tally", "host": "::1", "port": "5"}),
        ("postgresql:///tally?host=/run/postgresql", {"dbname": "tally", "host": "/run/postgresql"}),
    ],
)
def test_libpq_and_sqlalchemy_read_the_same(address: str, parts: dict[str, str]) -> None:
    assert arguments_of(address) == [parts | WAITING] * 2


def test_waiting_is_bounded_unless_the_address_says_how() -> None:
    """All of it, or a part."""
    address = f"postgresql://one/tally?{urlencode(OWN_WAITING)}"
    assert arguments_of(address) == [{"host": "one", "dbname": "tally"} | OWN_WAITING] * 2
    own = {"host": "one", "dbname": "tally", "connect_timeout": "9"}
    assert arguments_of("postgresql://one/tally?connect_timeout=9") == [WAITING | own] * 2


def arguments_of(address: str) -> list[dict[str, str]]:
    """What is given to libpq for notices, and for requests."""
    url = read_address("DATABASE_URL", address)
    _, asked = create_engine(url).dialect.create_connect_args(url)
    both = (conninfo_to_dict(write_address(url)), asked)
    return [{name: str(found[name]) for name in found.keys() - {"context"}} for found in both]


@pytest.mark.long
def test_connections_notice_a_dead_network_in_seconds(postgres_address: str) -> None:
    """As the kernel has it: otherwise it would try for a quarter of an hour, and never ask on an idle connection."""
    url = read_address("DATABASE_URL", postgres_address)
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as requests, psycopg.connect(write_address(url)) as notices:
        for connection in (requests.connection.driver_connection, notices):
            with socket.socket(fileno=os.dup(connection.fileno())) as wire:  # type: ignore[union-attr]
                assert wire.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
                assert wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 5000
                names = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
                assert [wire.getsockopt(socket.IPPROTO_TCP, name) for name in names] == [5, 2, 2]


@pytest.mark.long
def test_host_that_never_answers_costs_seconds(postgres_address: str) -> None:
    """The first of two is off: no connection is refused, and none is made. Then the second is asked."""
    start, _, end = postgres_address.partition("@")
    with silent_port() as port:
        url = read_address("DATABASE_URL", f"{start}@127.0.0.1:{port},{end}")
        began = time.monotonic()
        create_engine(url, poolclass=NullPool).connect().close()
        psycopg.connect(write_address(url)).close()
        assert 2 * 2 <= time.monotonic() - began < 2 * 6


@contextmanager
def silent_port() -> Iterator[int]:
    """A port that drops whoever would connect, as its queue is full."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, ExitStack() as waiting:
        port = listener.getsockname()[1]
        for _ in range(3):
            one = waiting.enter_context(socket.socket())
            one.settimeout(0)
            one.connect_ex(("127.0.0.1", port))
        yield port


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://tally:secret@one:x/tally",
        "postgresql://tally:secret@[::1]:1,[::2]:2/tally",
        "postgresql://tally:secret@/tally?host=[::1]:1&host=two:2",
        "postgresql://tally:secret@one/tally?wait=9",
    ],
)
def test_other_address_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(StartError, match=r"^LISTEN_URL must be an address such as") as refused:
        read_address("LISTEN_URL", address)
    assert "secret" not in str(refused.value)
