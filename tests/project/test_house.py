"""The rules of the house: what may import what, what runs bare, what the repository's texts may say."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from serving import OWN_SETTINGS
from shipped import SHIPPED

from web.offline.sources import SOURCES
from web.serving.settings import Settings

ROOT = Path(__file__).parents[2]
CODE = (
    "app.py",
    "asgi.py",
    "tally.py",
    "hatch_build.py",
    "scorers",
    "web",
    "templates",
    "static",
    "tests",
    "bench",
    "tools",
    "offline",
)
MAX_NAME_CHARACTERS = 60
MACHINE = re.compile(r"(?<![\w.:/])/(work|tmp|root|home|mnt|Users|opt)/")


def files(*endings: str, within: tuple[str, ...] = CODE) -> list[Path]:
    """The repository's files with these endings."""
    paths = []
    for name in within:
        where = ROOT / name
        paths += (
            [where]
            if where.is_file()
            else [file for file in where.rglob("*") if file.suffix in endings and file.is_file()]
        )
    return sorted(file for file in paths if not {"__pycache__", "node_modules"}.intersection(file.parts))


def imports_of(folder: str) -> Iterator[tuple[Path, str]]:
    """Each module of a folder with each that it imports, wherever in it."""
    for file in files(".py", within=(folder,)):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((file, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{file}: imports are written in full"
                yield file, node.module or ""


def test_scoring_imports_only_the_standard_library_at_run_time() -> None:
    modules = [f"scorers.{slug}.{module}" for slug in SHIPPED for module in ("score", "examples")]
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {', '.join(['scorers.__main__', *modules])}; "
        "print(*sys.modules)"
    )
    process = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    names = {module.partition(".")[0] for module in process.stdout.split()}
    assert names - set(sys.stdlib_module_names) == {"scorers", "__main__"} - set(sys.stdlib_module_names)


def test_scorers_import_only_the_standard_library() -> None:
    for file, module in imports_of("scorers"):
        top, _, rest = module.partition(".")
        assert top == "scorers" or top in sys.stdlib_module_names, (file, module)
        assert top not in {
            "time",
            "datetime",
            "random",
            "threading",
            "multiprocessing",
            "asyncio",
            "socket",
            "subprocess",
        }, (file, module)
        neighbour = rest.partition(".")[0]
        assert neighbour not in SHIPPED or neighbour == file.relative_to(ROOT / "scorers").parts[0], (file, module)


def test_web_does_not_import_the_application_or_games() -> None:
    for file, module in imports_of("web"):
        top, _, rest = module.partition(".")
        assert top not in ("app", "tests"), file
        assert top != "scorers" or rest.partition(".")[0] not in SHIPPED, (file, module)


ORDER = "common ← sheet ← rules ← search ← result ← compare ← sync ← together ← groups ← home, api, offline ← serving"
"""The packages of web/ by what they may import: those before them. Those beside each other do not import each other."""


def test_packages_import_only_those_before_them() -> None:
    level = {name: number for number, names in enumerate(ORDER.split(" ← ")) for name in names.split(", ")}
    for file, module in imports_of("web"):
        own, (top, _, rest) = file.relative_to(ROOT / "web").parts[0], module.partition(".")
        other = rest.partition(".")[0]
        assert top != "web" or own == other or level[other] < level[own], f"{file} imports {module}"


def test_the_application_names_no_game() -> None:
    texts = files(".py", within=("app.py", "web")) + files(".html", within=("templates",))
    game = re.compile(rf"\b({'|'.join(SHIPPED)})\b", re.IGNORECASE)
    assert [str(file) for file in texts if game.search(file.read_text(encoding="utf-8"))] == []


def test_names_of_tests_are_short() -> None:
    tests = [file.read_text(encoding="utf-8") for file in files(".py", within=("tests",))]
    names = {name for text in tests for name in re.findall(r"def (test_\w+)", text)}
    assert len(names) > 500
    assert sorted(name for name in names if len(name) > MAX_NAME_CHARACTERS) == []


def test_every_module_has_a_docstring() -> None:
    dumb = [str(file) for file in files(".py") if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))]
    assert dumb == []


def test_repository_names_no_local_paths() -> None:
    texts = [
        file
        for file in ROOT.iterdir()
        if file.is_file() and file.suffix != "" and not file.name.startswith(".coverage")
    ]
    texts += [
        ROOT / "Makefile",
        ROOT / ".ci" / "run",
        *files(".py", ".js", ".html", ".css", ".md", ".tsv", ".svg", ".po", within=(*CODE, "translations")),
    ]
    mentions = [
        f"{file.relative_to(ROOT)}: {match[0]}"
        for file in texts
        for match in [MACHINE.search(file.read_text(encoding="utf-8"))]
        if match
    ]
    assert mentions == []


def test_make_targets_of_the_readme_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"serve", "test", "check", "strings", "bench"} <= targets
    assert set(re.findall(r"make ([a-z-]+)", text)) - {"and"} <= targets


def test_readme_command_lines_work() -> None:
    source = (ROOT / "README.md").read_text(encoding="utf-8")
    (piped,) = re.findall(r"^echo .*$", source, re.MULTILINE)
    command = piped.replace("python3", f"{sys.executable} -S")
    assert (
        '"winners":[0]'
        in subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    )


def test_readme_links_to_existing_files() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    matches = re.findall(r"\]\(([^):]+)\)", text) + re.findall(r"`((?:scorers|tests|web)/[\w/.]+)`", text)
    assert [name for name in matches if not (ROOT / name).exists()] == []


def test_dependencies_are_bounded_and_versions_exact() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for requirement in project["project"]["dependencies"]:
        assert re.fullmatch(r"[\w-]+>=[\d.]+,<[\d.]+", requirement), requirement
    for_us = [requirement for group in project["dependency-groups"].values() for requirement in group]
    assert [requirement for requirement in for_us if ">=" not in requirement] == []
    exact = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in exact if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    names = {re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower() for line in exact}
    requirements = {
        re.split(r"[^\w-]", requirement)[0].lower() for requirement in (*project["project"]["dependencies"], *for_us)
    }
    assert requirements <= names


def test_container_has_every_source() -> None:
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    names = [name for line in lines if line.startswith("COPY ") and "--from" not in line for name in line.split()[1:-1]]
    allowed = [
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line[0] == "!"
    ]
    assert sorted(names) == sorted(allowed)
    assert [name for name in names if not (ROOT / name).exists()] == []
    assert set(SOURCES) <= set(names)


def test_every_setting_is_documented() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in OWN_SETTINGS if f"`{name}`" not in text] == []
    assert sorted(OWN_SETTINGS) == sorted(field.name.upper() for field in fields(Settings))


def test_what_always_holds_is_tested() -> None:
    """Each test that docs/documents.md and SECURITY.md name is there."""
    documents = (ROOT / "docs" / "documents.md", ROOT / "SECURITY.md")
    text = "\n".join(document.read_text(encoding="utf-8") for document in documents)
    named = set(re.findall(r"`(test_\w+)`", text))
    tests = "\n".join(
        file.read_text(encoding="utf-8")
        for file in files(".py", within=("tests/web", "tests/browser", "tests/project"))
    )
    assert len(named) > 30
    assert sorted(name for name in named if f"def {name}(" not in tests) == []
    scripts = re.findall(r"`(\w+): ([^`]{12,})`", text)
    assert len(scripts) > 15
    for file, name in scripts:
        assert f'test("{name}"' in (ROOT / "tests" / "js" / f"{file}.test.js").read_text(encoding="utf-8"), name
