"""Tally without a network: before the first score, in mid-entry, at submission, after updates, and with faults."""

import re
import socket
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from front import Damage, Front
from offline_pages import (
    FILLED,
    PATIENCE,
    SHEET,
    NewPhone,
    do_main_job,
    expect_text,
    expect_totals,
    expect_winner,
    fill,
    in_front,
    install,
    new_device,
    send,
    wait_until_whole,
)
from page_faults import violations
from playwright.sync_api import Browser, BrowserContext, Page, expect
from qr_reader import read_drawing
from serving import Server, serving, wait_until

from web.sheet.links import unpack

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def installed_context(chromium: Browser) -> Iterator[BrowserContext]:
    """A device that has visited one sheet, and whose server was killed."""
    with serving(WORKERS="1") as server, in_front(server) as front:
        context = new_device(chromium, front.address)
        install(context).close()
        server.process.kill()
        server.process.wait()
        front.go()
        yield context
        context.close()
        front.come()


@pytest.fixture
def page(installed_context: BrowserContext) -> Iterator[Page]:
    """A new page on that device."""
    a_page = installed_context.new_page()
    yield a_page
    a_page.close()


def test_main_job_is_done_with_the_server_gone(page: Page) -> None:
    """Then the language changes, and Back leads to the filled sheet."""
    page.goto("/en/")
    do_main_job(page)
    page.go_back()
    expect_winner(page, "A")
    page.get_by_role("link", name="繁體中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect_winner(page, "A")
    page.go_back()
    page.go_back()
    expect(page.locator("[name='0.left']")).to_have_value("3", timeout=PATIENCE)


def test_engine_that_failed_to_load_is_retried(page: Page) -> None:
    page.add_init_script("""const Real = Worker; let names = ["worker.js", "gone.js"];
        window.Worker = class extends Real { constructor(url, how) { super(url.replace("worker.js", names.pop()), how);
          } };""")
    page.goto(FILLED)
    expect_winner(page, "Ann")


def test_result_is_kept_in_the_scorebook_and_shared(page: Page) -> None:
    page.goto(FILLED)
    expect_winner(page, "Ann")
    page.get_by_role("button", name="Keep in the scorebook").click()
    page.get_by_role("link", name="Open the scorebook").click()
    expect(page.locator("#results li")).to_contain_text("Ann")
    page.locator("#results li a.row").click()
    expect_winner(page, "Ann")
    page.locator(".share-menu summary").click()
    page.get_by_role("link", name="QR code").click()
    drawings = page.locator("svg.code")
    expect(drawings).to_have_count(2, timeout=PATIENCE)
    result, sheet = (
        urlsplit(read_drawing(drawing)) for drawing in drawings.evaluate_all("all => all.map((svg) => svg.outerHTML)")
    )
    assert f"{result.scheme}://{result.netloc}{result.path}" == page.url.split("/qr")[0] + "/score"
    assert sorted(unpack(dict(parse_qsl(result.query))["z"], "qin") or []) == sorted(parse_qsl(urlsplit(FILLED).query))
    assert parse_qsl(sheet.query) == [*parse_qsl(result.query), ("to", "sheet")]
    page.go_back()
    page.locator(".share-menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "tally-qin.csv"
    assert "Ann" in download.value.path().read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/", "Score a game"),
        ("/zh-Hant/search?q=平手", "平手"),
        ("/en/trajan/setup?n=3", "set-up"),
        ("/en/qin/help/village?ask=1", "village"),
        ("/zh-Hant/hansa_teutonica/rules", "漢薩同盟"),
        ("/en/qin/example/match", "Change entries"),
        ("/en/qin/score?n=2&0.left=99", "Please correct the sheet"),
        ("/en/nowhere?to=find", "Not found"),
    ],
)
def test_any_page_opens_first_with_the_server_gone(page: Page, path: str, heading: str) -> None:
    page.goto(path)
    expect_text(page, "body", heading)


def test_other_rules_are_tried_with_the_server_gone(page: Page) -> None:
    """With the card, Bo's block of fallow fields, worth 5, wins; without it, Ann's two more forests, worth 4."""
    page.goto(
        "/en/honshu/compare?n=2&end_card=fallow_blocks&0.name=Ann&0.forest=4&0.blocks=0&1.name=Bo&1.forest=2&1.blocks=1"
    )
    expect_text(page, "h1", "It depends: Ann wins with “No scoring card”")
    page.get_by_role("link", name="Try other rules").click()
    page.get_by_role("radio", name="No scoring card").check(timeout=PATIENCE)
    expect_text(page, "#sentence", "Ann wins now, 4 points ahead of Bo")
    expect(page).to_have_url(re.compile(r"try\.end_card=none"))


