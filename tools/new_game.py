"""Write the folder of a new game, which passes every test and has placeholders to replace: `make game SLUG=name
LIKE=rounds`.

Its files are copied from a folder of `tools/new_game_files`.
"""

import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCORERS = ROOT / "scorers"
TESTS = ROOT / "tests" / "games"
TEST = "test_score.py.txt"
FILES = Path(__file__).parent / "new_game_files"
SLUG = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
KINDS = ("counts", "rounds", "painted")
"""The kinds of games that a new one can be like; the first is the default."""


def main(arguments: list[str]) -> int:
    """Write the folder; return the exit status."""
    return write_folder(*arguments[:2])


def title_of(slug: str) -> str:
    """Return the title that a slug suggests.

    >>> title_of("chang_cheng")
    'Chang Cheng'
    """
    return slug.replace("_", " ").title()


def write_folder(slug: str = "", like: str = "") -> int:
    """Write the folder of a game of some kind and return the exit status. An existing folder is not changed."""
    folder = SCORERS / slug
    if not SLUG.fullmatch(slug):
        print(
            f"SLUG={slug}: a game's slug begins with a small letter and has small letters, digits and single "
            "underscores, as in chang_cheng.",
            file=sys.stderr,
        )
        return 2
    if like not in ("", *KINDS):
        print(f"LIKE={like}: a new game is like one of these: {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    if folder.exists():
        print(f"{folder} is there already; nothing was written.", file=sys.stderr)
        return 1
    now = datetime.now(tz=UTC)
    values = {"SLUG": slug, "TITLE": title_of(slug), "YEAR": str(now.year - 1), "TODAY": f"{now:%Y-%m-%d}"}
    shutil.copytree(FILES / (like or KINDS[0]), folder)
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub("|".join(values), lambda match: values[match[0]], text), encoding="utf-8")
        name = file.name.removesuffix(".txt")
        if file.name == TEST:
            (TESTS / slug).mkdir(parents=True, exist_ok=True)
        file.rename((TESTS / slug if file.name == TEST else folder) / name)
    # The position of the examples' import depends on the slug.
    sort = ["ruff", "check", "--quiet", "--config", "pyproject.toml", "--select", "I", "--fix", folder, TESTS / slug]
    subprocess.run([sys.executable, "-m", *sort], cwd=ROOT, check=True)  # noqa: S603
    print(
        f"Written: scorers/{slug}/ and tests/games/{slug}/. Replace what says REPLACE, translate it with "
        "`make strings`, "
        f"then run `make check-game SLUG={slug}`."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
