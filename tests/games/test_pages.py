"""The pages of every game: sheet, rules, examples, comparison."""

import pytest
from proofreader import Page, Proofreader, totals
from werkzeug.datastructures import MultiDict

from scorers.querystring import sheet_from_query, sheet_to_query
from scorers.registry import game
from tests.games.test_contract import bounds, every_example, every_game, example, load_table, plain


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
    an_example = example(slug, key)
    result = client.get(f"/{lang}/{slug}/example/{key}", follow_redirects=True)
    assert isinstance(result, Page)
    assert result.status_code == 200
    assert totals(result) == list(an_example.totals)
    query = result.request.query_string.decode()
    assert client.get(f"/{lang}/{slug}/score?to=sheet&{query}").status_code == 200
    assert client.get(f"/{lang}/{slug}/compare?{query}").status_code == 200


@every_example
def test_the_sheet_page_gives_back_every_entry(slug: str, key: str, client: Proofreader) -> None:
    """What the form holds, sent as it stands, is the same score."""
    the_game = game(slug)
    sheet = load_table(slug, plain(example(slug, key).sheet))
    page = client.get(f"/en/{slug}/score", query_string=MultiDict([*sheet_to_query(sheet), ("to", "sheet")]))
    returned = load_table(slug, sheet_from_query(the_game.sheet, page.form_data().to_dict(flat=False)))
    assert returned.players == sheet.players
    assert the_game.score(returned).players == the_game.score(sheet).players
