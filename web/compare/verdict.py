"""The verdict of a comparison in words: which rules change the winner, and by how much."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup, escape

from scorers.model import N_, NN_, Result
from scorers.sensitivity import lead
from scorers.sheet import options_of
from web.common.languages import message, translate
from web.compare.comparison import Comparison, Row, join_values
from web.result.headline import (
    headline,
    join_leaders,
    join_names,
    margin,
    say_condition,
    short_headline,
    write_sentence,
)

MAX_OTHER_SENTENCES = 2
"""Upper limit of further rules that change the winner, each with a sentence."""


class Side(NamedTuple):
    """One of two results side by side: the chosen value, a note, and the result."""

    title: str
    note: str
    result: Result


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headline in two parts, a smaller `opening` and the sentence, and what is said below it.

    `winners` are the seats whose colour it has, none if a rule changes the winner; then there are two `sides`.
    `disputed` are the headings of the disputed rules that decide.
    """

    opening: str
    sentence: Markup
    notes: list[Markup]
    winners: tuple[int, ...] = ()
    sides: tuple[Side, ...] = ()
    disputed: tuple[str, ...] = ()
    deciding: Row | None = None

    @property
    def headline(self) -> Markup:
        """The whole headline."""
        return Markup(self.opening) + self.sentence  # noqa: S704  our own text


def decide(comparison: Comparison) -> Verdict:
    """Return the verdict over all rulesets."""
    own = comparison.own.result
    if not own.final:
        return Verdict("", short_headline(own), [write_sentence(N_("The game is not over yet."))])
    return _name_condition(comparison) if comparison.turning else _confirm_winner(comparison)


def _confirm_winner(comparison: Comparison) -> Verdict:
    """Return the verdict if the same players win under every ruleset."""
    own, is_whole = comparison.own.result, not comparison.lacking
    if comparison.count == 1 and is_whole and not comparison.impossible:
        text = N_("This game met no disputed rule, and there is no other way to score it.")
        return Verdict(
            "", write_sentence(N_("Every way of scoring gives the same result")), [headline(own), write_sentence(text)]
        )
    if comparison.count == 1:
        opening = message(N_("Only “%(variant)s” can be scored: "), variant=comparison.own.label)
        one, many = N_("%(name)s wins"), N_("%(names)s share the win")
        notes = [
            escape(message(fault.message, **fault.values))
            for row in comparison.impossible
            for fault in row.ruleset.faults[:1]
        ]
    else:
        pattern = N_("Whatever the rule, ") if is_whole else N_("In all %(count)s ways that can be scored, ")
        opening = message(pattern, count=comparison.count)
        one, many = N_("%(name)s wins every time"), N_("%(names)s share the win every time")
        notes = [_say_count(comparison)] if is_whole else []
    if own.game.cooperative:
        return Verdict(opening, short_headline(own), notes)
    names = join_leaders(own)
    return Verdict(
        opening, write_sentence(one if len(own.leaders) == 1 else many, name=names, names=names), notes, own.leaders
    )


def _say_count(comparison: Comparison) -> Markup:
    """Say how many rulesets were scored, and how close the closest was."""
    ways = _say_rulesets(comparison.count)
    leads = [row.result for row in comparison.scored if lead(row.result) is not None]
    if not leads or comparison.game.cooperative:
        return escape(ways)
    closest = min(leads, key=lambda result: abs(lead(result) or 0))
    if ahead := margin(closest):
        return write_sentence(N_("%(ways)s; the closest is %(margin)s"), ways=ways, margin=ahead)
    if len(closest.leaders) == 1 and not lead(closest):
        return write_sentence(N_("%(ways)s; the closest is a tie on points"), ways=ways)
    return escape(ways)


def _say_rulesets(count: int) -> str:
    return message(NN_("%(num)s way of scoring", "%(num)s ways of scoring", count), num=count)


def _name_condition(comparison: Comparison) -> Verdict:
    """Return the verdict if a rule changes who wins: the smallest change of rules, then others that do not include
    it.
    """
    first, *others = comparison.turning
    own = comparison.own
    independent = [row for row in others if not row.follows(first)]
    notes = [say_row(comparison, row) for row in independent[:MAX_OTHER_SENTENCES]]
    if left := len(others) - len(notes):
        more = NN_("%(num)s more way changes the winner", "%(num)s more ways change the winner", left)
        notes.append(write_sentence(more, num=left))
    won = comparison.count - len(comparison.turning)
    if len(own.result.leaders) == 1:
        ways = _say_rulesets(comparison.count)
        notes.append(
            write_sentence(
                N_("%(ways)s; %(name)s wins %(count)s of them"), ways=ways, name=join_leaders(own.result), count=won
            )
        )
    if not comparison.is_complete:
        notes.append(write_sentence(N_("There are more ways than Tally tries; the rest was not scored.")))
    own_title = own.label
    if first.variant == own.variant and first.interpretations:
        own_title = join_values(
            comparison.sheet, {name: getattr(comparison.sheet, name) for name in first.interpretations}
        )
    note = N_("the other interpretation") if first.interpretations else N_("the other rule")
    sides = (
        Side(own_title, translate(N_("as you scored it")), own.result),
        Side(first.label, translate(note), first.result),
    )
    options = options_of(type(comparison.sheet))
    disputed = [options[name].disputed for name in first.interpretations or first.ruleset.options if name in options]
    headings = tuple(dict.fromkeys(heading for heading in disputed if heading))
    return Verdict(translate(N_("It depends: ")), say_row(comparison, first), notes, (), sides, headings, first)


def say_row(comparison: Comparison, row: Row) -> Markup:
    """Say who wins in a row, and under which condition: "Bo wins if blocks of fallow fields may overlap"."""
    variant = "" if row.variant == comparison.own.variant else row.variant_name
    return say_condition(row.result, comparison.sheet, row.interpretations, variant)


def say_folded(comparison: Comparison, rows: Sequence[Row]) -> Markup:
    """Say who wins in folded rows: the same player in all, or each in how many."""
    if comparison.game.cooperative:
        return Markup()
    counts: Counter[tuple[int, ...]] = Counter()
    for row in rows:
        counts[row.result.leaders] += 1
    names = {leaders: join_names(comparison.own.result, leaders) for leaders in counts}
    if len(counts) == 1:
        (leaders,) = counts
        text = N_("all won by %(name)s") if comparison.turning else N_("%(name)s wins there too")
        return write_sentence(text, name=names[leaders]) if len(leaders) == 1 else Markup()
    one, several = N_("%(names)s wins %(count)s"), N_("%(names)s share %(count)s")
    won = [
        write_sentence(one if len(leaders) == 1 else several, names=names[leaders], count=count)
        for leaders, count in counts.items()
    ]
    return Markup(translate(N_(", "))).join(won)  # noqa: S704  the separator is ours


def say_attempt(result: Result, own: Result) -> Markup:
    """Say who wins under the rules that are tried, and whether that is a change."""
    if result.game.cooperative or not result.final:
        return short_headline(result)
    names = join_leaders(result)
    if len(result.leaders) > 1:
        return write_sentence(N_("%(names)s share first place"), names=names)
    return write_sentence(
        N_("%(name)s still wins") if result.leaders == own.leaders else N_("%(name)s wins now"), name=names
    )
