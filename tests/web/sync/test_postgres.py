"""Addresses of PostgreSQL: what SQLAlchemy and libpq make of each form."""

import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import create_engine

from web.common.start import StartError
from web.sync.postgres import read_address, write_address

WAITING = {"connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count"}
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
    url = read_address("DATABASE_URL", address)
    _, asked = create_engine(url).dialect.create_connect_args(url)
    for found in (conninfo_to_dict(write_address(url)), asked):
        assert {name: str(found[name]) for name in found.keys() - WAITING - {"context"}} == parts


def test_waiting_is_bounded_unless_the_address_says_how() -> None:
    query = read_address("DATABASE_URL", "postgresql://one/tally?connect_timeout=9").query
    assert query.keys() >= WAITING
    assert query["connect_timeout"] == "9"


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
