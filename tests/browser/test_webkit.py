"""Journeys in Safari's engine, and its way back: it resets forms with autocomplete="off" on pages that it kept."""

import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from signal import SIGKILL

import older_databases
import pytest
from front import Front
from offline_pages import SHEET
from selenium.webdriver.common.keys import Keys
from serving import Server, free_port, serving, wait_until
from waiting import HOLD_DATABASE
from webkit import SIZE, WebKit, screen

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # by Selenium itself
]

NewPhone = Callable[[], WebKit]
TOTALS = "[...document.querySelectorAll('#totals b')].map((cell) => cell.textContent).join()"
CAN_UNDO = "document.querySelector('[data-undo]').ariaDisabled === 'false'"
AWAY = "document.querySelector('.news.away')?.checkVisibility() === true"


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen for all phones."""
    with screen() as name:
        yield name


@pytest.fixture
def new_webkit(display: str, tmp_path: Path) -> Iterator[NewPhone]:
    """Opens a phone on which nothing is stored; errors of scripts and violations of the policy fail the test."""
    phones: list[WebKit] = []

    def open_phone() -> WebKit:
        phones.append(WebKit(tmp_path / f"phone {len(phones)}", display))
        return phones[-1]

    yield open_phone
    for phone in phones:
        phone.quit()
    assert [error for phone in phones for error in phone.errors()] == []


def expect_totals(phone: WebKit, totals: str) -> None:
    phone.wait_for(f"{TOTALS} === arguments[0]", totals)


def expect_value(phone: WebKit, name: str, text: str) -> None:
    phone.wait_for("document.querySelector(`[name='${arguments[0]}']`)?.value === arguments[1]", name, text)


def expect_title(phone: WebKit, start: str) -> None:
    phone.wait_for("document.title.startsWith(arguments[0])", start)


def reload_later(phone: WebKit, entry: str) -> None:
    """Reload a sheet once its address has an entry: WebKit reloads the address from before the page was left."""
    phone.wait_until_idle()
    phone.wait_for("location.search.includes(arguments[0])", entry)
    phone.refresh()


def open_table(phone: WebKit, address: str) -> str:
    """Open a shared sheet for Ann and Bo; return its path without the language."""
    phone.get(f"{address}/en/hansa_teutonica/together?n=2&0.name=Ann&1.name=Bo")
    phone.click("form.way button.main")
    phone.wait_for("location.pathname.endsWith('/open')")
    return phone.current_url.removeprefix(f"{address}/en").removesuffix("/open")


def sit(phone: WebKit, seat: int) -> None:
    """Take a seat on the page of a shared sheet."""
    phone.click(f"button.band.seat-{seat}")
    phone.wait_for("document.querySelector('form#sheet') !== null")
    phone.wait_until_idle()


def test_webkit_scores_a_sheet_with_reload_undo_and_back(new_webkit: NewPhone, address: str) -> None:
    """Of 24 pagodas each, Ann has built 21 and 小明 19."""
    phone = new_webkit()
    phone.get(address + SHEET)
    assert phone.evaluate("[innerWidth, innerHeight]") == list(SIZE)
    phone.type("0.name", "Ann")
    phone.type("1.name", "小明")
    phone.type("0.left", "3" + Keys.ENTER)
    phone.wait_for("document.activeElement.name === '1.left'")
    phone.switch_to.active_element.send_keys("5")
    expect_totals(phone, "21,19")
    reload_later(phone, "1.left=5")
    expect_totals(phone, "21,19")
    phone.wait_for(CAN_UNDO)
    phone.click("[data-undo]")
    expect_totals(phone, "21,–")
    phone.click("[data-redo]")
    expect_totals(phone, "21,19")
    phone.click(".finish button.main")
    expect_title(phone, "Ann wins, 21 to 19")
    phone.wait_until_idle()
    phone.back()
    expect_totals(phone, "21,19")


def test_webkit_keeps_a_sheet_on_the_way_back(new_webkit: NewPhone, address: str) -> None:
    """What is typed then is added to it. Of 24 pagodas each, A has built 21 and B 19."""
    phone = new_webkit()
    phone.get(address + SHEET)
    phone.type("0.left", "3")
    phone.type("1.left", "5")
    expect_totals(phone, "21,19")
    entries = phone.entries()
    phone.visit_and_return(f"{address}/en/qin/rules")
    assert phone.entries() == entries
    expect_totals(phone, "21,19")
    phone.type("0.name", "Ann")
    expect_value(phone, "0.name", "Ann")
    assert phone.entries() == entries | {"0.name": "Ann"}
    reload_later(phone, "0.name=Ann")
    expect_totals(phone, "21,19")
    assert phone.entries() == entries | {"0.name": "Ann"}


@pytest.mark.parametrize(("path", "name"), [("help/village", "pagodas.0"), ("column/1?n=2", "0.left")])
def test_webkit_keeps_other_forms_on_the_way_back(new_webkit: NewPhone, address: str, path: str, name: str) -> None:
    phone = new_webkit()
    phone.get(f"{address}/en/qin/{path}")
    phone.type(name, "3")
    entries = phone.entries()
    assert entries[name] == "3"
    phone.visit_and_return(f"{address}/en/qin/rules")
    assert phone.entries() == entries


def test_webkit_tints_a_column_without_a_gap(new_webkit: NewPhone, address: str) -> None:
    phone = new_webkit()
    phone.get(f"{address}/en/hansa_teutonica/score?n=3&to=sheet")
    phone.type("0.prestige", "12")
    top = "document.querySelector('#c-abilities {}').getBoundingClientRect().top"
    assert phone.evaluate(top.format(".band")) <= phone.evaluate(top.format("legend"))


def test_webkit_plays_offline_after_one_visit(new_webkit: NewPhone, front: Front) -> None:
    """A draft is continued, and the rules are read in the other language.

    Of 24 pagodas each, A has built 21 and B 19.
    """
    phone = new_webkit()
    phone.get(f"{front.address}{SHEET}")
    phone.wait_for("document.documentElement.dataset.offline === 'ready'")
    front.go()
    phone.refresh()
    phone.wait_for("document.documentElement.dataset.engine === 'ready'")
    phone.type("0.left", "3")
    expect_totals(phone, "21,–")
    phone.wait_until_idle()
    phone.get(f"{front.address}/en/")
    phone.click("#continue li a")
    expect_totals(phone, "21,–")
    phone.type("1.left", "5")
    expect_totals(phone, "21,19")
    phone.click(".finish button.main")
    expect_title(phone, "A wins, 21 to 19")
    phone.wait_until_idle()
    phone.get(f"{front.address}/zh-Hant/qin/rules")
    expect_title(phone, "秦")
    front.come()


def test_webkit_fills_a_shared_sheet_on_two_phones(new_webkit: NewPhone, tmp_path: Path) -> None:
    """Bo joins by the code, in the other language; what he types while the server is away arrives when it is back."""
    ann, bo = new_webkit(), new_webkit()
    settings = {"PORT": str(free_port()), "DATA_DIR": str(tmp_path)}
    address = f"http://127.0.0.1:{settings['PORT']}"
    with serving(**settings) as server:
        table = open_table(ann, address)
        code = ann.wait_for(r"document.querySelector('.digits')?.textContent.replace(/\D/g, '')")
        bo.get(f"{address}/zh-Hant/")
        bo.click(".join .in")
        bo.switch_to.active_element.send_keys(code)
        bo.click(".join button")
        sit(bo, 1)
        ann.get(f"{address}/en{table}")
        sit(ann, 0)
        ann.type("0.prestige", "20")
        bo.type("1.prestige", "14")
        for phone in (ann, bo):
            expect_value(phone, "0.prestige", "20")
            expect_value(phone, "1.prestige", "14")
    wait_until(lambda: not server.listeners())
    bo.type("1.markers", "4")
    bo.wait_for(AWAY)
    with serving(**settings):
        expect_value(ann, "1.markers", "4")
        bo.wait_for(f"!({AWAY})")


def test_webkit_loses_nothing_whatever_fails(new_webkit: NewPhone, tmp_path: Path) -> None:
    """A page is left in the middle of a write, a worker is killed, the disk is full, and there is no server for ten
    minutes.

    The later of two numbers typed into one cell meanwhile stands.
    """
    ann, bo = new_webkit(), new_webkit()
    settings = {"PORT": str(free_port()), "DATA_DIR": str(tmp_path), "WORKERS": "1"}
    address = f"http://127.0.0.1:{settings['PORT']}"
    with serving(**settings) as server:
        table = f"{address}/en{open_table(ann, address)}?view=all"
        for phone in (ann, bo):
            phone.get(table)
            phone.wait_until_idle()
        bo.execute_script(HOLD_DATABASE)
        bo.type("1.prestige", "14")
        bo.get(f"{address}/en/hansa_teutonica/rules")
        bo.get(table)
        bo.wait_until_idle()  # the server may have put the number into the form before the script runs
        for phone in (ann, bo):
            expect_value(phone, "1.prestige", "14")
        (killed,) = server.workers()
        os.kill(killed, SIGKILL)
        bo.type("1.markers", "4")
        expect_value(ann, "1.markers", "4")
        (worker,) = server.workers()
        size = (tmp_path / "tally.db-wal").stat().st_size
        unlimited = resource.prlimit(worker, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        bo.type("1.network", "5")
        bo.wait_for(AWAY)
        resource.prlimit(worker, resource.RLIMIT_FSIZE, unlimited)
        expect_value(ann, "1.network", "5")
        bo.wait_for(f"!({AWAY})")
    wait_until(lambda: not server.listeners())
    bo.type("0.prestige", "20")
    bo.type("0.markers", "2")
    bo.wait_for(AWAY)
    bo.execute_script("const { now } = Date; Date.now = () => now() + 600_000;")
    ann.type("0.markers", "3")
    with serving(**settings):
        for phone in (ann, bo):
            expect_value(phone, "0.prestige", "20")
            expect_value(phone, "0.markers", "3")


def test_webkit_takes_over_what_older_versions_kept(new_webkit: NewPhone, table_server: Server) -> None:
    address = f"http://127.0.0.1:{table_server.port}"
    phone, other = new_webkit(), new_webkit()
    link, shared = older_databases.make_group(address), older_databases.make_shared_sheet(address)
    phone.get(f"{address}/en/about")
    values = older_databases.arguments(link, shared)
    phone.evaluate(f"({older_databases.WRITE})(...arguments)", *values)
    phone.wait_for("'written' in document.body.dataset")
    phone.get(f"{address}/en/scorebook")
    phone.wait_for("document.querySelectorAll('#results .row').length === 2")
    for one in (phone, other):
        one.get(f"{address}/en/groups/{link}")
        one.wait_for("document.querySelectorAll('#results .row').length === 2")
    phone.get(f"{address}/en/")
    phone.wait_for("document.querySelector('#continue .kept bdi')?.textContent === 'Cleo'")
    for one in (phone, other):
        one.get(f"{address}/en/together/{shared}?view=all")
        expect_value(one, "1.left", "7")


def test_webkit_deletes_nothing_at_a_table_on_the_way_back(new_webkit: NewPhone, table_server: Server) -> None:
    """Neither its own numbers nor those of others, on any phone, when one digit is typed then."""
    address = f"http://127.0.0.1:{table_server.port}"
    ann, bo = new_webkit(), new_webkit()
    table = open_table(ann, address)
    for seat, phone in enumerate((ann, bo)):
        phone.get(f"{address}/en{table}")
        sit(phone, seat)
    ann.type("0.prestige", "20")
    ann.type("0.markers", "4")
    bo.type("1.prestige", "14")
    for name, text in (("0.prestige", "20"), ("0.markers", "4"), ("1.prestige", "14")):
        for phone in (ann, bo):
            expect_value(phone, name, text)
    of_ann, of_bo = ann.entries(), bo.entries()
    ann.visit_and_return(f"{address}/en/hansa_teutonica/rules")
    assert ann.entries() == of_ann
    ann.type("0.network", "5")
    expect_value(bo, "0.network", "5")
    ann.wait_until_idle()
    bo.refresh()  # to see what the server has, not only what has arrived
    expect_value(bo, "0.network", "5")
    assert bo.entries() == of_bo | {"0.network": "5"}
    assert ann.entries() == of_ann | {"0.network": "5"}
