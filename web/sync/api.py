"""What the JSON APIs of all kinds of documents answer. The link grants access; there is no cookie for another site
to use.
"""

from collections.abc import Callable
from typing import Any

from flask import Response, request

from scorers.model import Fault
from scorers.sheet import faults_json
from web.common.languages import translator
from web.sync import documents
from web.sync.answers import Answer, Request, read_event_id
from web.sync.limits import DeviceAhead
from web.sync.requests import answer_json, answer_sync, read_body, read_sync, refuse_faults


def sync(link: str, tell: Callable[[Answer], dict[str, Any]] = lambda answer: {}) -> tuple[Answer, Response]:
    """Merge a device's changes; return the store's answer, and the same as JSON with what changed since it last
    asked, and what `tell` says of the answer.
    """
    data, faults = read_body({"device", "since", "mark", "who", "changes"})
    asked, incoming = read_sync(data, faults)
    refuse_faults(faults)
    answer = documents().sync(link, asked, incoming)
    return answer, answer_sync(answer, **_about(answer), **tell(answer))


def refuse_ahead(error: DeviceAhead) -> Response:
    """Answer 409 with a fault of the changes' numbers, by which a device tells this from a full document."""
    return answer_json(faults_json([Fault("changes", "too_many", error.description)], translator()), 409)


def tell_events(link: str) -> Response:
    """Return the changes as one server-sent event, for servers without `events.py`: browsers then reconnect."""
    since, mark = read_event_id(request.headers.get("Last-Event-ID") or request.args.get("since", ""))
    answer = documents().sync(link, Request("", since, mark))
    return Response(answer.write_event(), mimetype="text/event-stream")


def _about(answer: Answer) -> dict[str, Any]:
    """Return what the answer says of the document: whether the link writes, and when it expires."""
    return {"writes": answer.head.writes, "expires": answer.head.expires} if answer.head else {}
