"""Choices that nobody made: the page asks about them once before the result, and they can be confirmed as they
stand.
"""

from typing import Any

import pytest
from proofreader import Page, Proofreader, words

HANSA = "/en/hansa_teutonica/score?n=2&0.prestige=20&1.prestige=9"
LEVELS = "sure=actions&sure=privilege&sure=book&sure=bag&sure=keys"


def asked(page: Page) -> list[str]:
    """Return the questions on a page, none on a result."""
    return [words(entry) for entry in page.one("div", id="summary").iter("li")] if page.all("div", id="summary") else []


def confirmations(page: Page) -> dict[str, bool]:
    """Return the controls in sight that confirm entries as they stand, and whether they are ticked."""
    return {
        words(one): next(one.iter("input")).get("checked") is not None
        for one in page.all("p", class_="sure")
        if one.get("hidden") is None
    }


def test_score_asks_once_about_choices_that_nobody_made(client: Proofreader) -> None:
    page = client.get(f"{HANSA}&ask=1")
    assert asked(page) == [
        "Full abilities: nobody, right?",
        "Special spaces: nobody, right?",
        "City Keys: all at 1, right?",
    ]
    button = next(one for one in page.all("button") if one.get("name") == "ask")
    assert button.get("value") == "actions privilege book bag coellen keys"
    result = client.get(f"{HANSA}&ask=actions+privilege+book+bag+coellen+keys")
    assert words(result.one("h1")) == "A wins, 20 to 9"
    assert result.all("p", class_="unanswered") == []


def test_questions_are_in_the_readers_language(client: Proofreader) -> None:
    page = client.get(f"{HANSA}&ask=1".replace("/en/", "/zh-Hant/"))
    assert asked(page) == ["完全提升的能力：沒有人，對嗎？", "特別聲望格：沒有人，對嗎？", "城市鑰匙：全部是1，對嗎？"]


def test_a_link_to_a_result_is_never_asked_about(client: Proofreader) -> None:
    assert words(client.get(HANSA).one("h1")) == "A wins, 20 to 9"


@pytest.mark.parametrize(
    ("answers", "questions"),
    [
        ("coellen.7=1", ["Full abilities: nobody, right?", "City Keys: all at 1, right?"]),
        ("coellen.7=1&0.keys=0", ["Full abilities: nobody, right?"]),
        ("coellen.7=1&0.keys=2&1.bag=3", []),
        ("0.keys=0&1.keys=0&0.actions=5&sure=coellen", []),
        (f"{LEVELS}&sure=coellen", []),
        ("sure=actions+privilege+book+bag&sure=coellen+keys", []),
        (LEVELS, ["Special spaces: nobody, right?"]),
    ],
)
def test_what_is_answered_or_confirmed_is_not_asked(client: Proofreader, answers: str, questions: list[str]) -> None:
    """One player's level beside another's is an answer, and so is the first value where it was chosen."""
    page = client.get(f"{HANSA}&ask=1&{answers}")
    assert asked(page) == questions
    assert (words(page.one("h1")) == "Is this right?") == bool(questions)


def test_each_group_can_be_confirmed_by_one_control(client: Proofreader) -> None:
    assert confirmations(client.get(f"{HANSA}&to=sheet")) == {
        "Full abilities: nobody": False,
        "Special spaces: nobody": False,
        "City Keys: all at 1": False,
    }
    assert confirmations(client.get(f"{HANSA}&to=sheet&0.keys=1&sure=coellen")) == {
        "Full abilities: nobody": False,
        "Special spaces: nobody": True,
    }


def test_keys_are_confirmed_directly_after_their_row(client: Proofreader) -> None:
    (network,) = [one for one in client.get(f"{HANSA}&to=sheet").all("fieldset") if one.get("id") == "c-network"]
    starts = [words(part)[:19] for part in network if part.tag in ("div", "p")]
    assert starts == ["City Keys Choose th", "City Keys: all at 1", "Offices in the netw"]


