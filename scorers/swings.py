"""What would have turned a game: the smallest change of one number, or of one piece on a board, that makes another
player win alone.

It is found by scoring changed sheets with the game's own `score`. Limits: at most `MAX_TRIES` sheets are tried. Only
numbers that were entered and that the options need are changed, not blanks. A number is changed further in the
direction that brings a loser closer, and the smallest sufficient change is found by bisection, so it is exact if a
larger change in that direction never hurts. On a board that the players share, a loser has one piece more or a winner
one fewer; no piece is moved, and no painted land is changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorers.changes import entered_numbers, piece_changes
from scorers.entries import EnteredNumber, PieceChange
from scorers.model import AnyGame, Result
from scorers.sheet import check_sheet

MAX_TRIES = 256
MAX_CHANGES = 3


class Swing(NamedTuple):
    """A change of one number or, if there is a `piece`, of a board, with which the player at `seat`, who did not
    win, wins alone.

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


def find_swings(game: AnyGame, sheet: Any, own: Result) -> list[Swing]:
    """Find up to `MAX_CHANGES` changes that make another player win alone, smallest first, numbers before pieces of
    the same size.
    """
    losers = [seat for seat in range(len(own.players)) if seat not in own.winners]
    if game.cooperative or not own.winners or not losers:
        return []
    return _Search(game, sheet, own, losers).run()


@dataclass(slots=True)
class _Direction:
    """A number changed in one direction: the distance tried, the loser's gap in points there, and the change that
    turned the game.
    """

    number: EnteredNumber
    step: int
    gap: int
    tried: int = 0
    swing: Swing | None = None

    @property
    def room(self) -> int:
        """The largest distance within the number's bounds."""
        return self.number.high - self.number.value if self.step > 0 else self.number.value - self.number.low


