"""Rules on the result page: interpretations that change the winner, turning changes, house rules."""

import pytest
from interpretations import DEPENDS
from proofreader import Proofreader, words


@pytest.mark.parametrize(
    ("lang", "query", "slug", "sentence"),
    [
        ("en", DEPENDS, "honshu", "B Bo wins if blocks of fallow fields may overlap"),
        ("zh-Hant", DEPENDS, "honshu", "B 休耕地可以重疊的話，Bo贏"),
        (
            "en",
            "n=2&end_card=fallow_blocks&0.name=Ann&0.forest=5&1.forest=2",
            "honshu",
            "Ann wins under every interpretation of the rules",
        ),
        (
            "zh-Hant",
            "n=2&end_card=fallow_blocks&0.name=小安&0.forest=5&1.forest=2",
            "honshu",
            "規則怎麼解讀，都是小安贏",
        ),
        ("en", "n=3&0.name=Ann&0.prestige=9", "hansa_teutonica", "Ann wins in every edition"),
    ],
)
def test_result_names_a_deciding_interpretation(
    client: Proofreader, lang: str, query: str, slug: str, sentence: str
) -> None:
    page = client.get(f"/{lang}/{slug}/score?{query}")
    line = page.one("p", class_="interpretations")
    assert words(line) == sentence
    assert next(line.iter("a")).get("href", "").startswith(f"/{lang}/{slug}/compare?")


@pytest.mark.parametrize(
    ("query", "heading", "link"),
    [
        ("0.left=0&1.left=3", "end-last-pagoda", "In the rules: Last pagoda"),
        ("0.left=3&1.left=3", "ties", "In the rules: Ties"),
    ],
)
def test_reason_leads_to_the_rule_that_decided(client: Proofreader, query: str, heading: str, link: str) -> None:
    (rule,) = client.get(f"/en/qin/score?n=2&{query}").one("p", class_="reason").iter("a")
    assert (rule.get("href"), words(rule)) == (f"/en/qin/rules#{heading}", link)


@pytest.mark.parametrize(("slug", "query"), [("honshu", "n=2&0.forest=5&1.forest=2"), ("qin", "n=2&0.left=1&1.left=2")])
def test_undisputed_result_has_no_interpretations(client: Proofreader, slug: str, query: str) -> None:
    assert client.get(f"/en/{slug}/score?{query}").all("p", class_="interpretations") == []


@pytest.mark.parametrize(
    ("lang", "told", "changes"),
    [
        (
            "en",
            "What would have changed the winner Cities controlled: one more – Bo 21 : 20",
            ["Cities controlled: one more", "Ann’s Cities controlled: one fewer", "Prestige points: 2 more"],
        ),
        (
            "zh-Hant",
            "怎樣才會翻盤 控制的城市多1，Bo以21比20贏",
            ["控制的城市多1", "Ann的「控制的城市」少1", "聲望分數多2"],
        ),
    ],
)
def test_nearest_turning_change_is_first(client: Proofreader, lang: str, told: str, changes: list[str]) -> None:
    # 18 + 2 × 1 against 17 + 2 × 1: a city more makes 21 of 19, Ann's city less 18 of 20, two points of prestige 21 of 19.
    page = client.get(
        f"/{lang}/hansa_teutonica/score?n=2&0.name=Ann&1.name=Bo&0.prestige=18&0.cities=1&1.prestige=17&1.cities=1"
    )
    fold = page.one("details", class_="turned")
    assert "open" not in fold.attrib
    assert words(fold.find("summary")) == told
    assert [words(item.find("p/span")) for item in fold.iter("li")] == changes


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "What would have changed the winner One more office for Bo in Hannover – Bo 22 : 21"),
        ("zh-Hant", "怎樣才會翻盤 Bo在Hannover 漢諾威多一間商會，Bo以22比21贏"),
    ],
)
def test_turning_piece_on_a_board_is_named(client: Proofreader, lang: str, told: str) -> None:
    # Ann 20 + 2 + 1 for Hannover, Bo 18 + 1 in Minden, which is Cleo's. Further right in Hannover: 18 + 2 + 2 against 20 + 1.
    query = "n=3&0.name=Ann&1.name=Bo&0.prestige=20&1.prestige=18&offices.hannover=0-&offices.minden=12--"
    fold = client.get(f"/{lang}/hansa_teutonica/score?{query}").one("details", class_="turned")
    assert words(fold.find("summary")) == told


def test_house_rules_are_named_on_every_page(client: Proofreader) -> None:
    query = "n=2&0.prestige=20&0.cities=1&1.prestige=12&house.city=3"
    mark = "house rule Controlled city 3 instead of 2"
    for page in ("score", "compare"):
        assert words(client.get(f"/en/hansa_teutonica/{page}?{query}").one("p", class_="house")) == mark
    assert (
        "House rule: Controlled city 3 instead of 2"
        in client.get(f"/en/hansa_teutonica/score?{query}").one("textarea", id="chat-text").text
    )
    assert "House rule: Controlled city 3 instead of 2" in client.get(f"/en/hansa_teutonica/result.csv?{query}").text
    plain = client.get(f"/en/hansa_teutonica/score?{query.removesuffix('&house.city=3')}")
    assert plain.all("p", class_="house") == []
