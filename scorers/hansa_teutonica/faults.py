"""Contradictions in a sheet of Hansa Teutonica: limits of box, desk and board, things with two owners, and offices
that do not exist.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from scorers.game import N_, Fault, player_names
from scorers.hansa_teutonica.boards import CITY_NAMES, MAPS
from scorers.hansa_teutonica.box import (
    ANNEXES,
    CITIES_PER_MISSION,
    COELLEN_SPACES,
    COUNTRY_NAMES,
    FAVOUR_NAMES,
    MARKERS,
    MISSIONS,
    PIECES,
)
from scorers.hansa_teutonica.east import EAST
from scorers.hansa_teutonica.modules import count_in_country
from scorers.hansa_teutonica.options import (
    STANDARD,
    countries_in_use,
    map_in_use,
    permanent_offices,
    scores_missions,
    uses_favours,
)
from scorers.hansa_teutonica.sheet import GREEN_CITIES, Sheet, count_offices

BIG_BOX_PLAYERS = EAST_PLAYERS = 3


def faults(sheet: Sheet) -> Iterator[Fault]:
    """Check the limits of box, desks and board, double owners, and offices that do not exist or leave a gap."""
    if sheet.edition == "big_box" and len(sheet.players) < BIG_BOX_PLAYERS:
        yield Fault("players", "too_few", N_("The Big Box needs %(low)s players or more"), {"low": BIG_BOX_PLAYERS})
    elif sheet.board == EAST and len(sheet.players) < EAST_PLAYERS:
        yield Fault("players", "too_few", N_("The Eastern board needs %(low)s players or more"), {"low": EAST_PLAYERS})
    if "missions" in sheet.modules and sheet.board != STANDARD:
        yield Fault(
            "modules", "impossible", N_("Mission cards are for the standard board: untick them, or choose that board")
        )
    yield from _marker_faults(sheet)
    yield from _coellen_faults(sheet)
    yield from _favour_faults(sheet)
    yield from _city_faults(sheet)
    if sheet.offices is None:
        yield from _mission_count_faults(sheet)
        yield from _country_faults(sheet)
    else:
        yield from _mission_faults(sheet)
        yield from _office_faults(sheet)
    if sum(map(len, (sheet.annexes or {}).values())) > ANNEXES[sheet.edition]:
        yield Fault("annexes", "too_many", N_("No more than %(high)s annexes in all"), {"high": ANNEXES[sheet.edition]})


def _more_than(sheet: Sheet, name: str, high: int, total: int, message: N_, **values: object) -> Iterator[Fault]:
    if total > high:
        values |= {"total": total, "high": high}
        yield Fault("players", "impossible", message, values, _paths(name, range(len(sheet.players))))


def _paths(name: str, seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"players.{seat}.{name}" for seat in seats)


def _marker_faults(sheet: Sheet) -> Iterator[Fault]:
    high = MARKERS[sheet.edition]
    marker_counts = [player.markers or 0 for player in sheet.players]
    over = [seat for seat, markers in enumerate(marker_counts) if markers > high]
    for seat in over:
        yield Fault(
            f"players.{seat}.markers", "too_many", N_("Bonus markers must be %(high)s or fewer"), {"high": high}
        )
    if not over:
        message = N_("%(total)s bonus markers are collected; the box has %(high)s")
        yield from _more_than(sheet, "markers", high, sum(marker_counts), message)


def _coellen_faults(sheet: Sheet) -> Iterator[Fault]:
    values = [value for player in sheet.players for value in player.coellen]
    for value in COELLEN_SPACES:
        if values.count(value) > 1:
            holders = _names(sheet, [value in player.coellen for player in sheet.players])
            message = N_("Special space %(value)s cannot belong to all of %(names)s: choose one player")
            yield Fault("players", "impossible", message, {"value": value, "names": holders})
    for seat, player in enumerate(sheet.players):
        if not player.coellen:
            continue
        path = f"players.{seat}.coellen"
        if player.book is not None and len(player.coellen) > 1 + player.book:
            message = N_("No more than %(high)s merchants on special spaces: the Book row has released no more")
            yield Fault(path, "impossible", message, {"high": 1 + player.book})
        if player.privilege is not None and any(
            value not in COELLEN_SPACES[: 1 + player.privilege] for value in player.coellen
        ):
            message = N_("Your Privilege allows special spaces up to %(high)s")
            yield Fault(path, "impossible", message, {"high": COELLEN_SPACES[player.privilege]})


def _names(sheet: Sheet, chosen: Sequence[bool]) -> tuple[str, ...]:
    return tuple(name for name, is_chosen in zip(player_names(sheet), chosen, strict=True) if is_chosen)


def _favour_faults(sheet: Sheet) -> Iterator[Fault]:
    for tile, label in FAVOUR_NAMES.items() if uses_favours(sheet) else ():
        holds = [tile in player.favours for player in sheet.players]
        if sum(holds) > 1:
            message = N_("%(tile)s cannot belong to all of %(names)s: choose one player")
            yield Fault("players", "impossible", message, {"tile": label, "names": _names(sheet, holds)})


def _city_faults(sheet: Sheet) -> Iterator[Fault]:
    """Check the counts of cities against the board; only the sum may be left out of account."""
    high = len(MAPS[map_in_use(sheet)].cities)
    counts = [player.cities or 0 for player in sheet.players]
    over = [seat for seat, cities in enumerate(counts) if cities > high]
    for seat in over:
        yield Fault(
            f"players.{seat}.cities",
            "too_many",
            N_("%(label)s must be %(high)s or fewer"),
            {"label": N_("Cities controlled"), "high": high},
        )
    if sheet.offices is None and not over:
        yield from _more_than(
            sheet, "cities", high, sum(counts), N_("%(total)s cities are controlled; the map has %(high)s")
        )


def _mission_faults(sheet: Sheet) -> Iterator[Fault]:
    cards = [player.mission for player in sheet.players] if scores_missions(sheet) else []
    for card in dict.fromkeys(cards):
        if card is not None and cards.count(card) > 1:
            has = [player.mission == card for player in sheet.players]
            message = N_("%(names)s cannot all have the mission card %(card)s")
            values = {"names": _names(sheet, has), "card": MISSIONS[card - 1].label}
            yield Fault(
                "players",
                "impossible",
                message,
                values,
                _paths("mission", [seat for seat, is_holder in enumerate(has) if is_holder]),
            )


def _mission_count_faults(sheet: Sheet) -> Iterator[Fault]:
    for seat, name in enumerate(player_names(sheet)) if scores_missions(sheet) else ():
        player = sheet.players[seat]
        if player.mission_control and player.mission_cities is not None and player.mission_cities < CITIES_PER_MISSION:
            message = N_("%(name)s cannot control all %(high)s cities of the mission with offices in %(cities)s")
            values = {"name": name, "high": CITIES_PER_MISSION, "cities": player.mission_cities}
            yield Fault(
                "players",
                "impossible",
                message,
                values,
                (f"players.{seat}.mission_cities", f"players.{seat}.mission_control"),
            )


def _country_faults(sheet: Sheet) -> Iterator[Fault]:
    for country, members in countries_in_use(sheet).items():
        total, label = (
            sum(count_in_country(country, player)[0] or 0 for player in sheet.players),
            COUNTRY_NAMES[country],
        )
        message = N_("%(total)s cities are controlled in %(country)s; there are %(high)s")
        yield from _more_than(sheet, f"{country}_cities", len(members), total, message, country=label)
        for seat, name in enumerate(player_names(sheet)):
            cities, offices = count_in_country(country, sheet.players[seat])
            if cities is not None and offices is not None and cities > offices:
                message = N_("%(name)s cannot control %(cities)s cities in %(country)s with %(offices)s offices there")
                values = {"name": name, "cities": cities, "offices": offices, "country": label}
                entries = (f"players.{seat}.{country}_cities", f"players.{seat}.{country}_offices")
                yield Fault("players", "impossible", message, values, entries)


def _office_faults(sheet: Sheet) -> Iterator[Fault]:
    offices, annexes = sheet.offices or {}, sheet.annexes or {}
    yield from _place_faults(sheet, offices, annexes)
    yield from _row_faults(sheet, offices)
    everywhere = [
        seat for row in (*offices.values(), *annexes.values(), *permanent_offices(sheet).values()) for seat in row
    ]
    for seat, name in enumerate(player_names(sheet)):
        if (count := everywhere.count(seat)) > PIECES:
            message = N_("%(name)s cannot have %(count)s offices: there are %(high)s pieces")
            yield Fault("players", "impossible", message, {"name": name, "count": count, "high": PIECES})


def _place_faults(sheet: Sheet, offices: Collection[str], annexes: Collection[str]) -> Iterator[Fault]:
    """Yield the faults of cities that are not on the board, and of annexes without an office, which green cities
    alone allow.
    """
    cities = MAPS[map_in_use(sheet)].cities
    for name, places in (("offices", offices), ("annexes", annexes)):
        for city in places:
            if city not in cities:
                yield Fault(
                    f"{name}.{city}", "unknown", N_("%(city)s is not on this board"), {"city": CITY_NAMES[city]}
                )
    for city in annexes:
        if city in cities and city not in offices and city not in GREEN_CITIES:
            message = N_("An annex in %(city)s needs an office to its right, and there is none")
            yield Fault(f"annexes.{city}", "impossible", message, {"city": CITY_NAMES[city]})


def _row_faults(sheet: Sheet, offices: Mapping[str, Sequence[int | None]]) -> Iterator[Fault]:
    """Yield the faults of rows that do not fit their city, and of gaps left of an office."""
    cities = MAPS[map_in_use(sheet)].cities
    for city, row in offices.items():
        if city not in cities:
            continue
        size, values = count_offices(sheet, city), {"city": CITY_NAMES[city]}
        if len(row) != size:
            message = N_("%(city)s has %(printed)s printed office spaces: enter as many")
            if not size:
                message = N_("%(city)s has no printed office spaces: enter annexes and permanent offices")
            yield Fault(
                f"offices.{city}", "too_many" if len(row) > size else "too_few", message, values | {"printed": size}
            )
        if None in row and any(seat is not None for seat in row[row.index(None) :]):
            message = N_("Offices in %(city)s must be filled from the left, without a gap")
            yield Fault(f"offices.{city}", "impossible", message, values)
