"""Numbers, workings and lists as pages write them."""

import re
from collections.abc import Iterable

from babel.lists import format_list
from flask_babel import get_locale


def minus(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def add_sign(number: int) -> str:
    """A change: always with its sign."""
    return f"+{number}" if number > 0 else minus(number)


def join_list(items: Iterable[str]) -> str:
    """Words joined as the language joins them: "Ann, Bo and 小明"."""
    return str(format_list([str(item) for item in items], locale=get_locale()))


def arithmetic(working: str, points: int) -> str:
    """A working that explains something, in pieces that a line does not break within; "" for a bare number or once something."""
    if not re.search(r"[^\d\s.,()\N{MINUS SIGN}-]", working) and not re.search(r"\d\s*[\N{MINUS SIGN}-]", working):
        return ""
    if re.fullmatch(rf"1 × {points}|{points} × 1|0 × \d+|\d+ × 0", working):
        return ""
    return unbroken(working)


def unbroken(working: str) -> str:
    """A working whose products no line is broken within."""
    return working.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
