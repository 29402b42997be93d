"""The pages of a shared sheet: opening one, sitting down, filling it in, and the result. Every step is a plain form."""

import re
import secrets
import time
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from werkzeug.datastructures import MultiDict

from scorers.entries import clean_name
from scorers.registry import game as find_game
from scorers.sheet import MAX_NAME_CHARACTERS, players_entry
from web.common.http import keep_private
from web.common.languages import language
from web.common.pages import unlisted
from web.result.share import draw_code
from web.sheet.form import SheetForm, sheet_form
from web.sheet.links import address
from web.sheet.seats import seat_colours
from web.sheet.unanswered import SURE
from web.sync import documents
from web.sync.answers import read_event_id
from web.sync.requests import read_count
from web.together import CODE_DIGITS, available, codes, find_group, people, revealed, shared_result_id
from web.together.column import column_context, entry_pairs, progress
from web.together.fields import fields_of_query, names_of_row
from web.together.people import ShownChange
from web.together.shared import Shared, load_shared, next_link, open_next, open_shared, post_form, write

blueprint = Blueprint("together", __name__)
blueprint.add_app_template_global(available, "shared_available")
blueprint.add_app_template_global(shared_result_id)

PHONE_BYTES, FORM_BYTES = 12, 8
"""Random bytes of a phone's secret, and of a form's id."""
_PHONE, _ONCE = re.compile(r"[0-9a-f]{24}", re.ASCII), re.compile(r"[0-9a-f]{16}", re.ASCII)
_SEAT = re.compile(r"\d{1,2}", re.ASCII)


def phone() -> str:
    """Return this browser's secret, from which its handle at each shared sheet follows."""
    if not _PHONE.fullmatch(str(session.get("phone", ""))):
        session["phone"] = secrets.token_hex(PHONE_BYTES)
        session.permanent = True
    return str(session["phone"])


@blueprint.post("/<lang:lang>/<game:slug>/together")
def create(lang: str, slug: str) -> ResponseReturnValue:
    """Open a shared sheet with what was typed so far, and show its code."""
    game = find_game(slug)
    group = find_group(request.form.get("group", ""))
    form = sheet_form(game)(_entries_of(request.form))
    fields = fields_of_query(slug, entry_pairs(form))
    secret_id, _ = open_shared(game, fields, request.remote_addr or "", group)
    return redirect(url_for("together.invite", lang=lang, secret_id=secret_id))


@blueprint.route("/<lang:lang>/together", methods=["GET", "POST"])
@unlisted
def enter_code(lang: str) -> ResponseReturnValue:
    """The way in for a phone that cannot scan: the eight digits on the other phone."""
    found, is_wrong = codes(), False
    code = "".join(re.findall(r"\d", request.form.get("code", request.args.get("code", "")), flags=re.ASCII))[
        :CODE_DIGITS
    ]
    is_tried = request.method == "POST" or "code" in request.args  # the first page's form has no token
    if is_tried and request.headers.get("Sec-Fetch-Site") != "cross-site":  # another site's page guesses for nobody
        shared_id = found.find(code, request.remote_addr or "") if len(code) == CODE_DIGITS else None
        if shared_id:
            return redirect(url_for("together.seats", lang=lang, secret_id=shared_id))
        is_wrong = True
    answer = make_response(
        render_template("together/code.html", code=code, is_wrong=is_wrong), 422 if is_wrong else 200
    )
    return keep_private(answer)


@blueprint.get("/t")
def short_address() -> ResponseReturnValue:
    """A short address to type, which leads to the page for the code in the reader's language."""
    answer = redirect(url_for("together.enter_code", lang=language()))
    answer.vary.add("Accept-Language")
    return answer


