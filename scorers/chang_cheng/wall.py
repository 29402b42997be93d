"""The wall space by space, divided by the boards into Mongol regions on one side and Chinese provinces on the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorers.game import N_, Choice, Fault, Number, PerSeat, Seats, entry

BOARDS = {2: 3, 3: 3, 4: 4}
"""Number of players -> boards at the end of the game."""
SPACES_OF_BOARD = 13
USUAL_SIZES = (4, 4, 5)
"""The usual division of a board, from the left."""
LAST_SPACE_OF_FIRST = 6
"""The longest first part of a board; a border further right is the board's second."""
MAX_WALLS_OF_OWNER = 6
"""Spaces of the largest region that is known; a larger number is two that were typed into one cell."""
MAX_REGION_SPACES = SPACES_OF_BOARD - 2
"""What the two other regions of a board leave at the very most; no source lists the printed sizes of all boards."""
SPACES = {players: SPACES_OF_BOARD * boards for players, boards in BOARDS.items()}
REGIONS = {players: 3 * boards for players, boards in BOARDS.items()}
"""Number of players -> Mongol regions on one side of the wall, and Chinese provinces on the other."""

SINGLES, TOWERS, HALVES = 14, 1, 2
"""A player's pieces; the only double wall counts as two halves."""
OWN_SPACES = SINGLES + TOWERS + HALVES
NEUTRAL_WALLS = 12

LETTERS = "ABCD"
EMPTY, DESTROYED, NEUTRAL = ".", "x", "n"
TOWER, HALF = "t", "d"

THREATS = {0: N_("0, removed"), 2: N_("−2"), 3: N_("−3"), 4: N_("−4")}
AS_PRINTED = {-threat: threat for threat in THREATS if threat}


