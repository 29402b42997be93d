"""What scripts import from each other is there, also where it is loaded only at a touch: a wrong name would show nowhere else."""

import posixpath
import re

import pytest
from proofreader import Proofreader

from scorers.entries.seats import LETTERS
from scorers.registry import slugs
from web.serving.static_copies import find_files

SCRIPTS = {name: file.read_text(encoding="utf-8") for name, file in find_files().items() if name.endswith(".js")}
EXPORT = re.compile(r"^export (?:async )?(?:function|const) (\w+)", re.M)
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


def _find_imports(name: str) -> set[str]:
    """Return what a script imports at once, and what that imports."""
    folder = posixpath.dirname(name)
    direct = {
        posixpath.normpath(f"{folder}/{file}")
        for file in re.findall(r'^import [^(\n]*"(\.[^"]+)";', SCRIPTS[name], re.M)
    }
    return direct.union(*map(_find_imports, direct))


@pytest.mark.parametrize("slug", slugs())
def test_a_sheet_preloads_what_its_scripts_import(client: Proofreader, slug: str) -> None:
    """No script waits for another to be read first, and none is loaded for nothing."""
    page = client.get(f"/en/{slug}/score").text
    scripts = set(re.findall(r'<script [^>]*src="/static/\w+/([^"]+)"', page))
    preloads = set(re.findall(r'<link rel="modulepreload" href="/static/\w+/([^"]+)"', page))
    views = {"sheet/views.js"} if "board-part" in page else set()  # view_switch.js imports them where there is a board
    assert preloads == set().union(*map(_find_imports, scripts | views)) - scripts | views
    assert len(preloads) > 3
