"""Cost of running the application in a browser: bytes, start-up time, first and later responses, memory.

A worker cannot be throttled, so the same script also runs on a page, at full speed and with a CPU four times slower.
"""

import json
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path

from _load import serve
from _tables import tables
from chromium import find_chromium
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from web.offline.bundle import BUNDLE, LIST

STARTS = 3
IN_WORKER = """async () => {
  const engine = await import(document.querySelector('script[src$="/search.js"]').src.replace("search/search.js",
    "offline/engine.js"));
  const begin = performance.now();
  await engine.start();
  const ready = performance.now() - begin;
  globalThis.answered = async (method, url, body) => {
    const from = performance.now();
    const { status } = await engine.ask({ method, url, body });
    return [status, performance.now() - from];
  };
  return ready;
}"""
LATER_REQUESTS = 5
"""Requests of each kind after the first."""
ON_PAGE = """async () => {
  const waiting = new Map();
  self.postMessage = ({ id, answer, error }) => error === undefined
    ? waiting.get(id)[0](answer) : waiting.get(id)[1](new Error(error));
  const send = (message) => new Promise((...callbacks) => {
    const id = waiting.size;
    waiting.set(id, callbacks);
    self.dispatchEvent(new MessageEvent("message", { data: { id, ...message } }));
  });
  const begin = performance.now();
  await import(`${document.documentElement.dataset.offlineBase}worker.js`);
  await send({ start: true });
  const ready = performance.now() - begin;
  globalThis.answered = async (method, url, body) => {
    const from = performance.now();
    const { status } = await send({ method, url, headers: [], body: new TextEncoder().encode(body) });
    return [status, performance.now() - from];
  };
  return ready;
}"""
TYPE_ENTRIES = """async () => {
  const field = document.querySelector('[name="0.left"]');
  const total = document.querySelector("#totals b");
  const times = [];
  for (let left = 1; left <= 21; left += 1) {
    const from = performance.now();
    const shown = new Promise((done) => new MutationObserver(done).observe(total, { childList: true }));
    field.value = left;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await shown;
    times.push(performance.now() - from);
    await new Promise((done) => setTimeout(done, 50));
  }
  return times.slice(1);
}"""
"""Returns the milliseconds from each entry to its totals."""
SCORE = json.dumps(tables("hansa_teutonica", 1)[0])
RESULT = "/en/hansa_teutonica/score?n=5&" + "&".join(
    f"{seat}.prestige=3{seat}&{seat}.cities=4&{seat}.network=9" for seat in range(5)
)
REQUESTS = {
    "API score, five players, full map": ("POST", "/api/v1/games/hansa_teutonica/score?lang=en", SCORE),
    "result, five players, counts": ("GET", RESULT, ""),
    "comparison of the same": ("GET", RESULT.replace("/score?", "/compare?"), ""),
    "filled sheet": ("GET", RESULT + "&to=sheet", ""),
    "search": ("GET", "/en/search?q=tie", ""),
    "rules": ("GET", "/en/hansa_teutonica/rules", ""),
}


def print_bytes() -> None:
    """Print a line for each file of the bundle."""
    files = json.loads((BUNDLE / LIST).read_text(encoding="utf-8"))["files"]
    for name, file in files.items():
        print(f"  {name:20}{file['size'] / 1e6:8.2f} MB{file['compressed_size'] / 1e6:8.2f} MB compressed")
    print(f"  {'all':20}{'':11}{sum(file['compressed_size'] for file in files.values()) / 1e6:8.2f} MB compressed")


def start(page: Page, script: str) -> float:
    """Measure one start on a freshly loaded page."""
    page.goto("/en/hansa_teutonica/score")
    return float(page.evaluate(script))


def answer(page: Page, *request: str) -> tuple[float, float]:
    """Measure the first response to a request, and the median of the next."""
    times = []
    for _ in range(1 + LATER_REQUESTS):
        status, duration = page.evaluate("(request) => answered(...request)", list(request))
        assert status == 200, (request, status)
        times.append(duration)
    return times[0], statistics.median(times[1:])


def visit(page: Page, script: str, requests: Iterable[Sequence[str]]) -> tuple[float, float, list[tuple[float, float]]]:
    """Return the milliseconds until ready, without and with the browser's cache, and of the first and later
    responses to each request.
    """
    first, *later = (start(page, script) for _ in range(1 + STARTS))
    return first, statistics.median(later), [answer(page, *one) for one in requests]


def resident(tools: CDPSession) -> float:
    """Return the memory of the largest renderer process in MB."""
    processes = tools.send("SystemInfo.getProcessInfo")["processInfo"]
    statuses = (
        Path(f"/proc/{process['id']}/status").read_text(encoding="ascii")
        for process in processes
        if process["type"] == "renderer"
    )
    return max(
        int(line.split()[1]) / 1024 for status in statuses for line in status.splitlines() if line.startswith("VmRSS")
    )


def measure(
    browser: Browser, port: int, script: str, slower: int
) -> tuple[float, float, list[tuple[float, float]], float]:
    """Return the times and the memory of one way to run the engine."""
    with browser.new_context(base_url=f"http://127.0.0.1:{port}", bypass_csp=script is not IN_WORKER) as context:
        page = context.new_page()
        page.set_default_timeout(300_000)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        figures = visit(page, script, REQUESTS.values())
        return *figures, resident(browser.new_browser_cdp_session())


def time_entries(browser: Browser, port: int) -> list[float]:
    """Return the milliseconds from entries on a sheet to their totals, computed by the engine."""
    with browser.new_context(base_url=f"http://127.0.0.1:{port}") as context:
        page = context.new_page()
        page.goto("/en/qin/score?n=2&to=sheet")
        page.evaluate(IN_WORKER)
        return list(page.evaluate(TYPE_ENTRIES))


def main() -> None:
    """Print a column for the worker, and one for each speed on a page."""
    print("the application in the browser")
    print_bytes()
    with serve("app:create_app") as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        columns = [measure(browser, port, *run) for run in ((IN_WORKER, 1), (ON_PAGE, 1), (ON_PAGE, 4))]
        entry_times = time_entries(browser, port)
        browser.close()
    print(f"  {'ms':36}{'worker':>16}{'page':>16}{'page, ×4':>16}")
    for at, what in enumerate(("ready, first time", "ready, from cache")):
        print(f"  {what:36}" + "".join(f"{column[at]:16.0f}" for column in columns))
    for at, what in enumerate(REQUESTS):
        pairs = (f"{first:.0f} / {following:.0f}" for first, following in (column[2][at] for column in columns))
        print(f"  {what + ', first / later':36}" + "".join(f"{pair:>16}" for pair in pairs))
    print(
        f"  {'from an entry to the totals':36}{f'{min(entry_times):.0f} to {statistics.median(entry_times):.0f}':>16}"
    )
    print(f"  {'memory, MB':36}" + "".join(f"{column[3]:16.0f}" for column in columns))


if __name__ == "__main__":
    main()
