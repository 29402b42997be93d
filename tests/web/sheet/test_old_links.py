"""Every link made before still opens: links that version 0 wrote for the worked examples, with the totals that the examples have."""

import json
from pathlib import Path
from typing import Any

import pytest
from proofreader import Proofreader, totals

LINKS = json.loads((Path(__file__).parent / "links_of_version_0.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link['game']}-{link['totals'][0]}")
def test_a_link_of_version_0_opens_as_the_same_score(client: Proofreader, link: dict[str, Any]) -> None:
    page = client.get(f"/en/{link['game']}/score?{link['query']}")
    assert page.status_code == 200
    assert totals(page) == link["totals"]


def test_offices_as_separate_selects_sent_them_still_open(client: Proofreader) -> None:
    """Minden: Ann's office and Bo's, further right: Bo controls the city, 2; each has an office in the network, 1."""
    query = "n=2&offices.minden=0&offices.minden=1&offices.minden=&offices.minden="
    page = client.get(f"/en/hansa_teutonica/score?{query}")
    assert totals(page) == [1, 3]
