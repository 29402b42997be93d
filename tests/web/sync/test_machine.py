"""What holds whatever phones, networks and servers do, for both kinds and on both databases."""

from typing import Any

import pytest
from document_machine import DocumentMachine, post_to_store, run_machine
from document_store import GROUP_NAMES, SHARED_NAMES, empty_store, group_value, shared_value
from sqlalchemy import Engine

KINDS: dict[str, Any] = {"shared": (SHARED_NAMES, shared_value), "group": (GROUP_NAMES, group_value)}
STEPS = 40


@pytest.mark.short(examples=10)
@pytest.mark.parametrize("examples", [10, 40, pytest.param(150, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("kind", KINDS)
def test_phones_agree_and_nothing_typed_is_lost(engine: Engine, kind: str, examples: int) -> None:
    names, make_value = KINDS[kind]
    run_machine(
        DocumentMachine,
        examples,
        STEPS,
        kind_name=kind,
        names=names,
        make_value=staticmethod(make_value),
        make_store=staticmethod(lambda clock: empty_store(engine, clock)),
        make_client=staticmethod(post_to_store),
    )
