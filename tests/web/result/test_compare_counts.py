"""The comparison page counts what it lists: the numbers in its sentences are those of its rows."""

import re
from urllib.parse import urlencode
from xml.etree.ElementTree import Element

import pytest
from every_game import EXAMPLES, example, load_valid_sheet
from interpretations import DEPENDS
from proofreader import Page, Proofreader, words

from scorers.querystring import sheet_to_query

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


@pytest.mark.parametrize(("slug", "key"), CASES)
def test_fold_counts_its_rows_and_their_winners(client: Proofreader, slug: str, key: str) -> None:
    page = client.get(f"/en/{slug}/compare?{find_query(slug, key)}")
    for width, name in (("narrow", "folded"), ("wide", "far")):
        folded = [row for row in scored_rows(page) if has_class(row, name)]
        for note in page.texts("span", class_=width):
            assert find_numbers(r"^(\d+) more", note) == [len(folded)]
            assert sum(find_numbers(r"(?:wins|share) (\d+)", note)) in (0, len(folded))


def find_name(heading: Element) -> str:
    """Return a heading without its note, which says who wins."""
    return words(heading).removesuffix("".join(words(note) for note in heading.iter("small")))


@pytest.mark.parametrize(("slug", "key"), CASES)
def test_no_two_ways_have_the_same_name(client: Proofreader, lang: str, slug: str, key: str) -> None:
    page = client.get(f"/{lang}/{slug}/compare?{find_query(slug, key)}")
    captions = [caption for drawing in page.all("ul", class_="small") for caption in drawing.findall("li/p[1]")]
    for headings in (page.all("th", scope="row"), captions):
        names = [find_name(heading) for heading in headings]
        assert sorted(set(names)) == sorted(names)
