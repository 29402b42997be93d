"""Blanks that may not mean 0, on a shared sheet without scripts: they are asked about before the reveal."""

import pytest
from flask import Flask
from plain_table import open_table, sit, submit
from proofreader import Page, Proofreader, words

PLAYERS = "n=2&0.name=Ann&1.name=Bo"


@pytest.fixture
def ann(together_app: Flask) -> Proofreader:
    """Ann's phone."""
    return Proofreader(together_app, Page)


@pytest.mark.parametrize(
    ("lang", "question", "winner"),
    [
        ("en", "Bo: How many pagodas are left? If all are built, enter 0.", "Ann wins, 17 to 0"),
        ("zh-Hant", "Bo：還剩幾座寶塔？如果全部建完，請填0。", "Ann獲勝，17比0"),
    ],
)
def test_reveal_asks_once_about_blank_pagodas(ann: Proofreader, lang: str, question: str, winner: str) -> None:
    """Two players have 24 pagodas each, so Ann has built 17."""
    page = sit(ann, open_table(ann, PLAYERS, "qin", lang), 0)
    assert "count as 0" not in page.text
    page = submit(ann, page, ("to", "ready"), **{"0.left": "7"})
    page = submit(ann, page, ("to", "ask_reveal"))
    assert words(page.one("p", id="said")) == question
    assert winner in submit(ann, page, ("to", "reveal")).text


def test_reveal_asks_nothing_if_all_pagodas_are_entered(ann: Proofreader) -> None:
    page = sit(ann, open_table(ann, f"{PLAYERS}&1.left=0", "qin"), 0)
    assert "Bo wins, 24 to 17" in submit(ann, page, ("to", "ask_reveal"), **{"0.left": "7"}).text


def test_a_game_whose_blanks_count_as_0_asks_nothing(ann: Proofreader) -> None:
    page = sit(ann, open_table(ann, PLAYERS), 0)
    assert [button.get("value") for button in page.all("button", class_="reveal")] == ["reveal"]
    assert "blanks count as 0" in page.text
