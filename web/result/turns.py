"""Changes of one number or piece that would have turned a result, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from scorers.entries import EntryList, Number, entries_of
from scorers.model import N_, AnyGame, Line, Result
from scorers.sensitivity import changed_lines
from scorers.sheet import locate, players_entry
from scorers.turns import Turn
from web.common.formatting import arithmetic, minus
from web.common.languages import message, translate
from web.result.headline import isolate_name, write_sentence
from web.sheet.rows import label_entry


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One change: its sentence, its arithmetic, the new winner's seat and points, and the next best points."""

    seat: int
    sentence: Markup
    sums: str
    points: int
    next: int
    summary: Markup


def turn_rows(game: AnyGame, own: Result, turns: Sequence[Turn]) -> list[TurnRow]:
    """Return the changes in words, in their order."""
    return [_turn_row(game, own, turn) for turn in turns]


def _turn_row(game: AnyGame, own: Result, turn: Turn) -> TurnRow:
    totals = [player.total for player in turn.result.players]
    others = [total for seat, total in enumerate(totals) if seat != turn.seat]
    next_best = min(others) if game.fewest_win else max(others)
    sentence = _say_change(game, own, turn)
    summary = write_sentence(
        N_("%(change)s – %(name)s %(points)s : %(next)s"),
        change=sentence,
        name=isolate_name(own.players[turn.seat].name),
        points=minus(totals[turn.seat]),
        next=minus(next_best),
    )
    return TurnRow(turn.seat, sentence, _say_sums(own, turn), totals[turn.seat], next_best, summary)


def _say_change(game: AnyGame, own: Result, turn: Turn) -> Markup:
    """Say the change of an entry: one piece, one more or fewer of what is counted, or another number or level."""
    if turn.piece:
        name = isolate_name(own.players[turn.piece.seat].name)
        return write_sentence(turn.piece.sentence, name=name, place=translate(turn.piece.place))
    where = locate(game.sheet, turn.path)
    label = label_entry(where)
    whose: str | Markup = label
    if where.seat is not None and where.seat != turn.seat:
        whose = write_sentence(N_("%(name)s’s %(label)s"), name=isolate_name(own.players[where.seat].name), label=label)
    entry: Any = _entry(game, turn.path)
    if isinstance(entry, EntryList) or (isinstance(entry, Number) and (entry.faces or entry.low < 0)):
        faces, low = (entry.faces, entry.low) if isinstance(entry, Number) else ((), 0)
        before, after = (
            translate(faces[value - low]) if faces else minus(value) for value in (turn.before, turn.after)
        )
        return write_sentence(N_("%(label)s: %(before)s → %(after)s"), label=whose, before=before, after=after)
    count = abs(turn.after - turn.before)
    if turn.after > turn.before:
        text = N_("%(label)s: one more") if count == 1 else N_("%(label)s: %(num)s more")
    else:
        text = N_("%(label)s: one fewer") if count == 1 else N_("%(label)s: %(num)s fewer")
    return write_sentence(text, label=whose, num=count)


def _entry(game: AnyGame, path: str) -> object:
    first, *steps = path.split(".")
    if first == "players":
        return entries_of(players_entry(game.sheet).of).get(steps[1])
    return entries_of(game.sheet).get(first)


def _say_sums(own: Result, turn: Turn) -> str:
    """Return the arithmetic of the changed lines: of the player whose entry it is, else of the new winner."""
    changes = changed_lines(own, turn.result)
    whose = [change for change in changes if change[0] == (turn.seat if turn.owner is None else turn.owner)] or changes
    return "; ".join(text for _, before, after in whose[:2] if (text := _say_line(before, after)))


def _say_line(before: Line, after: Line) -> str:
    points = f"{minus(before.points)} → {minus(after.points)}"
    old, new = arithmetic(before.working, before.points), arithmetic(after.working, after.points)
    if not old and not new:
        return points
    sums = f"{old or minus(before.points)} → {new or minus(after.points)}"
    return message(N_("%(sums)s, so %(points)s"), sums=sums, points=points)
