"""Mutation testing runs the tests with fewer plugins than `make test` has."""

import subprocess
import sys
from pathlib import Path

import pytest
from mutation_trial import OPTIONS

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_a_test_passes_with_the_options_of_mutation_testing() -> None:
    command = [sys.executable, "-m", "pytest", *OPTIONS, "tests/scorers/test_sheet.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
