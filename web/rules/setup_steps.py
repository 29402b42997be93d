"""Step-by-step set-up, taken from the rules' set-up chapter and narrowed to a number of players."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from web.common.content import read_once
from web.rules.model import Rules, Section, rules

CHAPTER = "setup"
"""The id of the set-up chapter in every game's rules."""
_BLOCK = re.compile(r'<ol>.*?</ol>|<div class="scroll"><table>.*?</table></div>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the chapter."""

    head: tuple[Markup, ...]
    rows: tuple[tuple[Markup, ...], ...]

    def narrow(self, seats: int, counts: Sequence[int]) -> "Table":
        """Return the part of the table for a number of players, out of the `counts` that the game allows.

        That is the column or row of this number, or the first rows if the rows are places in the turn order, or else the whole table.
        """
        if _numbers(self.head[1:]) == [*counts]:
            at = 1 + counts.index(seats)
            return Table((self.head[0], self.head[at]), tuple((row[0], row[at]) for row in self.rows))
        first = _numbers([row[0] for row in self.rows])
        if first == [*counts]:
            return Table(self.head, (self.rows[counts.index(seats)],))
        if first == [*range(1, counts[-1] + 1)]:
            return Table(self.head, self.rows[:seats])
        return self


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a stage: steps to tick off, a table, or text."""

    steps: tuple[Markup, ...] = ()
    table: Table | None = None
    text: Markup | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A heading of the chapter and the parts below it."""

    id: str
    title: str
    parts: tuple[Part, ...]


@read_once
def stages(slug: str, language: str) -> tuple[Stage, ...]:
    """Return the stages of a game's set-up; none if its rules have no set-up chapter."""
    return tuple(_read_stages(rules(slug, language)))


def _read_stages(rules: Rules) -> Iterator[Stage]:
    for chapter, below in rules.chapters():
        if chapter.id == CHAPTER:
            yield from (Stage(section.id, section.title, tuple(_parts(section))) for section in (chapter, *below))


def _parts(section: Section) -> Iterator[Part]:
    """Split a section's body into lists of steps, tables, and the text between them."""
    body, end = str(section.body), 0
    for match in _BLOCK.finditer(body):
        yield from _text(body[end : match.start()])
        if match[0].startswith("<ol>"):
            yield Part(steps=tuple(Markup(step.strip()) for step in re.findall(r"<li>(.*?)</li>", match[0], re.DOTALL)))  # noqa: S704
        else:
            yield Part(table=_table(match[0]))
        end = match.end()
    yield from _text(body[end:])


def _text(body: str) -> Iterator[Part]:
    if body.strip():
        yield Part(text=Markup(body.strip()))  # noqa: S704  rendered Markdown, raw HTML off


def _table(body: str) -> Table:
    head, *rows = (
        tuple(Markup(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL))  # noqa: S704
        for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL)
    )
    return Table(head, tuple(rows))


def _numbers(cells: Sequence[Markup]) -> list[int | None]:
    return [int(cell) if cell.isdecimal() else None for cell in cells]
