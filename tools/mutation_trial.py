"""Run the mutants named on standard input in forks of one process that has collected the tests.

Started by tools/mutants.py.

There are three rounds, each for the survivors of the previous one: tests without an application; tests with one; and,
for functions that run at import, all relevant tests in a process that imports everything with the mutant active.
"""

import gc
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import hypothesis
import mutmut.mutation.trampoline
import pytest

HERE = Path(__file__).parents[1]
RESULTS, MEASURED, NOTES = HERE / "results.json", HERE / "measured.json", HERE / "notes"
CONTRACT, LAWS = "tests/games/test_contract.py", "tests/games/test_laws.py"
SCORES = [str(file.relative_to(HERE)) for file in sorted((HERE / "tests" / "games").glob("*/test_score.py"))]
UNITS = [
    str(file.relative_to(HERE))
    for file in sorted((HERE / "tests" / "scorers").rglob("test_*.py"))
    if file.stem != "test_cli"
]
HOUSE_RULES = "tests/games/test_house_rules.py"
RANDOM = ["tests/fuzz/test_scoring.py"]
SHARED = [
    *UNITS,
    *RANDOM,
    "tests/web/sheet/test_links.py",
    CONTRACT,
    LAWS,
    HOUSE_RULES,
    "tests/games/test_invented_games.py",
    "tests/web/api/test_json.py",
]
CHILDREN = int(os.environ.get("CHILDREN", "2"))
EXAMPLES = int(os.environ.get("EXAMPLES", "20"))
"""Upper limit of Hypothesis examples per test."""
MAX_MEMORY_BYTES = 3 << 30
hits: set[str] = set()


@cache
def game_of(name: str) -> str:
    """Return the game whose code a mutant changes, or "" for shared code."""
    return name.split(".")[1] if (HERE / "scorers" / name.split(".")[1] / "score.py").exists() else ""


def files_of(game: str) -> list[str]:
    """Return the test files of a game or of the shared code, fastest first."""
    quick = ["tests/games/test_board_data.py", "tests/games/test_fault_sentences.py"]
    own = [str(file.relative_to(HERE)) for file in sorted((HERE / "tests" / "games" / game).glob("test_*.py"))]
    common = [CONTRACT, LAWS, HOUSE_RULES, f"scorers/{game}/"]
    return quick + own + common if game else [*SHARED, *SCORES, "scorers/"]


@cache
def concerns(test: str, game: str) -> bool:
    """Return whether a test belongs to a game, or to the shared code."""
    return test.startswith(tuple(files_of(game))) and (
        not game or not test.startswith((CONTRACT, LAWS)) or f"[{game}" in test
    )


def note_hit(name: str, caller: object = None) -> None:
    """Record a call of a mutated function."""
    hits.add(name)


mutmut.mutation.trampoline.record_trampoline_hit = note_hit


def in_forks(trials: Iterable[tuple[Any, Callable[[], None]]]) -> Iterator[tuple[Any, bool]]:
    """Run each trial in its own process, some in parallel; yield its name, and whether it succeeded."""
    running: dict[int, Any] = {}

    def await_end() -> tuple[Any, bool]:
        process, status = os.wait()
        return running.pop(process), status == 0

    for name, trial in trials:
        if len(running) == CHILDREN:
            yield await_end()
        process = os.fork()
        if not process:
            try:
                resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, 1)
                os.dup2(null, 2)
                trial()
            except BaseException:  # noqa: BLE001  a forked process must never continue as its parent
                os._exit(2)
            os._exit(0)
        running[process] = name
    while running:
        yield await_end()


