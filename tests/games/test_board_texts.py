"""Boards without a script: a position is typed as text, comes back as it was typed beside its fault, and is scored."""

from urllib.parse import urlencode

import pytest
from proofreader import Proofreader, totals, words

from scorers.honshu.cards import MAP_CARDS, START_CARDS
from scorers.registry import game
from scorers.sheet import load_sheet

TEXTS = {
    "hansa_teutonica": ({"offices.emden": "-A"}, {"offices.emden": "BA"}, [3, 1]),
    "honshu": ({"0.map": "F F /\nT Q"}, {"0.map": "F F /\nT T"}, [6, 0]),
    "chang_cheng": ({"wall": "A B A"}, {"wall": "A B A", "china": "3", "mongol": "3", "threats": "4"}, [-4, 0]),
}
"""Entries at fault, entries that can be scored, and the totals: A controls Emden for 2, and both have a network of
one office for 1; two squares of forest are worth 4 and two of town 2; in the one region A has two walls and B one, so A loses 4."""


@pytest.mark.parametrize("slug", TEXTS)
def test_position_is_typed_and_scored_as_text(client: Proofreader, lang: str, slug: str) -> None:
    wrong, right, points = TEXTS[slug]
    page = client.get(f"/{lang}/{slug}/score?n=2&{urlencode(wrong)}")
    assert page.status_code == 422
    assert page.all("p", class_="error") or page.all("span", class_="error")
    for name, text in wrong.items():
        (control,) = (field for field in page.html.iter() if field.get("name") == name and field.tag in ("input", "textarea"))
        assert (control.get("value") or words(control)) == " ".join(text.split())
    assert totals(client.get(f"/{lang}/{slug}/score?n=2&{urlencode(right)}")) == points


def test_every_printed_card_of_honshu_reaches_the_board() -> None:
    sheet = load_sheet(game("honshu"), {"players": [{}] * 2})
    cards = game("honshu").board_data(sheet)["cards"]
    assert cards == {number: [" ".join(row) for row in card] for number, card in (START_CARDS | MAP_CARDS).items()}
