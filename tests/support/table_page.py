"""Helpers for the browser tests of shared sheets: a server, phones, and what people do on them."""

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from browsing import forget
from front import Front
from kept_page import WAITING
from offline_pages import in_front, new_device
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebError, expect
from serving import Server, serving
from waiting import wait_until, wait_until_idle

UsedPhones = dict[tuple[object, ...], list[BrowserContext]]
PLAYERS = ("Ann", "Bo", "小明", "阿哲", "Cleo")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
CACHED_URLS = """async () => {
  const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(open.map((cache) => cache.keys()))).flat().map(({ url }) => url);
}"""
"""The addresses in the service worker's caches."""

NewPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a database."""
    with serving(DATA_DIR=str(tmp_path_factory.mktemp("data"))) as running:
        yield running


@pytest.fixture(scope="session")
def lively_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that also has the invented games, and sends the list of connected devices often."""
    command = (sys.executable, "tests/support/lively_app.py")
    with serving(*command, DATA_DIR=str(tmp_path_factory.mktemp("data"))) as running:
        yield running


@pytest.fixture
def table_front(table_server: Server) -> Iterator[Front]:
    """A proxy in front of `table_server`, which a test can stop."""
    with in_front(table_server) as proxy:
        yield proxy


@pytest.fixture
def worker_phone(chromium: Browser, table_front: Front) -> Iterator[Page]:
    """A phone with a service worker, which downloads no engine because the phone saves data."""
    context = new_device(chromium, table_front.address, thrifty=True)
    context.add_init_script("delete window.EventSource;")  # the proxy buffers answers, so the phone has to poll
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def used_phones() -> UsedPhones:
    """The contexts of phones that earlier tests used, by the kind of phone; they are cleared and used again."""
    return defaultdict(list)


@pytest.fixture
def new_phone_at_table(chromium: Browser, table_server: Server, used_phones: UsedPhones) -> Iterator[NewPhone]:
    """A function that opens a phone on which nothing is stored.

    Errors of scripts and violations of the policy fail the test.

    Files may be in its cache. A test that sets a phone's clock or closes its page needs `pristine=True`, which never
    reuses a context.
    """
    address = f"http://127.0.0.1:{table_server.port}"
    contexts: list[tuple[BrowserContext, list[BrowserContext] | None]] = []
    wrong: list[str] = []

    def hear_error(error: WebError) -> None:
        wrong.append(str(error.error))

    def hear_message(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            wrong.append(message.text)

    def open_phone(
        *, scripts: bool = True, device: str = "phone", scheme: str = "light", pristine: bool = False
    ) -> Page:
        used = None if pristine else used_phones[address, scripts, device, scheme]
        if used:
            context = used.pop()
            page = context.new_page()
            forget(context, page, address)
        else:
            options = {"java_script_enabled": scripts, "color_scheme": scheme, "service_workers": "block"}
            context = chromium.new_context(
                base_url=address, locale="en", **options, **(PHONE if device == "phone" else DESKTOP)
            )
            context.set_default_timeout(30_000)
            if not pristine:
                context.new_page()  # keeps the renderer process alive
            page = context.new_page()
        context.on("weberror", hear_error)
        context.on("console", hear_message)
        contexts.append((context, used))
        return page

    yield open_phone
    for context, used in contexts:
        if used is None:
            context.close()
            continue
        for page in context.pages[1:]:
            page.close()
        context.remove_listener("weberror", hear_error)
        context.remove_listener("console", hear_message)
        used.append(context)
    assert wrong == [], wrong


def post_form(phone: Page, path: str, **fields: str) -> str:
    """Send a form with the token of the phone's session; return where the answer redirects."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', phone.request.get("/en/together").text())
    assert token
    answer = phone.request.post(path, form={"csrf_token": token[1], **fields}, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def open_table(
    phone: Page, slug: str = "hansa_teutonica", *, lang: str = "en", players: int = 5, **entries: str
) -> str:
    """Open a shared sheet with players' names and some entries; return its path."""
    names = {f"{seat}.name": PLAYERS[seat] for seat in range(players)}
    invitation = post_form(phone, f"/{lang}/{slug}/together", n=str(players), **names | entries)
    return invitation.removeprefix(f"/{lang}").removesuffix("/open")


def sit(phone: Page, table: str, seat: int, lang: str = "en") -> None:
    """Take a seat, and wait until the script of the sheet is ready."""
    phone.goto(post_form(phone, f"/{lang}{table}/seats", seat=str(seat)))
    wait_for_sheet(phone)


def seat_phones(*phones: Page, slug: str = "hansa_teutonica", players: int = 3, **entries: str) -> str:
    """Open a shared sheet on the first phone, and give each phone a seat; return the path of the sheet."""
    table = open_table(phones[0], slug, players=players, **entries)
    for seat, phone in enumerate(phones):
        sit(phone, table, seat)
    return table


def wait_for_sheet(phone: Page) -> None:
    """Wait until the script of the shared sheet is ready."""
    phone.locator("form#sheet").wait_for()
    wait_until_idle(phone)


def wait_until_sent(phone: Page) -> None:
    """Wait until the server has everything that was entered on a phone."""
    wait_until_idle(phone)


def wait_until_stored(phone: Page, name: str) -> None:
    """Wait until an entry that cannot be sent is in the phone's database, where it outlives the page."""
    wait_until(phone, WAITING, lambda changes: any(change["name"] == name for change in changes))


@contextmanager
def a_minute_ago(phone: Page) -> Iterator[None]:
    """
    Enter something on a phone as if it were a minute ago.

    Which of two entries is the later one follows from their ages when they were sent: a slow request makes an entry
    look later.
    """
    phone.context.clock.set_system_time(datetime.now(UTC) - timedelta(minutes=1))
    yield
    phone.context.clock.set_system_time(datetime.now(UTC))


def cell(phone: Page, name: str) -> Locator:
    return phone.locator(f'[name="{name}"]').first


def fill(phone: Page, name: str, text: str) -> None:
    cell(phone, name).fill(text)


def fill_and_leave(phone: Page, name: str, text: str) -> None:
    """Type a number and leave its cell, so that other phones' entries appear in it."""
    fill(phone, name, text)
    cell(phone, name).blur()


def close_keypad(phone: Page) -> None:
    phone.locator("[data-key=close]").click()
    expect(phone.locator(".keypad")).to_be_hidden()


def expect_value(phone: Page, name: str, text: str) -> None:
    expect(cell(phone, name)).to_have_value(text)


def look_at(phone: Page, seat: int) -> None:
    phone.locator(f'.strip [data-seat="{seat}"]').click()
    expect(phone.locator(f"form.own-{seat}")).to_be_visible()


def is_above_the_dock(phone: Page, selector: str) -> bool:
    """Return whether a control is on the screen, and nothing covers it."""
    hit: bool = phone.locator(selector).evaluate(
        "e => { const { x, y, width, height, right } = e.getBoundingClientRect();"
        " return x >= 0 && right <= innerWidth && e.contains(document.elementFromPoint(x + width / 2, y + "
        "height / 2)); }"
    )
    return hit
