"""The comparison page: verdict, rows and their counts, missing entries, and rules that are tried."""

import re
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

import pytest
from every_game import EXAMPLES, example, load_valid_sheet
from interpretations import DEPENDS
from proofreader import Page, Proofreader, words

from scorers.querystring import sheet_to_query
from scorers.registry import game
from scorers.sheet import load_sheet


def compare(client: Proofreader, query: str, slug: str = "honshu", lang: str = "en") -> Page:
    return client.get(f"/{lang}/{slug}/compare?{query}")


def rows(page: Page) -> list[str]:
    """Return the headings of all rows, also folded ones, as a screen reader finds them outside the disclosures."""
    headings = [row.find("th") for row in page.one("table").iter("tr")]
    named = [(heading, heading.find("span[@class='unseen']")) for heading in headings[1:] if heading is not None]
    return [words(heading if name is None else name) for heading, name in named]


def row(page: Page, name: str) -> Element:
    return next(
        one
        for one in page.one("table").iter("tr")
        if (heading := one.find("th")) is not None and name in words(heading)
    )


def totals(one: Element) -> list[str]:
    """Return the cells of the players; the winner's has a word for screen readers."""
    return [words(cell) for cell in one.iter("td") if "seat-" in cell.get("class", "")]


@pytest.mark.parametrize(
    ("lang", "sentence", "outcomes"),
    [
        (
            "en",
            "It depends: Bo wins if blocks of fallow fields may overlap",
            [
                "No overlap as you scored it C Cleo 354 points ahead of Bo",
                "Overlapping blocks count the other interpretation B Bo 361 point ahead of Cleo",
            ],
        ),
        (
            "zh-Hant",
            "依規則而定：休耕地區塊可以重疊的話，Bo贏",
            ["不可重疊 你的計分方式 C Cleo 35比Bo多4分", "重疊也計分 另一種解讀 B Bo 36比Cleo多1分"],
        ),
    ],
)
def test_deciding_rule_has_both_outcomes(client: Proofreader, lang: str, sentence: str, outcomes: list[str]) -> None:
    page = compare(client, DEPENDS, lang=lang)
    assert words(page.one("h1")) == sentence
    assert page.texts("section", class_="outcome") == outcomes
    assert f"/{lang}/honshu/rules#disputed-fallow-blocks" in [link.get("href") for link in page.all("a")]


def test_rows_begin_with_the_own_and_the_deciding(client: Proofreader) -> None:
    page = compare(client, DEPENDS)
    assert rows(page) == [
        "3 Blocks of fallow fields as you scored it",
        "3 Overlapping blocks count Bo wins instead",
        "– No scoring card",
        "1 Two cubes to a factory",
        "2 Three forests in a line",
        "Each forest once",
        "Every three in a line",
        "4 Lakes by the square",
        "5 Surrounded towns",
        "6 Empty production squares",
        "Before delivering",
        "7 Blue and yellow cubes",
        "8 Grey and brown cubes",
    ]


def test_phone_shows_two_rows_beside_changing_ones(client: Proofreader) -> None:
    page = compare(client, DEPENDS)
    shown = [
        one
        for one in page.one("table").iter("tr")
        if one.find("th") is not None and "folded" not in one.get("class", "")
    ]
    assert len(shown) - 1 == 4  # of 13
    fold = next(one for one in page.one("table").iter("span") if one.get("class") == "narrow")
    assert words(fold) == "9 more all won by Cleo"


def test_totals_have_differences_and_the_winner(client: Proofreader) -> None:
    page = compare(client, DEPENDS)
    assert totals(row(page, "as you scored it")) == ["35winner", "31", "19"]
    assert totals(row(page, "Overlapping")) == ["35", "36 +5winner", "24 +5"]


