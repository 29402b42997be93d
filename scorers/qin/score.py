"""Qin: who has built most pagodas, in one game or in a match over both boards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorers.sheets import blanks, name, names, number, players, tick
from scorers.words import Fault, Game, Line, N_, Result, Variant, settle

START_PAGODAS = {2: 24, 3: 19, 4: 15}
"""Pagodas that each player starts with, by number of players."""
PAGODAS_PER_PROVINCE = 1
PAGODAS_PER_MAJOR_PROVINCE = 2
PAGODAS_PER_VILLAGE = 1

GAME = Game(
    slug="qin",
    title=N_("Qin"),
    bgg=None,
    designer="Reiner Knizia",
    year=2012,
    lines={"pagodas": N_("Pagodas built"), "bird": N_("Bird side"), "lion": N_("Lion side")},
    decisions={"last_pagoda": N_("%(name)s has built the last pagoda and wins at once.")},
)


@dataclass(frozen=True, slots=True)
class Player:
    """One game is told by `left`, or by what was built; a match by the pagodas left on either side of the board."""

    name: str | None = name()
    left: int | None = number(
        N_("Pagodas left"),
        high=24,
        line="pagodas",
        hint=N_("Those still in front of the player; leave the three entries below blank."),
        when=lambda sheet, player: not sheet.match and (player.left is not None or not _counted(player)),
        offered=lambda sheet: not sheet.match,
    )
    provinces: int | None = number(
        N_("Provinces of 2 to 4 squares"), high=24, line="pagodas", when=lambda s, p: _by_built(s, p), offered=lambda s: not s.match
    )
    major_provinces: int | None = number(
        N_("Major provinces, 5 squares or more"), high=12, line="pagodas", when=lambda s, p: _by_built(s, p), offered=lambda s: not s.match
    )
    villages: int | None = number(
        N_("Villages held"), high=24, line="pagodas", when=lambda s, p: _by_built(s, p), offered=lambda s: not s.match
    )
    left_bird: int | None = number(N_("Pagodas left, bird side"), high=24, line="bird", when=lambda sheet, player: sheet.match)
    left_lion: int | None = number(N_("Pagodas left, lion side"), high=24, line="lion", when=lambda sheet, player: sheet.match)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table: two to four players, and whether they played a match, bird side then lion side."""

    players: tuple[Player, ...] = players(Player, 2, 4)
    match: bool = tick(N_("Match over both boards"), rule="match")


VARIANTS = (
    Variant("game", N_("One game"), {"match": False}),
    Variant("match", N_("Match"), {"match": True}),
)


def _counted(player: Player) -> bool:
    return any(count is not None for count in (player.provinces, player.major_provinces, player.villages))


def _by_built(sheet: Sheet, player: Player) -> bool:
    return not sheet.match and player.left is None and _counted(player)


def _built(player: Player) -> int:
    """Pagodas on the board, as far as they were counted."""
    return (
        PAGODAS_PER_PROVINCE * (player.provinces or 0)
        + PAGODAS_PER_MAJOR_PROVINCE * (player.major_provinces or 0)
        + PAGODAS_PER_VILLAGE * (player.villages or 0)
    )


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Nobody has more pagodas than the number of players gives, and both ways of counting must agree."""
    start = START_PAGODAS[len(sheet.players)]
    for seat, (player, called) in enumerate(zip(sheet.players, names(sheet), strict=True)):
        for entry in ("left", "left_bird", "left_lion"):
            if (getattr(player, entry) or 0) > start:
                message = N_("With %(players)s players each has %(high)s pagodas")
                yield Fault(f"players.{seat}.{entry}", "too_many", message, {"players": len(sheet.players), "high": start})
        if _built(player) > start:
            yield Fault("players", "impossible", N_("%(name)s has only %(high)s pagodas to build"), {"name": called, "high": start})
        elif player.left is not None and _counted(player) and player.left <= start and not _agree(player, start):
            message = N_("%(built)s built and %(left)s left do not make %(start)s pagodas")
            yield Fault(f"players.{seat}.left", "impossible", message, {"built": _built(player), "left": player.left, "start": start})


def _agree(player: Player, start: int) -> bool:
    if None in (player.provinces, player.major_provinces, player.villages):
        return _built(player) + (player.left or 0) <= start
    return _built(player) + (player.left or 0) == start


def score(sheet: Sheet) -> Result:
    """Most pagodas built win; a tie is shared.

    >>> ann, bo = Player(left=3), Player(provinces=9, major_provinces=4, villages=3)
    >>> [player.total for player in score(Sheet(players=(ann, bo))).players]
    [21, 20]
    """
    start = START_PAGODAS[len(sheet.players)]
    if sheet.match:
        lines = [[_left(start, "bird", p.left_bird), _left(start, "lion", p.left_lion)] for p in sheet.players]
        return settle(GAME, names(sheet), lines, blanks(sheet))
    result = settle(GAME, names(sheet), [[_pagodas(start, player)] for player in sheet.players], blanks(sheet))
    if len(result.winners) == 1 and result.players[result.winners[0]].total == start:
        return replace(result, decided_by="last_pagoda")
    return result


def _pagodas(start: int, player: Player) -> Line:
    if player.left is not None or not _counted(player):
        return _left(start, "pagodas", player.left)
    working = f"{player.provinces or 0} + 2 × {player.major_provinces or 0} + {player.villages or 0}"
    return Line("pagodas", _built(player), working)


def _left(start: int, key: str, left: int | None) -> Line:
    return Line(key, 0, "") if left is None else Line(key, start - left, f"{start} − {left}")
