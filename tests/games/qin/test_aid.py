"""The player aid of Qin answers the twelve questions of aid.tsv, and its numbers are those of the code."""

import pytest
from aids import card, find_gaps

from scorers.qin import score as qin

pytestmark = pytest.mark.usefixtures("application_context")
SLUG = "qin"
START = " · ".join(str(start) for start in qin.START_PAGODAS.values())
PROVINCE, MAJOR, VILLAGE = qin.PAGODAS_PER.values()


def test_player_aid_answers_twelve_questions() -> None:
    assert find_gaps(SLUG, globals()) == {}


def test_a_village_is_worth_what_the_card_says(lang: str) -> None:
    assert {"en": f"\nVillage · {VILLAGE}\n", "zh-Hant": f"\n村莊 · {VILLAGE}\n"}[lang] in card(SLUG, lang)
