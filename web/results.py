"""Results in words: who won, what decided it, and what changes between variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext

from scorers.model import N_, AnyGame, Result
from web.locale import message
from web.template_helpers import join_list, minus


def _(text: str) -> str:
    return str(gettext(text))


def headline(result: Result) -> str:
    """The answer, in one line."""
    if result.game.cooperative:
        return _together(result)
    leaders = [result.players[seat] for seat in result.leaders]
    names, points = join_list(player.name for player in leaders), minus(leaders[0].total)
    if not result.final:
        return message(N_("%(names)s leads so far, with %(points)s") if len(leaders) == 1 else N_("%(names)s lead so far, with %(points)s"),
                       names=names, points=points)  # fmt: skip
    if len(leaders) > 1:
        tied = N_("%(names)s are tied at %(points)s") if result.tie_inputs else N_("%(names)s share the win at %(points)s")
        return message(tied, names=names, points=points)
    others = [player.total for seat, player in enumerate(result.players) if seat not in result.leaders]
    if not others:
        return message(N_("%(name)s scores %(points)s"), name=names, points=points)
    nearest = min(others) if result.game.fewest_win else max(others)
    if nearest == leaders[0].total:
        return message(N_("%(name)s wins the tie at %(points)s"), name=names, points=points)
    return message(N_("%(name)s wins, %(points)s to %(next)s"), name=names, points=points, next=minus(nearest))


def _together(result: Result) -> str:
    solo = len(result.players) == 1
    name = result.players[0].name
    if result.winners:
        return message(N_("%(name)s wins"), name=name) if solo else _("All win together")
    if not result.final:
        return _("Not over yet")
    return message(N_("%(name)s loses"), name=name) if solo else _("All lose together")


def reason(result: Result) -> str:
    """How first place was decided, where it was not simply the most points."""
    first = result.players[result.leaders[0] if result.leaders else 0]
    if result.decided_by in result.game.decisions:
        return message(result.game.decisions[result.decided_by], name=first.name, points=minus(first.total))
    if not result.final:
        return _("Something is still blank, so nobody has won yet.") if result.blank else _("The game is not over yet.")
    if result.decided_by == "shared" and not result.tie_inputs:
        names = join_list(result.players[seat].name for seat in result.leaders)
        text = N_("%(names)s are tied on %(points)s in everything that counts, so they share the win.")
        return message(text, names=names, points=minus(first.total))
    return ""


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
