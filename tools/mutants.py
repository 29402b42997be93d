"""Small mistakes in the scoring, one at a time, and whether a test notices: mutmut's run, then its survivors in a process of their own.

    python tools/mutants.py [scorers.qin.* …]

A mutant of what runs while a module is imported is not met by mutmut, which forks after the imports; so each survivor, and each that no
test is known for, is tried again from the start. What still survives and is not listed in docs/mutants.md is printed. The figures go to
docs/figures.json, which README and the page about Tally read.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MUTANTS = ROOT / "mutants"
FIGURES, LISTED = ROOT / "docs" / "figures.json", ROOT / "docs" / "mutants.md"
SURVIVED, WITHOUT_TESTS = 0, 33
"""mutmut's codes: the tests passed; there was no test to run."""
LONGEST = 300
"""Seconds after which a mutant that does not end counts as noticed."""


def codes() -> dict[str, int]:
    """mutmut's code of each mutant that has been tried."""
    found: dict[str, int] = {}
    for file in sorted((MUTANTS / "scorers").rglob("*.meta")):
        found |= json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {name: code for name, code in found.items() if code is not None}


def tests_of(name: str) -> list[str]:
    """The test files that concern a mutant: its game's own, or those of the code that all games share."""
    game = name.split(".")[1]
    files = sorted((MUTANTS / "tests").glob(f"test_{game}*.py")) if (MUTANTS / "scorers" / game / "score.py").exists() else []
    shared = [MUTANTS / "tests" / f"test_{what}.py" for what in ("ranking", "entries", "boundary", "links")]
    return [str(file.relative_to(MUTANTS)) for file in files or shared]


def is_noticed(name: str) -> bool:
    """Whether a test fails when the mutant is in force from the first import on."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not long", *tests_of(name)]
    environment = {**os.environ, "MUTANT_UNDER_TEST": name, "PYTHONPATH": "."}
    try:
        return subprocess.run(command, cwd=MUTANTS, env=environment, capture_output=True, timeout=LONGEST, check=False).returncode != 0  # noqa: S603
    except subprocess.TimeoutExpired:
        return True


def listed() -> set[str]:
    """The mutants that docs/mutants.md explains: they change nothing that anyone could see."""
    return set(re.findall(r"`(scorers\.[^`]+)`", LISTED.read_text(encoding="utf-8"))) if LISTED.exists() else set()


def record(name: str, values: dict[str, object]) -> None:
    """Write figures under a name, beside what stands in the file already."""
    known = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    FIGURES.write_text(json.dumps(known | {name: values}, indent=2) + "\n", encoding="utf-8")


def main(patterns: list[str]) -> int:
    """Run, try the survivors again, print a table by module, write the figures; 1 where a mutant survives that is not listed."""
    if patterns != ["--again"]:
        subprocess.run([str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", "2", *patterns], cwd=ROOT, check=False)  # noqa: S603
    tried = codes()
    alive = {name for name, code in tried.items() if code in (SURVIVED, WITHOUT_TESTS)}
    alive = {name for name in sorted(alive) if not is_noticed(name)}
    equivalent = alive & listed()
    modules = Counter(name.rpartition(".")[0] for name in tried)
    survivors = Counter(name.rpartition(".")[0] for name in alive - equivalent)
    for module, number in sorted(modules.items()):
        print(f"{module:36}{number:6} tried{survivors[module]:5} survive")
    for name in sorted(alive - equivalent):
        print(f"survives: {name}")
    killed, count = len(tried) - len(alive), len(tried) - len(equivalent)
    share = round(100 * killed / count, 1) if count else 0.0
    print(f"{killed} of {count} noticed, {share} %; {len(equivalent)} more change nothing")
    record("mutants", {"tried": count, "killed": killed, "share": share, "equivalent": len(equivalent), "modules": sorted(modules)})
    return int(bool(alive - equivalent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
