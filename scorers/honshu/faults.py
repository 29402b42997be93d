"""Contradictions in a sheet of Honshu: lands that are no land, and counts beyond what the cards show."""

from collections.abc import Iterator, Mapping

from scorers.game import N_, Fault, entries_of, player_names
from scorers.honshu.land import VISIBLE_SQUARES, faults_in
from scorers.honshu.limits import count_squares, most_squares, squares_below
from scorers.honshu.parts import factory_room
from scorers.honshu.sheet import COUNTED_AS, FACTORIES, Player, Sheet, second_cubes_pay

LABELS = {
    "forest": N_("Forest squares"),
    "town": N_("Town squares"),
    "lakes": N_("Lake squares"),
    "fallow": N_("Fallow fields"),
    "empty": N_("Production squares"),
    "factories": N_("Factories"),
    **{f"factories.{points}": label for points, label in FACTORIES.items()},
    "blue_yellow": N_("Blue and yellow factories"),
    "grey_brown": N_("Grey and brown factories"),
}
"""Kind of squares, as in `limits.KINDS` -> its label."""


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Check the maps, and whether lands and counts fit the cards and each other."""
    for seat, (player, name) in enumerate(zip(sheet.players, player_names(sheet), strict=True)):
        if player.land is None:
            yield from _count_faults(sheet, player, name, f"players.{seat}.")
        else:
            yield from faults_in(player.land, f"players.{seat}.map", factory_room(sheet.end_card))
    yield from _card_faults(sheet)


def _card_faults(sheet: Sheet) -> Iterator[Fault]:
    """Check that the cards of each player, and those of all players together, show so many squares of each kind."""
    counts = [_count_squares(sheet, player) for player in sheet.players]
    for kind, label in LABELS.items():
        own = [(seat, of_seat[kind]) for seat, of_seat in enumerate(counts) if of_seat.get(kind)]
        values: dict[str, object] = {"label": label, "players": len(counts)}
        if excess := [(seat, count) for seat, count in own if count > most_squares(kind)]:
            message = N_("%(label)s: %(count)s, but 13 cards show %(high)s at most")
            for seat, count in excess:
                yield Fault(
                    _path(sheet, seat, kind), "too_many", message, values | {"count": count, "high": most_squares(kind)}
                )
        elif (total := sum(count for _, count in own)) > (high := most_squares(kind, len(counts))):
            message = N_(
                "%(label)s: %(count)s on all lands together, but the cards of %(players)s players show %(high)s at most"
            )
            entries = tuple(_path(sheet, seat, kind) for seat, _ in own)
            yield Fault("players", "impossible", message, values | {"count": total, "high": high}, entries)


def _count_squares(sheet: Sheet, player: Player) -> Mapping[str, int]:
    """Return how many squares of each kind a land shows at least."""
    if player.land is not None:
        return player.land.find_once(count_squares)
    counts = {
        "forest": player.forest or 0,
        "town": player.town or 0,
        "lakes": sum(player.lakes),
        "fallow": player.fallow or 0,
        "factories": sum(count or 0 for count in player.factories.values()),
        **{f"factories.{points}": count or 0 for points, count in player.factories.items()},
    }
    if number := getattr(player, COUNTED_AS.get(sheet.end_card, ""), None):
        kind, squares = squares_below(sheet.end_card, number)
        counts[kind] = max(counts.get(kind, 0), squares)
    return counts


def _path(sheet: Sheet, seat: int, kind: str) -> str:
    """Return the path of what says how many squares of a kind a player has."""
    player = sheet.players[seat]
    if player.land is not None:
        kind = "map"
    elif getattr(player, kind, 0) is None:  # only the scoring card counts them
        kind = COUNTED_AS[sheet.end_card]
    return f"players.{seat}.{kind}"


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
