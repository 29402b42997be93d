"""Faults offline: a full device, missing or truncated files, an insecure address."""

import re
import socket

import pytest
from front import Damage, Front
from offline_pages import FILLED, SHEET, NewPhone, expect_text, expect_totals, expect_winner, fill, in_front, send
from playwright.sync_api import expect
from serving import Server

pytestmark = pytest.mark.long


def test_full_device_is_reported_once_and_all_else_works(front: Front, new_phone: NewPhone) -> None:
    context = new_phone(front)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    page.goto("/healthz")
    tools.send("Storage.overrideQuotaForOrigin", {"origin": front.address, "quotaSize": 2_000_000})
    page.goto(SHEET)
    expect_text(page, "#notice", "no room")
    fill(page, "3", "5")
    expect_totals(page, "21", "19")
    expect(page).to_have_url(re.compile("0.left=3&.*1.left=5"))
    page.reload()
    expect_totals(page, "21", "19")
    page.wait_for_load_state("networkidle")
    assert page.locator("#notice").inner_text() == ""
    page.goto("/en/")
    expect(page.locator("#offline")).to_contain_text("MB")
    page.locator("#offline button").click()
    expect_text(page, "#offline", "no room")


MISSING: Damage = lambda _: None  # noqa: E731
CUT_SHORT: Damage = lambda body: body[: len(body) // 2]  # noqa: E731


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        pytest.param("files.bin", CUT_SHORT, id="files cut short"),
        pytest.param("worker.js", MISSING, id="no worker"),
        pytest.param("pyodide.asm.wasm", CUT_SHORT, id="Python cut short"),
        pytest.param("files.bin", MISSING, id="no files"),
        pytest.param("worker.js", CUT_SHORT, id="worker cut short"),
        pytest.param("pyodide.mjs", MISSING, id="no loader"),
        pytest.param("pyodide.asm.mjs", CUT_SHORT, id="loader cut short"),
        pytest.param("python.zip", MISSING, id="no library"),
    ],
)
def test_server_answers_if_the_engine_is_broken(front: Front, new_phone: NewPhone, name: str, damage: Damage) -> None:
    """If the server is gone too, a sentence says so."""
    front.damage[name] = damage
    page = new_phone(front).new_page()
    page.goto(SHEET)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    fill(page, "3", "5")
    expect_totals(page, "21", "19")
    send(page)
    expect_winner(page, "A")
    page.go_back()
    front.go()
    page.locator("[name='0.left']").fill("4")
    expect_text(page, "#said", "No answer")
    page.goto(FILLED)
    expect_text(page, "#shell", "The server cannot be reached")
    front.come()


def test_insecure_address_stores_nothing_and_says_so(backend: Server, new_phone: NewPhone) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing, but finds an address of this machine that is not its loopback
        address = probe.getsockname()[0]
    with in_front(backend, address) as front:
        page = new_phone(front).new_page()
        page.goto("/en/")
        expect(page.locator("#offline")).to_contain_text("does not begin with https")
        assert page.evaluate("isSecureContext") is False
        page.goto(SHEET)
        fill(page, "3", "5")
        expect_totals(page, "21", "19")
        send(page)
        expect_winner(page, "A")
