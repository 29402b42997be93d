"""The calculators of Qin: the provinces that a tile touches, and the holder of a village."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorers.game import LETTERS as SEAT_LETTERS
from scorers.game import N_, Answer, Calculator, Choice, EntryList, Fault, Message, Number, PerSeat, entry

LETTERS = SEAT_LETTERS[:4]
MIN_SQUARES, MIN_MAJOR_SQUARES = 2, 5
"""Smallest sizes of a province and of a major province."""
MAX_TOUCHED = 6
"""Two squares of one tile have six neighbours."""
MAX_SQUARES = 40
NOBODY = "nobody"
_PLAYERS = {letter: N_(letter) for letter in LETTERS}


@dataclass(frozen=True, slots=True)
class Tile:
    """The squares that a tile adds in one colour, and the touched provinces of that colour."""

    squares: int | None = entry(
        Number(
            label=N_("Squares that it adds"),
            low=1,
            high=MAX_SQUARES,
            help=N_(
                "Count the squares of this colour on the tile and the lone squares of this colour that it touches: "
                "they become "
                "part of the province."
            ),
        )
    )
    touched: tuple[tuple[int, ...] | None, ...] = entry(
        PerSeat(
            label=N_("Sizes of the provinces it touches"),
            item=EntryList(
                label=N_("Sizes of the provinces it touches"),
                item=Number(label=N_("Size"), low=MIN_SQUARES, high=MAX_SQUARES),
                most=MAX_TOUCHED,
            ),
            hint=N_("By owner; a space between several, such as 4 2."),
            help=N_(
                "Count the squares of each province of this colour that the tile touches, as it was before the tile."
            ),
        )
    )
    player: str = entry(
        Choice(
            label=N_("Who places the tile"),
            options=_PLAYERS,
            help=N_("A new province belongs to the player who places the tile; a province that grows keeps its owner."),
        )
    )


def _judge_province(tile: Tile, names: Sequence[str]) -> Answer | list[Fault]:
    """Return whether the placement is legal, who owns the province then, and how many pagodas each player builds or
    takes back.
    """
    provinces = [(size, seat) for seat, sizes in enumerate(tile.touched) for size in sizes or ()]
    if len(provinces) > MAX_TOUCHED:
        message = N_("No more than %(high)s: %(label)s")
        return [
            Fault(
                "touched", "too_many", message, {"label": N_("Sizes of the provinces it touches"), "high": MAX_TOUCHED}
            )
        ]
    tile_squares = tile.squares or 1
    size = tile_squares + sum(squares for squares, _ in provinces)
    if reason := _explain_refusal(provinces, names):
        return Answer(Message(N_("The tile may not be placed there."), {}), (reason,), _data(None, 0, provinces))
    if not provinces:
        return _found_province(tile_squares, LETTERS.index(tile.player), names)
    owner = max(provinces)[1]
    data, values = _data(owner, size, provinces), {"name": names[owner], "size": size}
    reasons = [_change(names[seat], change) for seat, change in enumerate(data["pagodas"]) if change]
    if len(provinces) == 1:
        return Answer(
            Message(N_("The province grows to %(size)s squares and stays with %(name)s."), values), tuple(reasons), data
        )
    reasons.insert(
        0, Message(N_("The largest province has %(size)s squares without the tile."), {"size": max(provinces)[0]})
    )
    return Answer(Message(N_("%(name)s owns the whole province of %(size)s squares."), values), tuple(reasons), data)


def _explain_refusal(provinces: Sequence[tuple[int, int]], names: Sequence[str]) -> Message | None:
    if sum(size >= MIN_MAJOR_SQUARES for size, _ in provinces) > 1:
        return Message(N_("Two major provinces may not be joined."), {})
    largest = max((size for size, _ in provinces), default=0)
    owners = {seat for size, seat in provinces if size == largest}
    if len(owners) > 1:
        values = {"names": tuple(names[seat] for seat in sorted(owners)), "size": largest}
        return Message(N_("%(names)s are tied for the largest province with %(size)s squares each."), values)
    return None


def _found_province(squares: int, seat: int, names: Sequence[str]) -> Answer:
    if squares < MIN_SQUARES:
        return Answer(
            Message(N_("A lone square is not a province, so nothing is built."), {}), (), _data(None, squares, ())
        )
    data = _data(seat, squares, ())
    sentence = Message(N_("%(name)s founds a province of %(size)s squares."), {"name": names[seat], "size": squares})
    return Answer(sentence, (_change(names[seat], data["pagodas"][seat]),), data)


def _data(owner: int | None, size: int, provinces: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """Return the change in each player's pagodas: those of the touched provinces go back, and the new province gets
    its own.
    """
    if owner is None:
        return {"allowed": not provinces, "owner": None, "size": size, "pagodas": [0] * len(LETTERS)}
    pagodas = [
        -sum(count_pagodas(squares) for squares, holder in provinces if holder == seat) for seat in range(len(LETTERS))
    ]
    pagodas[owner] += count_pagodas(size)
    return {"allowed": True, "owner": owner, "size": size, "pagodas": pagodas}


def count_pagodas(squares: int) -> int:
    """Return the pagodas on a province: a major one has two."""
    return 2 if squares >= MIN_MAJOR_SQUARES else 1


def _change(name: str, pagodas: int) -> Message:
    text = N_("%(name)s builds pagodas: %(count)s.") if pagodas > 0 else N_("%(name)s takes pagodas back: %(count)s.")
    return Message(text, {"name": name, "count": abs(pagodas)})


@dataclass(frozen=True, slots=True)
class Village:
    """The pagodas next to a village, and its previous holder."""

    pagodas: tuple[int | None, ...] = entry(
        PerSeat(
            label=N_("Pagodas beside the village"),
            item=Number(label=N_("Pagodas beside the village"), high=24),
            help=N_(
                "Add up each player's pagodas on the provinces adjacent to the village: a major province has 2, a "
                "lone square none."
            ),
        )
    )
    holder: str = entry(
        Choice(
            label=N_("Whose pagoda stands on it"),
            options={NOBODY: N_("Nobody's"), **_PLAYERS},
            help=N_("Choose who held the village until now."),
        )
    )
    tie: str = entry(
        Choice(
            label=N_("If players are tied for the most"),
            options={"nobody": N_("Nobody holds the village"), "stays": N_("The holder stays")},
            help=N_(
                "Sources differ: either the pagoda on the village returns to its owner, or it stays until another "
                "player has more."
            ),
        )
    )


def _judge_village(village: Village, names: Sequence[str]) -> Answer:
    """Return who holds the village: the player with most pagodas next to it; in a tie, only the previous holder."""
    counts = [count or 0 for count in village.pagodas] or [0] * len(LETTERS)
    most = [seat for seat, count in enumerate(counts) if count == max(counts) > 0]
    before = None if village.holder == NOBODY else LETTERS.index(village.holder)
    if len(most) == 1:
        after: int | None = most[0]
    else:
        after = before if village.tie == "stays" and before in most else None
    reasons = []
    tallies = tuple(f"{name} {count}" for name, count in zip(names, counts, strict=True) if count)
    if tallies:
        reasons.append(Message(N_("Pagodas beside it: %(counts)s."), {"counts": tallies}))
    if before is not None and after != before:
        reasons.append(Message(N_("%(name)s takes the pagoda on the village back."), {"name": names[before]}))
    if after is not None and after != before:
        reasons.append(Message(N_("%(name)s puts a pagoda on the village."), {"name": names[after]}))
    if after is None:
        return Answer(Message(N_("Nobody holds the village."), {}), tuple(reasons), {"holder": None})
    return Answer(Message(N_("%(name)s holds the village."), {"name": names[after]}), tuple(reasons), {"holder": after})


_COUNT = {"type": "integer"}
_SEAT = {"type": ["integer", "null"]}

CALCULATORS = {
    "province": Calculator(
        title=N_("Who owns the joined province?"),
        intro=N_(
            "Enter one colour of the tile at a time to see who owns the province afterwards, or whether the tile "
            "may be placed."
        ),
        rule="absorbing",
        question=Tile,
        answer=_judge_province,
        data_schema={
            "allowed": {"type": "boolean"},
            "owner": _SEAT,
            "size": _COUNT,
            "pagodas": {"type": "array", "items": _COUNT},
        },
        seats=len(LETTERS),
    ),
    "village": Calculator(
        title=N_("Who holds a village?"),
        intro=N_("Enter the pagodas on the provinces beside a village to see who holds it."),
        rule="conquering",
        question=Village,
        answer=_judge_village,
        data_schema={"holder": _SEAT},
        seats=len(LETTERS),
    ),
}
