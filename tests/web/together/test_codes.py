"""Codes of invitations, on both databases."""

import pytest
from flask import Flask
from sqlalchemy import text
from table import Clock

from scorers.registry import game
from web.sync.limits import TooMany
from web.sync.models import Base
from web.sync.store import Store
from web.together.codes import Codes
from web.together.kind import SheetGone
from web.together.shared import load_shared, open_next, open_shared, write

PHONE = "0123456789abcdef01234567"


@pytest.fixture
def codes(together_app: Flask, store: Store) -> Codes:
    """The codes, with the test's clock."""
    found: Codes = together_app.extensions["together"]
    return found


def open_sheet(slug: str = "qin") -> str:
    return open_shared(game(slug), {"n": ["3"]}, "192.0.2.1")[0]


def test_code_leads_to_its_sheet_while_it_is_open(codes: Codes, clock: Clock) -> None:
    link, other = open_sheet(), open_sheet()
    invitation = codes.invite(link)
    assert invitation is not None
    assert len(invitation.code) == 8
    assert invitation.code.isdecimal()
    assert invitation.expires == int(clock.now) + 15 * 60
    assert codes.invite(link) == invitation  # another phone shows the same
    assert codes.invite(other).code != invitation.code
    assert codes.find(invitation.code, "192.0.2.1") == link
    clock.now += 15 * 60
    assert codes.find(invitation.code, "192.0.2.1") is None
    again = codes.invite(link)
    assert again.code != invitation.code
    assert codes.find(again.code, "192.0.2.1") == link


def test_reveal_ends_the_code_and_taking_it_back_gives_another(codes: Codes) -> None:
    link = open_sheet()
    first = codes.invite(link)
    write(load_shared(link), f"{PHONE}.form000001", {"@reveal": ["1"]})
    assert codes.find(first.code, "192.0.2.1") is None
    assert codes.invite(link) is None
    write(load_shared(link), f"{PHONE}.form000002", {"@reveal": []})
    again = codes.invite(link)
    assert again.code != first.code


def test_ten_wrong_codes_a_minute_are_all_that_an_address_has(codes: Codes, clock: Clock) -> None:
    """Right ones are no guesses."""
    clock.now -= clock.now % 60
    right = codes.invite(link := open_sheet()).code
    for _ in range(10):
        assert codes.find(right, "2001:db8::1") == link
        assert codes.find("x", "2001:db8::1") is None
    with pytest.raises(TooMany) as refusal:
        codes.find(right, "2001:db8::2")  # of the same household
    assert refusal.value.retry_after == 60
    assert codes.find("x", "2001:db8:0:100::1") is None
    clock.now += 60
    assert codes.find("x", "2001:db8::1") is None


def test_code_of_an_earlier_key_is_forgotten(codes: Codes, store: Store) -> None:
    """A code that leads nowhere would be shown for a quarter of an hour."""
    link = open_sheet()
    codes.invite(link)
    renewed = Codes(store, b"another key")
    again = renewed.invite(link)
    assert renewed.find(again.code, "192.0.2.1") == link


def test_the_database_holds_no_secret(codes: Codes) -> None:
    """Neither a sheet's link, nor that of the next, nor a phone, nor an open code."""
    link = open_sheet()
    next_link = open_next(load_shared(link), f"{PHONE}.form000001", "192.0.2.1")
    code = codes.invite(link).code
    with codes.engine.begin() as connection:
        for table in Base.metadata.sorted_tables:
            for row in connection.execute(text(f"SELECT * FROM {table.name}")):
                written = repr([bytes(cell) if isinstance(cell, memoryview) else cell for cell in row])
                for secret in (link, next_link, PHONE, code):
                    assert secret not in written


def test_codes_go_with_their_sheet(codes: Codes, store: Store, clock: Clock) -> None:
    link = open_sheet()
    codes.invite(link)
    clock.now += 8 * 86_400
    with pytest.raises(SheetGone):
        load_shared(link)
    assert store.sweep() >= 1
    with codes.engine.begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM short_code WHERE expires <= 1800086400")).scalar() == 0