@pytest.mark.parametrize(
    ("lang", "caption"),
    [("en", "– No scoring card Cleo wins, 9 points ahead of Bo"), ("zh-Hant", "– 不用計分卡 Cleo獲勝，比Bo多9分")],
)
def test_caption_of_a_drawing_names_the_winner(client: Proofreader, lang: str, caption: str) -> None:
    page = compare(client, DEPENDS, lang=lang)
    assert caption in [words(one) for one in page.one("ul", class_="small").iter("p")]


def test_drawing_has_the_totals_of_its_row(client: Proofreader) -> None:
    page = compare(client, DEPENDS)
    without_card = page.all("p", class_="totals")[0]
    assert [words(span).split()[-1] for span in without_card.findall("span")] == [
        words(total)
        for cell in row(page, "No scoring card").iter("td")
        if (total := cell.find("b")) is not None and "seat-" in cell.get("class", "")
    ]


@pytest.mark.parametrize(("lang", "note"), [("en", "Sources differ"), ("zh-Hant", "說法不一")])
def test_disputed_rule_says_that_sources_differ(client: Proofreader, lang: str, note: str) -> None:
    """The two editions differ; the rulebook of either is clear."""
    # With a card in hand each: 10 + 1 + 2 for waiting tiles in the second edition, against 11 + 1.
    query = "n=2&0.name=Ann&1.name=Bo&0.points=10&0.hand=1&0.trajan_tiles=2&1.points=11&1.hand=1"
    page = compare(client, query, "trajan", lang)
    assert note in words(page.one("p", class_="disputed"))
    tries = compare(client, f"{query}&to=try", "trajan", lang)
    assert tries.texts("a", href=f"/{lang}/trajan/rules#disputed-waiting-tiles") == [note]


def test_same_winner_under_every_rule_is_the_verdict(client: Proofreader) -> None:
    # Cleo has another lake of 4: 9 more, 44 under every way; nobody comes nearer than 8 points (Bo's 36 with
    # overlapping blocks).
    page = compare(client, DEPENDS.replace("L+L+L+L", "L+L+L+L%2FF+T+T+T%2FL+L+L+L"))
    assert "It depends" not in words(page.one("h1"))
    assert words(page.one("h1")) == "Whatever the rule, Cleo wins every time"
    assert page.all("section", class_="outcome") == []
    assert "agreed" in page.one("table").get("class", "")


def test_second_deciding_rule_is_below_the_first(client: Proofreader) -> None:
    # Ann has most walls in a region of 4 and a tower in another: 12 − 4. Bo and Cleo share the longest row of 3: 7 + 3
    # and 5 + 3. Ann has 12 if her tower protects everywhere; and 8 against 7 and 5 if nobody scores a shared row.
    regions = [{"threat": 4, "walls": [3, 1, 0], "towers": []}, {"threat": 0, "walls": [1, 0, 0], "towers": [0]}]
    players = [
        {"name": "Ann", "track": 12, "chain": 2},
        {"name": "Bo", "track": 7, "chain": 3},
        {"name": "Cleo", "track": 5, "chain": 3},
    ]
    sheet = load_sheet(game("chang_cheng"), {"events": ["overlord"], "regions": regions, "players": players})
    page = compare(client, urlencode(sheet_to_query(sheet)), "chang_cheng")
    sentences = [words(page.one("h1")), *map(words, page.one("section", class_="verdict").findall("p"))]
    assert {"Ann wins if a tower protects in every region", "Ann wins if tied overlords score nothing"} <= {
        sentence.removeprefix("It depends: ") for sentence in sentences
    }


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "It depends: Ann wins with “Big Box”"),
        ("zh-Hant", "依規則而定：改用「大盒版」的話，Ann贏"),
    ],
)
def test_shared_win_marks_both_cells(client: Proofreader, lang: str, sentence: str) -> None:
    # 20 points each: shared in 2009; in the Big Box the player with the less developed Actions wins.
    query = "n=3&0.name=Ann&1.name=Bo&0.prestige=20&1.prestige=20&0.actions=1&1.actions=2"
    page = compare(client, query, "hansa_teutonica", lang)
    assert words(page.one("h1")) == sentence
    won = [
        [cell.get("class", "").split()[0] for cell in one.iter("td") if "won" in cell.get("class", "").split()]
        for one in page.html.iter("tr")
    ]
    assert [cells for cells in won if cells] == [["seat-0", "seat-1"], ["seat-0"]]


