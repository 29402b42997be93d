"""What the server accepts can be drawn by a browser, too: random documents, on the phone of whoever has their link."""

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from program import ask, open_sheet
from serving import Server
from table_page import NewPhone, sit
from waiting import wait_until_idle

from tests.web.test_shown import GROUP_CHANGES, SHEETS

DEVICE = "astranger0001.page000001"
Changes = list[tuple[str, Any, float]]


def send(server: Server, path: str, changes: Changes) -> None:
    """Send changes; what is refused of them is not drawn."""
    listed = [
        {"name": name, "value": value, "n": n, "age": age} for n, (name, value, age) in enumerate(changes, 1) if name
    ]
    assert ask(server, "POST", f"/api/v1/{path}/sync", {"device": DEVICE, "changes": listed})[0] < 500


@pytest.mark.long
def test_accepted_sheets_are_drawn(new_phone_at_table: NewPhone, table_server: Server) -> None:
    ann, guest = new_phone_at_table(), new_phone_at_table(device="desktop")

    @given(sheet=SHEETS)
    @settings(max_examples=8, phases=[Phase.generate])
    def draw(sheet: tuple[str, Changes]) -> None:
        slug, changes = sheet
        secret_id = open_sheet(table_server, slug, 2)
        sit(ann, f"/together/{secret_id}", 1)
        send(table_server, f"shared/{secret_id}", changes)
        wait_until_idle(ann)
        for phone in (ann, guest):
            for page in ("", "?view=all", "/history"):
                phone.goto(f"/en/together/{secret_id}{page}")
                wait_until_idle(phone)

    draw()


@pytest.mark.long
def test_accepted_scorebooks_are_drawn(new_phone_at_table: NewPhone, table_server: Server) -> None:
    phone = new_phone_at_table()

    @given(changes=GROUP_CHANGES)
    @settings(max_examples=8, phases=[Phase.generate])
    def draw(changes: Changes) -> None:
        links = ask(table_server, "POST", "/api/v1/groups", {"name": "Friday"})[2]
        send(table_server, f"groups/{links['write']}", changes)
        for link in (links["write"], links["read"]):
            for page in ("", "/links", "/deleted", "/play"):
                phone.goto(f"/en/groups/{link}{page}")
                wait_until_idle(phone)

    draw()
