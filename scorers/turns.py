"""What would have turned a game: the smallest change of one number that makes another player win alone.

It is found by scoring changed sheets with the game's own `score`. Limits: at most `MAX_TRIES` sheets are tried. Only numbers that were
entered and that the options need are changed, not blanks or boards. A number is changed further in the direction that brings a loser
closer, and the smallest sufficient change is found by bisection, so it is exact if a larger change in that direction never hurts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorers.changes import entered_numbers
from scorers.entries import EnteredNumber
from scorers.model import AnyGame, Result
from scorers.sheet import check_sheet

MAX_TRIES = 256
MAX_CHANGES = 3


class Turn(NamedTuple):
    """A change of one number with which `seat`, who did not win, wins alone."""

    path: str
    before: int
    after: int
    seat: int
    result: Result


def find_turns(game: AnyGame, sheet: Any, own: Result) -> list[Turn]:
    """Find up to `MAX_CHANGES` changes of one number that make another player win alone, smallest first."""
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
    """A search that changes every number by one, then follows those that help a loser, then tries the rest at growing distances."""

    def __init__(self, game: AnyGame, sheet: Any, own: Result, losers: Sequence[int]) -> None:
        self.game, self.sheet, self.own = game, sheet, own
        self.tries = 0
        order = sorted(losers, key=lambda seat: own.players[seat].rank)
        places = {seat: place for place, seat in enumerate([order[0], *own.winners, *order[1:]])}
        tied = own.players[order[0]].total == own.players[own.winners[0]].total
        numbers = [number for number in entered_numbers(sheet) if tied or not number.tie_input]
        self.ways = [
            _Way(number, step, self._gap(own, number.seat))
            for number in sorted(numbers, key=lambda number: places.get(-1 if number.seat is None else number.seat, len(places)))
            for step in (1, -1)
        ]

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
        return abs(turns[-1].after - turns[-1].before) if len(turns) == MAX_CHANGES else max(way.room for way in self.ways) + 1

    @staticmethod
    def _best(ways: Sequence[_Way]) -> list[Turn]:
        by_path: dict[str, Turn] = {}
        for turn in sorted((way.turn for way in ways if way.turn), key=lambda turn: abs(turn.after - turn.before)):
            by_path.setdefault(turn.path, turn)
        return list(by_path.values())[:MAX_CHANGES]

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
        self.tries += 1
        number = way.number.value + way.step * distance
        changed = way.number.put(number)
        if check_sheet(self.game, changed):
            return False
        result = self.game.score(changed)
        way.tried, way.gap = distance, self._gap(result, way.number.seat)
        if len(result.winners) == 1 and self._may_win(seat := result.winners[0], way.number.seat):
            way.turn = Turn(way.number.path, way.number.value, number, seat, result)
        return True

    def _may_win(self, seat: int, changed: int | None) -> bool:
        """Tell whether a win of this seat counts: it must be a loser, changed by an entry of its own, of a winner or of the whole sheet."""
        return seat not in self.own.winners and (changed is None or changed == seat or changed in self.own.winners)

    def _gap(self, result: Result, seat: int | None) -> int:
        """Return the points by which the loser who owns the entry, else the best loser, is behind."""
        sign = -1 if self.game.fewest_win else 1
        totals = [sign * player.total for player in result.players]
        if seat is not None and seat not in self.own.winners:
            return max(total for other, total in enumerate(totals) if other != seat) - totals[seat]
        ahead = max(totals[winner] for winner in self.own.winners)
        return ahead - max(total for other, total in enumerate(totals) if other not in self.own.winners)
