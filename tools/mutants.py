"""Mutation testing of the scoring code.

    python tools/mutants.py [scorers.qin …]      run the mutants with this prefix, or all, and write the figures
    python tools/mutants.py --again [scorers.…]  run only those that survived before or were not run yet
    python tools/mutants.py --report scorers.…   run none; write the figures of these modules from stored results

mutmut generates the mutants: it writes each module of `scorers` to the folder `mutants` with a copy of every function
for each mutant, and an environment variable selects the active copy. tools/mutation_trial.py collects the tests once
and runs each mutant in a fork of its process, which saves imports and collection. The fastest tests that call the
mutated function run first. Survivors that docs/mutants.md does not list are printed. The figures, one set per module,
go to docs/figures.json, which README and the About page use; a run of some modules leaves the others' figures
unchanged.
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
COPIED = (
    "app.py",
    "bench",
    "web",
    "templates",
    "static",
    "translations",
    "tests",
    "tools",
    "docs",
    "README.md",
    "pyproject.toml",
)


def without_decorators(source: str) -> str:
    """Replace `@cache` before a function by `f = cache(f)` after it, since mutmut skips decorated functions."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            value = node.name
            for decorator in reversed(node.decorator_list):
                value = f"{ast.unparse(decorator)}({value})"
                lines[decorator.lineno - 1 : decorator.end_lineno] = [
                    "" for _ in range(decorator.lineno, (decorator.end_lineno or 0) + 1)
                ]
            lines[(node.end_lineno or 0) - 1] += f"\n{' ' * node.col_offset}{node.name} = {value}"
    return "\n".join(lines) + "\n"


def write_mutants() -> list[str]:
    """Write the package with its mutants, and the files that the tests need; return the names of all mutants."""
    for path in COPIED:
        if (ROOT / path).is_dir():
            shutil.copytree(ROOT / path, MUTANTS / path, dirs_exist_ok=True)
        else:
            shutil.copy2(ROOT / path, MUTANTS / path)
    shutil.copytree(
        ROOT / "scorers", MUTANTS / "scorers", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__")
    )
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
    """Return the equivalent mutants that docs/mutants.md explains."""
    return set(re.findall(r"`(scorers\.[^`]+)`", LISTED.read_text(encoding="utf-8"))) if LISTED.exists() else set()


def record(name: str, values: dict[str, object]) -> None:
    """Update the figures under a name."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    FIGURES.write_text(json.dumps(figures | {name: values}, indent=2) + "\n", encoding="utf-8")


def module_of(name: str) -> str:
    """Return a mutant's module."""
    return name.rpartition(".")[0]


def main(arguments: list[str]) -> int:
    """Generate and run mutants, print a table by module, and write the figures.

    Return 1 if an unlisted mutant survives.
    """
    again, report = "--again" in arguments, "--report" in arguments
    prefixes = tuple(argument for argument in arguments if argument[0] != "-") or ("scorers.",)
    MUTANTS.mkdir(exist_ok=True)
    names = [name for name in write_mutants() if name.startswith(prefixes)]
    verdicts: dict[str, bool] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    targets = [
        name for prefix in prefixes for name in names if name.startswith(prefix) and not (again and verdicts.get(name))
    ]
    targets = list(dict.fromkeys(targets))
    paths = os.pathsep.join(["scorers/..", "tests/support", "tools"])
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": "0"}
    trial = [sys.executable, str(MUTANTS / "tools" / "mutation_trial.py")]
    if not report:
        subprocess.run(trial, cwd=MUTANTS, env=environment, input="\n".join(targets), text=True, check=True)  # noqa: S603
    verdicts = json.loads(RESULTS.read_text(encoding="utf-8"))

    tried = [name for name in names if name in verdicts]
    alive = {name for name in tried if not verdicts[name]}
    equivalent = alive & read_listed()
    count, kills, listed = (Counter(map(module_of, group)) for group in (tried, set(tried) - alive, equivalent))
    for name in sorted(alive - equivalent):
        print(f"survives: {name}")
    before = (
        json.loads(FIGURES.read_text(encoding="utf-8")).get("mutants", {}).get("modules", {})
        if FIGURES.exists()
        else {}
    )
    modules = before | {
        name: {"tried": count[name], "killed": kills[name], "listed": listed[name]} for name in sorted(count)
    }
    total = Counter()
    for module, figures in sorted(modules.items()):
        print(f"{module:36}{figures['tried']:6} tried{figures['killed']:6} killed{figures['listed']:4} listed")
        total.update(figures)
    share = round(100 * total["killed"] / max(1, total["tried"] - total["listed"]), 1)
    print(
        f"{total['killed']} of {total['tried'] - total['listed']} killed, {share} %; {total['listed']} more "
        "are equivalent"
    )
    record("mutants", {**total, "share": share, "modules": dict(sorted(modules.items()))})
    return int(bool(alive - equivalent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
