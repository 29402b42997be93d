"""Load test of `make serve`: a mix of sheets, results, scores, comparisons, rules and searches over 64 connections."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from _load import serve
from _tables import tables

from scorers.registry import game, slugs
from web.serving.settings import count_cores

CONNECTIONS = 64
SECONDS = int(os.environ.get("SECONDS", "60"))
WARM = 5
SHARE = 0.7
"""Share of the peak throughput at which latency is measured.

Wrk has no rate limit, so its connections pause between requests for a time calculated from the latency of a short run.
The resulting rate is printed.
"""
SCRIPT = """
local requests = {%s}
local at = 0
request = function() at = at %% #requests + 1; return requests[at] end
local pause = tonumber(os.getenv("PAUSE") or "0")
if pause > 0 then delay = function() return math.random(0, 2 * pause) end end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("FIGURES %%d %%d %%d %%d %%d %%d\\n", summary.requests,
    e.connect + e.read + e.write + e.timeout, e.status,
    latency:percentile(50), latency:percentile(99), latency.max))
end
"""


def mix_requests() -> list[tuple[str, str, str]]:
    """Return method, path and body of each request in a fixed random order, with one comparison per twenty or so."""
    requests: list[tuple[str, str, str]] = []
    for slug in slugs():
        sheets = tables(slug, 4)
        pages = [f"/en/{slug}/score", f"/zh-Hant/{slug}/rules", f"/en/{slug}/both", f"/zh-Hant/{slug}/score"]
        requests += [("GET", page, "") for page in pages]
        requests += [("POST", f"/api/v1/games/{slug}/score", json.dumps(sheet)) for sheet in sheets]
        first = next(iter(game(slug).examples))
        requests.append(("GET", f"/en/{slug}/example/{first}", ""))
    for query in ("tie", "tower", "how many points for a lake", "平手", "城牆"):
        requests.append(("GET", f"/{'en' if query.isascii() else 'zh-Hant'}/search?{urlencode({'q': query})}", ""))
    requests += [("POST", "/api/v1/games/honshu/compare", json.dumps(sheet)) for sheet in tables("honshu", 6)[4:]]
    random.Random(1).shuffle(requests)
    return requests


def write_script(requests: list[tuple[str, str, str]]) -> str:
    """Return wrk's script for the requests."""
    calls = []
    for method, path, body in requests:
        headers = '{["Content-Type"]="application/json", ["Accept-Encoding"]="br, gzip"}'
        calls.append(f"wrk.format({json.dumps(method)}, {json.dumps(path)}, {headers}, [==[{body}]==])")
    # wrk.format is only available after start-up, so `init` builds the list.
    return SCRIPT.replace(
        "local requests = {%s}", "local requests\ninit = function() requests = {%s} end"
    ) % ",\n".join(calls)


def run(port: int, script: str, seconds: int, pause: float = 0) -> list[int]:
    """Return wrk's figures: requests, failures, responses other than 2xx and 3xx, and p50, p99 and maximum latency
    in µs.
    """
    command = [
        "wrk",
        "-t2",
        f"-c{CONNECTIONS}",
        f"-d{seconds}s",
        "--timeout",
        "10s",
        "-s",
        script,
        f"http://127.0.0.1:{port}",
    ]
    environment = os.environ | {"PAUSE": str(round(pause))}
    output = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    (figures,) = re.findall(r"^FIGURES (.*)$", output, re.MULTILINE)
    return [int(number) for number in figures.split()]


def main() -> None:
    """Print the table, or a line if wrk is not installed."""
    if shutil.which("wrk") is None:
        print("wrk is not installed: no load was measured")
        return
    with tempfile.TemporaryDirectory() as folder, serve("app:create_app", WORKERS=str(count_cores())) as port:
        script = Path(folder) / "mixed.lua"
        script.write_text(write_script(mix_requests()), encoding="utf-8")
        run(port, str(script), WARM)
        requests, failed, refused, p50, p99, slowest = run(port, str(script), SECONDS)
        period = 1000 * CONNECTIONS * SECONDS / (SHARE * requests)
        latency = 1000 * CONNECTIONS * WARM / run(port, str(script), WARM, period)[0] - period
        paced, *errors, _, paced_p99, _ = run(port, str(script), SECONDS, period - latency)
    print(f"mixed work, {CONNECTIONS} connections, {SECONDS} s, {count_cores()} workers")
    print(f"  {'requests a second':24}{requests / SECONDS:10.0f}")
    print(f"  {'failed or refused':24}{failed + refused:10}")
    for what, time in (("p50, ms", p50), ("p99, ms", p99), ("slowest, ms", slowest)):
        print(f"  {what:24}{time / 1000:10.1f}")
    print(f"with pauses, {paced / SECONDS:.0f} requests a second, {100 * paced / requests:.0f} % of that")
    print(f"  {'failed or refused':24}{sum(errors):10}")
    print(f"  {'p99, ms':24}{paced_p99 / 1000:10.1f}")
    sys.exit(int(failed + refused + sum(errors) > 0))


if __name__ == "__main__":
    main()
