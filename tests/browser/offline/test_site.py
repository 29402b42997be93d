"""The exported site, served by a plain file server below a path: the main job works without the application."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from offline_pages import (
    PATIENCE,
    do_main_job,
    expect_text,
    expect_totals,
    expect_winner,
    fill,
    new_device,
    send,
    wait_until_whole,
)
from playwright.sync_api import Browser, BrowserContext, Page, expect
from serving import ROOT, environment
from table_page import close_keypad

pytestmark = pytest.mark.long

PREFIX = "tally"


class PlainFiles(SimpleHTTPRequestHandler):
    """The handler of `python -m http.server`, without its log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host's folder, with the site in a subfolder."""
    host = tmp_path_factory.mktemp("host")
    code = "import make_site, sys; make_site.write_site(make_site.Path(sys.argv[1]), sys.argv[2])"
    command = [sys.executable, "-c", code, str(host / PREFIX), f"/{PREFIX}"]
    process = subprocess.run(
        command, env=environment(PYTHONPATH="tools"), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return host


@pytest.fixture
def reader(chromium: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A phone with nothing stored; errors of scripts fail the test."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainFiles, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    context = new_device(chromium, f"http://127.0.0.1:{server.server_port}/{PREFIX}/")
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    server.shutdown()
    server.server_close()
    assert wrong == []


def test_main_job_works_at_the_first_visit(reader: BrowserContext) -> None:
    """And the search."""
    page = reader.new_page()
    page.goto("./")
    expect(page.get_by_role("link", name="Score: Qin")).to_be_visible()
    assert page.url.endswith(f"/{PREFIX}/en/")
    do_main_job(page)
    page.goto("en/")
    page.locator("#search").fill("gates")
    expect(page.locator("#search-found a").first).to_be_visible(timeout=PATIENCE)
    page.locator("#search").press("Enter")
    expect(page).to_have_url(re.compile("/search"), timeout=PATIENCE)
    expect(page.locator("#search-found a").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("en/qin/score?n=2&0.name=Ann&0.left=3&1.name=Bo&1.left=5", "Ann wins"),
        ("zh-Hant/qin/compare/?n=2&0.name=Ann&0.left=3&1.left=5", "Ann"),
        ("en/qin/example/match", "Change entries"),
        ("en/trajan/setup?n=3", "set-up"),
        ("en/qin/column/2?n=2&1.name=Bo&1.left=5", "Bo"),
        ("zh-Hant/qin/column/1/qr?n=2&0.name=Ann&0.left=3", "Ann"),
        ("en/qin/column?0.name=Ann&0.left=3", "Ann"),
    ],
)
def test_shared_link_opens_at_the_first_visit(reader: BrowserContext, path: str, heading: str) -> None:
    page = reader.new_page()
    page.goto(path)
    expect_text(page, "main", heading)


def test_columns_lead_to_the_result_on_plain_files(reader: BrowserContext) -> None:
    """Qin with two players: 24 pagodas each at the start, so that 3 and 5 left are 21 and 19 built."""
    page = reader.new_page()
    page.goto("en/qin/column/1?n=2&0.name=Ann&1.name=Bo&0.left=3")
    expect(page.locator(".strip [aria-current=true]")).to_contain_text("Ann", timeout=PATIENCE)
    page.locator(".dock .main").click()
    expect(page.locator(".strip [aria-current=true]")).to_contain_text("Bo", timeout=PATIENCE)
    page.locator("[name='1.left']").fill("5")
    close_keypad(page)
    page.locator(".dock .main").click()
    expect_winner(page, "Ann")


def test_installed_site_works_without_its_host(reader: BrowserContext) -> None:
    page = reader.new_page()
    page.goto("en/qin/score/")
    wait_until_whole(page)
    reader.set_offline(True)
    fill(page, "3", "5")
    expect_totals(page, "21", "19")
    send(page)
    expect_winner(page, "A")
    other: Page = reader.new_page()
    other.goto("zh-Hant/qin/score?n=2&0.name=Ann&0.left=3&1.name=Bo&1.left=5")
    expect_winner(other, "Ann")
    other.goto("en/honshu/rules/")
    expect(other.locator("#scoring-lake")).to_be_attached()