class Trial:
    """A pytest plugin that runs mutants instead of running the tests once."""

    def __init__(self, targets: list[str], verdicts: dict[str, bool]) -> None:
        self.targets, self.verdicts = targets, verdicts
        self.at_import: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Configure Hypothesis without shrinking and deadlines, since only failure matters."""
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        checks = list(hypothesis.HealthCheck)
        hypothesis.settings.register_profile(
            "mutants", deadline=None, derandomize=True, database=None, phases=phases, suppress_health_check=checks
        )
        hypothesis.settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants without an application and then with one, which is built once with the original functions."""
        if session.testsfailed:
            raise session.Failed(f"{session.testsfailed} files cannot be collected")
        needs_application = [item for item in session.items if {"app", "client"} & set(item.fixturenames)]
        self.at_import |= hits
        self.round([item for item in session.items if item not in needs_application], "without an application")
        os.environ["MUTANT_UNDER_TEST"] = "stats"
        (conftest,) = (plugin for plugin in session.config.pluginmanager.get_plugins() if hasattr(plugin, "create_app"))
        app = conftest.create_app({})
        conftest.create_app = lambda _: app
        self.at_import |= hits
        self.round(needs_application, "with one")
        return True

    def round(self, items: list[pytest.Item], title: str) -> None:
        """Run each surviving mutant with the tests that call the mutated function, the fastest first."""
        gc.collect()
        gc.freeze()
        os.environ["MUTANT_UNDER_TEST"] = "stats"
        measures: dict[str, tuple[str, float, list[str]]] = (
            json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
        )
        digests = {item.nodeid: sha256(item.path.read_bytes()).hexdigest() for item in items}
        by_id = {item.nodeid: item for item in items}
        unknown = [item for name, item in by_id.items() if name not in measures or measures[name][0] != digests[name]]
        print(f"{len(items)} tests {title}, of which {len(unknown)} are measured now", flush=True)
        by_number = dict(enumerate(unknown))
        trials = ((number, partial(measure, item, NOTES / str(number))) for number, item in by_number.items())
        for number, passes in in_forks(trials):
            item = by_number[number]
            if not passes:
                raise SystemExit(f"{item.nodeid} fails without a mutant")
            measures[item.nodeid] = digests[item.nodeid], *json.loads((NOTES / str(number)).read_text(encoding="utf-8"))
        MEASURED.write_text(json.dumps(measures), encoding="utf-8")
        calling: dict[str, list[str]] = defaultdict(list)
        for name in by_id:
            for function in measures[name][2]:
                calling[function].append(name)
        trials = []
        for name in self.targets:
            tests = [test for test in calling[name.rpartition("__mutmut_")[0]] if concerns(test, game_of(name))]
            if not self.verdicts.get(name) and tests:
                trials.append((name, sorted((measures[test][1], test) for test in tests)))
        print(f"{len(trials)} mutants", flush=True)
        self.note(
            in_forks(
                (name, partial(run, name, [(by_id[test], seconds) for seconds, test in tests]))
                for name, tests in trials
            )
        )

    def note(self, ends: Iterator[tuple[str, bool]]) -> None:
        """Store the results as they arrive."""
        began = time.time()
        for number, (name, passes) in enumerate(ends, 1):
            self.verdicts[name] = not passes
            if number % 50 == 0:
                print(f"{number} tried, {time.time() - began:.0f} s", flush=True)
                save(self.verdicts)
        save(self.verdicts)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run each doctest once rather than for each copy of its function, and limit the examples."""
        items[:] = [item for item in items if "__mutmut_" not in item.name]
        for item in items:
            if own := getattr(item.obj, "_hypothesis_internal_use_settings", None):
                item.obj._hypothesis_internal_use_settings = hypothesis.settings(
                    own, max_examples=min(own.max_examples, EXAMPLES)
                )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End a trial at the first failure, which kills the mutant."""
        if report.failed:
            os._exit(1)


def measure(item: pytest.Item, to: Path) -> None:
    """Run a test without mutants, and write its duration and the functions that it called."""
    hits.clear()
    began = time.process_time()
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    to.write_text(json.dumps([time.process_time() - began, sorted(hits)]), encoding="utf-8")


def run(name: str, items: list[tuple[pytest.Item, float]]) -> None:
    """Run the tests with a mutant; kill the process if it takes much longer than without the mutant."""
    os.environ["MUTANT_UNDER_TEST"] = name
    for item, seconds in items:
        signal.setitimer(signal.ITIMER_VIRTUAL, 1 + 10 * seconds)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def run_with_imports(name: str) -> None:
    """Import everything with a mutant active and run its tests."""
    os.environ["MUTANT_UNDER_TEST"] = name
    signal.setitimer(signal.ITIMER_VIRTUAL, 120)
    if pytest.main([*OPTIONS, "-x", *files_of(game_of(name))]) != 0:
        os._exit(1)


def save(verdicts: dict[str, bool]) -> None:
    """Save the results for later rounds and runs."""
    RESULTS.write_text(json.dumps(verdicts, indent=0), encoding="utf-8")


PLUGINS = ("xdist", "schemathesis", "anyio", "pytest_cov")
OPTIONS = [
    "-m",
    "not long",
    "--assert=plain",
    "--tb=no",
    "-qq",
    "-s",
    *(part for plugin in PLUGINS for part in ("-p", f"no:{plugin}")),
]


def main() -> None:
    """Run all rounds."""
    NOTES.mkdir(exist_ok=True)
    targets = sys.stdin.read().split()
    verdicts: dict[str, bool] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    verdicts |= dict.fromkeys(targets, False)
    os.environ["MUTANT_UNDER_TEST"] = "stats"
    process = os.fork()  # so that nothing is imported before the last round
    if not process:
        trial = Trial(targets, verdicts)
        files = {file: None for game in dict.fromkeys(map(game_of, targets)) for file in files_of(game)}
        code = pytest.main([*OPTIONS, *files], plugins=[trial])
        (NOTES / "at_import").write_text("\n".join(trial.at_import), encoding="utf-8")
        os._exit(int(code))
    if os.waitpid(process, 0)[1]:
        raise SystemExit("the tests do not pass without a mutant")
    trial = Trial(targets, json.loads(RESULTS.read_text(encoding="utf-8")))
    at_import = set((NOTES / "at_import").read_text(encoding="utf-8").split())
    rest = [name for name in targets if not trial.verdicts[name] and name.rpartition("__mutmut_")[0] in at_import]
    print(f"{len(rest)} mutants at import", flush=True)
    trial.note(in_forks((name, partial(run_with_imports, name)) for name in rest))


if __name__ == "__main__":
    main()
