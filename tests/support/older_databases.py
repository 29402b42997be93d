"""What versions before the documents kept on a phone, and a group on the server that such a phone knows."""

import json
from typing import Any
from urllib.request import Request, urlopen

from group_page import result

OWN = [result(1), result(2)]
"""The results of the device's own scorebook."""

WRITE = """(link, own, kept, waiting) => {
  const write = (name, version, stores, rows) => new Promise((done, fail) => {
    const asked = indexedDB.open(name, version);
    asked.onupgradeneeded = () => {
      for (const store of stores) asked.result.createObjectStore(store, { keyPath: "id" }); };
    asked.onerror = () => fail(asked.error);
    asked.onsuccess = () => {
      const transaction = asked.result.transaction(stores, "readwrite");
      for (const [store, row] of rows) transaction.objectStore(store).put(row);
      transaction.oncomplete = () => { asked.result.close(); done(); };
    };
  });
  const group = link.slice(0, 12);
  const record = {
    id: group, link, name: "Friday", writes: true, expires: 2e9, who: "Ann",
    device: "before", n: 1, since: 2, used: 1, evening: null, count: 1,
  };
  localStorage.setItem("groups", "1");
  localStorage.setItem("joined names", JSON.stringify({ Bo: "Bob" }));
  Promise.all([
    write("tally", 2, ["sheets", "results", "shared"], own.map((one) => ["results", one])),
    write("tally groups", 1, ["groups", "entries", "outbox"], [
      ["groups", record],
      ["entries", { id: `${group} ${kept.id}`, path: kept.id, value: kept, seq: 2 }],
      ["outbox", { id: `${group} ${waiting.id}`, path: waiting.id, value: waiting, n: 1, base: 2, typed: 1,
        device: "before" }],
    ]),
  ]).then(() => { document.body.dataset.written = ""; });
}"""
"""Writes the databases, as a99ce964 and those after it had them, and then marks the page as written."""


def make_group(address: str) -> str:
    """Make a group on the server; return the link that writes."""
    data = json.dumps({"name": "Friday"}).encode()
    request = Request(f"{address}/api/v1/groups", data, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return str(json.load(answer)["write"])


def arguments(link: str) -> list[Any]:
    """Return what `WRITE` takes: the group has a result that only the phone still has, and one that waits for the
    server.
    """
    return [link, OWN, result(3), result(4)]
