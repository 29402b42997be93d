"""The verdict of a comparison in words: which rules change the winner, and by how much."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from scorers.entries import Choice
from scorers.model import N_, NN_, AnyGame, Result
from scorers.sensitivity import Combination, Sensitivity, lead
from scorers.sheet import options_of
from web.common.formatting import join_list
from web.common.languages import message, translate
from web.compare.comparison import Comparison
from web.compare.rows import Row, join_interpretations, split_number
from web.result.headline import headline, join_leaders, margin, short_headline, write_sentence

MAX_OTHER_SENTENCES = 2
"""Upper limit of further rules that change the winner, each with a sentence."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One of two outcomes side by side: the chosen value, a note, the result and its margin."""

    title: str
    note: str
    result: Result
    margin: Markup


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headline in two parts, a smaller `kicker` and the sentence, and what is said below it.

    `winners` are the seats whose colour it has, none if a rule changes the winner; then there are two `outcomes`. `disputed` are the
    headings of the disputed rules that decide.
    """

    kicker: str
    sentence: Markup
    lede: list[Markup]
    winners: tuple[int, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    disputed: tuple[str, ...] = ()
    deciding: Row | None = None

    @property
    def headline(self) -> Markup:
        """The whole headline."""
        return Markup(self.kicker) + self.sentence  # noqa: S704  our own text


def decide(comparison: Comparison) -> Verdict:
    """Return the verdict over all ways of scoring a sheet."""
    own = comparison.own.result
    assert own is not None  # noqa: S101  the sheet was scored
    if not own.final:
        return Verdict("", short_headline(own), [write_sentence(N_("The game is not over yet."))])
    turning = comparison.turning
    if turning:
        return _depends(comparison, turning)
    return _agrees(comparison, own)


def _agrees(comparison: Comparison, own: Result) -> Verdict:
    if comparison.ways == 1 and not comparison.lacking and not comparison.impossible:
        text = N_("This game met no disputed rule, and there is no other way to score it.")
        return Verdict("", write_sentence(N_("Any way of scoring gives the same")), [headline(own), write_sentence(text)])
    leaders = own.leaders
    whole = not comparison.lacking
    if comparison.ways == 1:
        own_label = comparison.own.label
        kicker = message(N_("Only “%(variant)s” can be scored: "), variant=own_label)
        sentence = _always(own, N_("%(name)s wins"), N_("%(names)s share the win"))
    else:
        pattern = N_("Whatever the rule, ") if whole else N_("In all %(count)s ways that can be scored, ")
        kicker = message(pattern, count=comparison.ways)
        sentence = _always(own, N_("%(name)s wins every time"), N_("%(names)s share the win every time"))
    lede = []
    if comparison.ways > 1 and whole:
        lede.append(_count_ways(comparison))
    for row in comparison.impossible if comparison.ways == 1 else ():
        lede += [Markup("{}").format(message(fault.message, **fault.values)) for fault in row.faults[:1]]
    return Verdict(kicker, sentence, lede, leaders if not own.game.cooperative else ())


def _always(result: Result, one: N_, many: N_) -> Markup:
    if result.game.cooperative:
        return short_headline(result)
    names = join_leaders(result)
    return write_sentence(one, name=names) if len(result.leaders) == 1 else write_sentence(many, names=names)


def _count_ways(comparison: Comparison) -> Markup:
    """Say how many ways were scored, and how close the closest was."""
    count = comparison.ways
    closest = comparison.closest
    result = closest.result if closest else None
    ways = _say_ways(count)
    if result is None or result.game.cooperative:
        return Markup("{}").format(ways)
    if ahead := margin(result):
        return write_sentence(N_("%(ways)s; the closest is %(margin)s"), ways=ways, margin=ahead)
    if len(result.leaders) == 1 and not lead(result):
        return write_sentence(N_("%(ways)s; the closest is a tie on points"), ways=ways)
    return Markup("{}").format(ways)


def _say_ways(count: int) -> str:
    return message(NN_("%(num)s way of scoring", "%(num)s ways of scoring", count), num=count)


def _depends(comparison: Comparison, turning: Sequence[Row]) -> Verdict:
    first, *others = turning
    result = first.result
    own = comparison.own
    assert own.result is not None  # noqa: S101  it was scored
    assert result is not None  # noqa: S101  it was scored
    sentence = say_outcome(comparison, first)
    independent = [row for row in others if not row.follows(first)]
    told = independent[:MAX_OTHER_SENTENCES]
    lede = [say_outcome(comparison, row) for row in told]
    left = sum(row.count for row in independent[MAX_OTHER_SENTENCES:])
    if left:
        more = NN_("%(num)s more way changes the winner", "%(num)s more ways change the winner", left)
        lede.append(write_sentence(more, num=left))
    won = comparison.ways - sum(row.count for row in turning)
    if len(own.result.leaders) == 1:
        ways = _say_ways(comparison.ways)
        lede.append(write_sentence(N_("%(ways)s; %(name)s wins %(count)s of them"), ways=ways, name=join_leaders(own.result), count=won))
    if not comparison.is_complete:
        lede.append(write_sentence(N_("There are more ways than Tally tries; the rest was not scored.")))
    outcomes = (
        Outcome(_own_title(comparison, first), translate(N_("as you scored it")), own.result, margin(own.result)),
        Outcome(
            first.label,
            translate(N_("the other interpretation") if first.interpretations else N_("the other rule")),
            result,
            margin(result),
        ),
    )
    options = options_of(type(comparison.sheet))
    disputed = [options[name].disputed for name in first.interpretations]
    if not first.interpretations:
        disputed = [options[name].disputed for name in first.way.options if name in options]
    headings = tuple(dict.fromkeys(heading for heading in disputed if heading))
    return Verdict(translate(N_("It depends: ")), sentence, lede, (), outcomes, headings, first)


def _own_title(comparison: Comparison, row: Row) -> str:
    """Return the label of what a row changes, as the sheet has it."""
    if row.variant == comparison.own.variant and row.interpretations:
        return join_interpretations(comparison.sheet, {name: getattr(comparison.sheet, name) for name in row.interpretations})
    return comparison.own.label


def say_outcome(comparison: Comparison, row: Row) -> Markup:
    """Say who wins in a row, and under which condition: "Bo wins if blocks of fallow fields may overlap"."""
    result = row.result
    assert result is not None  # noqa: S101  it was scored
    variant = "" if row.variant == comparison.own.variant else row.variant
    label = next((translate(one.label) for one in comparison.game.variants_of(comparison.sheet) if one.key == variant), "")
    return say_condition(result, comparison.sheet, row.interpretations, split_number(label)[1])


def say_condition(result: Result, sheet: Any, interpretations: Mapping[str, Any], variant: str = "") -> Markup:
    """Say who wins under some interpretations of options, or with another variant."""
    alone = len(result.leaders) == 1
    names = join_leaders(result)
    if result.game.cooperative:
        names = short_headline(result)
    conditions = say_conditions(sheet, interpretations)
    if not variant:
        text = N_("%(names)s wins if %(conditions)s") if alone else N_("%(names)s share first place if %(conditions)s")
        return write_sentence(text, names=names, conditions=conditions)
    if not interpretations:
        text = N_("%(names)s wins with “%(variant)s”") if alone else N_("%(names)s share first place with “%(variant)s”")
        return write_sentence(text, names=names, variant=variant)
    text = (
        N_("%(names)s wins with “%(variant)s” if %(conditions)s")
        if alone
        else N_("%(names)s share first place with “%(variant)s” if %(conditions)s")
    )
    return write_sentence(text, names=names, variant=variant, conditions=conditions)


def say_conditions(sheet: Any, interpretations: Mapping[str, Any]) -> str:
    """Join the interpretations of some options to a clause after "if"."""
    options = options_of(type(sheet))
    clauses = []
    for name, value in interpretations.items():
        declaration: Any = options[name]
        clause = declaration.conditions.get(value) if isinstance(declaration, Choice) else None
        text = N_("“%(label)s” is “%(value)s”")
        labels = {"label": translate(declaration.label), "value": translate(declaration.options[value])}
        clauses.append(translate(clause) if clause else translate(text) % labels)
    return join_list(clauses)


def say_folded(comparison: Comparison, rows: Sequence[Row]) -> Markup:
    """Say who wins in folded rows: the same player in all, or each in how many."""
    counts: dict[tuple[int, ...], int] = {}
    results: dict[tuple[int, ...], Result] = {}
    for row in rows:
        if row.result:
            counts[row.result.leaders] = counts.get(row.result.leaders, 0) + row.count
            results.setdefault(row.result.leaders, row.result)
    if not results or comparison.game.cooperative:
        return Markup()
    if len(results) == 1:
        (result,) = results.values()
        text = N_("all won by %(name)s") if comparison.turning else N_("%(name)s wins there too")
        return write_sentence(text, name=join_leaders(result)) if len(result.leaders) == 1 else Markup()
    one, several = N_("%(names)s wins %(count)s"), N_("%(names)s share %(count)s")
    won = [
        write_sentence(one if len(leaders) == 1 else several, names=join_leaders(result), count=counts[leaders])
        for leaders, result in results.items()
    ]
    return Markup(translate(N_(", "))).join(won)  # noqa: S704  the separator is ours


def say_attempt(result: Result, own: Result) -> Markup:
    """Say who wins under the rules that are tried, and whether that is a change."""
    if result.game.cooperative or not result.final:
        return short_headline(result)
    names = join_leaders(result)
    if len(result.leaders) > 1:
        return write_sentence(N_("%(names)s share first place"), names=names)
    return write_sentence(N_("%(name)s still wins") if result.leaders == own.leaders else N_("%(name)s wins now"), name=names)


@dataclass(frozen=True, slots=True)
class SensitivityLine:
    """The result page's sentence about disputed rules, and the seat whose colour it takes; None for the winner's."""

    sentence: Markup
    seat: int | None = None


def say_sensitivity(game: AnyGame, sheet: Any, found: Sensitivity) -> SensitivityLine | None:
    """Say whether any interpretation of the rules changes the winner; None if nothing disputed is in use or there is no winner yet."""
    own = found.own
    if not found.options or not own.final or len(own.players) < 2 or game.cooperative:
        return None
    if not found.changes:
        if len(found.combinations) < 2:
            return None
        options = options_of(type(sheet))
        one, many = (
            N_("%(names)s wins under every interpretation of the rules"),
            N_("%(names)s share the win under every interpretation of the rules"),
        )
        if all(options[name].kind == "edition" for name in found.options):
            one, many = N_("%(names)s wins in every edition"), N_("%(names)s share the win in every edition")
        return SensitivityLine(write_sentence(one if len(own.leaders) == 1 else many, names=join_leaders(own)))
    first: Combination = min(found.changes, key=lambda change: len(change.options))
    leaders = first.result.leaders
    sentence = say_condition(first.result, sheet, first.options)
    return SensitivityLine(sentence, leaders[0] if len(leaders) == 1 else None)
