"""Results in words: who won, what settled it, and what changes between variants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from babel.lists import format_list
from flask_babel import get_locale

from scorers import N_, Result
from web.filters import minus
from web.locale import told


def listed(names: Sequence[str]) -> str:
    """Names joined as the language joins them."""
    return str(format_list(list(names), locale=get_locale()))


def headline(result: Result) -> str:
    """The answer, in one line."""
    winners = [result.players[seat] for seat in result.winners]
    top = winners[0].total
    points = minus(top)
    if len(winners) > 1:
        level = N_("%(names)s are level at %(points)s") if result.asks else N_("%(names)s share the win at %(points)s")
        return told(level, names=listed([p.name for p in winners]), points=points)
    others = [player.total for seat, player in enumerate(result.players) if seat not in result.winners]
    if max(others) == top:
        return told(N_("%(name)s wins the tie at %(points)s"), name=winners[0].name, points=points)
    return told(N_("%(name)s wins, %(points)s to %(next)s"), name=winners[0].name, points=points, next=minus(max(others)))


def reason(result: Result) -> str:
    """How first place was settled, where it was not simply the most points."""
    first = result.players[result.winners[0]]
    if result.decided_by in result.game.decisions:
        return told(result.game.decisions[result.decided_by], name=first.name, points=minus(first.total))
    if result.decided_by == "shared" and not result.asks:
        names = listed([result.players[seat].name for seat in result.winners])
        return told(
            N_("%(names)s are level on %(points)s in everything that counts, so they share the win."),
            names=names,
            points=minus(first.total),
        )
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


def compared(columns: Sequence[dict[str, Any]], default: dict[str, Any] | None) -> list[Column]:
    """Each column of a comparison, with what it changes against the default's result."""
    return [_column(column, default) for column in columns]


def _column(column: dict[str, Any], default: dict[str, Any] | None) -> Column:
    result = column.get("result")
    changes = []
    if result and default:
        for seat, (before, after) in enumerate(zip(default["players"], result["players"], strict=True)):
            lines = {line["key"]: line for line in before["lines"]}
            for line in after["lines"]:
                was = lines.pop(line["key"], {"points": 0})["points"]
                if line["points"] != was:
                    changes.append((seat, line["label"], was, line["points"]))
            changes += [(seat, gone["label"], gone["points"], 0) for gone in lines.values() if gone["points"]]
    return Column(
        key=column["key"],
        label=column["label"],
        result=result,
        needs=column.get("needs", []),
        faults=column.get("faults", []),
        headline=_short(result) if result else "",
        other_winner=bool(result and default and result["winners"] != default["winners"]),
        changes=changes,
    )


def _short(result: dict[str, Any]) -> str:
    names = listed([result["players"][seat]["name"] for seat in result["winners"]])
    if len(result["winners"]) > 1:
        return told(N_("%(names)s share the win"), names=names)
    return told(N_("%(name)s wins"), name=names)


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
