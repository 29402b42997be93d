"""The columns of a comparison: one per variant, with the differences from the base."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from scorers.model import N_, AnyGame
from web.formatting import join_list
from web.result.chart import Bar, axis_of
from web.result.headline import isolate_name, write_sentence


@dataclass(frozen=True, slots=True)
class Column:
    """One variant of a comparison: `changes` are (seat, line's label, points by the base, points here).

    A variant that uses none of the entries has no `result`; its `needs` are the entries that it asks for.
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
    """Return the selected columns, and the base column that changes are relative to.

    The base is the game's default, or if that cannot be compared, the variant under which the sheet was scored.
    """
    own = {variant.key for variant in game.variants if variant.is_in_use(sheet)}
    results = {column["key"]: column["result"] for column in columns if _counts_something(column)}
    base = next((key for key in results if key == game.variants[0].key), next((key for key in results if key in own), None))
    totals = [player["total"] for key, result in results.items() if key in keys for player in result["players"]]
    axis = axis_of(totals)
    all_columns = [_column(column, results, base, column["key"] in own, axis, game) for column in columns]
    return [column for column in all_columns if column.key in keys], next((column for column in all_columns if column.is_base), None)


def _counts_something(column: Mapping[str, Any]) -> bool:
    """Return whether a variant's result uses any entry at all."""
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
        return write_sentence(N_("All win together") if result["winners"] else N_("All lose together"))
    if not result.get("final", True):
        return write_sentence(N_("%(names)s leads so far") if len(leaders) == 1 else N_("%(names)s lead so far"), names=names)
    if len(leaders) > 1:
        return write_sentence(N_("%(names)s are tied, to be settled") if result["asks"] else N_("%(names)s share the win"), names=names)
    return write_sentence(N_("%(name)s wins"), name=names)
