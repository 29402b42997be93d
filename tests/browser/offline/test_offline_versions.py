"""Updates on one device: new versions are offered, never forced and never mixed."""

import re

import pytest
from front import Front
from offline_pages import (
    FILLED,
    PATIENCE,
    SHEET,
    NewPhone,
    expect_text,
    expect_totals,
    expect_winner,
    fill,
    install,
    send,
    wait_until_whole,
)
from page_faults import violations
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.long

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
