"""Formatting of numbers, workings and lists."""

import re
from collections.abc import Iterable

from babel.lists import format_list
from flask_babel import get_locale
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from scorers.model import N_
from web.common.languages import message

_ROUNDED = re.compile("([⌊⌈])([^⌊⌈⌋⌉]*)[⌋⌉]")
_SHORT_SUM = re.compile(r"\([\d\s.+×÷\N{MINUS SIGN}-]{1,20}\)")
_ROUNDING = {"⌊": N_("%(working)s, rounded down"), "⌈": N_("%(working)s, rounded up")}


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
    if re.fullmatch(rf"1 × {points}|{points} × 1|0 [×÷] \d+|\d+ × 0", working):
        return ""
    return say_working(working)


def say_working(working: str) -> str:
    """Format a working: rounding in words, and products and short sums in brackets on one line."""
    rounded = _ROUNDED.fullmatch(working)
    said = _say_rounding(rounded) if rounded else _ROUNDED.sub(lambda found: f"({_say_rounding(found)})", working)
    said = _SHORT_SUM.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), said)
    return said.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")


@pass_context  # the word depends on the language: Jinja would otherwise keep what the first page made of a constant
def say_arrows(_context: Context, text: str) -> Markup:
    """Give the arrows of a text, over which screen readers pass, their word."""
    arrow = Markup('<span aria-hidden="true">→</span><span class="unseen">{}</span>')
    return escape(text).replace("→", arrow.format(message(N_("changed to"))))


def _say_rounding(found: re.Match[str]) -> str:
    return message(_ROUNDING[found[1]], working=found[2])
