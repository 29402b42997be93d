"""What `make game LIKE=rounds` and `LIKE=painted` write in place of the plain files of a new game."""

ROUNDS = {
    "score.py": '''"""TITLE: REPLACE with one sentence that says what scores."""

from dataclasses import dataclass

from scorers.entries import Number, PerSeat, Records, entry
from scorers.model import N_, Game, Line, LinePart, Message, Result, Variant
from scorers.ranking import rank_players
from scorers.sheet import Seat, blank_entries, player_names, players

ROUNDS = 10
ROUND = N_("Round %(number)s")


def _by_player(label: N_, high: int, *, optional: bool = False) -> tuple[int | None, ...]:
    """Return a row of a round: a number for each player."""
    return entry(PerSeat(label=label, item=Number(label=label, high=high, optional=optional), line="rounds"))


@dataclass(frozen=True, slots=True)
class Round:
    """REPLACE with what each player has in a round."""

    bid: tuple[int | None, ...] = _by_player(N_("Bid"), ROUNDS)
    tricks: tuple[int | None, ...] = _by_player(N_("Tricks"), ROUNDS)
    bonus: tuple[int | None, ...] = _by_player(N_("Bonus"), 99, optional=True)


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """REPLACE with what each player has beside the rounds, if anything."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rounds, as many as were played."""

    players: tuple[Player, ...] = players(Player, 2, 6)
    rounds: tuple[Round, ...] | None = entry(
        Records(label=N_("Round"), numbered=ROUND, of=Round, low=0, high=ROUNDS, grow=True, line="rounds")
    )


def score_round(bid: int | None, tricks: int | None, bonus: int | None) -> tuple[int, str]:
    """Return a player's points of a round, with their working. REPLACE with the rules.

    >>> score_round(2, 2, 30), score_round(2, 0, 30)
    ((70, '20 × 2 + 30'), (-20, '−10 × 2'))
    """
    if bid is None or tricks is None:
        return 0, ""
    if bid != tricks:
        missed = abs(bid - tricks)
        return -10 * missed, f"−10 × {missed}"
    return 20 * bid + (bonus or 0), f"20 × {bid}" + (f" + {bonus}" if bonus else "")


def score(sheet: Sheet) -> Result:
    """Add up the rounds; most points win, and a tie is shared. REPLACE with the rules."""
    columns = [[_rounds(sheet, seat)] for seat in range(len(sheet.players))]
    return rank_players(GAME, player_names(sheet), columns, blank_entries(sheet))


def _rounds(sheet: Sheet, seat: int) -> Line:
    running, parts = 0, []
    for number, one in enumerate(sheet.rounds or (), 1):
        points, working = score_round(*(numbers[seat] if numbers else None for numbers in (one.bid, one.tricks, one.bonus)))
        running += points
        parts.append(LinePart(points, working, (f"round{number}",), running))
    sums = [f"({part.points})" if part.points < 0 else str(part.points) for part in parts]
    return Line("rounds", running, " + ".join(sums), tuple(parts))


def _place_name(place: str) -> Message | None:
    return Message(ROUND, {"number": place.removeprefix("round")})


GAME = Game(
    slug="SLUG",
    title=N_("TITLE"),
    bgg=None,
    designer="REPLACE",
    year=YEAR,
    lines={"rounds": N_("Rounds")},
    sheet=Sheet,
    score=score,
    variants=(Variant("plain", N_("Plain"), {}),),
    examples=EXAMPLES,
    place_name=_place_name,
)
''',
    "examples.py": '''"""Worked examples of TITLE. REPLACE with those of the rulebook, and say where they stand."""

from scorers.model import N_, Example

EXAMPLES = {
    "two_players": Example(
        title=N_("Two rounds"),
        source="REPLACE: page of the rulebook, or the reckoning by hand: 20 * 1 + 30 - 10 * 2 = 30, 20 * 0 + 20 * 2 = 40",
        sheet={
            "players": [{"name": "Ann"}, {"name": "Bo"}],
            "rounds": [{"bid": [1, 0], "tricks": [1, 0], "bonus": [30, None]}, {"bid": [2, 2], "tricks": [0, 2]}],
        },
        totals=(30, 40),
    ),
}
''',
}
ROUNDS_TRANSLATIONS = {
    "Round": "輪",
    "Round %(number)s": "第%(number)s輪",
    "Rounds": "各輪",
    "Bid": "叫墩",
    "Tricks": "墩數",
    "Bonus": "獎勵分",
    "Plain": "一般",
    "Two rounds": "兩輪",
}

