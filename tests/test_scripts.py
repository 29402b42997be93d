"""What scripts import from each other is there, also where it is loaded only at a touch: a wrong name would show nowhere else."""

import posixpath
import re

import pytest

from web.serving.static_copies import find_files

SCRIPTS = {name: file.read_text(encoding="utf-8") for name, file in find_files().items() if name.endswith(".js")}
EXPORT = re.compile(r"^export (?:async )?(?:function|const) (\w+)", re.M)
IMPORTS = (
    re.compile(r'import (?P<names>\{[^}]*\}) from "(?P<file>[^"]+)"'),
    re.compile(r'import\("(?P<file>[^"]+)"\)\.then\(\((?P<names>\{[^}]*\})\)'),
    re.compile(r'const (?P<names>\{[^}]*\}) = await import\("(?P<file>[^"]+)"\)'),
)
FILE = re.compile(r'(?:import|from) ?\(?"(\.[^"]+)"')


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_imports_only_what_another_exports(name: str) -> None:
    folder = posixpath.dirname(name)
    files = {posixpath.normpath(f"{folder}/{file}") for file in FILE.findall(SCRIPTS[name])}
    assert files <= SCRIPTS.keys()
    for found in (found for form in IMPORTS for found in form.finditer(SCRIPTS[name])):
        exports = EXPORT.findall(SCRIPTS[posixpath.normpath(f"{folder}/{found['file']}")])
        assert set(re.findall(r"(\w+)(?: as \w+)?", found["names"])) <= set(exports)
