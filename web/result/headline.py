"""Results in words: who won, what decided it, and what changes between variants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import ngettext
from markupsafe import Markup

from scorers.entries import Number, entries_of
from scorers.model import N_, AnyGame, Result
from web.languages import translate
from web.result.chart import Bar, Decision, axis_of, next_best
from web.template_helpers import join_list, minus


def _sentence(text: str, **values: object) -> Markup:
    """A sentence of the page: its names stand apart from the text around them, whichever way they are written."""
    return Markup(translate(text)) % values  # noqa: S704  the sentence is ours, and every value is escaped


def isolate_name(name: str) -> Markup:
    """A player's name, set apart."""
    return Markup("<bdi>{}</bdi>").format(name)


def _names(result: Result, seats: Sequence[int]) -> Markup:
    return Markup(join_list(isolate_name(result.players[seat].name) for seat in seats))  # noqa: S704  escaped one by one


def headline(result: Result) -> Markup:
    """The answer, in one line."""
    if result.game.cooperative:
        return short_headline(result)
    leaders = [result.players[seat] for seat in result.leaders]
    names, points = _names(result, result.leaders), minus(leaders[0].total)
    if not result.final:
        so_far = N_("%(names)s leads so far, with %(points)s") if len(leaders) == 1 else N_("%(names)s lead so far, with %(points)s")
        return _sentence(so_far, names=names, points=points)
    if len(leaders) > 1:
        text = N_("%(names)s are tied at %(points)s") if result.tie_inputs else N_("%(names)s share the win at %(points)s")
        return _sentence(text, names=names, points=points)
    others = next_best(result)
    if not others:
        return _sentence(N_("%(name)s scores %(points)s"), name=names, points=points)
    nearest = result.players[others[0]].total
    if nearest == leaders[0].total:
        return _sentence(N_("%(name)s wins the tie at %(points)s"), name=names, points=points)
    return _sentence(N_("%(name)s wins, %(points)s to %(next)s"), name=names, points=points, next=minus(nearest))


def short_headline(result: Result) -> Markup:
    """Who won, without the points, which stand large beside it."""
    solo = len(result.players) == 1
    first = isolate_name(result.players[0].name)
    if result.game.cooperative:
        if result.winners:
            return _sentence(N_("%(name)s wins"), name=first) if solo else _sentence(N_("All win together"))
        if not result.final:
            return _sentence(N_("Not over yet"))
        return _sentence(N_("%(name)s loses"), name=first) if solo else _sentence(N_("All lose together"))
    names, many = _names(result, result.leaders), len(result.leaders) > 1
    if not result.final:
        return _sentence(N_("%(names)s lead so far") if many else N_("%(names)s leads so far"), names=names)
    if many:
        return _sentence(N_("%(names)s are tied, to be settled") if result.tie_inputs else N_("%(names)s share the win"), names=names)
    return names if solo else _sentence(N_("%(name)s wins"), name=names)


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
    """How first place was decided: by a rule, or else the line with the widest gap."""
    first = result.players[result.leaders[0] if result.leaders else 0]
    if result.decided_by in result.game.decisions:
        return _sentence(result.game.decisions[result.decided_by], name=isolate_name(first.name), points=minus(first.total))
    if not result.final:
        return _sentence(N_("Something is still blank, so nobody has won yet.") if result.blank else N_("The game is not over yet."))
    if result.decided_by == "shared" and len(result.leaders) > 1 and not result.tie_inputs:
        text = N_("%(names)s are tied on %(points)s in everything that counts, so they share the win.")
        return _sentence(text, names=_names(result, result.leaders), points=minus(first.total))
    if decision:
        label = translate(result.game.lines[decision.key])
        text = N_("Biggest gap: %(line)s, %(points)s to %(next)s")
        return _sentence(text, line=label, points=minus(decision.points), next=minus(decision.next))
    return Markup()


def start_values(result: Result, sheet: Any) -> dict[str, list[Markup]]:
    """By line, a sentence for each entry whose value at the start of the game counts, as nobody chose another: which, and for whom."""
    sentences: dict[str, list[Markup]] = {}
    for name, declaration in entries_of(type(sheet.players[0])).items():
        if not isinstance(declaration, Number) or declaration.start is None:
            continue
        seats = [
            seat
            for seat, player in enumerate(result.players)
            if getattr(sheet.players[seat], name) is None and any(line.key == declaration.line and line.working for line in player.lines)
        ]
        if seats:
            text = N_("%(label)s: none chosen, so the start value %(value)s counts (%(names)s).")
            value = translate(declaration.faces[declaration.start]) if declaration.faces else minus(declaration.start)
            sentence = _sentence(text, label=translate(declaration.label), value=value, names=_names(result, seats))
            sentences.setdefault(declaration.line, []).append(sentence)
    return sentences