def test_search_and_boards_ask_the_engine(page: Page) -> None:
    """Each forest square of Honshu scores two points; the map of Hansa Teutonica is fetched with its board."""
    page.goto("/en/")
    page.locator("#search").fill("tie")
    expect(page.locator("#search-found a").first).to_be_visible(timeout=PATIENCE)
    page.goto("/en/honshu/score?to=sheet&n=2&0.map=F&1.map=F F")
    expect_totals(page, "2", "4")
    page.goto("/en/hansa_teutonica/score")
    page.get_by_role("button", name="Board").click()
    expect(page.locator("#map svg [data-city]").first).to_be_visible(timeout=PATIENCE)


def test_lost_network_in_mid_entry_loses_nothing(front: Front, new_phone: NewPhone) -> None:
    """Nor does a reload of the result."""
    context = new_phone(front)
    page = install(context)
    page.locator("[name='0.left']").fill("3")
    front.go()
    page.locator("[name='1.left']").fill("5")
    expect_totals(page, "21", "19")
    send(page)
    expect_winner(page, "A")
    page.reload()
    expect_winner(page, "A")
    front.come()
    page.goto(SHEET)
    fill(page, "4", "5")
    expect_totals(page, "20", "19")
    front.go()
    send(page)
    expect_winner(page, "A")
    front.come()


def test_page_that_bypassed_the_service_worker_gets_it(front: Front, new_phone: NewPhone) -> None:
    page = install(new_phone(front))
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE)


def test_interrupted_download_is_resumed(front: Front, new_phone: NewPhone) -> None:
    context = new_phone(front)
    page = context.new_page()

    def miss(_: bytes) -> None:
        """Fail once another file is under way."""
        wait_until(lambda: any(path.endswith("/python.zip") for path in front.paths))

    front.damage["pyodide.asm.wasm"] = miss
    page.goto("/en/")
    place = page.locator("#offline")
    expect(place).to_contain_text("MB", timeout=PATIENCE)
    place.get_by_role("button").click()
    expect(place).to_contain_text("What has been downloaded is kept", timeout=PATIENCE)
    before = len(front.paths)
    front.damage.clear()
    page.reload()
    wait_until_whole(page)
    expect(place).to_contain_text("everything works offline", timeout=PATIENCE)
    assert "python.zip" not in " ".join(front.paths[before:])


STATE = """new Promise((settle) => {
  navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data.whole === false) settle(); });
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ ask: "state" }));
})"""
"""Settles once the page has heard that not everything is stored, upon which a sheet stores the rest."""


def test_data_saver_downloads_nothing_unasked(front: Front, new_phone: NewPhone) -> None:
    """tests/js/device.test.js has the other connections."""
    context = new_phone(front)
    context.add_init_script("Object.defineProperty(navigator.connection, 'saveData', { value: true });")
    page = context.new_page()
    page.goto(SHEET)
    page.evaluate(STATE)
    page.goto("/en/")
    expect(page.locator("#offline button")).to_be_visible(timeout=PATIENCE)
    assert violations(page) == []
    assert [path for path in front.paths if path.startswith("/offline/")] == []


def test_first_visit_loads_before_the_download_starts(front: Front, new_phone: NewPhone) -> None:
    page = new_phone(front).new_page()
    page.goto(SHEET)
    wait_until_whole(page)
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    late = page.evaluate("""performance.getEntriesByType("resource").filter(({ name }) =>
      /offline.[0-9a-f]{12}/.test(name))
      .map(({ startTime }) => startTime)""")
    assert late
    assert min(late) >= loaded
    own = [next(path for path in front.paths if path.endswith(f"/sheet/{name}")) for name in ("sheet.js", "sheet.css")]
    assert front.paths.index("/sw.js") > max(map(front.paths.index, own))


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


NEWER = "b" * 12
CACHED_VERSIONS = (
    "async () => (await caches.keys()).filter((name) => name.startsWith('tally')).map((name) => name.split(' ')[1])"
)


def look_for_update(page: Page) -> None:
    """Have the browser check for a new service worker."""
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update()).catch(() => {})")


def release(front: Front, digest: str, page: Page) -> None:
    """Serve the same files as another version, and have a page's browser look for it."""
    front.digest = digest
    look_for_update(page)


