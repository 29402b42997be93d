"""Contradictions in a sheet of Honshu: lands that are no land, and counts beyond what the cards show."""

from collections.abc import Iterator

from scorers.entries import entries_of
from scorers.honshu.land import VISIBLE_SQUARES, faults_in
from scorers.honshu.limits import most_squares
from scorers.honshu.parts import factory_room
from scorers.honshu.sheet import FACTORIES, Player, Sheet, second_cubes_pay
from scorers.model import N_, Fault
from scorers.sheet import player_names


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Check the maps, and whether the counts fit thirteen cards and each other."""
    for seat, (player, name) in enumerate(zip(sheet.players, player_names(sheet), strict=True)):
        if player.land is None:
            yield from _count_faults(sheet, player, name, f"players.{seat}.")
        else:
            yield from faults_in(player.land, f"players.{seat}.map", factory_room(sheet.end_card))


def _count_faults(sheet: Sheet, player: Player, player_name: str, path: str) -> Iterator[Fault]:
    """Check that 13 cards can show so many squares, and that no count exceeds one that contains it."""
    factories = player.factories.values()
    empty = player.empty if sheet.end_card == "empty_production" else 0
    squares = sum(player.lakes) + sum(
        count or 0 for count in (player.forest, player.town, player.fallow, empty, *factories)
    )
    if squares > VISIBLE_SQUARES:
        message = N_("%(name)s has %(count)s squares counted, but 13 cards show %(high)s at most")
        entries = tuple(
            path + name
            for name in ("forest", "town", "lakes", *(f"factories.{key}" for key in player.factories), "fallow")
        )
        yield Fault(
            "players", "impossible", message, {"name": player_name, "count": squares, "high": VISIBLE_SQUARES}, entries
        )
    for name, count in (("lakes", sum(player.lakes)), ("factories", sum(count or 0 for count in factories))):
        if count > (high := most_squares(name)):
            message = N_("%(label)s: %(count)s squares, but 13 cards show %(high)s at most")
            values = {"label": entries_of(Player)[name].label, "count": count, "high": high}
            yield Fault(path + name, "too_many", message, values)
    if second_cubes_pay(sheet):
        for key, first in player.factories.items():
            if first is not None and (player.second_resources[key] or 0) > first:
                message = N_("%(label)s: %(high)s with a cube, so no more can have two")
                yield Fault(
                    f"{path}second_resources.{key}", "impossible", message, {"label": FACTORIES[key], "high": first}
                )
    if sheet.end_card in ("blue_yellow", "grey_brown") and None not in factories:
        total = sum(count or 0 for count in factories)
        if (getattr(player, sheet.end_card) or 0) > total:
            message = N_("%(label)s: only %(high)s factories hold a cube")
            label = entries_of(Player)[sheet.end_card].label
            yield Fault(path + sheet.end_card, "impossible", message, {"label": label, "high": total})
