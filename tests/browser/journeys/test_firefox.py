"""Firefox scores a sheet with the server, and offline."""

from pathlib import Path

import pytest
from firefox import Firefox
from front import Front
from offline_pages import SHEET


def tally(firefox: Firefox) -> None:
    """Score two players of Qin from the sheet: of 24 pagodas each, Ann has built 21 and Bo 19."""
    firefox.type("[name='0.name']", "Ann")
    firefox.type("[name='0.left']", "3")
    firefox.type("[name='1.left']", "5")
    firefox.wait_for("[...document.querySelectorAll('#totals b')].map((cell) => cell.textContent).join() === '21,19'")
    firefox.click(".finish button.main")
    firefox.wait_for("document.querySelector('.hero .who .name')?.textContent.includes('Ann')")
    assert "0.left=3" in firefox.evaluate("location.search")


@pytest.mark.long
def test_firefox_scores_a_sheet_online_and_offline(front: Front, tmp_path: Path) -> None:
    with Firefox(tmp_path) as firefox:
        firefox.visit(front.address + SHEET)
        tally(firefox)
        firefox.visit(front.address + SHEET)
        firefox.wait_for("document.documentElement.dataset.offline === 'ready'")
        front.go()
        firefox.visit(front.address + "/en/")
        firefox.click("a[href='/en/qin/score']")
        tally(firefox)
        firefox.visit(front.address + "/zh-Hant/qin/rules")
        firefox.wait_for("document.querySelector('#scoring-pagodas') !== null")
    front.come()