@blueprint.get("/<lang:lang>/together/<shared:secret_id>/open")
@unlisted
def invite(lang: str, secret_id: str) -> ResponseReturnValue:
    """The invitation: a code to scan from across the table, its digits, and who sits already."""
    shared = load_shared(secret_id)
    invitation = codes().invite(secret_id)
    if invitation is None:
        return redirect(url_for("together.sheet", lang=lang, secret_id=secret_id))
    link = address("together.sheet", {}, lang=lang, secret_id=secret_id)
    context = _table_context(shared)
    context["watchers"] = people.count_watchers(shared, context["you"])
    context["short_address"] = address("together.short_address", {}).partition("://")[2]
    left = max(1, invitation.expires - int(time.time()))
    return render_template(
        "together/invite.html", **context, code=invitation.code, seconds_left=left, code_link=link, svg=draw_code(link)
    )


@blueprint.get("/<lang:lang>/together/<shared:secret_id>/seats")
@unlisted
def seats(lang: str, secret_id: str) -> ResponseReturnValue:
    """Show the seats to choose from: free, taken, one more, or none, to watch."""
    shared = load_shared(secret_id)
    if "@reveal" in shared.fields:
        return redirect(url_for("together.sheet", lang=lang, secret_id=secret_id))
    return render_template("together/seats.html", **_table_context(shared))


@blueprint.post("/<lang:lang>/together/<shared:secret_id>/seats")
def sit_down(lang: str, secret_id: str) -> ResponseReturnValue:
    """Take a seat, or one more; whoever else sits there since this page was loaded keeps it."""
    shared = load_shared(secret_id)
    mine, last, chosen = (
        shared.handle_of(phone()),
        players_entry(shared.game.sheet).high - 1,
        request.form.get("seat", ""),
    )
    seat = min(int(chosen), shared.seats, last) if _SEAT.fullmatch(chosen) else None  # a seat of the sheet, or one more
    changes: dict[str, list[str]] = {
        f"@seat.{one}": [] for one, who in people.holders(shared).items() if who == mine and one != seat
    }
    if seat is not None:
        changes[f"@seat.{seat}"] = [mine]
        if seat >= shared.seats:
            changes["n"] = [str(seat + 1)]
        if name := clean_name(request.form.get("name", ""))[:MAX_NAME_CHARACTERS]:
            changes[f"{seat}.name"] = [name]
    write(shared, _read_device(), changes, _read_seen())
    if seat is None:
        return redirect(url_for("together.sheet", lang=lang, secret_id=secret_id, view="all"))
    if people.holders(now := load_shared(secret_id)).get(seat) != mine:
        return render_template("together/seats.html", **_table_context(now), lost=seat)
    return redirect(url_for("together.sheet", lang=lang, secret_id=secret_id))


@blueprint.get("/<lang:lang>/together/<shared:secret_id>")
@unlisted
def sheet(lang: str, secret_id: str) -> ResponseReturnValue:
    """The shared sheet: one's own column, that of another player (`?seat=`), or everybody's (`?view=all`)."""
    shared = load_shared(secret_id)
    if "@reveal" in shared.fields:
        revealed.send(current_app, secret_id=secret_id)
        context = _closed_context(shared)
        if "now" in request.args and context["result"]:
            anchor = f"sheet-{shared_result_id(shared.id)}"  # so that the result page knows which game it is
            link = url_for(
                "result.score", lang=lang, slug=shared.game.slug, to="reveal", _anchor=anchor, **context["link"]
            )
            return redirect(link)
        return render_template("together/closed.html", **context)
    wants_all, chosen = request.args.get("view") == "all", request.args.get("seat", "")
    own = people.seat_of(shared, shared.handle_of(phone()))
    if own is None and not wants_all and not chosen:
        return redirect(url_for("together.seats", lang=lang, secret_id=secret_id))
    view = int(chosen) if _SEAT.fullmatch(chosen) and int(chosen) < shared.seats else None if wants_all else own
    context, asks = _table_context(shared), request.args.get("ask", "")
    return render_template(
        "together/sheet.html",
        **context | column_context(shared.game, context["form"], view, lang),
        questions=context["form"].questions_before_reveal() if asks == "reveal" else [],
        here=people.seconds_away(shared),
        helpers=people.helper_seats(shared, context["form"]),
        asks=asks,
    )


