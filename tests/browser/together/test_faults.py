"""What befalls a shared sheet in mid-game, on real phones: a long absence, a wrong clock, a deploy, a full disk. No number is lost."""

import resource
from collections.abc import Iterator
from pathlib import Path
from signal import SIGTERM

import pytest
from playwright.sync_api import expect
from serving import PATIENCE, Server, serving
from table_page import NewPhone, cell, expect_value, fill, look_at, open_table, seat_phones, sit, wait_until_sent

YEARS_AHEAD = "2040-01-02T20:00:00Z"
"""What Bo's phone takes for the time."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder."""
    return tmp_path


@pytest.fixture
def table_server(folder: Path) -> Iterator[Server]:
    """A server of its own, with one worker, that a test may harm."""
    with serving(DATA_DIR=str(folder), WORKERS="1") as running:
        yield running


@pytest.mark.long
def test_ten_minutes_offline_with_a_wrong_clock_lose_nothing(new_phone_at_table: NewPhone) -> None:
    """Bo types both numbers offline, and ten minutes pass. Ann typed one of them meanwhile, which stands; the other arrives."""
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    bo.clock.install(time=YEARS_AHEAD)
    seat_phones(ann, bo)
    bo.context.set_offline(True)
    fill(bo, "1.prestige", "14")
    fill(bo, "1.markers", "4")
    expect(bo.locator(".news.away")).to_be_visible()
    bo.clock.fast_forward(600_000)
    look_at(ann, 1)
    fill(ann, "1.prestige", "9")
    wait_until_sent(ann)
    bo.context.set_offline(False)
    bo.clock.fast_forward(60_000)
    for phone in (ann, bo):
        expect_value(phone, "1.prestige", "9")
        expect_value(phone, "1.markers", "4")
    expect(bo.locator(".news span")).to_contain_text("Ann typed 9 there later; yours was 14.")


@pytest.mark.long
def test_deploy_in_mid_game_loses_nothing(new_phone_at_table: NewPhone, table_server: Server, folder: Path) -> None:
    """The server is stopped and started anew at the same address; pages that were open go on, with scripts and without."""
    ann, bo, cleo = new_phone_at_table(), new_phone_at_table(), new_phone_at_table(scripts=False)
    table = seat_phones(ann, bo)
    cleo.goto(f"/en{table}")
    cleo.locator("button.band.seat-2").click()
    fill(ann, "0.prestige", "20")
    expect_value(bo, "0.prestige", "20")
    fill(cleo, "2.prestige", "3")
    table_server.process.send_signal(SIGTERM)
    table_server.process.communicate(timeout=PATIENCE)
    fill(bo, "1.prestige", "14")
    expect(bo.locator(".news.away")).to_be_visible()
    with serving(DATA_DIR=str(folder), PORT=str(table_server.port)):
        expect_value(ann, "1.prestige", "14")
        cleo.locator("button.again").click()
        for phone in (ann, bo):
            expect_value(phone, "2.prestige", "3")
        expect(bo.locator(".news.away")).to_have_count(0)


@pytest.mark.long
def test_full_disk_is_said_and_the_entry_arrives_later(
    new_phone_at_table: NewPhone, table_server: Server, folder: Path
) -> None:
    """The system lets the server's files grow no further, and then again; nobody types the number a second time."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo)
    (worker,) = table_server.workers()
    size = (folder / "tally.db-wal").stat().st_size
    unlimited = resource.prlimit(worker, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    fill(bo, "1.prestige", "14")
    expect(bo.locator(".news.away span")).to_contain_text("Not kept yet: the server has no room.")
    expect_value(bo, "1.prestige", "14")
    resource.prlimit(worker, resource.RLIMIT_FSIZE, unlimited)
    expect_value(ann, "1.prestige", "14")
    expect(bo.locator(".news.away")).to_have_count(0)


@pytest.mark.long
def test_name_is_text_on_every_phone(new_phone_at_table: NewPhone) -> None:
    """In the strip, the headings and the sentences of others' phones."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    name = "<img src=x onerror=alert(1)>"
    table = open_table(ann, players=3, **{"1.prestige": "14"})
    sit(bo, table, 1)
    cell(bo, "1.name").evaluate(
        f"one => {{ one.value = {name!r}; one.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
    )
    sit(ann, table, 0)
    look_at(ann, 1)
    expect(ann.locator('.strip [data-seat="1"] bdi')).to_have_text(name)
    expect(ann.locator("h1")).to_have_text(f"{name}'s column")
    for page in ("/open", "/seats", "?view=all", "/history"):
        ann.goto(f"/en{table}{page}")
        expect(ann.locator("main")).to_contain_text(name)
        assert ann.locator("img[src=x]").count() == 0
