"""The printed cards: sixty map cards and both sides of six start cards, with the number upright.

Source: the photographed cards of the 2016 edition and, read independently of them, the card lists of
ThomasLaforge/Honshu; all equal.
"""

Card = tuple[tuple[str, ...], ...]
"""Three rows of two squares, in map notation."""

_MAP_CARDS = """
 1 L Pb/F T/Pg T  |  2 Py Pn/A T/L T  |  3 A L/T Pg/T Py  |  4 Pn T/Pg T/A F  |  5 Pn A/L A/T A
 6 L Py/A A/T A   |  7 T L/Py T/A A   |  8 T L/A A/T Pb   |  9 T A/L Pg/T A   | 10 A A/T L/Pb F
11 T A/Pg F/L A   | 12 My3 Pn/A F/T T | 13 A T/A T/Mg3 Pb | 14 T T/Pb A/A Mn3 | 15 T F/Pn T/A L
16 T Mb3/F Py/T L | 17 L T/F Mb3/T A  | 18 A L/My3 A/T A  | 19 A A/L Mg3/A T  | 20 Mn3 T/A L/A A
21 T A/A L/A Mb3  | 22 Mg3 T/A A/T L  | 23 L Mn3/T A/A T  | 24 T A/A T/L My3  | 25 A A/L T/A A
26 T A/L T/A A    | 27 T A/A T/L A    | 28 L A/A T/T A    | 29 L T/A Pb/Mn4 T | 30 Mb4 A/T T/F Pn
31 T L/T T/My4 Pb | 32 F Py/T A/T Mg4 | 33 A My4/A F/L Pg | 34 T A/Mg4 A/T Pn | 35 Pg A/F Mn4/T T
36 T T/Mb4 A/Py L | 37 F Mg2/Pb A/T T | 38 Mn2 T/A F/Pb T | 39 T T/A Pn/F My2 | 40 Py Mb2/T F/T A
41 T Pg/T A/Mn2 F | 42 Mb2 F/A Py/T T | 43 F T/A T/Pn Mg2 | 44 A My2/F T/Pn T | 45 A Pg/F T/My2 T
46 Pb A/T Mg2/T F | 47 A T/Mn2 T/F Py | 48 T T/F Mb2/Pg A | 49 F F/A T/A T    | 50 A F/A F/T T
51 T A/F T/F A    | 52 T A/T F/A F    | 53 F T/Mb2 T/A T  | 54 T A/T My2/T F  | 55 A T/Mg2 T/F T
56 T F/T T/Mn2 A  | 57 A F/T T/T Mn2  | 58 T Mb2/T T/F A  | 59 F T/T A/Mg2 A  | 60 My2 A/T F/T A
"""
_START_CARDS = """
A1 A A/Pb Pn/T T | A2 T T/A Pg/A Pb | A3 Py A/Pn A/T T | A4 Py Pb/A T/A T | A5 T Pg/T Py/A A | A6 A T/A T/Pn Pg
B1 T Mg3/T Pb/L A | B2 T F/Pn F/My3 A | B3 L F/Pg A/A L | B4 T L/F T/Mn3 T | B5 A Mb3/A L/Py A | B6 Mb3 Mn3/A A/Mg3 My3
"""


def _cards(text: str) -> dict[str, Card]:
    entries = (entry.strip().partition(" ") for line in text.split("\n") for entry in line.split("|") if entry.strip())
    return {number: tuple(tuple(row.split()) for row in squares.split("/")) for number, _, squares in entries}


MAP_CARDS = _cards(_MAP_CARDS)
"""Number, "1" to "60" -> map card."""
START_CARDS = _cards(_START_CARDS)
"""Side and number, "A1" to "B6" -> start card; the numbers are our own."""
