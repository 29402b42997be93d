"""The largest scorebooks that the limits of a group allow, written into the tables at once."""

import json
from typing import Any

from sqlalchemy import insert, update

from web.groups.kind import GroupBook
from web.groups.limits import MAX_RESULT_BYTES
from web.sync import statements as sql
from web.sync.database import writing
from web.sync.links import make_handle, read_link
from web.sync.store import Store

BATCH = 2_000
NOW = 1_800_000_000
PHONE = "aphone000001"


def make_long_result(number: int, size: int) -> dict[str, Any]:
    """Return a result of twelve players that takes `size` bytes, of letters that become longer on a page."""
    players = [
        {"name": f"{number}-{seat}" + "<" * 20, "colour": "red", "total": number, "rank": 1} for seat in range(12)
    ]
    day = f"{2000 + number % 1000 // 40:04}-{number % 12 + 1:02}-{number % 28 + 1:02}"
    value = {
        "id": f"r{number:023}", "slug": "elsewhere", "date": day, "place": "<" * 20, "note": "", "query": f"x={number}",
        "changed": 1_000_000 + number, "result": {"players": players, "winners": list(range(12))},
    }  # fmt: skip
    more = size - len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    value["note"] = "<" * min(max(more, 0), 1000)
    value["query"] = f"x={number}" + "x" * max(more - 1000, 0)
    return value


def fill_book(
    store: Store, link: str, results: int, *, size: int = 1_300, people: int = 0, cleared: int = 0, corrections: int = 0
) -> None:
    """Write results, joined names in a chain, cleared results, and corrections of the first result into a group."""
    document_id = read_link(link).document_id
    texts = [(f"results/{one['id']}", one) for one in (make_long_result(number, size) for number in range(results))]
    texts += [(f"people/{number:040}", f"{number + 1:040}") for number in range(people)]
    gone = [(f"results/{one['id']}", one) for one in (make_long_result(10**6 + n, size) for n in range(cleared))]
    again = [(texts[0][0], texts[0][1] | {"changed": 2_000_000 + n}) for n in range(corrections)]
    changes: list[tuple[str, Any]] = [*texts, *gone, *again, *((name, None) for name, _ in gone)]
    kind, handle, seq = GroupBook(), make_handle(document_id, PHONE), 1
    standing: dict[str, Any] = {}
    for start in range(0, len(changes), BATCH):
        log = []
        for name, value in changes[start : start + BATCH]:
            seq += 1
            text = None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            assert len((text or "").encode()) <= MAX_RESULT_BYTES
            row = {"document_id": document_id, "seq": seq, "name": name, "value": text, "device": handle, "typed": NOW}
            log.append(row | {"mark": "00000000", "n": seq, "stands": True, "replaced": None, "who": "<" * 40})
            derived = {"likeness": None, "rank": None, "purge": 2 * NOW}
            if value is not None:
                derived = {
                    "likeness": kind.find_likeness(name, value), "rank": kind.find_rank(name, value), "purge": None,
                }  # fmt: skip
            standing[name] = row | derived
        with writing(store.engine) as connection:
            connection.execute(insert(sql.log_rows), log)
    rows = list(standing.values())
    with writing(store.engine) as connection:
        for start in range(0, len(rows), BATCH):
            connection.execute(insert(sql.values), rows[start : start + BATCH])
        here = sql.documents.c.id == document_id
        connection.execute(update(sql.documents).where(here).values(seq=seq, mark="00000000", created=NOW - 10**6))
        device = make_handle(document_id, f"{PHONE}.page00000001")
        connection.execute(insert(sql.devices), {"document_id": document_id, "device": device, "n": seq, "seen": NOW})