def test_impossible_variant_has_its_reason(client: Proofreader) -> None:
    page = compare(client, "n=2&0.name=Ann&0.prestige=20&1.prestige=12", "hansa_teutonica")
    assert words(page.one("h1")) == "Only “2009 edition” can be scored: Ann wins"
    assert words(page.one("td", class_="reason")) == "The Big Box needs 3 players or more"


def test_game_without_variants_links_back(client: Proofreader) -> None:
    page = compare(client, "n=2&0.left=1&1.left=2", "qin")
    assert words(page.one("h1")) == "Every way of scoring gives the same result"
    assert page.all("table") == []
    assert page.texts("b") == ["Back to the result"]  # Qin names no value that a house rule may change


def test_match_is_compared_if_its_boards_are_given(client: Proofreader) -> None:
    # One game: 24 − 1 against 24 − 2. The match: 24 − 9 twice against 24 − 1 twice.
    page = compare(client, "n=2&0.left=1&1.left=2&0.left_bird=9&0.left_lion=9&1.left_bird=1&1.left_lion=1", "qin")
    assert words(page.one("h1")) == "It depends: B wins with “Match”"
    assert totals(row(page, "Match")) == ["30 +7", "46 +24winner"]


def test_empty_comparison_links_to_the_sheet(client: Proofreader) -> None:
    page = client.get("/en/qin/compare")
    assert words(page.one("h1")) == "No scores to compare yet"
    assert page.one("a", class_="main").get("href", "").startswith("/en/qin/score?")


MISSING = "n=2&end_card=fallow_blocks&0.forest=5&0.blocks=1&0.runs=1&1.forest=1&1.blocks=0"


def test_missing_number_is_asked_for_in_its_row(client: Proofreader) -> None:
    page = compare(client, MISSING)
    question = page.one("tr", id="question")
    assert "Sets of three forests in a line: how many does B have?" in words(question)
    buttons = [(button.get("name"), button.get("value")) for button in question.iter("button") if button.get("name")]
    assert buttons == [("1.runs", str(number)) for number in range(5)]
    # A: 5 forests and a set of three: 10 + 4, so 1 less than with the block of fallow fields; B's total is not known.
    assert totals(row(page, "Three forests")) == ["14 −1", "missing"]


def test_answered_number_is_kept_in_the_sheet(client: Proofreader) -> None:
    page = compare(client, f"{MISSING}&1.runs=2")
    # B: 1 forest and two sets of three, 2 + 8, against 2 with the card in play.
    assert totals(row(page, "Three forests")) == ["14 −1winner", "10 +8"]
    back = next(link.get("href", "") for link in page.all("a") if words(link) == "Back to the result")
    assert "1.runs=2" in back


def test_another_missing_number_can_be_chosen(client: Proofreader) -> None:
    page = compare(client, f"{MISSING}&ask=0.crosses")
    assert "Surrounded towns: how many does A have?" in words(page.one("tr", id="question"))


def test_cells_of_missing_numbers_lead_to_questions(client: Proofreader) -> None:
    page = compare(client, MISSING)
    link = next(one.get("href", "") for one in page.all("a", class_="dash"))
    again = client.get(link)
    assert words(again.one("tr", id="question")) != words(page.one("tr", id="question"))


def compare_try(client: Proofreader, query: str, base: str = DEPENDS, lang: str = "en") -> Page:
    return compare(client, f"{base}&to=try&{query}", lang=lang)


