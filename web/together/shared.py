"""Shared sheets as pages and the API see them: what stands on one, and what a plain form changes."""

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from scorers.model import AnyGame
from scorers.querystring import drop_unused_places, sheet_from_query
from scorers.registry import game as find_game
from web.sheet.links import same_players_link
from web.sync import documents
from web.sync.answers import Answer, Head, Incoming, Request, write_mark
from web.sync.links import Link, decode, encode, make_handle, mask
from web.sync.merge import Value
from web.together.fields import EMPTY_SPACE, is_default, names_of_row, query_of

_NONCE_BYTES = 16


@dataclass
class Shared:
    """A shared sheet as it stands."""

    id: str
    head: Head
    values: dict[str, Value]

    @property
    def game(self) -> AnyGame:
        """Its game."""
        return find_game(self.head.about["game"])

    @property
    def expires(self) -> int:
        """When it expires, in seconds since 1970."""
        return self.head.expires

    @property
    def group(self) -> Link | None:
        """The group in whose scorebook the result is kept, by the link with which the sheet was opened."""
        group = self.head.about.get("group")
        return Link(group[0], decode(group[1])) if group else None

    @property
    def event_id(self) -> str:
        """What a reader of this page knows, as in the id of an event."""
        return f"{self.head.seq}-{write_mark(self.head.seq, self.head.mark)}"

    @cached_property
    def fields(self) -> dict[str, list[str]]:
        """The texts of all fields and states that are not blank."""
        return {name: texts for name, one in self.values.items() if (texts := json.loads(one.value or "[]"))}

    @cached_property
    def query(self) -> MultiDict[str, str]:
        """The fields as a page's form reads them."""
        pairs = query_of(self.game.slug, self.fields).items()
        return MultiDict([(name, text) for name, texts in pairs for text in texts])

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.query["n"])

    @property
    def sheet(self) -> dict[str, Any]:
        """The sheet in the shape of scoring."""
        return sheet_from_query(self.game.sheet, self.query.to_dict(flat=False))

    @property
    def scored_sheet(self) -> dict[str, Any]:
        """The same without what its options do not use."""
        return drop_unused_places(self.game.sheet, self.sheet)

    def handle_of(self, phone: str) -> str:
        """Return what others at the sheet are told of a phone."""
        return make_handle(self.head.id, phone)


def load_shared(secret_id: str) -> Shared:
    """Return a shared sheet. Raises SheetGone."""
    head, values = documents().load(secret_id)
    return Shared(secret_id, head, values)


def open_shared(
    game: AnyGame, fields: Mapping[str, list[str]], address: str, group: Link | None = None
) -> tuple[str, Head]:
    """Open a shared sheet that holds these fields, without what they cannot be; return its link."""
    store, about = documents(), {"game": game.slug}
    kind = store.kinds["shared"]
    if group:
        about["group"] = [group.document_id, encode(group.hash)]  # type: ignore[assignment]
    seats = query_of(game.slug, fields)["n"]
    values = {name: kind.read_value(about, name, texts) for name, texts in {**fields, "n": seats}.items()}
    return store.open(kind, about, {name: one for name, one in values.items() if isinstance(one, list)}, address)


def post_form(
    shared: Shared, device: str, seen: tuple[int, str], posted: MultiDict[str, str], shown: Iterable[str] = ()
) -> None:
    """Take in what the reader of a plain page changed, of all that its form sends.

    `device` has the form's random id, so that it counts once however often it is sent; `seen` is what stood on
    the page. `shown` are fields that send nothing when they are blank.
    """
    slug, (seq, _) = shared.game.slug, seen
    new: dict[str, list[str]] = {}
    for name in dict.fromkeys([*posted, *shown]):
        texts = [text.strip().replace("\r\n", "\n") for text in posted.getlist(name) if text.strip()]
        names = names_of_row(slug, name)
        if names == [name]:
            new[name] = texts
        else:
            new |= _read_row(shared, names, " ".join(texts).split())
    late = [name for name in new if name in shared.values and shared.values[name].seq > seq]
    past = documents().read_past(shared.id, late, seq) if late else {}
    stood = {name: texts for name, texts in shared.fields.items() if name not in late}
    stood |= {name: json.loads(past.get(name) or "[]") for name in late}
    changed = {
        name: texts
        for name, texts in new.items()
        if texts != stood.get(name, []) and (stood.get(name) or not is_default(slug, name, texts))
    }
    write(shared, device, changed, seen)


def _read_row(shared: Shared, names: list[str], row: list[str]) -> dict[str, list[str]]:
    """Return the spaces of a row; an empty one before the last piece is as good as blank."""
    last = max((at for at, text in enumerate(row) if text != EMPTY_SPACE), default=-1)
    spaces = {
        name: [text] if at >= last or text != EMPTY_SPACE or shared.fields.get(name) == [EMPTY_SPACE] else []
        for at, (name, text) in enumerate(zip(names, row, strict=False))
    }
    return {name: spaces.get(name, []) for name in names}


def write(
    shared: Shared, device: str, changes: Mapping[str, list[str]], seen: tuple[int, str] | None = None
) -> Answer | None:
    """Write fields and states, as a device whose number of changes begins with these; nothing where there are none."""
    since, known = seen or (shared.head.seq, write_mark(shared.head.seq, shared.head.mark))
    incoming = [Incoming(name, texts or None, n, since, 0.0) for n, (name, texts) in enumerate(changes.items(), 1)]
    return documents().sync(shared.id, Request(device, since, known), incoming) if incoming else None


def next_link(shared: Shared) -> str | None:
    """Return the link of the next game's sheet, which is sealed with this one's, or None."""
    sealed = shared.fields.get("@next")
    try:
        data = decode(sealed[0]) if sealed else b""
    except ValueError:
        return None
    nonce, secret = data[:_NONCE_BYTES], data[_NONCE_BYTES:]
    return encode(mask(secret, shared.id.encode(), b"next" + nonce)) if len(secret) == _NONCE_BYTES else None


def open_next(shared: Shared, device: str, address: str) -> str:
    """Return the link of the next sheet of the same players, the same for everybody who asks; who is first opens it.

    Names, colours and options that last go along.
    """
    if link := next_link(shared):
        return link
    fields = same_players_link(shared.game, list(shared.query.items(multi=True)))
    link, _ = open_shared(shared.game, fields, address, shared.group)
    nonce = secrets.token_bytes(_NONCE_BYTES)
    write(shared, device, {"@next": [encode(nonce + mask(decode(link), shared.id.encode(), b"next" + nonce))]})
    standing = next_link(load_shared(shared.id)) or link
    if standing != link:  # another phone was first
        documents().delete(link)
    return standing
