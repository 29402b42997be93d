"""Formatting of numbers, workings and lists."""

import re
from collections.abc import Iterable

from babel.lists import format_list
from flask_babel import get_locale


def minus(number: int) -> str:
    """Format a number with a typographic minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def add_sign(number: int) -> str:
    """Format a difference, always with its sign."""
    return f"+{number}" if number > 0 else minus(number)


def join_list(items: Iterable[str]) -> str:
    """Join words as the language does: "Ann, Bo and 小明"."""
    return str(format_list([str(item) for item in items], locale=get_locale()))


def arithmetic(working: str, points: int) -> str:
    """Format a working; "" if it explains nothing, as a bare number or "1 × 5" does."""
    if not re.search(r"[^\d\s.,()\N{MINUS SIGN}-]", working) and not re.search(r"\d\s*[\N{MINUS SIGN}-]", working):
        return ""
    if re.fullmatch(rf"1 × {points}|{points} × 1|0 × \d+|\d+ × 0", working):
        return ""
    return unbroken(working)


def unbroken(working: str) -> str:
    """Keep the products of a working on one line."""
    return working.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
