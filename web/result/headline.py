"""A result in words: who won and by how much, what decided, what would have changed it, and house rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from scorers.entries import Choice, EntryList, Number, entries_of
from scorers.house import house_rules
from scorers.model import N_, AnyGame, Line, Result
from scorers.outcome import Decision, Outcome, next_best
from scorers.sensitivity import Sensitivity, changed_lines
from scorers.sheet import locate, options_of, players_entry
from scorers.swings import Swing
from web.common.formatting import arithmetic, join_list, minus
from web.common.languages import message, translate
from web.sheet.fields import label_entry


def write_sentence(text: str, **values: object) -> Markup:
    """Translate and fill a sentence, escaping its values."""
    return Markup(translate(text)) % values  # noqa: S704  the sentence is ours, and every value is escaped


def isolate_name(name: str) -> Markup:
    """Isolate a player's name from the text direction around it."""
    return Markup("<bdi>{}</bdi>").format(name)


def join_names(result: Result, seats: Sequence[int]) -> Markup:
    """Join the names of some seats."""
    return Markup(join_list(isolate_name(result.players[seat].name) for seat in seats))  # noqa: S704  escaped one by one


def join_leaders(result: Result) -> Markup:
    """Join the names of the leaders."""
    return join_names(result, result.leaders)


def say_amount(game: AnyGame, points: int) -> Markup:
    """Return a number of points, or of what a game counts instead."""
    return write_sentence(game.unit.with_count(points), num=minus(points))


def headline(result: Result) -> Markup:
    """Return the result in one line."""
    if result.game.cooperative:
        return short_headline(result)
    leaders = [result.players[seat] for seat in result.leaders]
    names, points = join_leaders(result), minus(leaders[0].total)
    amount = say_amount(result.game, leaders[0].total)
    if not result.final:
        so_far = (
            N_("%(names)s leads so far, with %(amount)s")
            if len(leaders) == 1
            else N_("%(names)s lead so far, with %(amount)s")
        )
        return write_sentence(so_far, names=names, amount=amount)
    if len(leaders) > 1:
        text = (
            N_("%(names)s are tied at %(amount)s") if result.tie_inputs else N_("%(names)s share the win at %(amount)s")
        )
        return write_sentence(text, names=names, amount=amount)
    others = next_best(result)
    if not others:
        return write_sentence(N_("%(name)s scores %(amount)s"), name=names, amount=amount)
    nearest = result.players[others[0]].total
    if nearest == leaders[0].total:
        return write_sentence(N_("%(name)s wins the tie at %(amount)s"), name=names, amount=amount)
    return write_sentence(N_("%(name)s wins, %(points)s to %(next)s"), name=names, points=points, next=minus(nearest))


def short_headline(result: Result) -> Markup:
    """Return who won, without the points, which are shown in large type beside it."""
    solo = len(result.players) == 1
    first = isolate_name(result.players[0].name)
    if result.game.cooperative:
        if result.winners:
            return write_sentence(N_("%(name)s wins"), name=first) if solo else write_sentence(N_("All win together"))
        if not result.final:
            return write_sentence(N_("Not over yet"))
        return write_sentence(N_("%(name)s loses"), name=first) if solo else write_sentence(N_("All lose together"))
    names, many = join_leaders(result), len(result.leaders) > 1
    if not result.final:
        return write_sentence(N_("%(names)s lead so far") if many else N_("%(names)s leads so far"), names=names)
    if many:
        return write_sentence(
            N_("%(names)s are tied, to be settled") if result.tie_inputs else N_("%(names)s share the win"), names=names
        )
    return names if solo else write_sentence(N_("%(name)s wins"), name=names)


def margin(result: Result) -> Markup:
    """Return the winner's lead and the runner-up's name; empty if points did not decide."""
    second = next_best(result)
    if result.game.cooperative or len(result.leaders) != 1 or not second:
        return Markup()
    ahead = abs(result.players[result.leaders[0]].total - result.players[second[0]].total)
    if not ahead:
        return Markup()
    names = join_names(result, second)
    text = N_("%(amount)s fewer than %(names)s") if result.game.fewest_win else N_("%(amount)s ahead of %(names)s")
    return write_sentence(text, amount=say_amount(result.game, ahead), names=names)


def say_lead(result: Result) -> Markup:
    """Return who won and by how much, in one short sentence."""
    ahead = margin(result)
    return (
        write_sentence(N_("%(name)s wins, %(margin)s"), name=join_leaders(result), margin=ahead)
        if ahead
        else short_headline(result)
    )


