"""Scoring Qin: most pagodas built, in one game or in a match over both boards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorers.game import (
    N_,
    NN_,
    Boolean,
    Fault,
    Game,
    Line,
    Number,
    Result,
    Seat,
    Variant,
    entry,
    open_entries,
    player_names,
    players,
    rank_players,
)
from scorers.qin.calculators import CALCULATORS
from scorers.qin.examples import EXAMPLES

START_PAGODAS = {2: 24, 3: 19, 4: 15}
"""Number of players -> pagodas that each starts with."""
MAX_PAGODAS = max(START_PAGODAS.values())
PAGODAS_PER = {"provinces": 1, "major_provinces": 2, "villages": 1}
"""Entry -> pagodas on the board for each."""
_ASK_HOW_MANY = N_("How many pagodas are left? If all are built, enter 0.")


def _is_counted(player: "Player") -> bool:
    """Return whether the player's pagodas are counted on the board: some were entered, and the pagodas left were
    not.
    """
    return player.left is None and any(getattr(player, name) is not None for name in PAGODAS_PER)


def _in_a_match(sheet: "Sheet", player: "Player") -> bool:
    return sheet.match


def _in_one_game(sheet: "Sheet", player: "Player") -> bool:
    return not sheet.match


def _built(key: str, label: N_, text: N_) -> Any:
    """Declare a count of places with pagodas, which can be entered instead of the pagodas left."""
    return entry(
        Number(
            label=label,
            help=text,
            high=MAX_PAGODAS // PAGODAS_PER[key],
            line="pagodas",
            asked_if=_in_one_game,
            replaced_if=lambda sheet, player: not _is_counted(player),
            fold=N_("Count what was built instead"),
        )
    )


def _left_on_side(line: str, label: N_, text: N_) -> Any:
    """Declare the pagodas left in one game of a match."""
    return entry(
        Number(label=label, help=text, high=MAX_PAGODAS, line=line, asked_if=_in_a_match, ask_if_blank=_ASK_HOW_MANY)
    )


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """A player's pagodas: in one game `left` or those built; in a match those left on each side of the board."""

    left: int | None = entry(
        Number(
            label=N_("Pagodas left"),
            help=N_(
                "Count the pagodas in front of the player that were never built or were taken back. The score is the "
                "starting "
                "number minus these."
            ),
            high=MAX_PAGODAS,
            line="pagodas",
            hint=N_("Those still in front of the player."),
            asked_if=_in_one_game,
            replaced_if=lambda sheet, player: _is_counted(player),
            ask_if_blank=_ASK_HOW_MANY,
        )
    )
    provinces: int | None = _built(
        "provinces",
        N_("Provinces of 2 to 4 squares"),
        N_("Count the player's provinces of 2, 3 or 4 squares of one colour: each has 1 pagoda, which scores 1."),
    )
    major_provinces: int | None = _built(
        "major_provinces",
        N_("Major provinces, 5 or more"),
        N_(
            "Count the player's provinces of 5 squares or more, not the pagodas on them: each has 2 pagodas, "
            "which score 2."
        ),
    )
    villages: int | None = _built(
        "villages",
        N_("Villages held"),
        N_("Count the villages that the player's pagodas stand on: each has 1 pagoda, which scores 1."),
    )
    left_bird: int | None = _left_on_side(
        "bird",
        N_("Pagodas left, bird side"),
        N_(
            "Enter how many pagodas the player had left when the game on the bird side ended. The match counts "
            "the pagodas "
            "built in both games together."
        ),
    )
    left_lion: int | None = _left_on_side(
        "lion",
        N_("Pagodas left, lion side"),
        N_(
            "Enter how many pagodas the player had left when the game on the lion side ended. The match counts "
            "the pagodas "
            "built in both games together."
        ),
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet: two to four players, and whether they played a match, bird side then lion side."""

    players: tuple[Player, ...] = players(Player, 2, 4)
    match: bool = entry(
        Boolean(
            label=N_("Match over both boards"),
            help=N_(
                "Tick this if the same players played one game on each side of the board: the sheet then has "
                "a field for the pagodas left in each game."
            ),
            kind="length",
            rule="match",
        )
    )


VARIANTS = (
    Variant("game", N_("One game"), {"match": False}),
    Variant("match", N_("Match"), {"match": True}),
)


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Check the number of pagodas, and that pagodas left and built agree if both were entered."""
    start = START_PAGODAS[len(sheet.players)]
    for seat, (player, player_name) in enumerate(zip(sheet.players, player_names(sheet), strict=True)):
        worth = {"left_bird": 1, "left_lion": 1} if sheet.match else {"left": 1, **PAGODAS_PER}
        beyond = [name for name, pagodas in worth.items() if pagodas * (getattr(player, name) or 0) > start]
        for name in beyond:
            message = N_("With %(players)s players each has only %(high)s pagodas")
            yield Fault(f"players.{seat}.{name}", "too_many", message, {"players": len(sheet.players), "high": start})
        if beyond or sheet.match:
            continue
        on_board, values = _count_built(player), {"name": player_name, "start": start}
        counted = [f"players.{seat}.{name}" for name in PAGODAS_PER]
        if on_board > start:
            message = N_("%(name)s has only %(start)s pagodas, but %(built)s were counted on the board")
            yield Fault("players", "impossible", message, {**values, "built": on_board}, tuple(counted))
        elif player.left is not None and not _agree(player, start):
            message = N_("%(name)s has %(start)s pagodas, but %(built)s built and %(left)s left were entered")
            entries = (f"players.{seat}.left", *counted)
            yield Fault("players", "impossible", message, {**values, "built": on_board, "left": player.left}, entries)


def _count_built(player: Player) -> int:
    """Return the pagodas counted on the board."""
    return sum(pagodas * (getattr(player, name) or 0) for name, pagodas in PAGODAS_PER.items())


def _agree(player: Player, start: int) -> bool:
    """Return whether pagodas left and built agree; uncounted ones may be on the board."""
    standing = start - (player.left or 0)
    blank = any(getattr(player, name) is None for name in PAGODAS_PER)
    return _count_built(player) <= standing if blank else _count_built(player) == standing


def score(sheet: Sheet) -> Result:
    """Score the pagodas built; most win, and ties are shared.

    >>> ann, bo = Player(left=3), Player(provinces=9, major_provinces=4, villages=3)
    >>> [player.total for player in score(Sheet(players=(ann, bo))).players]
    [21, 20]
    """
    start = START_PAGODAS[len(sheet.players)]
    if sheet.match:
        columns = [
            [_score_left("bird", start, player.left_bird), _score_left("lion", start, player.left_lion)]
            for player in sheet.players
        ]
    else:
        columns = [[_pagodas(start, player)] for player in sheet.players]
    result = rank_players(GAME, player_names(sheet), columns, open_entries(sheet))
    if not sheet.match and len(result.winners) == 1 and result.players[result.winners[0]].total == start:
        return replace(result, decided_by="last_pagoda")
    return result


def _pagodas(start: int, player: Player) -> Line:
    if not _is_counted(player):
        return _score_left("pagodas", start, player.left)
    working = " + ".join(f"{pagodas} × {getattr(player, name) or 0}" for name, pagodas in PAGODAS_PER.items())
    return Line("pagodas", _count_built(player), working)


def _score_left(key: str, start: int, left: int | None) -> Line:
    return Line(key, 0, "") if left is None else Line(key, start - left, f"{start} − {left}")


GAME = Game(
    slug="qin",
    title=N_("Qin"),
    bgg=127997,
    designer="Reiner Knizia",
    year=2012,
    lines={"pagodas": N_("Pagodas built"), "bird": N_("Bird side"), "lion": N_("Lion side")},
    decisions={"last_pagoda": N_("%(name)s has built the last pagoda and wins at once.")},
    decision_rules={"last_pagoda": "end-last-pagoda"},
    ground="pine",
    unit=NN_("%(num)s pagoda", "%(num)s pagodas"),
    sheet=Sheet,
    faults=faults,
    score=score,
    variants=VARIANTS,
    examples=EXAMPLES,
    calculators=CALCULATORS,
)
