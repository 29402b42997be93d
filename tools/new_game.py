"""Write the folder of a new game, which passes every test and has placeholders to replace: `make game SLUG=name LIKE=rounds`.

Its files are copied from a folder of `tools/new_game_files`, where `zh-Hant.tsv` translates their texts.
"""

import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.pofile import read_po, write_po
from untranslated import PLACEHOLDER

ROOT = Path(__file__).parents[1]
SCORERS = ROOT / "scorers"
FILES = Path(__file__).parent / "new_game_files"
SLUG = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
KINDS = ("counts", "rounds", "painted")
"""The kinds of games that a new one can be like; the first is the default."""


def main(arguments: list[str]) -> int:
    """Write the folder, or with `--translate` add its texts to the catalogue; return the exit status."""
    if arguments[:1] == ["--translate"]:
        translate(arguments[1])
        return 0
    return write_folder(*arguments[:2])


def translate(slug: str) -> None:
    """Add the Chinese translations of the folder's texts to the catalogue."""
    path = ROOT / "translations" / "zh_Hant" / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as catalogue:
        catalog = read_po(catalogue, locale="zh_Hant")
    known = {title_of(slug): PLACEHOLDER}
    for kind in KINDS:
        known |= read_translations(kind)
    for message in catalog:
        if not message.string and isinstance(message.id, str):
            message.string = known.get(message.id, "")
    with path.open("wb") as catalogue:
        write_po(catalogue, catalog, width=76)


def read_translations(kind: str) -> dict[str, str]:
    """Return the Chinese translation of each text in the files of a kind of game."""
    rows = (FILES / kind / "zh-Hant.tsv").read_text(encoding="utf-8").splitlines()
    return dict(row.split("\t") for row in rows)


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
            f"SLUG={slug}: a game's slug has small letters, digits and single underscores, as in chang_cheng.",
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
    shutil.copytree(FILES / (like or KINDS[0]), folder, ignore=shutil.ignore_patterns("zh-Hant.tsv"))
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub("|".join(values), lambda match: values[match[0]], text), encoding="utf-8")
        file.rename(folder / file.name.removesuffix(".txt"))
    # The position of the examples' import depends on the slug.
    sort = ["ruff", "check", "--quiet", "--config", "pyproject.toml", "--select", "I", "--fix", folder]
    subprocess.run([sys.executable, "-m", *sort], cwd=ROOT, check=True)  # noqa: S603
    print(
        f"Written: scorers/{slug}/. Replace what says REPLACE, translate it with `make strings`, then run `make check-game SLUG={slug}`."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
