"""Tally without a network: before the first score, in mid-entry, at submission, after a reload, and from a shared link."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from front import Front
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
from serving import serving, wait_until

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
        window.Worker = class extends Real { constructor(url, how) { super(url.replace("worker.js", names.pop()), how); } };""")
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
    page.locator(".hand-on summary").click()
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
    page.locator(".hand-on summary").click()
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


def test_data_saver_downloads_nothing_unasked(front: Front, new_phone: NewPhone) -> None:
    page = new_phone(front, thrifty=True).new_page()
    page.goto(SHEET)
    page.goto("/en/")
    expect(page.locator("#offline button")).to_be_visible(timeout=PATIENCE)
    assert violations(page) == []
    assert [path for path in front.paths if path.startswith("/offline/")] == []


def test_first_visit_loads_before_the_download_starts(front: Front, new_phone: NewPhone) -> None:
    page = new_phone(front).new_page()
    page.goto(SHEET)
    wait_until_whole(page)
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    late = page.evaluate("""performance.getEntriesByType("resource").filter(({ name }) => /install|engine|offline.[0-9a-f]{12}/.test(name))
      .map(({ startTime }) => startTime)""")
    assert late
    assert min(late) >= loaded
    own = [next(path for path in front.paths if path.endswith(f"/sheet/{name}")) for name in ("sheet.js", "sheet.css")]
    assert front.paths.index("/sw.js") > max(map(front.paths.index, own))
