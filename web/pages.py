"""The pages: games, sheet, result, comparison and rules, each under its language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.http import generate_etag
from werkzeug.wrappers import Response as Answer

from scorers import compare_data, part, slugs
from scorers.links import to_query
from scorers.sheets import load, names
from web import filters
from web.forms import Filled, entry, entry_label, field_name
from web.locale import LANGUAGES, language, negotiated, translate
from web.results import ERRORS, compared, headline, reason
from web.rules import rules, terms
from web.search import LONGEST, find, shortened
from web.uses import uses

blueprint = Blueprint("pages", __name__)
LONGEST_QUERY = 16 * 1024
"""Bytes; no filled sheet comes near it."""


@blueprint.get("/")
def root() -> Answer:
    """To the best language that the reader names."""
    answer = redirect(url_for("pages.games", lang=negotiated()))
    answer.vary.add("Accept-Language")
    return answer


@blueprint.get("/healthz")
def healthz() -> Response:
    """That the server answers."""
    return jsonify(status="ok")


@blueprint.get("/<any('zh-Hant', 'en'):lang>/")
def games(lang: str) -> str:
    """All games."""
    return render_template("games.html", rooms=[part(slug) for slug in slugs()])


@blueprint.get("/<any('zh-Hant', 'en'):lang>/<slug>/score")
def score(lang: str, slug: str) -> Answer | str:
    """The sheet to fill; filled, its result; with faults, the sheet again with each beside its entry (422)."""
    room = _room(slug)
    query = _seated(request.args)
    filled = Filled(room, query)
    asked = "n" in request.args and request.args.get("to") != "sheet" and "seats" not in request.args
    at_sheet = not asked or not filled.typed
    if at_sheet or filled.faults:
        if not at_sheet:
            filled.mark()
        page = render_template(
            [f"{slug}/sheet.html", "sheet.html"],
            room=room,
            filled=filled,
            rules=rules(slug, lang),
            show=not at_sheet,
            empty=asked and at_sheet,
            **_asides(room),
        )
        return make_response(page, 200 if at_sheet else 422)
    sheet, called = filled.sheet, filled.called
    result = room.score(called)
    return render_template(
        "result.html",
        room=room, sheet=sheet, result=result, headline=headline(result), reason=reason(result), link=_link(sheet), rules=rules(slug, lang),
        blank=_by_entry(room, called, [path for path in result.blank if path not in result.asks]),
        asks=[filled.form[field_name(path)] for path in result.asks],
        again=[(f"{seat}.name", player.name) for seat, player in enumerate(sheet.players) if player.name],
    )  # fmt: skip


@blueprint.get("/<any('zh-Hant', 'en'):lang>/<slug>/compare")
def compare(lang: str, slug: str) -> Answer | str:
    """The filled sheet under every named variant, or those chosen."""
    room = _room(slug)
    filled = Filled(room, _seated(request.args))
    if not filled.typed or filled.faults:
        return redirect(_queried(url_for("pages.score", lang=lang, slug=slug)))
    chosen = [key for key in request.args.getlist("variants") if key in {variant.key for variant in room.VARIANTS}]
    players = [player | {"name": name} for player, name in zip(filled.data["players"], filled.names, strict=True)]
    data = filled.data | {"players": players}
    answer = compare_data(slug, data | ({"variants": chosen} if chosen else {}), translate)
    default = compare_data(slug, data | {"variants": [room.VARIANTS[0].key]}, translate)["columns"][0].get("result")
    return render_template(
        "compare.html", room=room, filled=filled, columns=compared(answer["columns"], default), chosen=chosen, link=_link(filled.sheet),
        names=filled.names, under=_under, lowest=min(0, *_totals(answer)), highest=max(1, *_totals(answer)),
        needs_label=lambda path: entry_label(room, filled.called, path),
    )  # fmt: skip


@blueprint.get("/<any('zh-Hant', 'en'):lang>/<slug>/rules")
def rules_page(lang: str, slug: str) -> Answer | str:
    """A game's rules."""
    room = _room(slug)
    return _made("rules.html", lambda: {"room": room, "rules": rules(slug, lang), "uses": uses(room)})


@blueprint.get("/<any('zh-Hant', 'en'):lang>/<slug>/both")
def both(lang: str, slug: str) -> Answer | str:
    """A game's rules, section by section in the page's language and in the other."""
    room = _room(slug)
    sides = [rules(slug, tag) for tag in sorted(LANGUAGES, key=lambda tag: tag != lang)]
    return _made("both.html", lambda: {"room": room, "sides": sides, "pairs": zip(*(side.sections for side in sides), strict=True)})


@blueprint.get("/<any('zh-Hant', 'en'):lang>/<slug>/terms")
def terms_page(lang: str, slug: str) -> Answer | str:
    """The words of a game in both languages."""
    room = _room(slug)
    return _made("terms.html", lambda: {"room": room, "terms": terms(slug)})


