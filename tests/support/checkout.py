"""A copy of the scorers with the invented games among them, for tests that start a process of their own."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]


def copy_scorers(to: Path) -> Path:
    """Copy the scorers, the invented games and the catalogues below a folder, which can then be worked in."""
    if not (to / "scorers").exists():
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "scorers", to / "scorers", ignore=skip)
        shutil.copytree(ROOT / "tests" / "support" / "invented_games", to / "scorers", ignore=skip, dirs_exist_ok=True)
        shutil.copytree(ROOT / "translations", to / "translations", ignore=skip)
    return to