def test_a_result_says_at_its_top_what_nobody_answered(client: Proofreader) -> None:
    page = client.get(f"{HANSA}&sure=coellen")
    (line,) = page.all("p", class_="unanswered")
    assert words(line) == "Not answered: Full abilities, City Keys"
    (link,) = line.iter("a")
    assert confirmations(client.get(link.get("href") or ""))["Special spaces: nobody"]
    assert client.get(f"{HANSA}&sure=coellen&0.keys=3&1.bag=3").all("p", class_="unanswered") == []


def test_short_link_keeps_what_was_confirmed(client: Proofreader) -> None:
    page = client.get(f"{HANSA}&{LEVELS}&sure=coellen")
    assert page.all("p", class_="unanswered") == []
    printed = next(link for link in page.all("a") if "z=" in (link.get("href") or ""))
    assert client.get(printed.get("href") or "").all("p", class_="unanswered") == []


CHANG_CHENG = (
    "/en/chang_cheng/score?n=3&regions.shown=9&0.track=30&1.track=28&2.track=9&regions.0.walls.0=2&regions.0.walls.1=1"
)


def test_threats_are_asked_for_by_region(client: Proofreader) -> None:
    """There are nine regions; 0 is a tile that was removed."""
    none = client.get(f"{CHANG_CHENG}&ask=1")
    assert asked(none) == ["Threat: none, right?", "Tower stands in region: nobody, right?"]
    chosen = "".join(f"&regions.{i}.threat={threat}" for i, threat in enumerate((2, 3, 0, 4, 2, 3, 4)))
    some = client.get(f"{CHANG_CHENG}&ask=1{chosen}&regions.towers.1=4")
    assert asked(some) == ["Threat (Region 8, Region 9): none, right?"]
    whole = "&wall=A+B&china=2&mongol=2&threats=3"
    assert asked(client.get(f"{CHANG_CHENG}&ask=1{whole}")) == []


def test_bonus_tiles_are_asked_for(client: Proofreader) -> None:
    sheet = "/en/trajan/score?n=2&0.points=20"
    assert asked(client.get(f"{sheet}&ask=1")) == ["Bonus tiles: nobody, right?"]
    assert asked(client.get(f"{sheet}&ask=1&bonus.bread=1gold")) == []


def test_mission_cards_are_asked_for_with_the_map(client: Proofreader) -> None:
    board = f"{HANSA}&modules=missions&offices.halle=01&{LEVELS}&sure=coellen"
    assert asked(client.get(f"{board}&ask=1")) == ["Mission card: none, right?"]
    assert asked(client.get(f"{board}&ask=1&0.mission=3")) == ["Mission card: none, right?"]
    assert asked(client.get(f"{board}&ask=1&0.mission=3&1.mission=4")) == []


def score_form(client: Proofreader, slug: str, query: str) -> list[dict[str, Any]]:
    """Return what is unanswered by the score that the sheet's script asks for."""
    answer = client.post(
        f"/api/v1/games/{slug}/score?lang=en", data=query, content_type="application/x-www-form-urlencoded"
    )
    return list(answer.json["unanswered"])


def test_script_is_told_what_is_open(client: Proofreader) -> None:
    (question,) = score_form(client, "trajan", "n=2&0.points=20")
    assert question == {
        "path": "players.0.bonus",
        "code": "open",
        "message": "Bonus tiles: nobody, right?",
        "sentence": "Bonus tiles: nobody, right?",
        "cells": ["bonus.scroll_oil"],
        "label": "Bonus tiles",
        "sure": "bonus",
    }
    assert score_form(client, "trajan", "n=2&0.points=20&sure=bonus") == []
    assert score_form(client, "trajan", "n=2&0.points=20&bonus.bread=0gold") == []


def test_sheet_with_faults_says_what_is_not_answered(client: Proofreader) -> None:
    """Eighteen neutral walls are six too many; all threats are answered, and the towers are not."""
    walls = "".join(f"&regions.{at}.threat=3&regions.{at}.walls.0=1&regions.{at}.neutral=2" for at in range(9))
    unanswered = score_form(client, "chang_cheng", f"n=2&regions.shown=9{walls}")
    assert [one["label"] for one in unanswered] == ["Tower stands in region"]