def version(page: Page) -> str:
    """Return the version of a page."""
    return str(page.locator("html").get_attribute("data-offline-base")).split("/")[2]


def loaded_versions(page: Page) -> set[str]:
    """Return the versions of the engine from which a page has loaded files."""
    names = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    return {
        name.split("/offline/")[1].split("/")[0] for name in names if "/offline/" in name and "/static/" not in name
    }


def update(page: Page) -> None:
    """Accept the new version, which reloads the page."""
    with page.expect_navigation():
        page.locator("#notice button").click()


def test_new_version_is_offered_and_waits(front: Front, new_phone: NewPhone) -> None:
    page = install(new_phone(front))
    first = version(page)
    page.locator("[name='0.left']").fill("3")
    release(front, NEWER, page)
    expect_text(page, "#notice", "A new version is available")
    assert violations(page, "footer") == []
    page.locator("[name='1.left']").fill("5")
    expect_totals(page, "21", "19")
    page.get_by_text("2 players").click()
    page.get_by_role("button", name="3 players").click()
    expect(page.locator("#totals b")).to_have_count(3)
    page.locator("[name='2.left']").fill("4")
    assert version(page) == first
    assert page.locator("[name='1.left']").input_value() == "5"
    send(page)
    expect(page.locator(".hero")).to_be_visible(timeout=PATIENCE)
    assert version(page) == first
    expect(page.locator("#notice button")).to_be_visible(timeout=PATIENCE)
    update(page)
    expect(page.locator(".hero")).to_be_visible(timeout=PATIENCE)
    assert version(page) == NEWER
    front.go()
    page.goto(SHEET)
    wait_until_whole(page)
    fill(page, "3", "5")
    expect_totals(page, "21", "19")
    assert version(page) == NEWER
    assert loaded_versions(page) <= {NEWER}
    assert page.evaluate(CACHED_VERSIONS) == [NEWER]
    front.come()


def test_update_in_mid_entry_keeps_sheet_and_undo_steps(front: Front, new_phone: NewPhone) -> None:
    page = install(new_phone(front))
    page.locator("[name='0.name']").fill("Ann")
    page.locator("[name='0.left']").fill("3")
    release(front, NEWER, page)
    expect(page.locator("#notice button")).to_be_visible(timeout=PATIENCE)
    page.locator("[name='1.left']").press_sequentially("5")
    page.locator("#notice button").click()
    expect(page.locator("html")).to_have_attribute("data-offline-base", re.compile(NEWER), timeout=PATIENCE)
    expect(page.locator("[name='1.left']")).to_have_value("5")
    expect_totals(page, "21", "19")
    page.locator("[data-undo]").click()
    expect(page.locator("[name='1.left']")).to_have_value("")
    page.goto("/en/")
    card = page.locator("#continue .kept")
    expect(card).to_contain_text("Ann")
    card.get_by_role("link").click()
    expect(page.locator("[name='0.left']")).to_have_value("3")


def test_older_version_can_follow_a_newer_one(front: Front, new_phone: NewPhone) -> None:
    page = install(new_phone(front))
    first = version(page)
    for digest in (NEWER, first):
        release(front, digest, page)
        update(page)
        wait_until_whole(page)
        assert version(page) == digest
    page.context.set_offline(True)
    page.goto(FILLED)
    expect_winner(page, "Ann")
    assert version(page) == first


def test_interrupted_update_leaves_the_present_version(front: Front, new_phone: NewPhone) -> None:
    """It goes on once the network is back."""
    page = install(new_phone(front))
    first = version(page)
    front.damage["files.bin"] = lambda _: None
    release(front, NEWER, page)
    page.goto(FILLED)
    expect_winner(page, "Ann")
    assert version(page) == first
    assert page.locator("#notice button").count() == 0
    front.damage.clear()
    look_for_update(page)
    expect(page.locator("#notice button")).to_be_visible(timeout=PATIENCE)
    update(page)
    wait_until_whole(page)
    assert version(page) == NEWER


def test_other_tab_stays_on_its_version(front: Front, new_phone: NewPhone) -> None:
    context = new_phone(front)
    one = install(context)
    other = context.new_page()
    other.goto("/en/")
    first = version(one)
    one.locator("[name='0.left']").fill("3")
    release(front, NEWER, other)
    update(other)
    assert version(other) == NEWER
    one.locator("[name='1.left']").fill("5")
    expect_totals(one, "21", "19")
    assert version(one) == first
    send(one)
    expect_winner(one, "A")
    assert version(one) == NEWER