PAINTED = {
    "score.py": '''"""TITLE: REPLACE with one sentence that says what scores."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorers.entries import Grid, Square, entry, find_districts
from scorers.model import N_, Game, Line, LinePart, Result, Variant
from scorers.ranking import rank_players
from scorers.sheet import Seat, blank_entries, player_names, players

KINDS = {"W": N_("Wheat"), "F": N_("Forest")}
"""REPLACE with the kinds of squares, each with a capital letter."""


@dataclass(frozen=True, slots=True)
class Player(Seat):
    """REPLACE with what each player has at the end."""

    kingdom: Mapping[str, Square] = entry(
        Grid(label=N_("Kingdom"), rows=5, columns=5, palette=KINDS, marks=N_("Crowns"), most_marks=3, line="districts")
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """REPLACE with what the whole table has, options among it."""

    players: tuple[Player, ...] = players(Player, 2, 4)


def score(sheet: Sheet) -> Result:
    """Add up the districts; most points win, and a tie is shared. REPLACE with the rules."""
    columns = [[_districts(player.kingdom)] for player in sheet.players]
    return rank_players(GAME, player_names(sheet), columns, blank_entries(sheet))


def _districts(kingdom: Mapping[str, Square]) -> Line:
    """Score each district: its squares times its crowns.

    >>> _districts({"r1c1": Square("W"), "r1c2": Square("W", 2)}).points
    4
    """
    parts = [
        LinePart(len(one.places) * one.marks, f"{len(one.places)} × {one.marks}", one.places, what=KINDS[one.kind])
        for one in find_districts(kingdom)
    ]
    return Line("districts", sum(part.points for part in parts), " + ".join(str(part.points) for part in parts), tuple(parts))


GAME = Game(
    slug="SLUG",
    title=N_("TITLE"),
    bgg=None,
    designer="REPLACE",
    year=YEAR,
    lines={"districts": N_("Districts")},
    sheet=Sheet,
    score=score,
    variants=(Variant("plain", N_("Plain"), {}),),
    examples=EXAMPLES,
)
''',
    "examples.py": '''"""Worked examples of TITLE. REPLACE with those of the rulebook, and say where they stand."""

from scorers.model import N_, Example

EXAMPLES = {
    "two_players": Example(
        title=N_("Two kingdoms"),
        source="REPLACE: page of the rulebook, or the reckoning by hand: 3 * 2 + 1 * 0 = 6, 2 * 3 = 6",
        sheet={"players": [{"name": "Ann", "kingdom": "W1 W / W1 F"}, {"name": "Bo", "kingdom": "F3 F"}]},
        totals=(6, 6),
    ),
}
''',
}
PAINTED_TRANSLATIONS = {
    "Wheat": "麥田",
    "Forest": "森林",
    "Kingdom": "王國",
    "Crowns": "皇冠",
    "Districts": "地區",
    "Plain": "一般",
    "Two kingdoms": "兩個王國",
}

KINDS = {"rounds": (ROUNDS, ROUNDS_TRANSLATIONS), "painted": (PAINTED, PAINTED_TRANSLATIONS)}
"""LIKE -> the files that it replaces, and the Chinese of their texts."""

LINES = {
    "rounds": (
        ("scoring-rounds", "Rounds", "Each round scores 20 points for each trick of a bid that was made exactly, and its bonus."),
        ("scoring-rounds", "各輪", "每輪剛好做到叫墩者，每墩得20分，另加獎勵分。"),
    ),
    "painted": (
        ("scoring-districts", "Districts", "Each district scores its squares times its crowns."),
        ("scoring-districts", "地區", "每個地區的得分是格數乘皇冠數。"),
    ),
}
"""LIKE -> in English and in Chinese, the id of the heading of its line, the heading, and a sentence."""
