"""A shared sheet in bad conditions: without a server, after long absences, with a full disk. No number is lost."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL, SIGTERM

import pytest
from browsing import Browse
from front import Front
from page_faults import violations
from playwright.sync_api import Page, Route, expect
from serving import PATIENCE, Server, serving, wait_until
from table_page import (
    CACHED_URLS,
    NewPhone,
    cell,
    expect_value,
    fill,
    look_at,
    open_table,
    seat_phones,
    sit,
    wait_for_sheet,
    wait_until_sent,
    wait_until_stored,
)
from waiting import HOLD_DATABASE, stop_clock, wait_until_idle

SYNC = "**/sync?**"


def test_attempt_to_reconnect_is_told_with_what_waits(new_phone_at_table: NewPhone) -> None:
    """While Ann tries again, the clock of her phone stands: no attempt is made but by her, and hers is not given up."""
    ann = new_phone_at_table(pristine=True)
    sit(ann, open_table(ann, players=3), 0)
    ann.route(SYNC, lambda route: route.abort())
    fill(ann, "0.prestige", "14")
    expect(ann.locator(".news .what b")).to_have_text("No connection, carry on")
    expect(ann.locator(".news .what small")).to_have_text("1 entry waits on this phone")
    fill(ann, "0.markers", "4")
    expect(ann.locator(".news .what small")).to_have_text("2 entries wait on this phone")
    assert violations(ann) == []
    stop_clock(ann)
    held: list[Route] = []
    ann.route(SYNC, lambda route: held.append(route))  # no answer, in place of a refusal
    ann.get_by_role("button", name="Try again").click()
    expect(ann.locator(".news .what b")).to_have_text("Reconnecting")
    for route in held:
        route.continue_()
    ann.unroute(SYNC)
    expect(ann.locator(".news")).to_be_hidden()


@pytest.mark.long
def test_sheet_that_is_gone_goes_on_as_another(new_phone_at_table: NewPhone) -> None:
    """Its numbers come along."""
    ann = new_phone_at_table()
    sit(ann, open_table(ann, players=3), 0)
    ann.route(SYNC, lambda route: route.fulfill(status=404, json={"faults": []}))
    fill(ann, "0.prestige", "14")
    expect(ann.locator(".news .what b")).to_have_text(
        "This shared sheet is gone. What is on it is still on this phone."
    )
    ann.get_by_role("button", name="Open another").click()
    ann.locator("form.way button.main").click()
    ann.wait_for_url("**/open")
    sit(ann, ann.url.partition("/en")[2].removesuffix("/open"), 0)
    expect(cell(ann, "0.prestige")).to_have_value("14")


@pytest.mark.long
def test_points_of_another_number_are_not_shown_without_a_server(new_phone_at_table: NewPhone) -> None:
    """Ann's 14 is told as 14; when nobody answers, 3 is not."""
    ann = new_phone_at_table()
    sit(ann, open_table(ann, players=3), 0)
    fill(ann, "0.prestige", "14")
    expect(ann.locator(".dock .sum b")).to_have_text("14")
    ann.context.set_offline(True)
    fill(ann, "0.prestige", "3")
    expect(ann.locator(".dock .sum b")).to_have_text("–")
    ann.context.set_offline(False)
    expect(ann.locator(".dock .sum b")).to_have_text("3")


@pytest.mark.long
def test_who_fills_in_for_another_is_told(new_phone_at_table: NewPhone) -> None:
    """Ann types for Bo, whose phone has no scripts; once Bo types himself, nobody does."""
    ann, bo = new_phone_at_table(), new_phone_at_table(scripts=False)
    table = open_table(ann, players=3)
    sit(ann, table, 0)
    look_at(ann, 1)
    fill(ann, "1.prestige", "9")
    expect(ann.locator(".dock .helper")).to_have_text("Ann fills in")
    bo.goto(f"/en{table}")
    bo.locator("button.band.seat-1").click()
    expect(bo.locator(".dock .helper")).to_have_text("Ann fills in for you")
    cell(bo, "1.markers").fill("4")
    bo.locator("button.again").click()
    expect(bo.locator(".dock .helper")).to_have_text("")
    expect(ann.locator(".dock .helper")).to_have_text("")


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
    """Bo types both numbers offline, and ten minutes pass. Ann typed one of them meanwhile, which stands.

    The other arrives.
    """
    ann, bo = new_phone_at_table(), new_phone_at_table(pristine=True)
    bo.clock.install(time=YEARS_AHEAD)
    seat_phones(ann, bo)
    bo.context.set_offline(True)
    fill(bo, "1.prestige", "14")
    fill(bo, "1.markers", "4")
    expect(bo.locator(".news.away")).to_be_visible()
    wait_until_idle(bo)  # its database answers by the real clock, but may be silent for only 3 s of the page's
    bo.clock.fast_forward(600_000)
    look_at(ann, 1)
    fill(ann, "1.prestige", "9")
    wait_until_sent(ann)
    wait_until_idle(bo)
    bo.context.set_offline(False)  # which the page hears of
    for phone in (ann, bo):
        expect_value(phone, "1.prestige", "9")
        expect_value(phone, "1.markers", "4")
    expect(bo.locator(".news span")).to_contain_text("Ann typed 9 there later; yours was 14.")


