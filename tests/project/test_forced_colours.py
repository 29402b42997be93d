"""Contrast themes take backgrounds and shadows away: whatever shows a state by them has another mark there."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from web.common.static_copies import find_files

STATE = re.compile(r":checked|\[aria-(?:pressed|current|selected)[^\]]*\]|\.chosen\b")
FILL = re.compile(r"(?:^|[;\s])(?:background(?:-color)?|box-shadow): (?!none)")
MARK = re.compile(r"Highlight|(?:outline|border[\w-]*): \d")
"""What a contrast theme shows: the system's colour of what is chosen, or a line."""
UNMARKED = {
    frozenset({".thing", ".own-", ".seat-", ":checked"}): "a player's own column: the check box within it is marked",
    frozenset({".in", "option", ":checked"}): "a blank cell: it has an edge, and no text",
    frozenset({".scope-own", ".thing", ".cell", ":checked"}): "somebody else's: its radio button is marked",
}


class Rule(NamedTuple):
    conditions: str
    selector: str
    declarations: str


def read_rules(style: str) -> Iterator[Rule]:
    """Yield the rules of a style sheet, each with the conditions around it."""
    around: list[str] = []
    for text, brace in re.findall(r"([^{}]*)([{}])", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)):
        if brace == "{":
            around.append(" ".join(text.rpartition(";")[2].split()))
            continue
        selector = around.pop()
        if not selector.startswith("@"):
            yield Rule(" ".join(around), selector, text)


def split(selectors: str) -> list[str]:
    """Split a list of selectors at its commas, but not within brackets."""
    return re.findall(r"(?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|[^,()])+", selectors)


def expand(selectors: str) -> Iterator[str]:
    """Yield each selector of a list, with one of the alternatives of each `:is()`."""
    for selector in split(selectors):
        start = re.search(r":(?:is|where)\(", selector)
        if start is None:
            yield selector
            continue
        end = next(at for at in range(start.end(), len(selector) + 1) if selector[start.end() - 1 : at].count("(")
                   == selector[start.end() - 1 : at].count(")"))  # fmt: skip
        for alternative in split(selector[start.end() : end - 1]):
            yield from expand(f"{selector[: start.start()]}{alternative.strip()}{selector[end:]}")


def parts_of(selector: str) -> frozenset[str]:
    """Return the classes, attributes, states and names of elements in a selector, without those that it excludes."""
    selector = re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selector)
    selector = re.sub(r"(\.(?:seat|own))-\d+", r"\1-", re.sub(r"\[([\w-]+)[^\]]*\]", r"[\1]", selector))
    selector = re.sub(r"::?(?!checked)[\w-]+", " ", selector)
    return frozenset(re.findall(r"[.#][\w-]+|\[[\w-]+\]|:checked|(?<![\w.#:\[-])[a-z]\w*", selector))


def states_without_a_mark(style: str) -> set[str]:
    """Return the selectors of states that are shown by a background or a shadow, and by nothing in forced colours."""
    rules = list(read_rules(style))
    marks = {
        parts_of(selector)
        for conditions, selectors, declarations in rules
        if "forced-colors" in conditions and MARK.search(declarations)
        for selector in expand(selectors)
        if STATE.search(selector)
    }
    return {
        selector.strip()
        for conditions, selectors, declarations in rules
        if not re.search("forced-colors|print|prefers-contrast", conditions) and FILL.search(declarations)
        for selector in expand(selectors)
        if STATE.search(re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selector))
        and not any(mark <= parts_of(selector) for mark in (*marks, *UNMARKED))
    }


def test_state_without_a_mark_is_found() -> None:
    style = ".a :is(.b, .c[aria-pressed='true']:not(.d)) { background: red } .e:has(:checked) { box-shadow: none }"
    assert states_without_a_mark(style) == {".a .c[aria-pressed='true']:not(.d)"}
    marked = "@media (forced-colors: active) { .c[aria-pressed] { outline: 3px solid } }"
    assert states_without_a_mark(style + marked) == set()


def test_forced_colours_mark_every_state() -> None:
    style = "\n".join(file.read_text(encoding="utf-8") for name, file in find_files().items() if name.endswith(".css"))
    assert states_without_a_mark(style) == set()