@pytest.mark.parametrize(
    ("lang", "query", "sentence"),
    [
        ("en", "try.fallow_blocks=overlapping", "Bo wins now, 1 point ahead of Cleo"),
        ("en", "try.end_card=none", "Cleo still wins, 9 points ahead of Bo"),
        ("zh-Hant", "try.fallow_blocks=overlapping", "換Bo贏，比Cleo多1分"),
    ],
)
def test_tried_rule_shows_its_result(client: Proofreader, lang: str, query: str, sentence: str) -> None:
    page = compare_try(client, query, lang=lang)
    assert words(page.one("span", id="sentence")) == sentence
    name, _, value = query.partition("=")
    assert "checked" in next(one for one in page.all("input", name=name) if one.get("value") == value).attrib
    assert client.get(page.one("a", class_="undo").get("href", "")).all("a", class_="undo") == []


def test_house_rule_shows_where_the_winner_changes(client: Proofreader) -> None:
    # A forest is worth 3: Bo has 6 of them, 37; Cleo 5, 40. At 6 both have 55, and Bo's 6 fallow fields win the tie
    # against 4.
    page = compare_try(client, "try.house.forest=3")
    assert words(page.one("span", id="sentence")) == "Cleo still wins, 3 points ahead of Bo house rule"
    assert page.one("div", aria_label="Forest square").find("p/small").text == "2 in the rulebook"
    assert words(page.one("div", aria_label="Forest square").find("p/b")) == "raised to 6, Bo wins"


def test_invalid_values_are_not_tried(client: Proofreader) -> None:
    for query in (
        "try.end_card=castles",
        "try.house.forest=-1",
        "try.house.forest=99999",
        "try.house.forest=x",
        "try.nothing=1",
    ):
        page = compare_try(client, query)
        assert page.all("a", class_="undo") == []


def test_tried_card_without_count_links_to_its_question(client: Proofreader) -> None:
    page = compare_try(client, "try.end_card=forest_runs", MISSING)
    link = next(one.get("href", "") for one in page.all("a") if words(one) == "Fill it in")
    assert "how many does B have?" in words(client.get(link).one("tr", id="question"))


def test_all_event_cards_can_be_removed_in_a_try(client: Proofreader) -> None:
    # With the overlord, Ann's row of 5 is worth 5.
    query = "n=3&events=overlord&0.name=Ann&0.track=10&0.chain=5&1.track=12&1.chain=1&2.track=0&2.chain=0"
    query += "&to=try&try.events="
    page = compare(client, query, "chang_cheng")
    assert words(page.one("span", id="sentence")).startswith("B wins now, 2 points ahead of Ann")


@pytest.mark.parametrize("query", ["", "&to=try&try.fallow_blocks=overlapping"])
def test_comparison_has_a_preview_image(client: Proofreader, query: str) -> None:
    page = compare(client, DEPENDS + query)
    (address,) = [tag.get("content", "") for tag in page.all("meta", property="og:image")]
    assert "/en/honshu/compare.png?" in address
    assert ("try.fallow_blocks=overlapping" in address) == bool(query)
    picture = client.get(address.removeprefix("http://localhost"))
    assert (picture.status_code, picture.mimetype) == (200, "image/png")


@pytest.mark.parametrize(("lang", "shared"), [("en", "Ann and Bo share "), ("zh-Hant", "Ann和Bo並列")])
def test_folded_rows_name_tied_winners(client: Proofreader, lang: str, shared: str) -> None:
    """20 each and a row of 4 each.

    Where neutral walls do not count, both lose 4 in the second region: still a tie, which folds on a phone.

    Where the next-largest loses, Ann alone loses 3, as Bo's tower stands in the first region.
    """
    regions = [
        {"threat": 3, "walls": [1, 2], "towers": [1], "neutral": 0},
        {"threat": 4, "walls": [2, 2], "neutral": 3},
    ]
    people = [{"name": "Ann", "track": 20, "chain": 4}, {"name": "Bo", "track": 20, "chain": 4}]
    sheet = load_sheet(game("chang_cheng"), {"events": ["overlord"], "regions": regions, "players": people})
    folds = compare(client, urlencode(sheet_to_query(sheet)), "chang_cheng", lang).all("tbody")
    told = [words(fold) for fold in folds if "fold" in fold.get("class", "").split()]
    assert any(shared in text for text in told)
    assert not any("Ann and Bo wins" in text or "Ann和Bo贏" in text for text in told)


