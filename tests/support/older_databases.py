"""What versions before the documents kept on a phone, and the group and the shared sheet that such a phone knows."""

import json
from typing import Any
from urllib.request import Request, urlopen

from group_page import result

OWN = [result(1), result(2)]
"""The results of the device's own scorebook."""

WRITE = """(link, own, kept, waiting, shared) => {
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
  const query = "0.left=3&0.name=Cleo&n=2";
  const draft = { id: "draftofbefore", slug: "qin", time: 5, query, at: query, names: ["Cleo", "B"],
    colours: ["red", "blue"], filled: 1, blank: 1, past: [{ "0.left": [[], ["3"]] }], future: [] };
  const sheet = { id: `${shared} before`, shared, device: "before", n: 1, since: 2, asked: 2, time: 5, shadow: {},
    outbox: { "1.left": { value: ["7"], n: 1, base: 2, typed: Date.now() } } };
  localStorage.setItem("groups", "1");
  localStorage.setItem("kept", "qin");
  localStorage.setItem("joined names", JSON.stringify({ Bo: "Bob" }));
  Promise.all([
    write("tally", 2, ["sheets", "results", "shared"], [
      ["sheets", draft], ["shared", sheet], ...own.map((one) => ["results", one]),
    ]),
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
    return str(_make(f"{address}/api/v1/groups", {"name": "Friday"})["write"])


def make_shared_sheet(address: str) -> str:
    """Open a shared sheet of Qin; return its secret."""
    return str(_make(f"{address}/api/v1/shared", {"game": "qin", "sheet": {"players": [{}, {}]}})["id"])


def _make(address: str, data: dict[str, Any]) -> Any:
    request = Request(address, json.dumps(data).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return json.load(answer)


def arguments(link: str, shared: str) -> list[Any]:
    """Return what `WRITE` takes: the group has a result that only the phone still has, and one that waits for the
    server, as an entry of the shared sheet does; and a draft.
    """
    return [link, OWN, result(3), result(4), shared]
