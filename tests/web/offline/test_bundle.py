"""What a browser gets to run Tally: a copy of the application that works with no module beside those of the bundle."""

import subprocess
import sys
from pathlib import Path

import pytest
from serving import ROOT

COPY = """
import sys
from pathlib import Path
sys.path.insert(0, "offline")
from build import PACKAGES, copy_application
copy_application(Path(sys.argv[1]))
print(*PACKAGES)
"""
START = """
import json, sys
from importlib.abc import MetaPathFinder
own, offline, *packages = sys.argv[1:]
sys.path[:] = [own, offline, *(path for path in sys.path if "site-packages" in path or "lib" in path)]
from trim import is_used

class Bundle(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.startswith("_jinja2_module_templates"):
            return None  # a compiled template
        if name.partition(".")[0] not in known or not is_used(name.replace(".", "/") + ".py"):
            raise ModuleNotFoundError(f"{name} is not in the bundle", name=name)

known = {*sys.stdlib_module_names, "app", "web", "scorers", "engine", "babel", *(name.replace("-", "_") for name in packages)}
sys.meta_path.insert(0, Bundle())

class Body:
    def to_bytes(self):
        return b""

import engine
answer = engine.start("http://localhost", "", "/offline/0/")
for path in ("/en/qin/score", "/zh-Hant/qin/score?n=2&0.left=2&1.left=5", "/en/qin/rules", "/en/search?q=tie"):
    status, headers, body = answer("GET", path, "[]", Body())
    print(path, status, dict(json.loads(headers))["Content-Type"], len(body) > 5000)
print(all(module.__file__.startswith(own) for name, module in sys.modules.items() if name.partition(".")[0] in ("app", "web", "scorers")))
"""


@pytest.fixture
def bundle_copy(tmp_path: Path) -> tuple[Path, list[str]]:
    """The application as a browser gets it, and the packages beside it."""
    copied = subprocess.run(
        [sys.executable, "-c", COPY, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tmp_path, copied.stdout.split()


def test_the_copy_answers_with_nothing_but_the_bundle(bundle_copy: tuple[Path, list[str]]) -> None:
    folder, packages = bundle_copy
    command = [sys.executable, "-c", START, str(folder), str(ROOT / "offline"), *packages]
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert process.stderr == ""
    assert process.stdout.splitlines() == [
        "/en/qin/score 200 text/html; charset=utf-8 True",
        "/zh-Hant/qin/score?n=2&0.left=2&1.left=5 200 text/html; charset=utf-8 True",
        "/en/qin/rules 200 text/html; charset=utf-8 True",
        "/en/search?q=tie 200 text/html; charset=utf-8 True",
        "True",
    ]
