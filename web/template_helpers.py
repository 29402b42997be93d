"""What templates ask for beside gettext: signs, lists, places of the board by name, links into rules."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from babel.lists import format_list
from flask import Flask, url_for
from flask_babel import get_locale
from markupsafe import Markup

from scorers.model import AnyGame, LinePart, Result, scoring_heading
from scorers.registry import folder
from scorers.sheet import players_entry
from web.languages import language, message
from web.result.chart import best_at
from web.rules.model import rules, terms
from web.rules.setup_steps import stages
from web.sheet.seats import LETTERS, seat_classes


def register(app: Flask) -> None:
    """Make these known to the templates."""
    app.jinja_env.filters.update(minus=minus, signed=add_sign, place=place, rule_links=rule_links, listed=join_list, arithmetic=arithmetic)
    app.jinja_env.filters.update(unbroken=unbroken)
    app.jinja_env.globals.update(
        scoring_heading=scoring_heading,
        players_of=lambda game: players_entry(game.sheet),
        letters=LETTERS,
        terms_of=terms,
        setup_of=stages,
        emblem=emblem,
        piece=piece,
        seat_classes=seat_classes,
        running_lines=running_lines,
        first_chapter=first_chapter,
        best_at=best_at,
    )


def minus(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


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


def add_sign(number: int) -> str:
    """A change: always with its sign."""
    return f"+{number}" if number > 0 else minus(number)


def join_list(items: Iterable[str]) -> str:
    """Words joined as the language joins them: "Ann, Bo and 小明"."""
    return str(format_list([str(item) for item in items], locale=get_locale()))


def place(place_id: str, game: AnyGame) -> str:
    """A place of the board by its name: a city, a square, a province."""
    name = game.place_name(place_id)
    return message(name.text, **name.values) if name else place_id


def rule_links(body: Markup, slug: str) -> Markup:
    """A piece of a rules page for use on another page: its links lead back there."""
    page = url_for("pages.rules_page", lang=language(), slug=slug)
    return Markup(str(body).replace('href="#', f'href="{page}#'))  # noqa: S704  rendered Markdown, raw HTML off


def first_chapter(slug: str) -> str:
    """The heading at which a game's rules begin, after the quick reference."""
    return str(next(chapter.id for chapter, _ in list(rules(slug, language()).chapters())[1:]))


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A line that grows round by round: for each round its place id and, by seat, the part of the line; None where a player has none."""

    key: str
    rounds: list[tuple[str, list[LinePart | None]]]


def running_lines(result: Result) -> list[RunningLine]:
    """The lines of a result that have running totals."""
    lines = []
    for at, line in enumerate(result.players[0].lines):
        by_seat = [{part.at[0]: part for part in player.lines[at].parts or () if part.running is not None} for player in result.players]
        places = list(dict.fromkeys(place for parts in by_seat for place in parts))
        if places:
            lines.append(RunningLine(line.key, [(place, [parts.get(place) for parts in by_seat]) for place in places]))
    return lines


@cache
def emblem(slug: str) -> Markup:
    """A game's emblem, set into the page so that it takes the page's colours."""
    return _drawing(slug, "emblem.svg", "emblem") or Markup('<svg class="emblem" viewBox="0 0 24 24"></svg>')


@cache
def piece(slug: str, key: str) -> Markup:
    """The picture of a piece, by the id of its term or the key of its entry; "" where there is none."""
    return _drawing(slug, f"pieces/{key}.svg", "picture")


def _drawing(slug: str, name: str, looks: str) -> Markup:
    file = folder(slug) / name
    svg = file.read_text(encoding="utf-8").strip() if file.exists() else ""
    return Markup(svg.replace("<svg ", f'<svg class="{looks}" aria-hidden="true" focusable="false" ', 1))  # noqa: S704  the project's own
