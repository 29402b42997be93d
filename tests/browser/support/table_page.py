"""What the browser tests of shared sheets have in common: a server that keeps them, phones, and what people do on them."""

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from serving import Server, serving

PLAYERS = ("Ann", "Bo", "小明", "阿哲", "Cleo")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

NewPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps shared sheets."""
    with serving(DATA_DIR=str(tmp_path_factory.mktemp("data"))) as running:
        yield running


@pytest.fixture
def new_phone_at_table(chromium: Browser, table_server: Server) -> Iterator[NewPhone]:
    """Opens a phone on which nothing is stored; what went wrong in a script, or against the policy, fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_phone(*, scripts: bool = True, device: str = "phone", scheme: str = "light", workers: bool = False) -> Page:
        options = {"java_script_enabled": scripts, "color_scheme": scheme, "service_workers": "allow" if workers else "block"}
        context = chromium.new_context(
            base_url=f"http://127.0.0.1:{table_server.port}", locale="en", **options, **(PHONE if device == "phone" else DESKTOP)
        )
        context.set_default_timeout(30_000)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda message: wrong.append(message.text) if "Content Security Policy" in message.text else None)
        contexts.append(context)
        return context.new_page()

    yield open_phone
    for context in contexts:
        context.close()
    assert wrong == [], wrong


def open_table(phone: Page, slug: str = "hansa_teutonica", *, lang: str = "en", players: int = 5, **entries: str) -> str:
    """Open a shared sheet with players' names and some entries; returns its path."""
    names = {f"{seat}.name": PLAYERS[seat] for seat in range(players)}
    phone.goto(f"/{lang}/{slug}/together?{urlencode({'n': players, **names, **entries})}")
    phone.locator("form.way button.main").click()
    phone.wait_for_url("**/open")
    return phone.url.partition(f"/{lang}")[2].removesuffix("/open")


def sit(phone: Page, table: str, seat: int, lang: str = "en") -> None:
    """Take a seat, and wait until the column can be filled in."""
    phone.goto(f"/{lang}{table}")
    phone.locator(f"button.band.seat-{seat}").click()
    wait_for_sheet(phone)


def wait_for_sheet(phone: Page) -> None:
    """Wait until the script of the shared sheet is at work."""
    phone.locator("body[data-ready] form#sheet").wait_for()


def cell(phone: Page, name: str) -> Locator:
    """The control of an entry."""
    return phone.locator(f'[name="{name}"]').first


def fill(phone: Page, name: str, text: str) -> None:
    """Type a number."""
    cell(phone, name).fill(text)


def close_keypad(phone: Page) -> None:
    """Put the keypad away."""
    phone.locator("[data-key=close]").click()
    expect(phone.locator(".keypad")).to_be_hidden()


def expect_value(phone: Page, name: str, text: str) -> None:
    """Wait until a phone shows a value."""
    expect(cell(phone, name)).to_have_value(text)


def look_at(phone: Page, seat: int) -> None:
    """Show the column of a player."""
    phone.locator(f'.strip [data-seat="{seat}"]').click()
    expect(phone.locator(f"form.own-{seat}")).to_be_visible()