@blueprint.post("/<lang:lang>/together/<shared:secret_id>")
def fill(lang: str, secret_id: str) -> ResponseReturnValue:
    """Keep what a reader without scripts changed, and go where the pressed button leads."""
    shared = load_shared(secret_id)
    form = sheet_form(shared.game)(_entries_of(request.form))
    shown = [name for name in request.form.get("shown", "").split() if name in form.layout.fields or name == SURE]
    entries = MultiDict(
        [
            (name, value)
            for name, value in form.query.items(multi=True)
            if name in form.layout.fields or name in ("n", SURE)
        ]
    )
    if _SEAT.fullmatch(count := request.form.get("seats", "")):
        entries["n"] = count
    post_form(shared, _read_device(), _read_seen(), entries, shown)
    to, _, asked = request.form.get("to", "").partition(" ")  # "reveal" with the names of what it confirms
    here = people.seat_of(shared, shared.handle_of(phone()))
    seat = int(text) if _SEAT.fullmatch(text := request.form.get("whose", "")) else here
    if text and seat not in range(len(form.names)):
        abort(400)
    where: dict[str, Any] = (
        {"view": "all"} if request.form.get("scope") == "all" else {} if seat in (here, None) else {"seat": seat}
    )
    if to in ("ready", "ask") and seat is not None:
        now = load_shared(secret_id)
        if to == "ask" and progress(_form_of(now))[seat].missing:
            where = {"seat": seat, "ask": "ready"}
        else:
            _set_state(now, f"@ready.{seat}", ["1"])
    elif to == "change" and seat is not None:
        _set_state(load_shared(secret_id), f"@ready.{seat}", [])
    elif to == "ask_reveal" and _form_of(load_shared(secret_id)).questions_before_reveal():
        where |= {"ask": "reveal"}
    elif to in ("reveal", "ask_reveal"):
        now = load_shared(secret_id)
        _set_state(now, "@reveal", ["1"], _confirm(_form_of(now), set(asked.split())))
        where = {"now": 1}
    elif to == "reopen":
        _set_state(load_shared(secret_id), "@reveal", [])
    elif to == "open":
        return redirect(url_for("together.invite", lang=lang, secret_id=secret_id))
    elif to == "all":
        where = {"view": "all"}
    elif _SEAT.fullmatch(to):
        where = {"seat": int(to)}
    return redirect(url_for("together.sheet", lang=lang, secret_id=secret_id, **where))


@blueprint.get("/<lang:lang>/together/<shared:secret_id>/history")
@unlisted
def history(lang: str, secret_id: str) -> str:
    """Show the changes of one entry (`?field=`) or of all, newest first; each earlier value can be put back."""
    shared = load_shared(secret_id)
    name, form = request.args.get("field") or "", _form_of(shared)
    names = (names_of_row(shared.game.slug, name) or [name]) if name else None
    past = documents().read_history(secret_id, names, read_count(request.args.get("before", "")))
    changes = [ShownChange(one, form, shared) for one in past if name or one.row.name[:1] != "@"]
    context = _table_context(shared) | {"changes": changes, "field": name, "older": past.next}
    return render_template("together/history.html", **context)


@blueprint.post("/<lang:lang>/together/<shared:secret_id>/history")
def put_back(lang: str, secret_id: str) -> ResponseReturnValue:
    """Put an earlier value of an entry back, as a change like any other."""
    name = request.form.get("field", "")
    if name[:1] == "@":
        abort(400)
    values = [value for value in request.form.getlist("value") if value]
    write(load_shared(secret_id), _read_device(), {name: values})
    return redirect(url_for("together.history", lang=lang, secret_id=secret_id, field=name))


