"""What scripts import from each other is there, also where it is loaded only at a touch: a wrong name would show
nowhere else.
"""

import json
import posixpath
import re
import subprocess
import sys
from pathlib import Path

import pytest
from proofreader import Proofreader

from scorers.entries.seats import LETTERS
from scorers.registry import slugs
from web.common.static_copies import find_files, strip_script

SCRIPTS = {name: file.read_text(encoding="utf-8") for name, file in find_files().items() if name.endswith(".js")}
NODE = Path(sys.executable).parent / "node"
EXPORT = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.M)
IMPORTS = (
    re.compile(r'import (?P<names>\{[^}]*\}) from "(?P<file>[^"]+)"'),
    re.compile(r'import\("(?P<file>[^"]+)"\)\.then\(\((?P<names>\{[^}]*\})\)'),
    re.compile(r'const (?P<names>\{[^}]*\}) = await import\("(?P<file>[^"]+)"\)'),
)
FILE = re.compile(r'(?:import|from) ?\(?"(\.[^"]+)"')


def test_scripts_import_only_what_others_export() -> None:
    for name, script in SCRIPTS.items():
        folder = posixpath.dirname(name)
        files = {posixpath.normpath(f"{folder}/{file}") for file in FILE.findall(script)}
        assert files <= SCRIPTS.keys(), name
        for found in (found for form in IMPORTS for found in form.finditer(script)):
            exports = EXPORT.findall(SCRIPTS[posixpath.normpath(f"{folder}/{found['file']}")])
            assert set(re.findall(r"(\w+)(?: as \w+)?", found["names"])) <= set(exports), name


def test_scripts_call_seats_by_the_same_letters() -> None:
    assert set(re.findall(r'LETTERS = "(\w+)"', "".join(SCRIPTS.values()))) == {LETTERS}


def _find_imports(name: str, known: frozenset[str] = frozenset()) -> set[str]:
    """Return what a script imports at once, and what that imports."""
    folder = posixpath.dirname(name)
    files = re.findall(r'^import [^(\n]*"(\.[^"]+)";', SCRIPTS[name], re.M)
    direct = {posixpath.normpath(f"{folder}/{file}") for file in files} - known
    return direct.union(*(_find_imports(one, known | direct) for one in direct))


def test_no_script_imports_the_painter_of_grids() -> None:
    """Pages with grids have a tag for it, and so has the page that stands in for any shared sheet offline."""
    assert [name for name in SCRIPTS if "sheet/grid.js" in _find_imports(name)] == []


PAGES = (
    "/en/",
    "/en/about",
    "/en/qin/rules",
    "/en/scorebook",
    "/en/qin/help/village",
    "/en/qin/column/1?n=2",
    "/en/search?q=tie",
    "/en/qin/score?n=2&0.left=3",
)


@pytest.mark.parametrize("path", [*PAGES, *(f"/en/{slug}/score" for slug in slugs())])
def test_page_preloads_what_its_scripts_import(client: Proofreader, path: str) -> None:
    """No script waits for another to be read first, and none is loaded for nothing."""
    page = client.get(path).text
    scripts = set(re.findall(r'<script type="module" src="/static/\w+/([^"]+)"', page))
    preloads = re.findall(r'<link rel="modulepreload" href="/static/\w+/([^"]+)" fetchpriority="low"', page)
    assert set(preloads) == scripts.union(*map(_find_imports, scripts))
    assert len(preloads) == len(set(preloads))
    assert "common/storage.js" in preloads


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_imports_fit_on_one_line(name: str) -> None:
    """So that what a page preloads can be read from its scripts."""
    assert len(re.findall(r"^import\b(?!\()", SCRIPTS[name], re.M)) == len(
        re.findall(r'^import [^(\n]*"\.[^"]+";$', SCRIPTS[name], re.M)
    )


LATE = re.compile(r"\bimport\(([^)]+)\)")
KNOWINGLY = ("board.dataset.script", '"./picture.js"', '"../offline/', '"./engine.js"')
"""A board, the picture of a result, and the engine that works offline."""


@pytest.mark.parametrize("name", sorted(name for name in SCRIPTS if not name.startswith("scorebook/")))
def test_only_what_is_opened_knowingly_loads_late(name: str) -> None:
    assert [what for what in LATE.findall(SCRIPTS[name]) if not what.startswith(KNOWINGLY)] == []


PARSE = """
import vm from "node:vm";
import { text } from "node:stream/consumers";
for (const [name, script] of Object.entries(JSON.parse(await text(process.stdin)))) new vm.SourceTextModule(script, {
  identifier: name });
"""


def test_scripts_without_comments_still_parse() -> None:
    """As they are served."""
    scripts = {name: strip_script(script) for name, script in SCRIPTS.items()}
    command = [NODE, "--experimental-vm-modules", "--input-type=module", "--eval", PARSE]
    check = subprocess.run(command, input=json.dumps(scripts), capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stderr
    assert sum(map(len, scripts.values())) < 0.9 * sum(map(len, SCRIPTS.values()))