EVERY_ROW = "whole_wall with all its numbers"
"""An example whose event cards can all be scored: most of its ways change the winner."""


def find_query(slug: str, key: str) -> str:
    if key == "DEPENDS":
        return DEPENDS
    sheet = dict(example(slug, key.split()[0]).sheet)
    if key == EVERY_ROW:
        sheet["players"] = [{**player, "unplayed": 0} for player in sheet["players"]]
    return urlencode(sheet_to_query(load_valid_sheet(slug, sheet)))


def scored_rows(page: Page) -> list[Element]:
    """Return the rows that were scored, the sheet's own first, also folded ones."""
    bodies = [body for body in page.all("tbody") if not {"unscored", "fold"} & set(body.get("class", "").split())]
    return [row for body in bodies for row in body.iter("tr") if row.find("th") is not None]


def has_class(row: Element, name: str) -> bool:
    return name in row.get("class", "").split()


def find_numbers(pattern: str, text: str) -> list[int]:
    return [int(number) for number in re.findall(pattern, text)]


CASES = [*EXAMPLES, ("chang_cheng", EVERY_ROW), ("honshu", "DEPENDS")]


@pytest.mark.short(slug="chang_cheng")
@pytest.mark.parametrize(("slug", "key"), CASES)
def test_counts_are_those_of_the_listed_rows(client: Proofreader, slug: str, key: str) -> None:
    page = client.get(f"/en/{slug}/compare?{find_query(slug, key)}")
    rows = scored_rows(page)
    turning = [row for row in rows if has_class(row, "turns")]
    sentences = [words(sentence) for sentence in page.one("section", class_="verdict").findall("p")]
    verdict = " / ".join(sentences)
    assert find_numbers(r"(\d+) ways? of scoring", verdict) in ([], [len(rows)])
    assert find_numbers(r"wins (\d+) of them", verdict) in ([], [len(rows) - len(turning)])
    assert find_numbers(r"^(\d+) ways", " ".join(page.texts("h2", id="slopes"))) in ([], [len(turning)])
    if turning:
        # The headline and each sentence with a condition name one way; the sentence with a number counts the others.
        named = 1 + sum(bool(re.search(r" (?:if|with) ", sentence)) for sentence in sentences)
        assert named + sum(find_numbers(r"(\d+) more ways? changes? the winner", verdict)) == len(turning)


@pytest.mark.short(slug="chang_cheng")
@pytest.mark.parametrize(("slug", "key"), CASES)
def test_fold_counts_its_rows_and_their_winners(client: Proofreader, slug: str, key: str) -> None:
    page = client.get(f"/en/{slug}/compare?{find_query(slug, key)}")
    for width, name in (("narrow", "folded"), ("wide", "repeated")):
        folded = [row for row in scored_rows(page) if has_class(row, name)]
        for note in page.texts("span", class_=width):
            assert find_numbers(r"^(\d+) more", note) == [len(folded)]
            assert sum(find_numbers(r"(?:wins|share) (\d+)", note)) in (0, len(folded))


def find_name(heading: Element) -> str:
    """Return a heading without its note, which says who wins."""
    return words(heading).removesuffix("".join(words(note) for note in heading.iter("small")))


@pytest.mark.short(slug="chang_cheng")
@pytest.mark.parametrize(("slug", "key"), CASES)
def test_no_two_ways_have_the_same_name(client: Proofreader, lang: str, slug: str, key: str) -> None:
    page = client.get(f"/{lang}/{slug}/compare?{find_query(slug, key)}")
    captions = [caption for drawing in page.all("ul", class_="small") for caption in drawing.findall("li/p[1]")]
    for headings in (page.all("th", scope="row"), captions):
        names = [find_name(heading) for heading in headings]
        assert sorted(set(names)) == sorted(names)
