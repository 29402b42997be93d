"""The oldest browsers: the documents name them, and styles and scripts use no feature that they lack."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from web.common.static_copies import find_files

ROOT = Path(__file__).parents[2]
OLDEST = ("Safari 16.4", "117", "Firefox 121")
"""As README.md and SECURITY.md have them; 117 is Chrome's and Edge's. Safari's is the one that counts below."""
NEWER_STYLES = {
    "light-dark(), Safari 17.5": r"light-dark\(",
    "@media (scripting), Safari 17.0": r"\(\s*scripting\b",
    "@scope, Safari 17.4": r"@scope\b",
    "@starting-style, Safari 17.5": r"@starting-style\b",
    "@position-try, Safari 26": r"@position-try\b|anchor-name:|position-anchor:",
    "if(), in no Safari": r":\s*if\(",
    "linear(), Safari 17.2": r"\blinear\(",
    ":open, in no Safari": r":open\b",
    "user-select without its prefix, in no Safari": r"(?<!-)user-select: none;(?! -webkit-user-select: none;)",
    "several values of text-decoration, in no Safari": r"text-decoration: [\w-]+ [\w-]+",
    ":has(:empty) followed when it changes, in no Safari until 2026": r":has\([^(){}]*(?:\([^(){}]*\)[^(){}]*)*:empty",
}
NEWER_SCRIPTS = {
    "Promise.withResolvers, Safari 17.4": r"Promise\.(withResolvers|try)\b",
    "groupBy, Safari 17.4": r"\b(Object|Map)\.groupBy\b",
    "URL.canParse, Safari 17.0": r"\bURL\.(canParse|parse)\b",
    "AbortSignal.any, Safari 17.4": r"\bAbortSignal\.any\b",
    "methods of sets, Safari 17.0": r"\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(",
    "Array.fromAsync, Safari 16.4 in part": r"\bArray\.fromAsync\b",
    "scheduler, in no Safari": r"\bscheduler\.",
    "requestIdleCallback unasked, in no Safari": r"(?<!\?\.)\brequestIdleCallback\((?!.*\?)",
    "checkVisibility unasked, Safari 17.4": r"checkVisibility\(",
    "view transitions unasked, Safari 18": r"startViewTransition\(",
}


@cache
def read_files(suffix: str) -> dict[str, str]:
    """Return the static files of a kind by name, without comments."""
    return {
        name: re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name, file in find_files().items()
        if name.endswith(suffix)
    }


def find_lines(pattern: str, suffix: str) -> dict[str, list[str]]:
    """Return the lines of the static files of a kind that a pattern is found in, by file."""
    found = re.compile(pattern).search
    used = {name: [line for line in text.splitlines() if found(line)] for name, text in read_files(suffix).items()}
    return {name: lines for name, lines in used.items() if lines}


def list_nested(style: str) -> Iterator[str]:
    """Yield the selector of each style rule that has another within it, which needs Safari 16.5 or 17.2."""
    open_rules: list[tuple[str, int]] = []
    for match in re.finditer(r"([^{};]*)([{}])", style):
        if match[2] == "}":
            open_rules.pop()
            continue
        if open_rules and not open_rules[-1][0].startswith("@"):
            yield open_rules[-1][0]
        open_rules.append((match[1].strip(), match.start()))
    assert not open_rules


@pytest.mark.parametrize("document", ["README.md", "SECURITY.md"])
def test_oldest_browsers_are_named(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert [browser for browser in OLDEST if browser not in text] == []


@pytest.mark.parametrize("feature", NEWER_STYLES)
def test_styles_work_in_the_oldest_browsers(feature: str) -> None:
    assert find_lines(NEWER_STYLES[feature], ".css") == {}


@pytest.mark.parametrize("feature", NEWER_SCRIPTS)
def test_scripts_work_in_the_oldest_browsers(feature: str) -> None:
    assert find_lines(NEWER_SCRIPTS[feature], ".js") == {}


def test_lines_of_newer_features_are_found() -> None:
    assert any("display:" in line for line in find_lines(r"display: flex", ".css")["common/style.css"])
    (followed,) = (pattern for name, pattern in NEWER_STYLES.items() if name.startswith(":has(:empty)"))
    assert re.search(followed, ".keypad p > b:has(+ .sum:empty) { font-size: 1rem }")
    assert not re.search(followed, ".keypad p:has(b):empty { display: none }")


def test_no_style_rule_stands_within_another() -> None:
    assert list(list_nested("@media print { a { color: red; b { color: blue } } }")) == ["a"]
    assert {name: nested for name, style in read_files(".css").items() if (nested := list(list_nested(style)))} == {}


def test_every_alternative_text_follows_a_plain_one() -> None:
    # Safari before 17.4 drops a declaration with an alternative text, and shows the one before it.
    for name, style in read_files(".css").items():
        for declarations in re.findall(r"\{([^{}]*)\}", style):
            for content in re.findall(r"content: ([^;/]+?) / ", declarations):
                assert f"content: {content};" in declarations, f"{name}: {content}"