class _Search:
    """A search that changes every number by one and follows those that help a loser, then tries pieces, then the
    rest of the numbers.
    """

    def __init__(self, game: AnyGame, sheet: Any, own: Result, losers: Sequence[int]) -> None:
        self.game, self.sheet, self.own = game, sheet, own
        self.tries = 0
        best, *others = sorted(losers, key=lambda seat: own.players[seat].rank)
        # The order in which the owners' entries are tried; entries of the whole sheet, which have no owner, come last.
        self.places = {seat: place for place, seat in enumerate([best, *own.winners, *others, None])}
        tied = own.players[best].total == own.players[own.winners[0]].total
        numbers = [number for number in entered_numbers(sheet) if tied or not number.tie_input]
        self.directions = [
            [_Direction(number, step, self._gap(own, number.seat)) for step in (1, -1)]
            for number in sorted(numbers, key=lambda number: self.places[number.seat])
        ]
        self.pieces: list[Swing] = []

    def run(self) -> list[Swing]:
        """Return the smallest changes found, at most `MAX_CHANGES`."""
        closer: list[_Direction] = []
        level: list[_Direction] = []  # no gain at a distance of 1, but perhaps further away
        for both in self.directions:
            for direction in both:
                before = direction.gap
                if not self._try(direction, 1):
                    continue
                if direction.swing or direction.gap < before:
                    closer.append(direction)
                    break
                if direction.gap == before:
                    level.append(direction)
            if sum(direction.swing is not None for direction in closer) == MAX_CHANGES:
                break
        for direction in closer:
            self._follow(direction)
        self._try_pieces(closer)
        distance = 2
        while level and distance < self._final_distance(closer):
            waiting, level = level, []
            for direction in waiting:
                before = direction.gap
                if not self._try(direction, distance):
                    continue
                if direction.swing or direction.gap < before:
                    self._follow(direction)
                    closer.append(direction)
                else:
                    level.append(direction)
            distance += 1
        return self._best(closer)

    def _final_distance(self, closer: Sequence[_Direction]) -> int:
        """Return the distance at which no further change can be among the smallest."""
        swings = self._best(closer)
        if len(swings) == MAX_CHANGES:
            return swings[-1].size
        return max((direction.room for both in self.directions for direction in both), default=1) + 1

    def _best(self, closer: Sequence[_Direction]) -> list[Swing]:
        """Return the smallest change of each path, at most `MAX_CHANGES`."""
        by_path: dict[str, Swing] = {}
        for swing in sorted(
            [*(direction.swing for direction in closer if direction.swing), *self.pieces], key=lambda swing: swing.size
        ):
            by_path.setdefault(swing.path, swing)
        return list(by_path.values())[:MAX_CHANGES]

    def _try_pieces(self, closer: Sequence[_Direction]) -> None:
        """Give each loser one piece more and each winner one fewer, until there are enough of the smallest changes."""
        changes = [
            change for change in piece_changes(self.sheet) if change.is_more != (change.seat in self.own.winners)
        ]
        changes.sort(key=lambda change: self.places[change.seat])
        for change in changes:
            if self._final_distance(closer) == 1 or self.tries >= MAX_TRIES:
                break
            result = self._score(change.changed)
            if result and (seat := self._find_new_winner(result, change.seat)) is not None:
                self.pieces.append(Swing(change.path, change.before, change.after, change.seat, seat, result, change))

    def _follow(self, direction: _Direction) -> None:
        """Extrapolate from the points gained so far until the winner changes, then bisect to the smallest sufficient
        change.
        """
        start = self._gap(self.own, direction.number.seat)
        failed, impossible = direction.tried, direction.room + 1
        while not direction.swing and failed + 1 < impossible and self.tries < MAX_TRIES:
            gained = start - direction.gap
            if gained <= 0 or direction.gap < 0:  # in the lead without winning alone: another loser is level
                break
            needed = max(failed + 1, -(-start * failed // gained))
            distance = needed if needed < impossible else (failed + impossible) // 2
            if not self._try(direction, distance):
                impossible = distance
            elif not direction.swing:
                failed = distance
        while (swing := direction.swing) and swing.size > failed + 1 and self.tries < MAX_TRIES:
            middle = swing.size - 1 if swing.size - failed < 4 else (failed + swing.size) // 2
            direction.swing = None
            self._try(direction, middle)
            if not direction.swing:
                failed, direction.swing = middle, swing

    def _try(self, direction: _Direction, distance: int) -> bool:
        """Score the sheet with the number changed by a distance, if that is possible and within the limit, and
        return whether it was.
        """
        if distance > direction.room or self.tries >= MAX_TRIES:
            return False
        number = direction.number
        after = number.value + direction.step * distance
        result = self._score(number.put(after))
        if not result:
            return False
        direction.tried, direction.gap = distance, self._gap(result, number.seat)
        seat = self._find_new_winner(result, number.seat)
        if seat is not None:
            direction.swing = Swing(number.path, number.value, after, number.seat, seat, result)
        return True

    def _score(self, sheet: Any) -> Result | None:
        """Score a changed sheet, which counts as a try; None if it is not legal."""
        self.tries += 1
        return None if check_sheet(self.game, sheet) else self.game.score(sheet)

    def _find_new_winner(self, result: Result, owner: int | None) -> int | None:
        """Return the loser who wins alone by a change of its own entries, a winner's or those of the whole sheet;
        None if nobody does.
        """
        if len(result.winners) != 1 or result.winners[0] in self.own.winners:
            return None
        (seat,) = result.winners
        return seat if owner is None or owner in (seat, *self.own.winners) else None

    def _gap(self, result: Result, seat: int | None) -> int:
        """Return the points by which the loser who owns the entry, else the best loser, is behind."""
        sign = -1 if self.game.fewest_win else 1
        totals = [sign * player.total for player in result.players]
        if seat is not None and seat not in self.own.winners:
            return max(total for other, total in enumerate(totals) if other != seat) - totals[seat]
        ahead = max(totals[winner] for winner in self.own.winners)
        return ahead - max(total for other, total in enumerate(totals) if other not in self.own.winners)
