"""The JSON API of shared sheets. The secret in the address grants access.

There is no cookie that another site could use.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, current_app, request

from scorers.model import N_, Fault
from scorers.querystring import drop_unused_places
from scorers.registry import game as find_game
from scorers.registry import slugs
from scorers.service import dumps, score_data
from scorers.sheet import faults_json
from web.common.languages import language, translator
from web.sheet.links import address
from web.sync import csrf
from web.sync.requests import answer_json, check_request, not_text, read_body, read_count, refuse_faults
from web.together import find_group, revealed, shared_sheets
from web.together.limits import MAX_PATH_CHARACTERS
from web.together.requests import read_device, read_sync

if TYPE_CHECKING:  # the bundle for browsers lacks the store
    from web.together.answers import Answer
    from web.together.cells import Cell

blueprint = Blueprint("together_api", __name__, url_prefix="/api/v1/shared")
csrf.exempt(blueprint)
blueprint.before_request(check_request)


@blueprint.post("")
def open_sheet() -> Response:
    """Open a shared sheet with what a sheet holds.

    The answer has its secret id, the address to open on phones, and its `seq`.

    With a group's link, the result is kept in the group's scorebook.
    """
    data, faults = read_body({"game", "sheet", "group"})
    slug = data.get("game")
    if not isinstance(slug, str):
        faults.append(not_text("game"))
    elif slug not in slugs():
        faults.append(Fault("game", "choice", N_("There is no such game")))
    group = data.get("group") or ""
    if not isinstance(group, str):
        faults.append(not_text("group"))
    refuse_faults(faults)
    outcome = shared_sheets().open(
        find_game(str(slug)), data.get("sheet"), request.remote_addr or "", find_group(group)
    )
    if isinstance(outcome, list):
        return answer_json(faults_json(outcome, translator()), 422)
    secret_id, seq = outcome
    page = address("together.sheet", {}, lang=language(), secret_id=secret_id)
    return answer_json({"id": secret_id, "url": page, "seq": seq}, 201)


@blueprint.post("/<shared:secret_id>/sync")
def sync(secret_id: str) -> Response:
    """Merge a device's changes, and return what changed since it last asked."""
    data, faults = read_body({"device", "since", "changes", "fields"})
    device, since, sent = read_sync(data, faults, with_fields=True)
    with_fields = data.get("fields", False)
    if not isinstance(with_fields, bool):
        faults.append(Fault("fields", "type", N_("%(label)s must be true or false"), {"label": "fields"}))
    refuse_faults(faults)
    store = shared_sheets()
    answer = store.sync(secret_id, device, since, sent, with_lost=with_fields)
    if any(
        one.path == "@reveal" and " " not in str(one.value) for one in sent
    ):  # what says how far a reveal is changes no result
        revealed.send(current_app, secret_id=secret_id)
        store.end_invitation(secret_id)
    body: dict[str, Any] = {
        "seq": answer.seq,
        "kept": answer.kept,
        "faults": [fault.as_json(translator()) for fault in answer.faults],
    }
    if with_fields:
        store.hear_from(secret_id, device)
        lost = [
            {"field": past.field, "value": past.values, "seq": past.seq}
            for past in store.view_log(answer.game, answer.lost)
        ]
        return answer_json(body | {"fields": as_json(answer.fields), "lost": lost, "here": store.seen(secret_id)})
    return answer_json(body | {"entries": as_json(answer.entries)})


@blueprint.post("/<shared:secret_id>/typing")
def show_typing(secret_id: str) -> Response:
    """Tell the others at the sheet in which field of the form a device is about to type. Nothing of it is kept."""
    data, faults = read_body({"device", "field"})
    device, field = read_device(data, faults), data.get("field")
    if not isinstance(field, str) or len(field) > MAX_PATH_CHARACTERS or not field.isprintable():
        faults.append(not_text("field"))
    refuse_faults(faults)
    shared_sheets().show_typing(secret_id, device, str(field))
    return Response(status=204)


@blueprint.get("/<shared:secret_id>/sheet")
def sheet(secret_id: str) -> Response:
    """The sheet as it stands, in the shape of scoring."""
    return answer_json(shared_sheets().load(secret_id).sheet)


@blueprint.get("/<shared:secret_id>/score")
def score(secret_id: str) -> Response:
    """The result of the sheet as it stands, or 422 with all its faults."""
    shared = shared_sheets().load(secret_id)
    result = score_data(shared.game.slug, drop_unused_places(shared.game.sheet, shared.sheet), translator())
    return answer_json(result, 422 if "faults" in result else 200)


@blueprint.get("/<shared:secret_id>/events")
def events(secret_id: str) -> Response:
    """Return the changes as a single server-sent event, for servers without `live/events.py`: browsers then
    reconnect again and again.
    """
    since = read_count(request.headers.get("Last-Event-ID") or request.args.get("since", ""))
    answer = shared_sheets().look(secret_id, since)
    return Response(event(answer, with_fields="fields" in request.args), mimetype="text/event-stream")


def event(answer: "Answer", *, with_fields: bool) -> bytes:
    """Return a server-sent event in the shape of the answer to `sync`."""
    view = {"fields": as_json(answer.fields)} if with_fields else {"entries": as_json(answer.entries)}
    data = {"seq": answer.seq, **view, "kept": 0, "faults": []}
    return f"id: {answer.seq}\ndata: {dumps(data)}\n\n".encode()


def as_json(view: Mapping[str, "Cell"]) -> dict[str, Any]:
    """Cells by path or field as JSON has them."""
    return {name: cell._asdict() for name, cell in view.items()}
