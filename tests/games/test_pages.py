"""The pages of every game: sheet, rules, examples, comparison."""

from urllib.parse import urlencode

import pytest
from every_game import bounds, every_example, every_game, example, load_valid_sheet, plain
from proofreader import Page, Proofreader, totals, words

from scorers.querystring import sheet_from_query
from scorers.registry import game


@pytest.mark.short(lang="zh-Hant")
@every_game
def test_pages_answer_in_both_languages(slug: str, lang: str, client: Proofreader) -> None:
    assert client.get(f"/{lang}/{slug}/score").status_code == 200
    assert client.get(f"/{lang}/{slug}/rules").status_code == 200
    low, high = bounds(slug)
    for seats in range(low, high + 1):
        assert client.get(f"/{lang}/{slug}/score?n={seats}").all("input", name=f"{seats - 1}.name")


@pytest.mark.short(lang="zh-Hant")
@every_example
def test_an_example_can_be_seen_changed_and_compared(slug: str, key: str, lang: str, client: Proofreader) -> None:
    """The form of its sheet, sent unchanged, has the same score."""
    an_example, the_game = example(slug, key), game(slug)
    result = client.get(f"/{lang}/{slug}/example/{key}", follow_redirects=True)
    assert isinstance(result, Page)
    assert result.status_code == 200
    assert totals(result) == list(an_example.totals)
    query = result.request.query_string.decode()
    page = client.get(f"/{lang}/{slug}/score?to=sheet&{query}")
    sheet = load_valid_sheet(slug, plain(an_example.sheet))
    returned = load_valid_sheet(slug, sheet_from_query(the_game.sheet, page.form_data().to_dict(flat=False)))
    assert returned.players == sheet.players
    assert the_game.score(returned).players == the_game.score(sheet).players
    assert client.get(f"/{lang}/{slug}/compare?{query}").status_code == 200


# Boards without a script


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
        (control,) = (
            field for field in page.html.iter() if field.get("name") == name and field.tag in ("input", "textarea")
        )
        assert (control.get("value") or words(control)) == " ".join(text.split())
    assert totals(client.get(f"/{lang}/{slug}/score?n=2&{urlencode(right)}")) == points
