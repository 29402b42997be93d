"""Throughput of pages and scores next to a bare Flask view with the same bytes, and the size of a first visit."""

import json
import os
import re
import shutil
import statistics
from base64 import b64encode
from collections.abc import Iterator
from posixpath import normpath

import brotli
from _load import CONNECTIONS, answer, rate, request, serve
from _tables import tables

from scorers.registry import slugs

ROUNDS, SECONDS = int(os.environ.get("ROUNDS", "7")), 2
RULES = "/en/hansa_teutonica/rules"
SHEET = "/en/trajan/score"
SCORE = "/api/v1/games/hansa_teutonica/score"
COUNTS = {
    "name": "Player", "prestige": 31, "keys": 3, "actions": 4, "privilege": 3, "book": 2, "bag": 3, "markers": 3, "cities": 5, "network": 9,
}  # fmt: skip


def beside_bare() -> None:
    """Measure throughput of ours and the bare view in turns, so that other load on the machine affects both."""
    messages = {
        "score, five players, full map": request(
            "POST", SCORE, json.dumps(tables("hansa_teutonica", 1)[0]).encode(), Content_Type="application/json"
        ),
        "score, five players, counts": request(
            "POST", SCORE, json.dumps({"players": [COUNTS] * 5}).encode(), Content_Type="application/json"
        ),
        "empty sheet": request("GET", SHEET),
        "rules page": request("GET", RULES),
    }
    if shutil.which("wrk") is None:
        print("wrk is not installed: nothing is measured beside a bare view")
        return
    print(f"one worker, {CONNECTIONS} connections, {ROUNDS} rounds by turns")
    print(f"  {'':36} {'lowest':>7} {'ratio':>7} {'Tally':>8} {'bare Flask':>12}   requests a second")
    with serve("app:create_app") as ours:
        for what, message in messages.items():
            path = message.split(b" ")[1].decode()
            headers, body = answer(ours, message.replace(b"br, gzip", b"identity"))
            bodies = {path: [headers["content-type"].partition(";")[0], b64encode(body).decode()]}
            with serve("_bare:create_app", BODIES=json.dumps(bodies)) as bare:
                assert brotli.decompress(answer(bare, message)[1]) == brotli.decompress(answer(ours, message)[1])
                both = [(rate(ours, message, SECONDS), rate(bare, message, SECONDS)) for _ in range(ROUNDS)]
            here, there = (statistics.median(column) for column in zip(*both, strict=True))
            ratios = sorted(one / other for one, other in both)
            print(f"  {what:<36} {ratios[0]:7.2f} {statistics.median(ratios):7.2f} {here:8.0f} {there:12.0f}")


def first_visits() -> None:
    """Measure the bytes transferred until a game's sheet works, without response headers."""
    print(f"{'first visit of a sheet, bytes over the wire':46}{'all':>10}{'page':>10}{'script':>10}")
    with serve("app:create_app") as port:
        for slug in slugs():
            sheet = f"/zh-Hant/{slug}/score"
            sizes = dict(_load_files(port, sheet))
            scripts = sum(size for path, size in sizes.items() if path.endswith(".js"))
            print(f"  {slug:44}{sum(sizes.values()):10}{sizes[sheet]:10}{scripts:10}")


def _load_files(port: int, page: str) -> Iterator[tuple[str, int]]:
    """Yield a page and all files that it loads, directly or not, with the bytes transferred."""
    queue, paths = [page], {page}
    while queue:
        path = queue.pop()
        headers, body = answer(port, request("GET", path))
        yield path, len(body)
        plain = brotli.decompress(body) if headers.get("content-encoding") == "br" else body
        text = plain.decode(errors="replace")  # some files are fonts
        names = re.findall(r'(?:src|href)="(/static/(?![^"]*/icons/)[^"]+)"', text) if path == page else []  # without home screen icons
        names += [normpath(f"{path.rpartition('/')[0]}/{name}") for name in re.findall(r'from "(\.[^"]+)"', text)]
        queue += [name for name in dict.fromkeys(names) if name not in paths]
        paths.update(names)


if __name__ == "__main__":
    beside_bare()
    first_visits()