def reason(result: Result, decision: Decision | None) -> Markup:
    """Return why the winner won: a rule, or else the line with the widest gap."""
    first = result.players[result.leaders[0] if result.leaders else 0]
    if result.decided_by in result.game.decisions:
        return write_sentence(
            result.game.decisions[result.decided_by], name=isolate_name(first.name), points=minus(first.total)
        )
    if not result.final:
        return write_sentence(
            N_("Some fields are still blank, so there is no winner yet.")
            if result.blank
            else N_("The game is not over yet.")
        )
    if result.decided_by == "shared" and len(result.leaders) > 1 and not result.tie_inputs:
        text = N_("%(names)s are tied on %(amount)s in everything that counts, so they share the win.")
        return write_sentence(text, names=join_leaders(result), amount=say_amount(result.game, first.total))
    if decision:
        label = translate(result.game.lines[decision.key])
        points = {"line": label, "points": minus(decision.points), "next": minus(decision.next)}
        if len(result.players) == 2:
            return write_sentence(N_("Biggest gap: %(line)s, %(points)s to %(next)s"), **points)
        # Other players may have more in this line: it is compared with the runner-up's only.
        name = isolate_name(result.players[next_best(result)[0]].name)
        return write_sentence(N_("Biggest gap to %(name)s: %(line)s, %(points)s to %(next)s"), name=name, **points)
    return Markup()


class Headlines(NamedTuple):
    """A result in short sentences: who won with the points, who won, by how much (perhaps empty), and why (perhaps
    empty).
    """

    headline: Markup
    short: Markup
    margin: Markup
    reason: Markup


def say_outcome(outcome: Outcome) -> Headlines:
    """Say who won, by how much and why."""
    result = outcome.result
    return Headlines(headline(result), short_headline(result), margin(result), reason(result, outcome.decision))


def start_values(result: Result, sheet: Any) -> dict[str, list[Markup]]:
    """Return, by line, a sentence for each entry left blank whose start value counts, with the players concerned."""
    sentences: dict[str, list[Markup]] = {}
    for name, declaration in entries_of(type(sheet.players[0])).items():
        if not isinstance(declaration, Number) or declaration.start is None:
            continue
        seats = [
            seat
            for seat, player in enumerate(result.players)
            if getattr(sheet.players[seat], name) is None
            and any(line.key == declaration.line and line.working for line in player.lines)
        ]
        if seats:
            text = N_("%(label)s: none chosen, so the start value %(value)s counts (%(names)s).")
            value = (
                translate(declaration.faces[declaration.start - declaration.low])
                if declaration.faces
                else minus(declaration.start)
            )
            sentence = write_sentence(
                text, label=translate(declaration.label), value=value, names=join_names(result, seats)
            )
            sentences.setdefault(declaration.line, []).append(sentence)
    return sentences


def say_house_rules(sheet: Any) -> str:
    """Return the values that differ from the rulebook: "Controlled city 3 instead of 2"; "" if there are none."""
    text = N_("%(label)s %(value)s instead of %(printed)s")
    rules = house_rules(sheet)
    return join_list(
        message(text, label=translate(rule.label), value=minus(rule.value), printed=minus(rule.printed))
        for rule in rules
    )


@dataclass(frozen=True, slots=True)
class SwingRow:
    """One change: its sentence, its arithmetic, the new winner's seat and points, and the next best points."""

    seat: int
    sentence: Markup
    sums: str
    points: int
    next: int
    summary: Markup


def swing_rows(game: AnyGame, sheet: Any, own: Result, swings: Sequence[Swing]) -> list[SwingRow]:
    """Return the changes in words, in their order."""
    return [_swing_row(game, sheet, own, swing) for swing in swings]


def _swing_row(game: AnyGame, sheet: Any, own: Result, swing: Swing) -> SwingRow:
    totals = [player.total for player in swing.result.players]
    others = [total for seat, total in enumerate(totals) if seat != swing.seat]
    next_best = min(others) if game.fewest_win else max(others)
    sentence = _say_change(game, sheet, own, swing)
    if totals[swing.seat] == next_best:
        sentence = write_sentence(N_("%(change)s. %(reason)s"), change=sentence, reason=reason(swing.result, None))
        return SwingRow(swing.seat, sentence, _say_sums(own, swing), totals[swing.seat], next_best, sentence)
    summary = write_sentence(
        N_("%(change)s, so %(name)s wins %(points)s to %(next)s"),
        change=sentence,
        name=isolate_name(own.players[swing.seat].name),
        points=minus(totals[swing.seat]),
        next=minus(next_best),
    )
    return SwingRow(swing.seat, sentence, _say_sums(own, swing), totals[swing.seat], next_best, summary)


