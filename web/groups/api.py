"""The JSON API of groups' scorebooks. The link grants access; there is no cookie that another site could use."""

import time
from typing import Any

from flask import Blueprint, Response, request

from scorers.entries import clean_name
from scorers.model import N_, Fault
from web.common.languages import language
from web.groups.book import BookHead, list_results, load_head, read_deleted, read_history
from web.groups.limits import MAX_PAGE_SIZE, PAGE_SIZE
from web.groups.results import NAME, is_name, name_fault
from web.sheet.links import address
from web.sync import csrf, documents
from web.sync.answers import write_mark
from web.sync.limits import DeviceAhead
from web.sync.requests import (
    answer_json,
    check_request,
    read_body,
    read_count,
    refuse_ahead,
    refuse_faults,
    sync_document,
    tell_events,
)

blueprint = Blueprint("groups_api", __name__, url_prefix="/api/v1/groups")
csrf.exempt(blueprint)
blueprint.before_request(check_request)
blueprint.register_error_handler(DeviceAhead, refuse_ahead)

LINKS = ("write", "read")
"""The links that can be renewed."""


@blueprint.post("")
def create() -> Response:
    """Create a group; only this answer has its two links."""
    data, faults = read_body({"name"})
    if not is_name(data.get("name")):
        faults.append(name_fault("name"))
    refuse_faults(faults)
    store = documents()
    write, read, head = store.open_with_two_links(
        store.kinds["group"], {}, {NAME: clean_name(data["name"])}, request.remote_addr or ""
    )
    return answer_json({**_addresses(write, read), "seq": head.seq, "mark": write_mark(head.seq, head.mark)}, 201)


@blueprint.get("/<group:link>")
def group(link: str) -> Response:
    """A group: its name, what the link may do, how many results it has, when it expires."""
    head = load_head(link)
    addresses = _addresses(*documents().find_links(link)) if head.writes else {"url": _page_address(link)}
    return answer_json({**_head_json(head), **addresses})


@blueprint.delete("/<group:link>")
def delete(link: str) -> Response:
    """Delete a group with all its results and their history."""
    documents().delete(link)
    return Response(status=204)


@blueprint.post("/<group:link>/renew")
def renew(link: str) -> Response:
    """Replace one of the two links; the answer has both as they are now."""
    data, faults = read_body({"link"})
    if data.get("link") not in LINKS:
        faults.append(Fault("link", "choice", N_("This must be one of: %(choices)s"), {"choices": ", ".join(LINKS)}))
    refuse_faults(faults)
    return answer_json(_addresses(*documents().renew(link, data["link"])))


@blueprint.post("/<group:link>/sync")
def sync(link: str) -> Response:
    """Merge a device's changes, and return what changed since it last asked."""
    return sync_document(link)[1]


@blueprint.get("/<group:link>/events")
def events(link: str) -> Response:
    """Return what changed as one event, for servers without event streams: browsers then reconnect again and again."""
    return tell_events(link)


@blueprint.get("/<group:link>/results")
def results(link: str) -> Response:
    """Return a page of results, the newest first; `?before=` is the `next` of the page before."""
    most = min(read_count(request.args.get("limit", "")) or PAGE_SIZE, MAX_PAGE_SIZE)
    page = list_results(link, request.args.get("before", "")[:200], most)
    return answer_json({"results": page.results, "next": page.older})


@blueprint.get("/<group:link>/history")
def history(link: str) -> Response:
    """Return the history of everything, or with `?name=` of one value, newest first."""
    before = read_count(request.args.get("before", ""))
    changes = read_history(link, request.args.get("name"), before)
    rows = [_with_age(change._asdict()) for change in changes]
    return answer_json({"changes": rows, "next": changes.next})


@blueprint.get("/<group:link>/deleted")
def deleted(link: str) -> Response:
    """Return the deleted results that can still be restored, the last deleted first."""
    found = read_deleted(link, read_count(request.args.get("before", "")))
    rows = [_with_age(one._asdict()) for one in found]
    return answer_json({"deleted": rows, "next": found.next})


def _with_age(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with how long ago it was typed in place of when: clocks are never compared."""
    return {**row, "age": max(0.0, round(time.time() - row.pop("typed"), 1))}


def _head_json(head: BookHead) -> dict[str, Any]:
    return {
        "name": head.name, "writes": head.writes, "count": head.count, "expires": head.expires, "seq": head.seq,
        "mark": write_mark(head.seq, head.mark),
    }  # fmt: skip


def _addresses(write: str, read: str) -> dict[str, str]:
    """Return both links, and their pages."""
    return {"write": write, "read": read, "url": _page_address(write), "read_url": _page_address(read)}


def _page_address(link: str) -> str:
    """Return the address of the page that people open."""
    return address("groups.book", {"link": link}, lang=language())
