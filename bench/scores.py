"""Microseconds per score of each game, and of the graph algorithms next to networkx."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import networkx as nx
from _tables import tables

from scorers.hansa_teutonica.map import LARGE, ROUTES
from scorers.hansa_teutonica.network import find_best_networks, find_rows
from scorers.honshu.land import STRIDE, Land, districts, read_land
from scorers.registry import game, slugs
from scorers.service import score_data
from scorers.sheet import load_sheet

DISTINCT = 40
ROUNDS = 7


def microseconds(work: Callable[[Any], object], items: Iterable[Any]) -> float:
    """Return the mean time of `work` per item in the fastest round."""
    things = list(items)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for thing in things:
            work(thing)
        best = min(best, (time.perf_counter() - start) / len(things))
    return best * 1e6


BOARD = nx.Graph((route.one, route.other) for route in ROUTES if LARGE in route.sides)


def networks_with_networkx(sheet: Any) -> list[int]:
    """Return each player's best network on the larger side, using networkx."""
    occupants = find_rows(sheet.offices, sheet.annexes or {}, {})
    best = []
    for seat in range(len(sheet.players)):
        own = {city: row.count(seat) for city, row in occupants.items() if seat in row}
        parts = nx.connected_components(BOARD.subgraph(own))
        best.append(max((sum(own[city] for city in part) for part in parts), default=0))
    return best


def networks(sheet: Any) -> list[int]:
    """Return the same, using the game's code."""
    occupants = find_rows(sheet.offices, sheet.annexes or {}, {})
    return [sum(network.values()) for network in find_best_networks(occupants, len(sheet.players), LARGE)]


def districts_with_networkx(lands: list[Land]) -> list[Counter[int]]:
    """Return each land's number of districts by size, over all kinds of squares, using networkx."""
    sizes = []
    for land in lands:
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(land.squares)
        for place, square in land.squares.items():
            for step in (1, STRIDE):
                if place + step in land.squares and land.squares[place + step].kind == square.kind:
                    graph.add_edge(place, place + step)
        sizes.append(Counter(map(len, nx.connected_components(graph))))
    return sizes


def districts_here(lands: list[Land]) -> list[Counter[int]]:
    """Return the same, using the game's code."""
    return [Counter(len(group) for places in land.kinds.values() for group in districts(places)) for land in lands]


def main() -> None:
    """Print a line for each game, and one for each graph algorithm."""
    print("microseconds per score, most players, full tables     score   from JSON data")
    sheets = {}
    for slug in slugs():
        data_of_tables = tables(slug, DISTINCT)
        the_game = game(slug)
        sheets[slug] = [load_sheet(the_game, data) for data in data_of_tables]
        whole = microseconds(lambda data, slug=slug: score_data(slug, data), data_of_tables)
        print(f"  {slug:<49} {microseconds(the_game.score, sheets[slug]):8.0f} {whole:12.0f}")
    print("graph algorithms alone, all players                  here   networkx      ratio")
    lands = [[read_land(player.map) for player in sheet.players] for sheet in sheets["honshu"]]
    for what, things, here, there in (
        ("networks on the map", sheets["hansa_teutonica"], networks, networks_with_networkx),
        ("districts of five lands", lands, districts_here, districts_with_networkx),
    ):
        assert all(here(thing) == there(thing) for thing in things)
        ours, theirs = microseconds(here, things), microseconds(there, things)
        print(f"  {what:<48} {ours:7.0f} {theirs:10.0f} {theirs / ours:9.1f}×")


if __name__ == "__main__":
    main()
