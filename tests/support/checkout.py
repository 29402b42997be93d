"""A copy of the scorers with the invented games among them, for tests that start a process of their own."""

import shutil
from pathlib import Path

import scorers

ROOT = Path(__file__).parents[2]


def copy_scorers(to: Path) -> Path:
    """Copy the scorers, the games of other folders and the catalogues below a folder, which can then be worked in."""
    if not (to / "scorers").exists():
        skip = shutil.ignore_patterns("__pycache__")
        for path in scorers.__path__:
            shutil.copytree(path, to / "scorers", ignore=skip, dirs_exist_ok=True)
        shutil.copytree(ROOT / "translations", to / "translations", ignore=skip)
    return to