@dataclass(frozen=True, slots=True)
class Column:
    """One variant of a comparison: `changes` are (seat, line's label, points by the base, points here).

    A variant that counts nothing of what was entered has no `result`: its `needs` are the entries that it would take.
    `is_own` marks the variant under which the sheet was scored.
    """

    key: str
    label: str
    result: dict[str, Any] | None
    needs: list[str]
    faults: list[dict[str, str]]
    headline: str
    is_own: bool
    is_base: bool
    other_winner: bool
    changes: list[tuple[int, str, int, int]]
    bars: list[Bar]


def compare_columns(
    columns: Sequence[dict[str, Any]], keys: Sequence[str], sheet: Any, game: AnyGame
) -> tuple[list[Column], Column | None]:
    """The wanted columns of a comparison, and the base that changes are told against.

    The base is the game's default, or where that cannot be compared, the variant under which the sheet was scored.
    """
    own = {variant.key for variant in game.variants if variant.is_in_use(sheet)}
    results = {column["key"]: column["result"] for column in columns if _counts_something(column)}
    base = next((key for key in results if key == game.variants[0].key), next((key for key in results if key in own), None))
    totals = [player["total"] for key, result in results.items() if key in keys for player in result["players"]]
    axis = axis_of(totals)
    all_columns = [_column(column, results, base, column["key"] in own, axis, game) for column in columns]
    return [column for column in all_columns if column.key in keys], next((column for column in all_columns if column.is_base), None)


def _counts_something(column: Mapping[str, Any]) -> bool:
    """Whether a variant has a result that rests on any entry; a tally of blanks is none."""
    return "result" in column and any(line["working"] for player in column["result"]["players"] for line in player["lines"])


def _column(
    column: Mapping[str, Any],
    results: Mapping[str, dict[str, Any]],
    base: str | None,
    own: bool,  # noqa: FBT001
    axis: tuple[float, float],
    game: AnyGame,
) -> Column:
    key = column["key"]
    result, default = results.get(key), results.get(base or "")
    zero, scale = axis
    bars = [
        Bar(seat, round(zero + min(0, player["total"]) * scale, 2), round(abs(player["total"]) * scale, 2), 0, 0, zero)
        for seat, player in enumerate(result["players"] if result else ())
    ]
    return Column(
        key=key,
        label=column["label"],
        result=result,
        needs=column.get("needs") or (column["result"]["blank"] if "result" in column and not result else []),
        faults=column.get("faults", []),
        headline=_column_headline(result, game) if result else "",
        is_own=own,
        is_base=key == base,
        other_winner=bool(result and default and result["winners"] != default["winners"]),
        changes=_changes(default, result) if result and default else [],
        bars=bars,
    )


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[int, str, int, int]]:
    changes = []
    for seat, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        lines = {line["key"]: line for line in old["lines"]}
        for line in new["lines"]:
            points = lines.pop(line["key"], {"points": 0})["points"]
            if line["points"] != points:
                changes.append((seat, line["label"], points, line["points"]))
        changes += [(seat, old_line["label"], old_line["points"], 0) for old_line in lines.values() if old_line["points"]]
    return changes


def _column_headline(result: Mapping[str, Any], game: AnyGame) -> Markup:
    leaders = result.get("leaders", result["winners"])
    names = Markup(join_list(isolate_name(result["players"][seat]["name"]) for seat in leaders))  # noqa: S704  escaped one by one
    if game.cooperative:
        return _sentence(N_("All win together") if result["winners"] else N_("All lose together"))
    if not result.get("final", True):
        return _sentence(N_("%(names)s leads so far") if len(leaders) == 1 else N_("%(names)s lead so far"), names=names)
    if len(leaders) > 1:
        return _sentence(N_("%(names)s are tied, to be settled") if result["asks"] else N_("%(names)s share the win"), names=names)
    return _sentence(N_("%(name)s wins"), name=names)
