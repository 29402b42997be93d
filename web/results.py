"""Results in words: who won, what decided it, and what changes between variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext, ngettext
from markupsafe import Markup

from scorers.model import N_, AnyGame, Result
from web.bars import Decision, next_best
from web.locale import message, translate
from web.template_helpers import join_list, minus


def _(text: str) -> str:
    return str(gettext(text))


def _say(text: str, **values: object) -> Markup:
    """A sentence of the page: its names stand apart from the text around them, whichever way they are written."""
    return Markup(translate(N_(text))) % values  # noqa: S704  the sentence is ours, and every value is escaped


def named(name: str) -> Markup:
    """A player's name, set apart."""
    return Markup("<bdi>{}</bdi>").format(name)


def _names(result: Result, seats: Sequence[int]) -> Markup:
    return Markup(join_list(named(result.players[seat].name) for seat in seats))  # noqa: S704  escaped one by one


def headline(result: Result) -> Markup:
    """The answer, in one line."""
    if result.game.cooperative:
        return short_headline(result)
    leaders = [result.players[seat] for seat in result.leaders]
    names, points = _names(result, result.leaders), minus(leaders[0].total)
    if not result.final:
        return _say(N_("%(names)s leads so far, with %(points)s") if len(leaders) == 1 else N_("%(names)s lead so far, with %(points)s"),
                    names=names, points=points)  # fmt: skip
    if len(leaders) > 1:
        tied = N_("%(names)s are tied at %(points)s") if result.tie_inputs else N_("%(names)s share the win at %(points)s")
        return _say(tied, names=names, points=points)
    others = next_best(result)
    if not others:
        return _say(N_("%(name)s scores %(points)s"), name=names, points=points)
    nearest = result.players[others[0]].total
    if nearest == leaders[0].total:
        return _say(N_("%(name)s wins the tie at %(points)s"), name=names, points=points)
    return _say(N_("%(name)s wins, %(points)s to %(next)s"), name=names, points=points, next=minus(nearest))


def short_headline(result: Result) -> Markup:
    """Who won, without the points, which stand large beside it."""
    solo = len(result.players) == 1
    first = named(result.players[0].name)
    if result.game.cooperative:
        if result.winners:
            return _say(N_("%(name)s wins"), name=first) if solo else _say(N_("All win together"))
        if not result.final:
            return _say(N_("Not over yet"))
        return _say(N_("%(name)s loses"), name=first) if solo else _say(N_("All lose together"))
    names, many = _names(result, result.leaders), len(result.leaders) > 1
    if not result.final:
        return _say(N_("%(names)s lead so far") if many else N_("%(names)s leads so far"), names=names)
    if many:
        return _say(N_("%(names)s are tied, to be settled") if result.tie_inputs else N_("%(names)s share the win"), names=names)
    return names if solo else _say(N_("%(name)s wins"), name=names)


def margin(result: Result) -> Markup:
    """How far the first is ahead, and of whom; nothing where points do not say."""
    second = next_best(result)
    if result.game.cooperative or len(result.leaders) != 1 or not second:
        return Markup()
    ahead = abs(result.players[result.leaders[0]].total - result.players[second[0]].total)
    if not ahead:
        return Markup()
    names = _names(result, second)
    if result.game.fewest_win:
        return Markup(ngettext("%(num)s point fewer than %(names)s", "%(num)s points fewer than %(names)s", ahead, names=names))  # noqa: S704
    return Markup(ngettext("%(num)s point ahead of %(names)s", "%(num)s points ahead of %(names)s", ahead, names=names))  # noqa: S704


def reason(result: Result, decision: Decision | None = None) -> Markup:
    """How first place was decided: by a rule, or by the line that made the difference."""
    first = result.players[result.leaders[0] if result.leaders else 0]
    if result.decided_by in result.game.decisions:
        return _say(result.game.decisions[result.decided_by], name=named(first.name), points=minus(first.total))
    if not result.final:
        return _say(N_("Something is still blank, so nobody has won yet.") if result.blank else N_("The game is not over yet."))
    if result.decided_by == "shared" and len(result.leaders) > 1 and not result.tie_inputs:
        text = N_("%(names)s are tied on %(points)s in everything that counts, so they share the win.")
        return _say(text, names=_names(result, result.leaders), points=minus(first.total))
    if decision:
        label = translate(result.game.lines[decision.key])
        return _say(N_("%(line)s made the difference: %(points)s to %(next)s."), line=label, points=minus(decision.points),
                    next=minus(decision.next))  # fmt: skip
    return Markup()


@dataclass(frozen=True, slots=True)
class Column:
    """One variant beside the default: `changes` are (seat, line's label, points by default, points here)."""

    key: str
    label: str
    result: dict[str, Any] | None
    needs: list[str]
    faults: list[dict[str, str]]
    headline: str
    other_winner: bool
    changes: list[tuple[int, str, int, int]]


def compare_columns(columns: Sequence[dict[str, Any]], default: dict[str, Any] | None, game: AnyGame) -> list[Column]:
    """Each column of a comparison, with what it changes against the default's result."""
    return [_column(column, default, game) for column in columns]


def _column(column: dict[str, Any], default: dict[str, Any] | None, game: AnyGame) -> Column:
    result = column.get("result")
    changes = []
    if result and default:
        for seat, (before, after) in enumerate(zip(default["players"], result["players"], strict=True)):
            lines = {line["key"]: line for line in before["lines"]}
            for line in after["lines"]:
                points = lines.pop(line["key"], {"points": 0})["points"]
                if line["points"] != points:
                    changes.append((seat, line["label"], points, line["points"]))
            changes += [(seat, gone["label"], gone["points"], 0) for gone in lines.values() if gone["points"]]
    return Column(
        key=column["key"],
        label=column["label"],
        result=result,
        needs=column.get("needs", []),
        faults=column.get("faults", []),
        headline=_short_headline(result, game) if result else "",
        other_winner=bool(result and default and result["winners"] != default["winners"]),
        changes=changes,
    )


def _short_headline(result: dict[str, Any], game: AnyGame) -> str:
    leaders = result.get("leaders", result["winners"])
    names = join_list(result["players"][seat]["name"] for seat in leaders)
    if game.cooperative:
        return _("All win together") if result["winners"] else _("All lose together")
    if not result.get("final", True):
        return message(N_("%(names)s leads so far") if len(leaders) == 1 else N_("%(names)s lead so far"), names=names)
    if len(leaders) > 1:
        return message(N_("%(names)s share the win"), names=names)
    return message(N_("%(name)s wins"), name=names)


_WRONG = N_("Something went wrong")
ERRORS = {
    400: (_WRONG, N_("This is not what we expected. Please send one JSON object.")),
    404: (N_("Not found"), N_("There is no page here. The games are listed on the first page.")),
    405: (N_("Not possible"), N_("This address cannot be used in that way.")),
    413: (_WRONG, N_("That is more than a score sheet can hold. Please send 64 KiB or less.")),
    414: (N_("Too long"), N_("That link is longer than a score sheet can be.")),
    500: (_WRONG, N_("Something went wrong on our side. What you typed is still in the link: please try again.")),
}
"""Status -> the page's title, and what is said."""