def _say_change(game: AnyGame, sheet: Any, own: Result, swing: Swing) -> Markup:
    """Say the change of an entry: one piece, one more or fewer of what is counted, or another number or level."""
    if swing.piece:
        name = isolate_name(own.players[swing.piece.seat].name)
        return write_sentence(swing.piece.sentence, name=name, place=translate(swing.piece.place))
    where = locate(game.sheet, swing.path, sheet)
    label = label_entry(where)
    whose: str | Markup = label
    if where.seat is not None:
        whose = write_sentence(N_("%(name)s’s %(label)s"), name=isolate_name(own.players[where.seat].name), label=label)
    entry: Any = _entry(game, swing.path)
    if isinstance(entry, EntryList) or (isinstance(entry, Number) and (entry.faces or entry.low < 0)):
        faces, low = (entry.faces, entry.low) if isinstance(entry, Number) else ((), 0)
        before, after = (
            translate(faces[value - low]) if faces else minus(value) for value in (swing.before, swing.after)
        )
        return write_sentence(N_("%(label)s: %(before)s → %(after)s"), label=whose, before=before, after=after)
    count = abs(swing.after - swing.before)
    if swing.after > swing.before:
        text = N_("%(label)s: one more") if count == 1 else N_("%(label)s: %(num)s more")
    else:
        text = N_("%(label)s: one fewer") if count == 1 else N_("%(label)s: %(num)s fewer")
    return write_sentence(text, label=whose, num=count)


def _entry(game: AnyGame, path: str) -> object:
    first, *steps = path.split(".")
    if first == "players":
        return entries_of(players_entry(game.sheet).of).get(steps[1])
    return entries_of(game.sheet).get(first)


def _say_sums(own: Result, swing: Swing) -> str:
    """Return the arithmetic of the changed lines: of the player whose entry it is, else of the new winner."""
    changes = changed_lines(own, swing.result)
    whose = [
        change for change in changes if change[0] == (swing.seat if swing.owner is None else swing.owner)
    ] or changes
    return "; ".join(text for _, before, after in whose[:2] if (text := _say_line(before, after)))


def _say_line(before: Line, after: Line) -> str:
    points = f"{minus(before.points)} → {minus(after.points)}"
    old, new = arithmetic(before.working, before.points), arithmetic(after.working, after.points)
    if not old and not new:
        return points
    sums = f"{old or minus(before.points)} → {new or minus(after.points)}"
    return message(N_("%(sums)s, so %(points)s"), sums=sums, points=points)


def say_condition(result: Result, sheet: Any, interpretations: Mapping[str, Any], variant: str = "") -> Markup:
    """Say who wins under some interpretations, with another variant, or both."""
    names = short_headline(result) if result.game.cooperative else join_leaders(result)
    if not variant:
        one, many = N_("%(names)s wins if %(conditions)s"), N_("%(names)s share first place if %(conditions)s")
    elif not interpretations:
        one, many = N_("%(names)s wins with “%(variant)s”"), N_("%(names)s share first place with “%(variant)s”")
    else:
        one = N_("%(names)s wins with “%(variant)s” if %(conditions)s")
        many = N_("%(names)s share first place with “%(variant)s” if %(conditions)s")
    conditions = join_conditions(sheet, interpretations)
    return write_sentence(
        one if len(result.leaders) == 1 else many, names=names, variant=variant, conditions=conditions
    )


def join_conditions(sheet: Any, interpretations: Mapping[str, Any]) -> str:
    """Join interpretations to a clause after "if"."""
    options = options_of(type(sheet))
    clauses = []
    for name, value in interpretations.items():
        declaration: Any = options[name]
        clause = declaration.conditions.get(value) if isinstance(declaration, Choice) else None
        text = N_("“%(label)s” is “%(value)s”")
        labels = {"label": translate(declaration.label), "value": translate(declaration.options[value])}
        clauses.append(translate(clause) if clause else translate(text) % labels)
    return join_list(clauses)


class SensitivityLine(NamedTuple):
    """The result page's sentence about disputed rules, and the seat whose colour it takes; None for the winner's."""

    sentence: Markup
    seat: int | None = None


def say_sensitivity(game: AnyGame, sheet: Any, found: Sensitivity) -> SensitivityLine | None:
    """Say whether any interpretation changes the winner; None if nothing disputed is in use or there is no winner
    yet.
    """
    own = found.own
    if not found.options or not own.final or len(own.players) < 2 or game.cooperative:
        return None
    if found.changes:
        change = found.changes[0]
        leaders = change.result.leaders
        return SensitivityLine(
            say_condition(change.result, sheet, change.options), leaders[0] if len(leaders) == 1 else None
        )
    if found.tried == 1:
        return None
    options = options_of(type(sheet))
    if all(options[name].kind == "edition" for name in found.options):
        one, many = N_("%(names)s wins in every edition"), N_("%(names)s share the win in every edition")
    else:
        one = N_("%(names)s wins under every interpretation of the rules")
        many = N_("%(names)s share the win under every interpretation of the rules")
    return SensitivityLine(write_sentence(one if len(own.leaders) == 1 else many, names=join_leaders(own)))