@dataclass(frozen=True, slots=True)
class Region:
    """A Mongol region: its threat (None until it is chosen), each seat's standing walls, the seats with a tower
    here, and neutral walls.
    """

    threat: int | None = entry(
        Choice(
            label=N_("threat"),
            help=N_(
                "Enter the number of the threat tile of this Mongol region: 2, 3 or 4. The player with the most "
                "walls there loses it. It is 0 if the tile was removed."
            ),
            options=THREATS,
            alias=AS_PRINTED,
            unset=N_("–"),
            line="invasion",
            hint=N_("0 where the threat tile was removed."),
        )
    )
    walls: tuple[int | None, ...] = entry(
        PerSeat(
            label=N_("Walls in region"),
            help=N_(
                "Count each player's standing walls in this Mongol region: a single wall counts 1, a tower 1, and"
                " the double wall 1 per space there. Ignore destroyed walls."
            ),
            item=Number(label=N_("Walls in region"), high=MAX_WALLS_OF_OWNER),
            line="invasion",
            hint=N_("Standing walls; a tower counts 1, each half of a double wall 1."),
        )
    )
    towers: tuple[int, ...] = entry(
        Seats(
            label=N_("Tower stands in region"),
            help=N_(
                "Choose the Mongol region in which each player's tower stands. A player loses nothing in that region."
            ),
            line="invasion",
        )
    )
    neutral: int | None = entry(
        Number(
            label=N_("Neutral walls in region"),
            help=N_(
                "Count the neutral walls in this Mongol region. If neutral alone has the most walls, nobody "
                "loses; a player tied with neutral loses in full."
            ),
            high=MAX_WALLS_OF_OWNER,
            line="invasion",
            asked_if=lambda sheet, player: len(sheet.players) == 2 and sheet.neutral == "competes",
        )
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A row of adjacent spaces of one owner: its length, and the ids of its Chinese provinces."""

    length: int
    provinces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall ready for scoring: its regions and, by seat, the provinces with an own wall and the longest row."""

    regions: tuple[Region, ...]
    provinces: tuple[tuple[str, ...], ...]
    rows: tuple[Row, ...]


def wall_faults(
    text: str,
    china: Sequence[int],
    mongol: Sequence[int],
    threats: Sequence[int],
    players: int,
    names: Sequence[str] = LETTERS,
) -> Iterator[Fault]:
    """Yield a fault for everything that the pieces and boards do not allow.

    Spaces are counted from 1, and `names` are the players'.

    >>> faults = wall_faults("Ad C Ad", [3], [3], [2], players=2)
    >>> [fault.message % fault.values for fault in faults]  # doctest: +NORMALIZE_WHITESPACE
    ["Space 2: C must be one of . x n A B; a player's letter may be followed by t or d",
     'Space 1: the other half of this double wall must lie beside it']
    """
    spaces = text.split()
    letters = LETTERS[:players]
    yield from _notation_faults(spaces, letters)
    yield from _piece_faults(spaces, letters, names)
    yield from _board_faults(spaces, china, mongol, threats, players)


def read_wall(text: str, china: Sequence[int], mongol: Sequence[int], threats: Sequence[int], players: int) -> Wall:
    """Read a wall without faults; sizes and threats are listed from left to right.

    >>> wall = read_wall("A Bt x Ad Ad n", china=[3, 3], mongol=[2, 4], threats=[3, 4], players=2)
    >>> wall.regions[1]
    Region(threat=4, walls=(2, 0), towers=(), neutral=1)
    >>> wall.provinces, wall.rows[0]
    ((('c1', 'c2'), ('c1',)), Row(length=2, provinces=('c2',)))
    """
    spaces = text.split()
    owners = [piece[0] for piece in spaces]
    letters = LETTERS[:players]
    province_of = [f"c{i}" for i, size in enumerate(china, 1) for _ in range(size)]
    return Wall(
        tuple(_region(part, threat, letters) for part, threat in zip(_cut(spaces, mongol), threats, strict=True)),
        tuple(_provinces(owners, province_of, letter) for letter in letters),
        _longest_rows(owners, province_of, letters),
    )


def _notation_faults(spaces: Sequence[str], letters: str) -> Iterator[Fault]:
    choices = {EMPTY, DESTROYED, NEUTRAL, *(letter + kind for letter in letters for kind in ("", TOWER, HALF))}
    for i, piece in enumerate(spaces, 1):
        if piece not in choices:
            message = N_(
                "Space %(space)s: %(piece)s must be one of %(pieces)s; a player's letter may be followed by t or d"
            )
            pieces = " ".join((EMPTY, DESTROYED, NEUTRAL, *letters))
            yield Fault("wall", "choice", message, {"space": i, "piece": piece[:20], "pieces": pieces})


def _piece_faults(spaces: Sequence[str], letters: str, names: Sequence[str]) -> Iterator[Fault]:
    """Check the number of each player's pieces, and that both halves of a double wall are adjacent."""
    for letter, name in zip(letters, names, strict=False):
        for piece, high, message in (
            (letter, SINGLES, N_("Space %(space)s: %(owner)s has only %(high)s single walls")),
            (letter + TOWER, TOWERS, N_("Space %(space)s: %(owner)s has only one tower")),
            (letter + HALF, HALVES, N_("Space %(space)s: %(owner)s has only one double wall, of two halves")),
        ):
            yield from _too_many(spaces, piece, high, message, name)
        halves = _find_spaces(spaces, letter + HALF)
        if len(halves) == 1 or (len(halves) == HALVES and halves[0] + 1 != halves[1]):
            message = N_("Space %(space)s: the other half of this double wall must lie beside it")
            yield Fault("wall", "impossible", message, {"space": halves[0]})
    if len(letters) == 2:
        yield from _too_many(
            spaces, NEUTRAL, NEUTRAL_WALLS, N_("Space %(space)s: there are only %(high)s neutral walls")
        )
    else:
        yield from _too_many(spaces, NEUTRAL, 0, N_("Space %(space)s: neutral walls are for two players only"))


def _too_many(spaces: Sequence[str], piece: str, high: int, message: N_, owner: str = "") -> Iterator[Fault]:
    at = _find_spaces(spaces, piece)
    if len(at) > high:
        yield Fault("wall", "too_many", message, {"space": at[high], "owner": owner, "high": high})


def _find_spaces(spaces: Sequence[str], piece: str) -> list[int]:
    return [i for i, lies in enumerate(spaces, 1) if lies == piece]


def _board_faults(
    spaces: Sequence[str], china: Sequence[int], mongol: Sequence[int], threats: Sequence[int], players: int
) -> Iterator[Fault]:
    """Check that the wall fits the boards, and that the sizes on both sides add up to its length."""
    if len(spaces) > SPACES[players]:
        message = N_("Space %(space)s: with %(players)s players the wall has only %(high)s spaces")
        yield Fault(
            "wall", "too_many", message, {"space": SPACES[players] + 1, "players": players, "high": SPACES[players]}
        )
    for name, numbers, message in (
        ("china", china, N_("With the whole wall, also enter the province sizes")),
        ("mongol", mongol, N_("With the whole wall, also enter the region sizes")),
        ("threats", threats, N_("With the whole wall, also enter the threat tiles")),
    ):
        if not numbers:
            yield Fault(name, "missing", message)
    for name, sizes in (("china", china), ("mongol", mongol)):
        if len(sizes) > REGIONS[players]:
            message = N_("With %(players)s players there are only %(high)s on this side of the wall")
            yield Fault(name, "too_many", message, {"players": players, "high": REGIONS[players]})
        elif sizes and sum(sizes) != len(spaces):
            message = N_("These sizes make %(sum)s spaces, but the wall has %(spaces)s")
            yield Fault(name, "impossible", message, {"sum": sum(sizes), "spaces": len(spaces)})
    if threats and mongol and len(threats) != len(mongol):
        message = N_("There must be one threat tile for each region: %(regions)s, not %(threats)s")
        yield Fault("threats", "impossible", message, {"regions": len(mongol), "threats": len(threats)})


def _cut(spaces: Sequence[str], sizes: Sequence[int]) -> Iterator[Sequence[str]]:
    left = 0
    for size in sizes:
        yield spaces[left : left + size]
        left += size


def _region(part: Sequence[str], threat: int, letters: str) -> Region:
    owners = [piece[0] for piece in part]
    towers = tuple(seat for seat, letter in enumerate(letters) if letter + TOWER in part)
    return Region(threat, tuple(owners.count(letter) for letter in letters), towers, owners.count(NEUTRAL))


def _provinces(owners: Sequence[str], province_of: Sequence[str], letter: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(province for owner, province in zip(owners, province_of, strict=True) if owner == letter)
    )


def _longest_rows(owners: Sequence[str], province_of: Sequence[str], letters: str) -> tuple[Row, ...]:
    """Return each seat's longest row; the leftmost if several are equally long."""
    longest: dict[str, Sequence[str]] = dict.fromkeys(letters, ())
    left = 0
    for owner, run in groupby(owners):
        right = left + len(list(run))
        if owner in longest and right - left > len(longest[owner]):
            longest[owner] = province_of[left:right]
        left = right
    return tuple(Row(len(row), tuple(dict.fromkeys(row))) for row in longest.values())
