"""Check a game's folder for mistakes in its files, untranslated texts, and placeholders of `make game`.

`make check-game SLUG=name` runs this with `--mistakes` before the tests, for the first list, and after them for the
other two, with `--failed` if a check or test failed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))


from strings import ROOT, catalogues, find_untranslated

from scorers.model import DeclarationError
from scorers.registry import folder, slugs
from web.rules.checks import find_leftovers, find_mistakes

NEXT = "Look at its pages: `make check-game-pages SLUG={slug}`."


def main(arguments: list[str]) -> int:
    """Print a line for each problem in the folder of a game; return the exit status."""
    *options, slug = arguments or [""]
    try:
        known = slugs()
    except DeclarationError as error:
        print(str(error).replace(f"{ROOT}/", ""), file=sys.stderr)
        return 1
    if slug not in known:
        print(
            f"SLUG={slug}: there is no such game; the games are {', '.join(known)}. `make game SLUG=name` begins one.",
            file=sys.stderr,
        )
        return 2
    to_do = find_mistakes if "--mistakes" in options else find_unfinished
    lines = [line.replace(f"{ROOT}/", "") for line in to_do(slug)]
    print(*lines, sep="\n", end="\n" if lines else "", file=sys.stderr)
    if "--failed" in options:
        print(f"{slug}: {_count(len(lines))} left to replace or translate, but a check above failed: mend that first.")
    elif "--mistakes" not in options:
        print(f"{slug}: {_count(len(lines))} left to do. {NEXT.format(slug=slug)}")
    return 1 if lines else 0


def _count(number: int) -> str:
    """Return how many things are left, in words."""
    return {0: "nothing is", 1: "1 thing is"}.get(number, f"{number} things are")


def find_unfinished(slug: str) -> list[str]:
    """Return a line for each untranslated text and each placeholder."""
    texts = [line for path, own in catalogues(ROOT) if own == folder(slug) for line in find_untranslated(path, own)]
    return [*texts, *find_leftovers(slug)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
