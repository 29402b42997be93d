"""What the modules of Hansa Teutonica score: mission cards, and the places in Wales and Scotland."""

from collections.abc import Sequence

from scorers.game import Line
from scorers.hansa_teutonica.box import MISSIONS, POINTS_BY_PLACE, POINTS_FOR_MISSION_CONTROL, POINTS_PER_MISSION_CITY
from scorers.hansa_teutonica.network import Position
from scorers.hansa_teutonica.options import countries_in_use
from scorers.hansa_teutonica.player import Player
from scorers.hansa_teutonica.sheet import Sheet

Standing = tuple[int, int]
"""A player's controlled cities and own offices in a country."""


def score_mission_cards(players: Sequence[Player], position: Position | None) -> list[Line]:
    """Return each player's line for the mission card: by the offices on the map if given, else by the counts."""
    if position is None:
        return [_mission_line(player.mission_cities, controls_all=player.mission_control) for player in players]
    return [_score_card(player.mission, seat, position) for seat, player in enumerate(players)]


def _score_card(card: int | None, seat: int, position: Position) -> Line:
    if card is None:
        return _mission_line(None, controls_all=False)
    cities, controls_all = count_mission_cities(card, seat, position)
    return _mission_line(cities, controls_all=controls_all)


def count_mission_cities(card: int, seat: int, position: Position) -> tuple[int, bool]:
    """Return in how many cities of a mission card a seat has an office, and whether it controls all of them."""
    cities = MISSIONS[card - 1].cities
    controls_all = all(position.controllers.get(city) == seat for city in cities)
    return sum(seat in position.rows.get(city, ()) for city in cities), controls_all


def _mission_line(cities: int | None, *, controls_all: bool) -> Line:
    terms = [] if cities is None else [POINTS_PER_MISSION_CITY * cities]
    if controls_all:
        terms.append(POINTS_FOR_MISSION_CONTROL)
    return Line("missions", sum(terms), " + ".join(map(str, terms)))


def count_in_country(country: str, player: Player) -> tuple[int | None, int | None]:
    """Return a player's own counts of controlled cities and of offices in a country."""
    if country == "wales":
        return player.wales_cities, player.wales_offices
    return player.scotland_cities, player.scotland_offices


def find_standings(sheet: Sheet, country: str, position: Position | None) -> list[Standing | None]:
    """Return each player's standing in a country; None by counts if both are blank."""
    if position is not None:
        return list(zip(*_count_on_map(countries_in_use(sheet)[country], position, len(sheet.players)), strict=True))
    counts = [count_in_country(country, player) for player in sheet.players]
    return [None if (cities, offices) == (None, None) else (cities or 0, offices or 0) for cities, offices in counts]


def _count_on_map(members: Sequence[str], position: Position, seats: int) -> tuple[list[int], list[int]]:
    """Return the controlled cities and the offices of each seat in a country."""
    cities, offices = [0] * seats, [0] * seats
    for city in members:
        if city in position.rows:
            cities[position.controllers[city]] += 1
            for seat in position.rows[city]:
                offices[seat] += 1
    return cities, offices


def score_country(key: str, standings: Sequence[Standing | None], *, shares_all: bool) -> list[Line]:
    """Return each player's line for a country, whose places are worth 7, 4 and 2 points.

    Controlled cities decide, then own offices; a player with neither has no place. Tied players take as many places as
    there are of them and share, rounded down, the points of the first of these and the next one, or with `shares_all`
    of all of them. A standing is None if a player entered nothing. The working says what is rounded.

    >>> [line.working for line in score_country("wales", [(2, 3), (2, 3), (0, 1), (0, 0)], shares_all=False)]
    ['⌊(7 + 4) ÷ 2⌋', '⌊(7 + 4) ÷ 2⌋', '2', '0']
    """
    return [_place_line(key, standing, standings, shares_all=shares_all) for standing in standings]


def _place_line(key: str, own: Standing | None, standings: Sequence[Standing | None], *, shares_all: bool) -> Line:
    if own is None:
        return Line(key, 0, "")
    if own == (0, 0):
        return Line(key, 0, "0")
    place, equal = sum(other is not None and other > own for other in standings), standings.count(own)
    shared = POINTS_BY_PLACE[place : place + (equal if shares_all else min(equal, 2))]
    points, rest = divmod(sum(shared), equal)
    if equal == 1 or not points:
        return Line(key, points, str(points))
    terms = " + ".join(map(str, shared))
    working = f"({terms}) ÷ {equal}" if " " in terms else f"{terms} ÷ {equal}"
    return Line(key, points, f"⌊{working}⌋" if rest else working)
