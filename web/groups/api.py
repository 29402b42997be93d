"""The JSON API of groups' scorebooks. The link grants access; there is no cookie that another site could use."""

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request

from scorers.model import N_, Fault
from web.common.languages import language, translator
from web.groups import group_books
from web.groups.limits import MAX_WHO_CHARACTERS
from web.groups.results import is_name, name_fault
from web.sheet.links import address
from web.together import csrf
from web.together.requests import answer_json, check_request, read_body, read_sync, refuse_faults

if TYPE_CHECKING:  # the bundle for browsers lacks the store
    from web.groups.answers import Head

blueprint = Blueprint("groups_api", __name__, url_prefix="/api/v1/groups")
csrf.exempt(blueprint)
blueprint.before_request(check_request)

LINKS = ("write", "read")
"""The links that can be renewed."""


@blueprint.post("")
def create() -> Response:
    """Create a group; only this answer has its two links."""
    data, faults = read_body({"name"})
    if not is_name(data.get("name")):
        faults.append(name_fault("name"))
    refuse_faults(faults)
    links = group_books().create(data["name"], request.remote_addr or "")
    return answer_json(
        {"group": links.group, "link": links.write, **_addresses(links.write, links.read), "seq": 1}, 201
    )


@blueprint.get("/<group:link>")
def group(link: str) -> Response:
    """A group: its name, what the link may do, how many results it has, when it expires."""
    books = group_books()
    head, count = books.head(link)
    read = books.links(link).read if head.writes else ""
    addresses = _addresses(link, read) if read else {"url": _page_address(link)}
    return answer_json({**_head_json(head), "seq": head.seq, "count": count, **addresses})


@blueprint.delete("/<group:link>")
def delete(link: str) -> Response:
    """Delete a group with all its results and their history."""
    group_books().delete(link)
    return Response(status=204)


@blueprint.post("/<group:link>/renew")
def renew(link: str) -> Response:
    """Replace one of the two links; the answer has both as they are now."""
    data, faults = read_body({"link"})
    if data.get("link") not in LINKS:
        faults.append(Fault("link", "choice", N_("This must be one of: %(choices)s"), {"choices": ", ".join(LINKS)}))
    refuse_faults(faults)
    links = group_books().renew(link, data["link"])
    return answer_json({"group": links.group, "link": links.write, **_addresses(links.write, links.read)})


@blueprint.post("/<group:link>/sync")
def sync(link: str) -> Response:
    """Merge a device's changes, and return what changed since it last asked."""
    data, faults = read_body({"device", "since", "changes", "who"})
    device, since, sent = read_sync(data, faults)
    who = data.get("who") or ""
    if who != "" and not is_name(who, MAX_WHO_CHARACTERS):
        faults.append(name_fault("who", MAX_WHO_CHARACTERS))
    refuse_faults(faults)
    answer = group_books().sync(link, device, since, sent, who)
    body = {
        **_head_json(answer.head), "seq": answer.seq, "kept": answer.kept, "more": answer.more,
        "entries": {path: cell._asdict() for path, cell in answer.entries.items()},
        "faults": [fault.as_json(translator()) for fault in answer.faults],
    }  # fmt: skip
    return answer_json(body)


@blueprint.get("/<group:link>/history")
def history(link: str) -> Response:
    """Return the history of all results, or with `?path=` of one, newest first."""
    changes = group_books().history(link, request.args.get("path"))
    return answer_json({"changes": [change._asdict() for change in changes]})


@blueprint.get("/<group:link>/deleted")
def deleted(link: str) -> Response:
    """The deleted results that can still be restored."""
    return answer_json({"deleted": [one._asdict() for one in group_books().deleted(link)]})


def _head_json(head: "Head") -> dict[str, Any]:
    return {"group": head.group, "name": head.name, "writes": head.writes, "expires": head.expires}


def _addresses(write: str, read: str) -> dict[str, str]:
    """The pages of both links, and the link that only reads."""
    return {"url": _page_address(write), "read_link": read, "read_url": _page_address(read)}


def _page_address(link: str) -> str:
    """The address of the page that people open."""
    return address("groups.book", {"link": link}, lang=language())
