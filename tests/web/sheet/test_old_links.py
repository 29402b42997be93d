"""Links that version 0 wrote for the worked examples still open with the same totals."""

import csv
from pathlib import Path

import pytest
from proofreader import Proofreader, totals

with Path(__file__).with_name("links_of_version_0.tsv").open(encoding="utf-8", newline="") as table:
    LINKS = [tuple(row.values()) for row in csv.DictReader(table, delimiter="\t")]


@pytest.mark.parametrize(
    ("slug", "expected", "query"), LINKS, ids=[f"{slug} {expected}" for slug, expected, _ in LINKS]
)
def test_link_of_version_0_has_the_same_totals(client: Proofreader, slug: str, expected: str, query: str) -> None:
    page = client.get(f"/en/{slug}/score?{query}")
    assert page.status_code == 200
    assert totals(page) == list(map(int, expected.split()))


def test_offices_sent_by_separate_selects_still_open(client: Proofreader) -> None:
    """Minden: Ann's office and Bo's, further right: Bo controls the city, 2; each has an office in the network, 1."""
    query = "n=2&offices.minden=0&offices.minden=1&offices.minden=&offices.minden="
    page = client.get(f"/en/hansa_teutonica/score?{query}")
    assert totals(page) == [1, 3]
