"""The JSON API of shared sheets. The secret in the address grants access.

There is no cookie that another site could use.
"""

from typing import Any

from flask import Blueprint, Response, current_app, request

from scorers.model import N_, Fault
from scorers.registry import game as find_game
from scorers.registry import slugs
from scorers.service import score_data
from web.common.languages import language, translator
from web.sheet.links import address
from web.sync import csrf, documents
from web.sync.answers import Answer, Notice, write_mark
from web.sync.limits import MAX_NAME_CHARACTERS, DeviceAhead
from web.sync.links import make_handle, read_link
from web.sync.requests import (
    answer_json,
    check_request,
    not_text,
    read_body,
    read_sync,
    refuse_ahead,
    refuse_faults,
    sync_document,
    tell_events,
)
from web.together import find_group, revealed
from web.together.fields import fields_of_sheet
from web.together.shared import load_shared, open_shared

blueprint = Blueprint("together_api", __name__, url_prefix="/api/v1/shared")
csrf.exempt(blueprint)
blueprint.before_request(check_request)
blueprint.register_error_handler(DeviceAhead, refuse_ahead)
TYPING = "typing"


@blueprint.post("")
def open_sheet() -> Response:
    """Open a shared sheet with what a sheet holds.

    The answer has its secret id, the address to open on phones, and its `seq` and `mark`. With a group's link, the
    result is kept in the group's scorebook.
    """
    data, faults = read_body({"game", "sheet", "group"})
    slug, group = data.get("game"), data.get("group") or ""
    if not isinstance(slug, str):
        faults.append(not_text("game"))
    elif slug not in slugs():
        faults.append(Fault("game", "choice", N_("There is no such game")))
    if not isinstance(group, str):
        faults.append(not_text("group"))
    refuse_faults(faults)
    game = find_game(str(slug))
    fields = fields_of_sheet(game, data.get("sheet"))
    if isinstance(fields, list):
        refuse_faults(fields)
        raise AssertionError
    fields["n"] = [str(len(data["sheet"]["players"]))]
    secret_id, head = open_shared(game, fields, request.remote_addr or "", find_group(group))
    page = address("together.sheet", {}, lang=language(), secret_id=secret_id)
    return answer_json({"id": secret_id, "url": page, "seq": head.seq, "mark": write_mark(head.seq, head.mark)}, 201)


@blueprint.post("/<shared:secret_id>/sync")
def sync(secret_id: str) -> Response:
    """Merge a device's changes, and return what changed since it last asked, and who is there."""
    answer, response = sync_document(secret_id, _tell_who_is_here)
    reveal = answer.values.get("@reveal")
    if answer.stands and reveal and reveal.value and " " not in reveal.value:
        revealed.send(current_app, secret_id=secret_id)  # what says how far a reveal is changes no result
    return response


def _tell_who_is_here(answer: Answer) -> dict[str, Any]:
    """Note that a phone is there, as one that polls has no stream; return how long ago each was heard of."""
    notices, document_id = documents().notices, answer.head.id if answer.head else ""
    notices.tell_here(document_id, answer.you)
    return {"here": notices.seconds_since(document_id)}


@blueprint.post("/<shared:secret_id>/typing")
def show_typing(secret_id: str) -> Response:
    """Tell the others at the sheet in which field of the form a device is about to type. Nothing of it is kept."""
    data, faults = read_body({"device", "name"})
    name = data.get("name")
    asked, _ = read_sync({"device": data.get("device")}, faults)
    if not isinstance(name, str) or len(name) > MAX_NAME_CHARACTERS or not name.isprintable():
        faults.append(not_text("name"))
    refuse_faults(faults)
    documents().read(secret_id)
    document_id = read_link(secret_id).document_id
    documents().notices.tell(Notice(document_id, TYPING, make_handle(document_id, asked.phone), str(name)))
    return Response(status=204)


@blueprint.get("/<shared:secret_id>/sheet")
def sheet(secret_id: str) -> Response:
    """The sheet as it stands, in the shape of scoring."""
    return answer_json(load_shared(secret_id).sheet)


@blueprint.get("/<shared:secret_id>/score")
def score(secret_id: str) -> Response:
    """The result of the sheet as it stands, or 422 with all its faults."""
    shared = load_shared(secret_id)
    result = score_data(shared.game.slug, shared.scored_sheet, translator())
    return answer_json(result, 422 if "faults" in result else 200)


@blueprint.get("/<shared:secret_id>/events")
def events(secret_id: str) -> Response:
    """Return the changes as one server-sent event."""
    return tell_events(secret_id)
