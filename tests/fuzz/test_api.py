"""Schemathesis run on the API's own description: every answer is one that it describes."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import create_app
from web.common.languages import LANGUAGES

EXAMPLES = 50
"""For each operation, in either language."""

if TYPE_CHECKING:
    from schemathesis import Case


@pytest.mark.long
def test_every_answer_matches_the_description(tmp_path: Path) -> None:
    import schemathesis  # which takes long, in every process that collects tests
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    # A schema cannot say all that rules forbid, such as two players of one colour: a sheet that it allows may have faults.
    undescribed = [positive_data_acceptance]
    app = create_app({"DATA_DIR": str(tmp_path)})
    app.config["PROPAGATE_EXCEPTIONS"] = False
    opened = (
        app.test_client().post("/api/v1/shared", json={"game": "honshu", "sheet": {"players": [{}, {}]}}).get_json()
    )
    api = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    for operation in api.get_all_operations():

        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.ok().as_strategy(), is_there=st.booleans(), language=st.sampled_from(list(LANGUAGES)))
        def check(case: "Case", *, is_there: bool, language: str) -> None:
            if is_there and "id" in case.path_parameters:  # a made-up id is nobody's
                case.path_parameters["id"] = opened["id"]
            case.call_and_validate(
                headers={"Accept-Language": language, "Accept-Encoding": "identity"}, excluded_checks=undescribed
            )

        check()
