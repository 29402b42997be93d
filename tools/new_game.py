"""Write the folder of a new game, which passes every test, with parts to replace in each file: `make game SLUG=name LIKE=rounds`."""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.pofile import read_po, write_po
from new_game_kinds import KINDS, LINES
from untranslated import PLACEHOLDER

SCORERS = Path(__file__).parents[1] / "scorers"
SLUG = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
FILES = {
    "__init__.py": '''"""TITLE. REPLACE: designer, publisher, year, and which edition is scored."""
''',
    "score.py": '''"""TITLE: REPLACE with one sentence that says what scores."""

from dataclasses import dataclass

from scorers.entries import Boolean, Number, entry
from scorers.model import N_, Game, Result, Variant, points_each
from scorers.ranking import rank_players
from scorers.sheet import Seat, blank_entries, player_names, players

POINTS_PER_COIN = 1
"""REPLACE with the numbers of the rules."""


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """REPLACE with what each player has at the end."""

    coins: int | None = entry(
        Number(
            label=N_("Coins"),
            hint=N_("Those in front of the player."),
            help=N_("Count the coins in front of each player. Each is worth 1 point."),
            high=99,
            line="coins",
        )
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """REPLACE with what the whole table has, options among it."""

    players: tuple[Player, ...] = players(Player, 2, 4)
    double: bool = entry(Boolean(label=N_("Coins count double"), kind="module", rule="scoring-coins"))


def score(sheet: Sheet) -> Result:
    """Most points win; a tie is shared. REPLACE with the rules.

    >>> [player.total for player in score(Sheet(players=(Player(coins=3), Player(coins=5)))).players]
    [3, 5]
    """
    worth = POINTS_PER_COIN * (2 if sheet.double else 1)
    columns = [[points_each("coins", worth, player.coins)] for player in sheet.players]
    return rank_players(GAME, player_names(sheet), columns, blank_entries(sheet))


GAME = Game(
    slug="SLUG",
    title=N_("TITLE"),
    bgg=None,
    designer="REPLACE",
    year=YEAR,
    lines={"coins": N_("Coins")},
    sheet=Sheet,
    score=score,
    variants=(
        Variant("plain", N_("Plain"), {"double": False}),
        Variant("double", N_("Double coins"), {"double": True}),
    ),
    examples=EXAMPLES,
)
''',
    "examples.py": '''"""Worked examples of TITLE. REPLACE with those of the rulebook, and say where they stand."""

from scorers.model import N_, Example

EXAMPLES = {
    "two_players": Example(
        title=N_("Two players with coins"),
        source="REPLACE: page of the rulebook, or the reckoning by hand: 3 * 1 = 3, 5 * 1 = 5",
        sheet={"players": [{"name": "Ann", "coins": 3}, {"name": "Bo", "coins": 5}]},
        totals=(3, 5),
    ),
}
''',
    "rules.en.md": """---
title: TITLE
edition: REPLACE with the edition that these rules follow
changed: TODAY
---

{#quick-reference}
## Quick reference

REPLACE: what players look up in the middle of a game.

{#scoring}
## Scoring

{#LINE}
### HEADING

SENTENCE REPLACE with the rules.

{#ties}
## Ties

Tied players share the win.
""",
    "rules.zh-Hant.md": """---
title: TITLE（請改成中文名稱）
edition: 請改成本規則依據的版本
changed: TODAY
---

{#quick-reference}
## 速查

請改成遊戲中常查的內容。

{#scoring}
## 計分

{#LINE}
### HEADING

SENTENCE請改成真正的規則。

{#ties}
## 平手

平手的玩家並列第一。
""",
}


TRANSLATIONS = {
    "Coins": "錢幣",
    "Those in front of the player.": "放在玩家面前的錢幣。",
    "Count the coins in front of each player. Each is worth 1 point.": "數每位玩家面前的錢幣，每枚1分。",
    "Coins count double": "錢幣加倍計分",
    "Plain": "一般",
    "Double coins": "錢幣加倍",
    "Two players with coins": "兩人的錢幣",
}
"""The Chinese translations of the folder's texts."""
COINS = (
    ("scoring-coins", "Coins", "Each player scores 1 point for every coin."),
    ("scoring-coins", "錢幣", "每位玩家的每枚錢幣得1分。"),
)
COUNTS = "counts"
"""What a new game is like unless LIKE says otherwise."""


def main(arguments: list[str]) -> int:
    """Write the folder, or with `--translate` add its texts to the catalogue; return the exit status."""
    if arguments[:1] == ["--translate"]:
        translate(arguments[1])
        return 0
    return write_folder(*arguments[:2])


def translate(slug: str) -> None:
    """Add the Chinese translations of the folder's texts to the catalogue."""
    path = SCORERS.parent / "translations" / "zh_Hant" / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as catalogue:
        catalog = read_po(catalogue, locale="zh_Hant")
    known = {
        **TRANSLATIONS,
        **{text: chinese for _, texts in KINDS.values() for text, chinese in texts.items()},
        title_of(slug): PLACEHOLDER,
    }
    for message in catalog:
        if not message.string and isinstance(message.id, str):
            message.string = known.get(message.id, "")
    with path.open("wb") as catalogue:
        write_po(catalogue, catalog, width=76)


def with_import(code: str, line: str) -> str:
    """Insert an import in sorted order."""
    lines = code.split("\n")
    imports = [i for i, text in enumerate(lines) if text.startswith("from scorers.")]
    at = next((i for i in imports if lines[i].split()[1] > line.split()[1]), imports[-1] + 1)
    return "\n".join([*lines[:at], line, *lines[at:]])


def title_of(slug: str) -> str:
    """Return the title that a slug suggests.

    >>> title_of("chang_cheng")
    'Chang Cheng'
    """
    return slug.replace("_", " ").title()


def write_folder(slug: str = "", like: str = "") -> int:
    """Write the folder of a game like another kind and return the exit status. An existing folder is not changed."""
    folder = SCORERS / slug
    if not SLUG.fullmatch(slug):
        print(f"SLUG={slug}: a game's slug has small letters, digits and single underscores, as in chang_cheng.", file=sys.stderr)
        return 2
    if like not in ("", COUNTS, *KINDS):
        print(f"LIKE={like}: a new game is like one of these: {COUNTS}, {', '.join(KINDS)}.", file=sys.stderr)
        return 2
    if folder.exists():
        print(f"{folder} is there already; nothing was written.", file=sys.stderr)
        return 1
    folder.mkdir()
    now = datetime.now(tz=UTC)
    values = {"SLUG": slug, "TITLE": title_of(slug), "YEAR": str(now.year - 1), "TODAY": f"{now:%Y-%m-%d}"}
    files = FILES | (KINDS[like][0] if like in KINDS else {})
    lines = dict(zip(("rules.en.md", "rules.zh-Hant.md"), LINES.get(like, COINS), strict=True))
    for name, text in files.items():
        texts = values | dict(zip(("LINE", "HEADING", "SENTENCE"), lines.get(name, ()), strict=False))
        content = re.sub("|".join(texts), lambda match, texts=texts: texts[match[0]], text)
        if name == "score.py":
            content = with_import(content, f"from scorers.{slug}.examples import EXAMPLES")
        (folder / name).write_text(content, encoding="utf-8")
    print(f"Written: scorers/{slug}/. Replace what says REPLACE, translate it with `make strings`, then run `make check-game SLUG={slug}`.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