@pytest.mark.long
def test_deploy_in_mid_game_loses_nothing(new_phone_at_table: NewPhone, table_server: Server, folder: Path) -> None:
    """The server is stopped and started anew at the same address.

    Pages that were open go on, with scripts and without.
    """
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
def test_page_left_in_the_middle_of_a_write_loses_nothing(new_phone_at_table: NewPhone) -> None:
    ann, bo = new_phone_at_table(), new_phone_at_table()
    table = seat_phones(ann, bo)
    bo.evaluate(HOLD_DATABASE)
    fill(bo, "1.prestige", "14")
    bo.goto("/en/hansa_teutonica/rules")
    bo.goto(f"/en{table}")
    for phone in (ann, bo):
        expect_value(phone, "1.prestige", "14")


@pytest.mark.long
def test_entries_arrive_though_a_worker_is_killed(new_phone_at_table: NewPhone, table_server: Server) -> None:
    """What is typed while there is no worker arrives as soon as there is another."""
    ann, bo = new_phone_at_table(), new_phone_at_table()
    seat_phones(ann, bo)
    (worker,) = table_server.workers()
    os.kill(worker, SIGKILL)
    fill(bo, "1.prestige", "14")
    wait_until(lambda: table_server.workers() - {worker})
    expect_value(ann, "1.prestige", "14")
    fill(ann, "0.prestige", "20")
    expect_value(bo, "0.prestige", "20")
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


def test_reload_without_a_server_shows_what_was_typed(worker_phone: Page, table_front: Front) -> None:
    """The service worker caches nothing secret; back online, waiting entries arrive."""
    table = open_table(worker_phone, players=3, **{"0.prestige": "20"})
    sit(worker_phone, table, 1)
    worker_phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    fill(worker_phone, "1.prestige", "14")
    wait_until_idle(worker_phone)
    table_front.go()
    fill(worker_phone, "1.markers", "4")
    expect(worker_phone.locator(".news.away")).to_be_visible()
    wait_until_stored(worker_phone, "1.markers")
    worker_phone.reload()
    wait_for_sheet(worker_phone)
    assert worker_phone.locator("body[data-shell]").count() == 1
    for name, text in (("0.prestige", "20"), ("1.prestige", "14"), ("1.markers", "4")):
        expect_value(worker_phone, name, text)
    fill(worker_phone, "1.cities", "3")
    table_front.come()
    expect(worker_phone.locator(".news.away")).to_have_count(0)
    other = worker_phone.context.new_page()
    other.goto(f"/en{table}?view=all")
    for name, text in (("1.markers", "4"), ("1.cities", "3")):
        expect_value(other, name, text)
    assert [url for url in worker_phone.evaluate(CACHED_URLS) if table in url] == []


@pytest.mark.long
def test_unknown_page_without_a_server_shows_a_sentence(worker_phone: Page, table_front: Front) -> None:
    sit(worker_phone, open_table(worker_phone, players=3), 1)
    worker_phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table_front.go()
    for path, thing in ((f"together/{'x' * 22}", "shared sheet"), (f"groups/{'x' * 34}", "scorebook")):
        worker_phone.goto(f"/en/{path}")
        expect(worker_phone.locator("main")).to_contain_text(f"This phone has no copy of this {thing} yet.")
        assert cell(worker_phone, "0.prestige").count() == 0


def test_column_fills_the_sheet_of_this_phone(browse: Browse) -> None:
    """Bo's column fills Bo's seat. It asks before it replaces a number, and is undone in one step."""
    page = browse("/en/qin/score?n=3&0.name=Ann&1.name=Bo&to=sheet")
    fill(page, "0.left", "3")
    wait_until_idle(page)
    page.goto("/en/qin/column?0.name=Bo&0.left=5")
    page.get_by_role("button", name="Bo").click()
    page.wait_for_url("**/score?**")
    expect_value(page, "1.left", "5")
    expect_value(page, "0.left", "3")
    wait_until_idle(page)
    page.goto("/en/qin/column?0.name=Bo&0.left=7")
    page.get_by_role("button", name="Bo").click()
    expect(page.locator("#take-in [role=status]")).to_have_text("This replaces: Bo: Pagodas left")
    page.get_by_role("button", name="Replace").click()
    page.wait_for_url("**/score?**")
    expect_value(page, "1.left", "7")
    page.get_by_role("button", name="Undo").click()
    expect_value(page, "1.left", "5")
