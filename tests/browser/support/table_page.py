"""What the browser tests of shared sheets have in common: a server that keeps them, phones, and what people do on them."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest
from contexts import forget
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebError, expect
from serving import Server, serving

UsedPhones = dict[tuple[object, ...], list[BrowserContext]]
PLAYERS = ("Ann", "Bo", "小明", "阿哲", "Cleo")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

NewPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that keeps shared sheets."""
    with serving(DATA_DIR=str(tmp_path_factory.mktemp("data"))) as running:
        yield running


@pytest.fixture(scope="session")
def used_phones() -> UsedPhones:
    """The contexts of phones that tests have used, by what the phones are; they are emptied and used again."""
    return defaultdict(list)


@pytest.fixture
def new_phone_at_table(chromium: Browser, table_server: Server, used_phones: UsedPhones) -> Iterator[NewPhone]:
    """
    Opens a phone on which nothing is stored; what went wrong in a script, or against the policy, fails the test.

    Files may be in its cache. Who turns a phone's clock, which stays turned, or closes its page, which other pages would let send something
    more, says `pristine=True`.
    """
    address = f"http://127.0.0.1:{table_server.port}"
    contexts: list[tuple[BrowserContext, list[BrowserContext] | None]] = []
    wrong: list[str] = []

    def hear_error(error: WebError) -> None:
        wrong.append(str(error.error))

    def hear_message(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            wrong.append(message.text)

    def open_phone(*, scripts: bool = True, device: str = "phone", scheme: str = "light", pristine: bool = False) -> Page:
        used = None if pristine else used_phones[address, scripts, device, scheme]
        if used:
            context = used.pop()
            page = context.new_page()
            forget(context, page, address)
        else:
            options = {"java_script_enabled": scripts, "color_scheme": scheme, "service_workers": "block"}
            context = chromium.new_context(base_url=address, locale="en", **options, **(PHONE if device == "phone" else DESKTOP))
            context.set_default_timeout(30_000)
            if not pristine:
                context.new_page()  # keeps the process of the context
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
    """Send a form with the token of the phone's session, as its page would; returns where the answer leads."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', phone.request.get("/en/together").text())
    assert token
    answer = phone.request.post(path, form={"csrf_token": token[1], **fields}, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def open_table(phone: Page, slug: str = "hansa_teutonica", *, lang: str = "en", players: int = 5, **entries: str) -> str:
    """Open a shared sheet with players' names and some entries; returns its path."""
    names = {f"{seat}.name": PLAYERS[seat] for seat in range(players)}
    invitation = post_form(phone, f"/{lang}/{slug}/together", n=str(players), **names | entries)
    return invitation.removeprefix(f"/{lang}").removesuffix("/open")


def sit(phone: Page, table: str, seat: int, lang: str = "en") -> None:
    """Take a seat, and wait until the column can be filled in."""
    phone.goto(post_form(phone, f"/{lang}{table}/seats", seat=str(seat)))
    wait_for_sheet(phone)


def seat_phones(*phones: Page, slug: str = "hansa_teutonica", players: int = 3, **entries: str) -> str:
    """Open a shared sheet on the first phone, and seat each at the next place; returns the path of the sheet."""
    table = open_table(phones[0], slug, players=players, **entries)
    for seat, phone in enumerate(phones):
        sit(phone, table, seat)
    return table


def wait_for_sheet(phone: Page) -> None:
    """Wait until the script of the shared sheet is at work."""
    phone.locator("body[data-ready] form#sheet").wait_for()


def cell(phone: Page, name: str) -> Locator:
    """The control of an entry."""
    return phone.locator(f'[name="{name}"]').first


def fill(phone: Page, name: str, text: str) -> None:
    """Type a number."""
    cell(phone, name).fill(text)


def fill_and_leave(phone: Page, name: str, text: str) -> None:
    """Type a number and leave its cell, where what others type appears at once."""
    fill(phone, name, text)
    cell(phone, name).blur()


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
