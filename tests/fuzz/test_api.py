"""What schemathesis makes of the API's own description: whatever it sends, the answer is one that is described."""

from typing import TYPE_CHECKING

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings

from web.languages import LANGUAGES

EXAMPLES = 40
"""For each operation and language."""

if TYPE_CHECKING:
    from schemathesis import Case


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_is_one_that_is_described(app: Flask, language: str) -> None:
    import schemathesis  # which takes long, in every process that collects tests
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    # A schema cannot say all that rules forbid, such as two players of one colour: a sheet that it allows may have faults.
    undescribed = [positive_data_acceptance]
    api = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for operation in api.get_all_operations():

        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.ok().as_strategy())
        def check(case: "Case") -> None:
            case.call_and_validate(headers={"Accept-Language": language, "Accept-Encoding": "identity"}, excluded_checks=undescribed)

        check()
