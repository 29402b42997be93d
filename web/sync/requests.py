"""Requests of the JSON APIs of all kinds of documents: reading, checking and answering them.

The link grants access; there is no cookie that another site could use.
"""

import json
import math
import re
from collections.abc import Callable
from typing import Any

from flask import Response, abort, request

from scorers.entries import clean_name
from scorers.model import N_, Fault
from scorers.service import dumps, parse
from scorers.sheet import RepeatedKey, faults_json
from web.common.languages import translator
from web.sync import documents, limits
from web.sync.answers import Answer, Incoming, Request, read_event_id

DEVICE = r"[A-Za-z0-9]{8,31}\.[A-Za-z0-9]{8,31}"
"""The pattern of a device: two texts that were drawn by chance, of the phone and of one page of it."""
MAX_MARK_CHARACTERS = 32


def check_request() -> None:
    """Refuse what a page of another site could send without asking."""
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403)
    if request.method == "POST" and request.mimetype != "application/json":
        abort(415)


def read_body(known: set[str]) -> tuple[dict[str, Any], list[Fault]]:
    """Return the body, which must be one JSON object, and the faults of the keys that are not known."""
    text = request.get_data()
    data = parse(text)
    if not isinstance(data, dict) or isinstance(data, RepeatedKey) or _has_other_numbers(text):
        abort(400)
    return data, unknown_keys(data, known)


def _has_other_numbers(text: bytes) -> bool:
    """Return whether text that Python reads as JSON has NaN or Infinity, which JSON does not have."""
    found: list[str] = []
    if b"NaN" in text or b"Infinity" in text:
        json.loads(text, parse_constant=found.append)
    return bool(found)


def read_sync(data: dict[str, Any], faults: list[Fault]) -> tuple[Request, list[Incoming]]:
    """Return what a device asks and its changes; whatever is wrong with the request's form is added to `faults`."""
    device, since = data.get("device"), data.get("since", 0)
    mark, who, changes = data.get("mark", ""), data.get("who", ""), data.get("changes", [])
    if not isinstance(device, str) or not re.fullmatch(DEVICE, device):
        faults.append(Fault("device", "type", N_("“device” must be two random texts with a dot between")))
    if not is_count(since):
        faults.append(not_whole("since"))
    if not isinstance(mark, str) or len(mark) > MAX_MARK_CHARACTERS:
        faults.append(not_text("mark"))
    who = clean_name(who) if isinstance(who, str) and len(who) <= limits.MAX_WHO_CHARACTERS else None
    if who is None:
        faults.append(not_text("who"))
    if not isinstance(changes, list):
        faults.append(Fault("changes", "type", N_("%(label)s must be a list"), {"label": "changes"}))
        changes = []
    elif len(changes) > limits.MAX_CHANGES:
        raise limits.TooMuch
    incoming = [one for number, data in enumerate(changes) if (one := _read_change(data, f"changes.{number}", faults))]
    return Request(str(device), since, str(mark), str(who)), incoming


def _read_change(data: object, path: str, faults: list[Fault]) -> Incoming | None:
    """Return one change of a request; None where it is none."""
    if not isinstance(data, dict):
        faults.append(Fault(path, "type", N_("%(label)s: each must be an object"), {"label": "changes"}))
        return None
    before, name, age = len(faults), data.get("name"), data.get("age", 0)
    faults += unknown_keys(data, {*Incoming._fields}, f"{path}.")
    if not isinstance(name, str) or not 0 < len(name) <= limits.MAX_NAME_CHARACTERS:
        faults.append(not_text(f"{path}.name"))
    if not is_count(data.get("n")) or data["n"] == 0:
        faults.append(not_whole(f"{path}.n"))
    if not is_count(data.get("base", 0)):
        faults.append(not_whole(f"{path}.base"))
    if isinstance(age, bool) or not isinstance(age, int | float) or not abs(age) < math.inf:
        faults.append(Fault(f"{path}.age", "type", N_("%(label)s must be a number of seconds"), {"label": "age"}))
        return None
    age = float(min(max(age, 0), limits.MAX_COUNTER))
    return (
        Incoming(str(name), data.get("value"), data["n"], data.get("base", 0), age) if len(faults) == before else None
    )


def sync_document(link: str, tell: Callable[[Answer], dict[str, Any]] = lambda answer: {}) -> tuple[Answer, Response]:
    """Merge a device's changes; return the store's answer, and the same as JSON with what changed since it last
    asked, whether the link writes, when the document expires, and what `tell` says of the answer.

    The fault of a change has its number and name.
    """
    data, faults = read_body({"device", "since", "mark", "who", "changes"})
    asked, incoming = read_sync(data, faults)
    refuse_faults(faults)
    answer = documents().sync(link, asked, incoming)
    about = {"writes": answer.head.writes, "expires": answer.head.expires} if answer.head else {}
    refused = [{"n": one.n, "name": one.name, **one.fault.as_json(translator())} for one in answer.refused]
    return answer, _json(answer.write(refused, **about, **tell(answer)), 200)


def refuse_ahead(error: limits.DeviceAhead) -> Response:
    """Answer 409 with a fault of the changes' numbers, by which a device tells this from a full document."""
    return answer_json(faults_json([Fault("changes", "too_many", error.description)], translator()), 409)


def tell_events(link: str) -> Response:
    """Return the changes as one server-sent event, for servers without `events.py`: browsers then reconnect."""
    since, mark = read_event_id(request.headers.get("Last-Event-ID") or request.args.get("since", ""))
    answer = documents().sync(link, Request("", since, mark))
    return Response(answer.write_event(), mimetype="text/event-stream")


def is_count(value: object) -> bool:
    """Return whether this is a whole number from 0."""
    return type(value) is int and 0 <= value <= limits.MAX_COUNTER


def read_count(text: str) -> int:
    """Read a whole number of at most nine digits; return 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def not_whole(path: str) -> Fault:
    """Return the fault of something that must be a whole number."""
    return Fault(path, "type", N_("%(label)s must be a whole number"), {"label": path.rpartition(".")[2]})


def not_text(path: str) -> Fault:
    """Return the fault of something that must be text."""
    return Fault(path, "type", N_("%(label)s must be text"), {"label": path.rpartition(".")[2]})


def unknown_keys(data: dict[str, Any], known: set[str], prefix: str = "") -> list[Fault]:
    """Return the faults of the keys that are not known."""
    message = N_("%(key)s is not known here")
    return [Fault(prefix + key[:60], "unknown", message, {"key": key[:60]}) for key in data if key not in known]


def refuse_faults(faults: list[Fault]) -> None:
    """Abort with 422 and the faults, if there are any."""
    if faults:
        abort(answer_json(faults_json(faults, translator()), 422))


def answer_json(answer: dict[str, Any], status: int = 200) -> Response:
    """Return an answer in JSON."""
    return _json(dumps(answer), status)


def _json(text: str, status: int) -> Response:
    data = text.encode("utf-8", "replace")  # a lone surrogate of a name that is refused
    return Response(data, status, {"Vary": "Accept-Language", "Cache-Control": "no-store"}, "application/json")
