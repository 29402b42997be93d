"""What would have turned a game: the smallest change of one number, or of one piece on a board, that makes another player win alone.

It is found by scoring changed sheets with the game's own `score`. Limits: at most `MAX_TRIES` sheets are tried. Only numbers that were
entered and that the options need are changed, not blanks. A number is changed further in the direction that brings a loser closer, and
the smallest sufficient change is found by bisection, so it is exact if a larger change in that direction never hurts. On a board that the
players share, a loser has one piece more or a winner one fewer; no piece is moved, and no painted land is changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from scorers.changes import entered_numbers, piece_changes
from scorers.entries import EnteredNumber, PieceChange
from scorers.model import AnyGame, Result
from scorers.sheet import check_sheet

MAX_TRIES = 256
MAX_CHANGES = 3


class Turn(NamedTuple):
    """A change of one number or, if there is a `piece`, of a board, with which `seat`, who did not win, wins alone.

    `owner` is the seat of the player whose number or piece it is; None for an entry of the whole sheet.
    """

    path: str
    before: Any
    after: Any
    owner: int | None
    seat: int
    result: Result
    piece: PieceChange | None = None

    @property
    def size(self) -> int:
        """The difference between the numbers; 1 for a piece."""
        return 1 if self.piece else abs(self.after - self.before)


def find_turns(game: AnyGame, sheet: Any, own: Result) -> list[Turn]:
    """Find up to `MAX_CHANGES` changes that make another player win alone, smallest first, numbers before pieces of the same size."""
    losers = [seat for seat in range(len(own.players)) if seat not in own.winners]
    if game.cooperative or not own.winners or not losers:
        return []
    return _Search(game, sheet, own, losers).run()


@dataclass(slots=True)
class _Way:
    """A number changed in one direction: the distance tried, the loser's gap in points there, and the change that turned the game."""

    number: EnteredNumber
    step: int
    gap: int
    tried: int = 0
    turn: Turn | None = None

    @property
    def room(self) -> int:
        """The greatest distance within the number's bounds."""
        return self.number.high - self.number.value if self.step > 0 else self.number.value - self.number.low


