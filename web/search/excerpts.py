"""The sentences of a section that a hit shows, and the marks in them."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby, pairwise

from markupsafe import Markup, escape

from web.common.text import is_han, locate_words, words
from web.rules.model import Section

MAX_WIDTH = 180  # of an excerpt with a second sentence, in letters; a Chinese character is two wide
HEAD_LETTERS, LATER = 5, 0.7  # what of a word is compared; weight of sentences after the first, rows of tables aside
_DIGITS = str.maketrans("一二两三四五六", "1223456")
_SKIPPED = re.compile(r"<figcaption>.*?</figcaption>|<p>(?:See also:|另見：).*?</p>|<p class=.kind.>.*?</p>", re.DOTALL)
"""What answers nothing by itself: captions, references, and headings of notes."""
_TABLE, _ROW = re.compile(r"<table>.*?</table>", re.DOTALL), re.compile(r"<tr>.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
_CHOICE = re.compile(r'<aside class="note disputed">(?:(?!</aside>).)*?<li>(.*?)</li>', re.DOTALL)
"""The first interpretation of a disputed rule, which is the one in use."""
_SENTENCE = re.compile(r"(?<=[。！])(?![）」])|(?<=。[）」])|(?<=[.!] )|\t")  # a question stays with its answer


def head(word: str) -> str:
    """Return the first letters of a word, without a plural's ending, or a digit: words with the same are one."""
    return word.removesuffix("s")[:HEAD_LETTERS].translate(_DIGITS)


def overlap(found: Collection[str], query: Mapping[str, float]) -> float:
    """Return the rarity of the words of a query that are among the heads of a text, discounted for a long text."""
    return sum(rarity for word, rarity in query.items() if word in found) / (1 + 0.02 * len(found))


def mark(text: str, query: Iterable[str]) -> Markup:
    """Mark the words of a query in a text; a single Chinese character only if the query has no pair with it."""
    wanted = set(query) - {letter for word in query if len(word) == 2 and is_han(word[0]) for letter in word}
    found = locate_words(text)
    marked = {at for word, start, end in found if head(word) in wanted for at in range(start, end)}
    runs = groupby(enumerate(text), lambda numbered: numbered[0] in marked)
    parts = ((on, escape("".join(letter for _, letter in run))) for on, run in runs)
    return Markup("").join(Markup("<mark>{}</mark>").format(part) if on else part for on, part in parts)


def choose_excerpt(section: Section, query: Mapping[str, float]) -> str:
    """Return the sentence with most of a query, or of a disputed rule the one in use; and the next if there is room."""
    excerpts, counts = _read_excerpts(section)
    local = {one: rarity * math.log(1 + len(excerpts) / counts[one]) for one, rarity in query.items() if counts[one]}
    weights = [LATER if at and " · " not in text else 1 for at, (text, _) in enumerate(excerpts)]
    rated = [overlap(found, local) * weight for (_, found), weight in zip(excerpts, weights, strict=True)]
    return excerpts[rated.index(max(rated))][0] if excerpts else ""


@lru_cache(maxsize=1024)
def _read_excerpts(section: Section) -> tuple[list[tuple[str, set[str]]], Counter[str]]:
    """Return the excerpts of a section, each with its heads, and in how many excerpts each head is."""
    choice = _CHOICE.search(section.body)
    lines = dict.fromkeys(map(_plain, _SKIPPED.findall(section.body)), "") | dict(_rows(section.body))
    parts = [_plain(choice[1])] if choice else [lines.get(line, line) for line in section.text.split("\n")]
    blocks = "\n".join(filter(None, parts)).replace(":\n", ": \t").replace("：\n", "：\t").split("\n")
    excerpts = []
    for one, following in pairwise(part for block in ("", *blocks) for part in (*_SENTENCE.split(block), "")):
        if one:
            fits = sum(1 + is_han(letter) for letter in one + following) <= MAX_WIDTH
            shown = (one + following if fits else one).strip()
            excerpts.append((shown, set(map(head, words(shown)))))
    excerpts = excerpts[:1] if choice else excerpts
    return excerpts, Counter(word for _, found in excerpts for word in found)


def _rows(body: str) -> Iterator[tuple[str, str]]:
    """Yield each row of the tables as its line of text, and with its columns' heads; of a head row, only the line."""
    for table in _TABLE.findall(body):
        titles, *rows = [list(map(_plain, _CELL.findall(row))) for row in _ROW.findall(table)]
        yield " · ".join(titles), ""
        heads = [title + ("：" if is_han(title[-1:] or " ") else ": ") for title in titles]
        for cells in rows:
            named = [title + cell for title, cell in zip(heads, cells, strict=True)]
            yield " · ".join(cells), " · ".join([named[0] if cells[0][:1].isdecimal() else cells[0], *named[1:]])


def _plain(markup: str) -> str:
    return " ".join(Markup(markup).striptags().split()).replace("\u2060", "")  # noqa: S704  never shown as HTML
