"""The numbers that the offices on the map of Hansa Teutonica count."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorers.hansa_teutonica.modules import count_mission_cities, find_standings
from scorers.hansa_teutonica.network import find_best_networks, find_position
from scorers.hansa_teutonica.options import countries_in_use, map_in_use, scores_missions
from scorers.hansa_teutonica.player import Player
from scorers.hansa_teutonica.sheet import Sheet


def count_position(sheet: Sheet) -> Sheet:
    """Return a sheet with the numbers that its map yields in place of the map.

    >>> ann, bo = Player(mission=1), Player()
    >>> sheet = count_position(Sheet((ann, bo), offices={"minden": (0, 0, 1), "hannover": (0,)}))
    >>> sheet.offices, [(player.cities, player.network) for player in sheet.players]
    (None, [(2, 3), (0, 1)])
    """
    if sheet.offices is None:
        return sheet
    return replace(sheet, players=tuple(_count(sheet)), offices=None, annexes=None, permanent=None)


def _count(sheet: Sheet) -> Iterator[Player]:
    position = find_position(sheet)
    networks = find_best_networks(position.rows, len(sheet.players), map_in_use(sheet))
    standings = {country: find_standings(sheet, country, position) for country in countries_in_use(sheet)}
    for seat, (player, network) in enumerate(zip(sheet.players, networks, strict=True)):
        counted = replace(player, cities=len(position.controlled_by(seat)), network=sum(network.values()))
        if scores_missions(sheet) and player.mission is not None:
            cities, controls_all = count_mission_cities(player.mission, seat, position)
            counted = replace(counted, mission_cities=cities, mission_control=controls_all)
        for country, of_seats in standings.items():
            cities, offices = of_seats[seat] or (0, 0)
            numbers: dict[str, Any] = {f"{country}_cities": cities, f"{country}_offices": offices}
            counted = replace(counted, **numbers)
        yield counted
