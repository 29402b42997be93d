"""The JSON entrances of shared sheets. The secret in the address is the right itself: there is no cookie that another site could use."""

from math import isfinite
from typing import Any

from flask import Blueprint, Response, abort, current_app, request

from scorers.model import N_, Fault
from scorers.registry import game as find_game
from scorers.registry import slugs
from scorers.service import dumps, parse, score_data
from scorers.sheet import RepeatedKey, faults_json
from web.languages import language, translator
from web.together import csrf, limits, shared_sheets
from web.together.limits import client_address

blueprint = Blueprint("together_api", __name__, url_prefix="/api/v1/shared")
csrf.exempt(blueprint)
MAX_COUNTER = 2**53
"""The highest whole number that every reader of JSON can hold."""


@blueprint.before_request
def check_request() -> None:
    """Refuse what a page of another site could send without asking."""
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403)
    if request.method == "POST" and request.mimetype != "application/json":
        abort(415)


@blueprint.post("")
def open_sheet() -> Response:
    """Open a shared sheet with what a sheet holds; the answer has its secret id, the address to open on phones, and its `seq`."""
    data = _body()
    slug, faults = data.get("game"), _unknown_keys(data, {"game", "sheet"})
    if not isinstance(slug, str):
        faults.append(Fault("game", "type", N_("%(label)s must be text"), {"label": "game"}))
    elif slug not in slugs():
        faults.append(Fault("game", "choice", N_("There is no such game")))
    if faults:
        return _answer(faults_json(faults, translator()), 422)
    outcome = shared_sheets().open(find_game(str(slug)), data.get("sheet"), client_address())
    if isinstance(outcome, list):
        return _answer(faults_json(outcome, translator()), 422)
    secret_id, seq = outcome
    return _answer({"id": secret_id, "url": _page_address(secret_id), "seq": seq}, 201)


@blueprint.post("/<shared:secret_id>/sync")
def sync(secret_id: str) -> Response:
    """Take a device's changes in, and answer what changed since it last asked."""
    from web.together.answers import Request

    data = _body()
    faults = _unknown_keys(data, {"device", "since", "changes", "fields"})
    device, since, changes, with_fields = data.get("device"), data.get("since", 0), data.get("changes", []), data.get("fields", False)
    if not is_device(device):
        faults.append(Fault("device", "type", N_("A device is a text of 16 to 64 characters that it chose by chance")))
    if not _is_count(since):
        faults.append(_not_whole("since"))
    if not isinstance(with_fields, bool):
        faults.append(Fault("fields", "type", N_("%(label)s must be true or false"), {"label": "fields"}))
    if not isinstance(changes, list):
        faults.append(Fault("changes", "type", N_("%(label)s must be a list"), {"label": "changes"}))
        changes = []
    elif len(changes) > limits.MAX_CHANGES:
        raise limits.TooMuch
    requests = [one for number, change in enumerate(changes) if (one := _read_change(change, f"changes.{number}", faults, Request))]
    if faults:
        return _answer(faults_json(faults, translator()), 422)
    store = shared_sheets()
    answer = store.sync(secret_id, str(device), since, requests, with_lost=with_fields)
    body: dict[str, Any] = {"seq": answer.seq, "kept": answer.kept, "faults": [fault.as_json(translator()) for fault in answer.faults]}
    if with_fields:
        lost = [{"field": past.field, "value": past.values, "seq": past.seq} for past in store.view_log(answer.game, answer.lost)]
        return _answer(body | {"fields": as_json(answer.fields), "lost": lost, "here": store.seen(secret_id)})
    return _answer(body | {"entries": as_json(answer.entries)})


@blueprint.get("/<shared:secret_id>/sheet")
def sheet(secret_id: str) -> Response:
    """The sheet as it stands, in the shape of scoring."""
    return _answer(shared_sheets().load(secret_id).sheet)