class _Search:
    """A search that changes every number by one and follows those that help a loser, then tries pieces, then the rest of the numbers."""

    def __init__(self, game: AnyGame, sheet: Any, own: Result, losers: Sequence[int]) -> None:
        self.game, self.sheet, self.own = game, sheet, own
        self.tries = 0
        order = sorted(losers, key=lambda seat: own.players[seat].rank)
        self.places = {seat: place for place, seat in enumerate([order[0], *own.winners, *order[1:]])}
        tied = own.players[order[0]].total == own.players[own.winners[0]].total
        numbers = [number for number in entered_numbers(sheet) if tied or not number.tie_input]
        self.ways = [
            _Way(number, step, self._gap(own, number.seat))
            for number in sorted(numbers, key=lambda number: self.places.get(-1 if number.seat is None else number.seat, len(self.places)))
            for step in (1, -1)
        ]
        self.pieces: list[Turn] = []

    def run(self) -> list[Turn]:
        """Return the smallest changes found, at most `MAX_CHANGES`."""
        closer: list[_Way] = []
        level: list[_Way] = []
        for up, down in zip(self.ways[::2], self.ways[1::2], strict=True):
            before = up.gap
            for way in (up, down):
                if not self._try(way, 1):
                    continue
                if way.turn or way.gap < before:
                    closer.append(way)
                    break
                if way.gap == before:
                    level.append(way)
            if sum(way.turn is not None for way in closer) == MAX_CHANGES:
                break
        for way in closer:
            self._follow(way)
        self._try_pieces(closer)
        distance = 2
        while level and distance < self._enough(closer):
            waiting, level = level, []
            for way in waiting:
                before = way.gap
                if not self._try(way, distance):
                    continue
                if way.turn or way.gap < before:
                    self._follow(way)
                    closer.append(way)
                else:
                    level.append(way)
            distance += 1
        return self._best(closer)

    def _enough(self, ways: Sequence[_Way]) -> int:
        """Return the distance at which no further change can be among the smallest."""
        turns = self._best(ways)
        return turns[-1].size if len(turns) == MAX_CHANGES else max((way.room for way in self.ways), default=1) + 1

    def _best(self, ways: Sequence[_Way]) -> list[Turn]:
        by_path: dict[str, Turn] = {}
        for turn in sorted([*(way.turn for way in ways if way.turn), *self.pieces], key=lambda turn: turn.size):
            by_path.setdefault(turn.path, turn)
        return list(by_path.values())[:MAX_CHANGES]

    def _try_pieces(self, ways: Sequence[_Way]) -> None:
        """Give each loser one piece more and each winner one fewer, until there are enough of the smallest changes."""
        changes = [change for change in piece_changes(self.sheet) if change.is_more != (change.seat in self.own.winners)]
        changes.sort(key=lambda change: self.places[change.seat])
        for change in changes:
            if self._enough(ways) == 1 or self.tries >= MAX_TRIES:
                break
            if result := self._score(change.changed):
                make = partial(Turn, change.path, change.before, change.after, change.seat, result=result, piece=change)
                self.pieces += [make(seat=seat) for seat in self._turned_to(result, change.seat)]

    def _follow(self, way: _Way) -> None:
        """Extrapolate from the points gained so far until the game turns, then bisect to the smallest sufficient change."""
        start = self._gap(self.own, way.number.seat)
        failed, impossible = way.tried, way.room + 1
        while not way.turn and failed + 1 < impossible and self.tries < MAX_TRIES:
            gained = start - way.gap
            if gained <= 0 or way.gap < 0:  # in the lead without winning alone: another loser is level
                break
            needed = max(failed + 1, -(-start * failed // gained))
            distance = needed if needed < impossible else (failed + impossible) // 2
            if self._try(way, distance):
                failed = failed if way.turn else distance
            else:
                impossible = distance
        while way.turn and (distance := abs(way.turn.after - way.number.value)) > failed + 1 and self.tries < MAX_TRIES:
            turn, way.turn = way.turn, None
            middle = distance - 1 if distance - failed < 4 else (failed + distance) // 2
            self._try(way, middle)
            if way.turn is None:
                failed, way.turn = middle, turn

    def _try(self, way: _Way, distance: int) -> bool:
        """Score the sheet with the number changed by a distance, if that is possible and within the limit, and tell whether it was."""
        if distance > way.room or self.tries >= MAX_TRIES:
            return False
        path, owner, value = way.number[:3]
        number = value + way.step * distance
        result = self._score(way.number.put(number))
        if not result:
            return False
        way.tried, way.gap = distance, self._gap(result, owner)
        for seat in self._turned_to(result, owner):
            way.turn = Turn(path, value, number, owner, seat, result)
        return True

    def _score(self, sheet: Any) -> Result | None:
        """Score a changed sheet, which counts as a try; None if it is not legal."""
        self.tries += 1
        return None if check_sheet(self.game, sheet) else self.game.score(sheet)

    def _turned_to(self, result: Result, changed: int | None) -> list[int]:
        """Return the loser who wins alone by a change of its own entries, a winner's or those of the whole sheet, if there is one."""
        return [
            seat
            for seat in result.winners
            if len(result.winners) == 1 and seat not in self.own.winners and (changed is None or changed in (seat, *self.own.winners))
        ]

    def _gap(self, result: Result, seat: int | None) -> int:
        """Return the points by which the loser who owns the entry, else the best loser, is behind."""
        sign = -1 if self.game.fewest_win else 1
        totals = [sign * player.total for player in result.players]
        if seat is not None and seat not in self.own.winners:
            return max(total for other, total in enumerate(totals) if other != seat) - totals[seat]
        ahead = max(totals[winner] for winner in self.own.winners)
        return ahead - max(total for other, total in enumerate(totals) if other not in self.own.winners)