@blueprint.get("/<any('zh-Hant', 'en'):lang>/search")
def search_page(lang: str) -> str:
    """What a query finds in the rules of all games, those of the game that one came from first."""
    query, cut = shortened(request.args.get("q", ""))
    titles = {slug: rules(slug, lang).title for slug in slugs()}
    game = request.args.get("game", "")
    game = game if game in titles else ""
    return render_template("search.html", query=query, cut=LONGEST if cut else 0, game=game, titles=titles, found=find(query, lang, game))


def _made(template: str, given: Callable[[], dict[str, Any]]) -> Answer | str:
    """A page that is the same for everyone, so that it and its tag are made once; its links carry no query on."""
    made: dict[tuple[str, str], tuple[bytes, str]] = current_app.extensions["rules_pages"]
    if request.args:
        return render_template(template, **given())
    if (template, request.path) not in made:
        page = render_template(template, **given()).encode()
        made[template, request.path] = page, generate_etag(page)
    page, tag = made[template, request.path]
    answer = make_response(page)
    answer.set_etag(tag)
    return answer


def _room(slug: str) -> Any:
    try:
        return part(slug)
    except KeyError:
        abort(404)


def _seated(args: MultiDict[str, str]) -> MultiDict[str, str]:
    """The query with the number of players that was just chosen (`seats`) in force."""
    query = MultiDict(args)
    if "seats" in args:
        query["n"] = args["seats"]
    return query


def _link(sheet: Any) -> dict[str, Any]:
    """A sheet as the arguments of `url_for`, shortest spelling."""
    return MultiDict(to_query(sheet)).to_dict(flat=False)


def _by_entry(room: Any, sheet: Any, paths: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Blank entries by what they are called: (field's name, player's name) of each; an entry of the whole table has no player."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in paths:
        label, seat = entry(room, path)
        found.setdefault(label, []).append((field_name(path), "" if seat is None else names(sheet)[seat]))
    return found


def _under(link: dict[str, Any], room: Any, key: str) -> dict[str, Any]:
    """The same entries under a variant's options, for the sheet where its missing entries can be typed."""
    options = next(variant.options for variant in room.VARIANTS if variant.key == key)
    return link | {name: "1" if value is True else value for name, value in options.items()}


def _asides(room: Any) -> dict[str, Any]:
    """What the sheet page offers beside the form."""
    examples = part(room.GAME.slug, "examples").EXAMPLES
    return {"examples": [(key, example.title) for key, example in examples.items()], "part": part}


def _totals(answer: Mapping[str, Any]) -> list[int]:
    shown = [column["result"] for column in answer["columns"] if "result" in column]
    return [player["total"] for result in shown for player in result["players"]] or [0]


@blueprint.get("/<any('zh-Hant', 'en'):lang>/<slug>/example/<key>")
def example(lang: str, slug: str, key: str) -> Answer:
    """To a worked example's result."""
    room = _room(slug)
    examples = part(slug, "examples").EXAMPLES
    if key not in examples:
        abort(404)
    sheet = load(room.Sheet, dict(examples[key].sheet))
    return redirect(url_for("pages.score", lang=lang, slug=slug, **_link(sheet)))


def register(app: Flask) -> None:
    """What pages and errors need: filters, what every template knows, and pages made once."""
    app.extensions["rules_pages"] = {}
    filters.register(app)
    app.register_error_handler(HTTPException, _error)
    app.context_processor(_everywhere)


def _error(error: HTTPException) -> Answer:
    """Errors speak the language asked for: pages to people, JSON under /api/."""
    code = error.code or 500
    title, said = map(translate, ERRORS.get(code, ERRORS[400]))
    if request.path.startswith("/api/"):
        answer = jsonify(faults=[{"path": "", "code": "type" if code == 400 else "request", "message": said}])
    else:
        answer = make_response(render_template("error.html", title=title, said=said))
    answer.status_code = code
    if (request.view_args or {}).get("lang") is None:
        answer.vary.add("Accept-Language")
    if code == 405 and error.get_response().headers.get("Allow"):
        answer.headers["Allow"] = error.get_response().headers["Allow"]
    return answer


def _everywhere() -> dict[str, Any]:
    """What every template needs: the language, and the way to this page's twins."""
    return {"language": language(), "languages": LANGUAGES, "twin": _twin, "tr": translate}


def _twin(lang: str) -> str:
    """This page in another language, entries kept."""
    if request.endpoint is None or not (request.view_args or {}).get("lang"):
        return url_for("pages.games", lang=lang)
    return _queried(url_for(request.endpoint, **((request.view_args or {}) | {"lang": lang})))


def _queried(path: str) -> str:
    """A path with this request's query, unless that is too long to be read."""
    return f"{path}?{urlencode(list(request.args.items(multi=True)))}" if 0 < len(request.query_string) <= LONGEST_QUERY else path
