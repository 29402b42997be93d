"""The data of a result's reveal for its script: points by category, the winners, and all words."""

from typing import Any

from scorers.model import N_, Result
from scorers.outcome import Outcome
from web.common.languages import message, translate
from web.result.headline import Headlines
from web.sheet.seats import seat_colours


def reveal_data(outcome: Outcome, sheet: Any, said: Headlines) -> dict[str, Any]:
    """Return the data for `static/reveal/reveal.js`, in the language of the request."""
    result, decision = outcome.result, outcome.decision
    game = result.game
    colours = seat_colours(game, sheet.players)
    has_won = bool(result.winners) and result.final and not result.tie_inputs and not game.cooperative
    return {
        "title": translate(game.title),
        "ground": game.ground,
        "fewest": game.fewest_win,
        "ranked": not game.cooperative,
        "lines": [{"key": line.key, "label": translate(game.lines[line.key])} for line in result.players[0].lines],
        "unused": list(game.unused_lines(sheet)),
        "deciding": decision.key if decision else None,
        "players": [
            {
                "name": player.name,
                "colour": colour,
                "total": player.total,
                "rank": player.rank,
                "points": [line.points for line in player.lines],
            }
            for player, colour in zip(result.players, colours, strict=True)
        ],
        "winners": list(result.winners) if has_won else [],
        "result": _say_result(result, said),
        "headline": said.short.striptags(),
        "margin": said.margin.striptags(),
        "reason": said.reason.striptags(),
        "words": reveal_words(),
    }


def _say_result(result: Result, said: Headlines) -> str:
    """Say the result, and what decided it where points did not."""
    headline, reason = said.headline.striptags(), said.reason.striptags()
    if result.decided_by == "total" or not reason:
        return headline
    return message(N_("%(result)s. %(reason)s"), result=headline, reason=reason)


def reveal_words() -> dict[str, str]:
    """Return the words that do not depend on the result, with names and numbers as placeholders in braces."""
    return {
        "reveal": message(N_("Reveal")),
        "next": message(N_("Tap to continue")),
        "waits": message(N_("Tap or press Space to go on.")),
        "pause": message(N_("Pause")),
        "led": message(N_("Led by the host")),
        "end": message(N_("See result")),
        "silent": message(N_("No points for anyone: %(lines)s"), lines="{lines}"),
        "passes": message(N_("%(name)s passes %(others)s"), name="{name}", others="{others}"),
        "ahead": message(N_("ahead of %(others)s"), others="{others}"),
        "places": message(N_("%(name)s: place %(before)s → %(after)s"), name="{name}", before="{from}", after="{to}"),
        "gain": message(N_("%(name)s %(points)s, %(total)s in all"), name="{name}", points="{points}", total="{total}"),
        "step": message(N_("%(line)s: %(gains)s"), line="{line}", gains="{gains}"),
        "list": message(N_(", ")),
        "clauses": message(N_("; ")),
    }
