"""Tables of the rules pages, for tests that compare them with the code."""

import html
import re

from scorers.hansa_teutonica.map import City
from web.rules.model import rules

Rows = list[list[str]]


def table(slug: str, lang: str, heading: str, nth: int = 0) -> Rows:
    """Return the cells of a table under a heading, without the header row."""
    body = re.findall(r"<tbody>.*?</tbody>", rules(slug, lang).by_id[heading].body, re.DOTALL)[nth]
    return [
        [_read_cell(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)]
        for row in body.split("</tr>")[:-1]
    ]


def _read_cell(cell: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", cell)).replace("−", "-").replace("\u2060", "")


def numbers(slug: str, lang: str, heading: str, nth: int = 0) -> list[list[int]]:
    """Return the whole numbers in each row of a table."""
    return [[int(cell) for cell in row if re.fullmatch(r"-?\d+", cell)] for row in table(slug, lang, heading, nth)]


def column(slug: str, lang: str, heading: str, at: int, nth: int = 0) -> list[int]:
    """Return a column of whole numbers."""
    return [int(row[at]) for row in table(slug, lang, heading, nth)]


def lead(slug: str, lang: str, heading: str) -> list[int]:
    """Return the whole numbers in the first paragraph of a section."""
    return [int(number) for number in re.findall(r"\d+", _read_cell(rules(slug, lang).by_id[heading].lead))]


def name_city(city: City, lang: str) -> str:
    """Return a city's name as the tables have it."""
    return city.name if lang == "en" else f"{city.name} {city.chinese}"
