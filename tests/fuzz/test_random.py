"""Any input gives a result or faults: 200,000 inputs over all games, the same in each run, most of them in the long tests."""

import json

import pytest
from random_sheets import random_inputs

from scorers.registry import slugs
from scorers.service import dumps, parse, score_data

INPUTS = 200_000
RUNS = 16
CODES = {"unknown", "missing", "type", "choice", "too_few", "too_many", "impossible"}


@pytest.mark.parametrize("run", [0, *(pytest.param(run, marks=pytest.mark.long) for run in range(1, RUNS))])
@pytest.mark.parametrize("slug", slugs())
def test_any_data_gives_a_result_or_faults(slug: str, run: int) -> None:
    count = 0
    for text in random_inputs(slug, run, INPUTS // (RUNS * len(slugs())) + 1):
        answer = score_data(slug, parse(text))
        if "faults" in answer:
            assert answer["faults"], text
            assert {fault["code"] for fault in answer["faults"]} <= CODES, text
            assert all(fault["message"] for fault in answer["faults"]), text
        else:
            count += 1
            assert all(
                player["total"] == sum(line["points"] for line in player["lines"]) for player in answer["players"]
            ), text
        assert json.loads(dumps(answer)), text
    assert count