@blueprint.get("/<shared:secret_id>/score")
def score(secret_id: str) -> Response:
    """The result of the sheet as it stands, or 422 with all its faults."""
    shared = shared_sheets().load(secret_id)
    result = score_data(shared.game.slug, shared.sheet, translator())
    return _answer(result, 422 if "faults" in result else 200)


@blueprint.get("/<shared:secret_id>/events")
def events(secret_id: str) -> Response:
    """What changed, as a single server-sent event: where only Flask answers, browsers ask again and again. See `events.py`."""
    text = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    since = int(text) if text.isascii() and text.isdigit() and len(text) < 17 else 0
    answer = shared_sheets().look(secret_id, since)
    with_fields = "fields" in request.args
    view = answer.fields if with_fields else answer.entries
    return Response(event(answer.seq, view, with_fields=with_fields), mimetype="text/event-stream")


def event(seq: int, view: Any, *, with_fields: bool) -> bytes:
    """A server-sent event in the shape of the answer to `sync`."""
    data = {"seq": seq, "fields" if with_fields else "entries": as_json(view), "kept": 0, "faults": []}
    return f"id: {seq}\ndata: {dumps(data)}\n\n".encode()


def is_device(device: object) -> bool:
    """Whether this can be what a device calls itself."""
    return isinstance(device, str) and limits.MIN_DEVICE_CHARACTERS <= len(device) <= limits.MAX_DEVICE_CHARACTERS and device.isprintable()


def as_json(view: Any) -> dict[str, Any]:
    """Cells by path or field as JSON has them."""
    return {name: cell._asdict() for name, cell in view.items()}


def _page_address(secret_id: str) -> str:
    """The address of the page that people open."""
    site = str(current_app.config["PUBLIC_URL"] or request.host_url).rstrip("/")
    return f"{site}/{language()}/together/{secret_id}"


def _body() -> dict[str, Any]:
    """The body, which must be one JSON object."""
    data = parse(request.get_data())
    if not isinstance(data, dict) or isinstance(data, RepeatedKey):
        abort(400)
    return data


def _read_change(data: object, path: str, faults: list[Fault], make: Any) -> Any:
    """One change of a request; None where it is none."""
    if not isinstance(data, dict):
        faults.append(Fault(path, "type", N_("%(label)s: each must be an object"), {"label": "changes"}))
        return None
    before = len(faults)
    faults += _unknown_keys(data, {"path", "field", "value", "n", "base", "age"}, f"{path}.")
    name, value, is_field = data.get("path", data.get("field")), data.get("value"), "path" not in data
    if not isinstance(name, str) or ("field" in data and "path" in data):
        faults.append(Fault(f"{path}.path", "type", N_("%(label)s must be text"), {"label": "path"}))
    faults += [_not_whole(f"{path}.{key}") for key in ("n", "base") if not _is_count(data.get(key, 0 if key == "base" else None))]
    if data.get("n") == 0:
        faults.append(_not_whole(f"{path}.n"))
    age = data.get("age", 0)
    if isinstance(age, bool) or not isinstance(age, int | float) or not isfinite(age):
        faults.append(Fault(f"{path}.age", "type", N_("%(label)s must be a number of seconds"), {"label": "age"}))
    if is_field:
        value = [] if value is None else value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in value):
            faults.append(Fault(f"{path}.value", "type", N_("%(label)s must be text"), {"label": "value"}))
    return make(name, value, data["n"], data.get("base", 0), float(age), is_field) if len(faults) == before else None


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_COUNTER


def _not_whole(path: str) -> Fault:
    return Fault(path, "type", N_("%(label)s must be a whole number"), {"label": path.rpartition(".")[2]})


def _unknown_keys(data: dict[str, Any], known: set[str], prefix: str = "") -> list[Fault]:
    message = N_("%(key)s is not known here")
    return [Fault(prefix + key[:60], "unknown", message, {"key": key[:60]}) for key in data if key not in known]


def _answer(answer: dict[str, Any], status: int = 200) -> Response:
    return Response(dumps(answer), status, {"Vary": "Accept-Language", "Cache-Control": "no-store"}, "application/json")
