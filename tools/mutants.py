"""Small mistakes in the scoring, one at a time, and whether a test notices.

    python tools/mutants.py [scorers.qin …]      try the mutants whose names begin so (by default all), and write the figures
    python tools/mutants.py --again [scorers.…]  try only those that no test noticed before, or that were not tried yet
    python tools/mutants.py --report scorers.…   try none; write the figures of those modules from what is known

mutmut writes the mutants: each module of `scorers` is written to the folder `mutants` with a copy of every function for each mistake, and
the environment says which copy is in force. The tests are collected once (tools/mutation_trial.py); each mutant is then tried in a fork of
that process, which costs no import and no collection. First run the quickest of the tests that call the mutated function.
What survives and is not listed in docs/mutants.md is printed. The figures go to docs/figures.json, which README and the page about Tally
read; a figure is kept for each module, so that a run of some modules leaves those of the others as they are.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from mutmut.configuration import config
from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).parents[1]
MUTANTS = ROOT / "mutants"
NAMES, RESULTS = MUTANTS / "names.json", MUTANTS / "results.json"
FIGURES, LISTED = ROOT / "docs" / "figures.json", ROOT / "docs" / "mutants.md"
COPIED = ("app.py", "web", "templates", "static", "translations", "tests", "tools", "docs", "README.md", "pyproject.toml")


def without_decorators(source: str) -> str:
    """The module with `f = cache(f)` after a function in place of `@cache` before it, since mutmut passes decorated functions by."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            value = node.name
            for decorator in reversed(node.decorator_list):
                value = f"{ast.unparse(decorator)}({value})"
                lines[decorator.lineno - 1 : decorator.end_lineno] = ["" for _ in range(decorator.lineno, (decorator.end_lineno or 0) + 1)]
            lines[(node.end_lineno or 0) - 1] += f"\n{' ' * node.col_offset}{node.name} = {value}"
    return "\n".join(lines) + "\n"


def write_mutants() -> list[str]:
    """Write the package with its mutants, and what the tests need, to the folder; the names of all mutants."""
    for path in COPIED:
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, MUTANTS / path, dirs_exist_ok=True)
        else:
            shutil.copy2(ROOT / path, MUTANTS / path)
    shutil.copytree(ROOT / "scorers", MUTANTS / "scorers", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    sources: dict[str, tuple[str, list[str]]] = json.loads(NAMES.read_text(encoding="utf-8")) if NAMES.exists() else {}
    for file in sorted((ROOT / "scorers").rglob("*.py")):
        path = file.relative_to(ROOT)
        source = file.read_text(encoding="utf-8")
        if str(path) not in sources or sources[str(path)][0] != source:
            names, code = [], source
            if config().should_mutate(path):
                mutation = mutate_file_contents(str(path), without_decorators(source))
                module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
                names, code = [f"{module}.{name}" for name in mutation.mutant_names], mutation.code
            (MUTANTS / path).write_text(code, encoding="utf-8")
            sources[str(path)] = source, names
    NAMES.write_text(json.dumps(sources), encoding="utf-8")
    return [name for _, names in sources.values() for name in names]


def read_listed() -> set[str]:
    """The mutants that docs/mutants.md explains: they change nothing that anyone could see."""
    return set(re.findall(r"`(scorers\.[^`]+)`", LISTED.read_text(encoding="utf-8"))) if LISTED.exists() else set()


def record(name: str, values: dict[str, object]) -> None:
    """Write figures under a name, beside what stands in the file already."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    FIGURES.write_text(json.dumps(figures | {name: values}, indent=2) + "\n", encoding="utf-8")


def module_of(name: str) -> str:
    """The module in which a mutant stands."""
    return name.rpartition(".")[0]


def main(arguments: list[str]) -> int:
    """Write, try, print a table by module, write the figures; 1 where a mutant survives that is not listed."""
    again, report = "--again" in arguments, "--report" in arguments
    beginnings = tuple(argument for argument in arguments if argument[0] != "-") or ("scorers.",)
    MUTANTS.mkdir(exist_ok=True)
    names = [name for name in write_mutants() if name.startswith(beginnings)]
    verdicts: dict[str, bool] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    targets = [name for beginning in beginnings for name in names if name.startswith(beginning) and not (again and verdicts.get(name))]
    targets = list(dict.fromkeys(targets))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(["scorers/..", "tests/support", "tools"]), "PYTHONHASHSEED": "0"}
    trial = [sys.executable, str(MUTANTS / "tools" / "mutation_trial.py")]
    if not report:
        subprocess.run(trial, cwd=MUTANTS, env=environment, input="\n".join(targets), text=True, check=True)  # noqa: S603
    verdicts = json.loads(RESULTS.read_text(encoding="utf-8"))

    trials = [name for name in names if name in verdicts]
    alive = {name for name in trials if not verdicts[name]}
    equivalent = alive & read_listed()
    count, kills, same = (Counter(map(module_of, some)) for some in (trials, set(trials) - alive, equivalent))
    for name in sorted(alive - equivalent):
        print(f"survives: {name}")
    before = json.loads(FIGURES.read_text(encoding="utf-8")).get("mutants", {}).get("modules", {}) if FIGURES.exists() else {}
    modules = before | {name: {"tried": count[name], "killed": kills[name], "listed": same[name]} for name in sorted(count)}
    total = Counter()
    for module, figures in sorted(modules.items()):
        print(f"{module:36}{figures['tried']:6} tried{figures['killed']:6} noticed{figures['listed']:4} listed")
        total.update(figures)
    share = round(100 * total["killed"] / max(1, total["tried"] - total["listed"]), 1)
    print(f"{total['killed']} of {total['tried'] - total['listed']} noticed, {share} %; {total['listed']} more change nothing")
    record("mutants", {**total, "share": share, "modules": dict(sorted(modules.items()))})
    return int(bool(alive - equivalent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