@blueprint.route("/<lang:lang>/together/<shared:secret_id>/next", methods=["GET", "POST"])
@unlisted
def next_game(lang: str, secret_id: str) -> ResponseReturnValue:
    """The next game with the same players, each of whom sits down where they sat as soon as they come.

    It is the same for every phone, and opened by the first that asks.
    """
    shared = load_shared(secret_id)
    if request.method == "GET" and next_link(shared) is None:
        return redirect(url_for("together.sheet", lang=lang, secret_id=secret_id))
    new_id = open_next(shared, _read_device(), request.remote_addr or "")
    seat, new = people.seat_of(shared, shared.handle_of(phone())), load_shared(new_id)
    mine = new.handle_of(phone())
    if seat is not None and seat not in people.holders(new) and people.seat_of(new, mine) is None:
        write(new, _read_device("seat"), {f"@seat.{seat}": [mine]})
    return redirect(url_for("together.sheet", lang=lang, secret_id=new_id))


def _form_of(shared: Shared) -> SheetForm:
    return sheet_form(shared.game)(shared.query)


def _table_context(shared: Shared) -> dict[str, Any]:
    """Return the context of every page of a shared sheet: the players, their seats, who is ready, and the form's id."""
    form = _form_of(shared)
    you = shared.handle_of(phone())
    return {
        "shared": shared,
        "game": shared.game,
        "form": form,
        "colours": seat_colours(shared.game, form.sheet.players),
        "holders": people.holders(shared),
        "ready": people.ready_seats(shared),
        "away": people.away_seats(shared, you),
        "progress": progress(form),
        "mine": people.seat_of(shared, you),
        "you": you,
        "phone": phone(),
        "once": secrets.token_hex(FORM_BYTES),
        "most": players_entry(shared.game.sheet).high,
        "expires": format_date(datetime.fromtimestamp(shared.expires, UTC)),
    }


def _closed_context(shared: Shared) -> dict[str, Any]:
    """Return the context after the reveal: the result and its link, or neither if the sheet cannot be scored."""
    context = _table_context(shared)
    form: SheetForm = context["form"]
    is_valid = form.is_filled and form.validate()
    link = form.filled.link if is_valid else {}
    result = shared.game.score(form.named_sheet) if is_valid else None
    return context | {"link": link, "result": result}


def _entries_of(posted: MultiDict[str, str]) -> MultiDict[str, str]:
    """Return the sheet's entries in a posted form, without the form's own fields."""
    own = {"csrf_token", "once", "base", "shown", "to", "whose", "scope", "group"}
    return MultiDict([(name, value) for name, value in posted.items(multi=True) if name not in own and name[:1] != "@"])


def _read_device(of: str = "") -> str:
    """Return the phone with a page of its own for a posted form, by whose random id the form counts once.

    What a form writes in several requests has several such pages.
    """
    once = request.form.get("once", "")
    form_id = once if _ONCE.fullmatch(once) else secrets.token_hex(FORM_BYTES)
    return f"{phone()}.{form_id}{re.sub(r'[^a-z0-9]', '', of)}"


def _read_seen() -> tuple[int, str]:
    """Return what stood on the page that the form was made from, by the `seq` and mark of the shared sheet."""
    return read_event_id(request.form.get("base", ""))


def _confirm(form: SheetForm, names: set[str]) -> dict[str, list[str]]:
    """Return the entry that confirms what nobody has answered of these names; none where there is nothing of it."""
    groups = [one.group for one in form.unanswered if names.issuperset(one.group.names)]
    return {SURE: [*form.query.getlist(SURE), *(group.key for group in groups)]} if groups else {}


def _set_state(shared: Shared, name: str, texts: list[str], entries: dict[str, list[str]] | None = None) -> None:
    """Write an entry about the table itself, together with other entries."""
    write(shared, _read_device(f"{name}{len(texts)}"), (entries or {}) | {name: texts})
