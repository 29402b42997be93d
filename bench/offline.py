"""What the application in a browser costs: bytes, time until it is ready, first and next answers, memory.

A worker cannot be slowed down, so the same script is also run on a page, once as it is and once on a processor four times slower.
"""

import json
import statistics
from pathlib import Path

from _browser import chromium
from _load import served
from _tables import tables
from playwright.sync_api import Browser, CDPSession, Page

from web.offline import BUNDLE, LIST

STARTS = 3
NEXT = 5
IN_WORKER = """async () => {
  const engine = await import(document.querySelector('script[src$="/search.js"]').src.replace("search.js", "engine.js"));
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
ON_PAGE = """async () => {
  const waiting = new Map();
  self.postMessage = ({ id, answer, error }) => error === undefined ? waiting.get(id)[0](answer) : waiting.get(id)[1](new Error(error));
  const send = (message) => new Promise((...both) => {
    const id = waiting.size;
    waiting.set(id, both);
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
SCORE = json.dumps(tables("hansa_teutonica", 1)[0])
RESULT = "/en/hansa_teutonica/score?n=5&" + "&".join(f"{seat}.prestige=3{seat}&{seat}.cities=4&{seat}.network=9" for seat in range(5))
ASKED = {
    "API score, five players, full map": ("POST", "/api/v1/games/hansa_teutonica/score?lang=en", SCORE),
    "result, five players, counts": ("GET", RESULT, ""),
    "comparison of the same": ("GET", RESULT.replace("/score?", "/compare?"), ""),
    "filled sheet": ("GET", RESULT + "&to=sheet", ""),
    "search": ("GET", "/en/search?q=tie", ""),
    "rules": ("GET", "/en/hansa_teutonica/rules", ""),
}


def print_bytes() -> None:
    """A line for each file of the bundle."""
    files = json.loads((BUNDLE / LIST).read_text(encoding="utf-8"))["files"]
    for name, file in files.items():
        print(f"  {name:20}{file['size'] / 1e6:8.2f} MB{file['compressed_size'] / 1e6:8.2f} MB compressed")
    print(f"  {'all':20}{'':11}{sum(file['compressed_size'] for file in files.values()) / 1e6:8.2f} MB compressed")


def visit(page: Page, script: str) -> tuple[float, float, list[tuple[float, float]]]:
    """Milliseconds until it is ready, the first time and then from the browser's cache; and a first and a next answer of each kind."""
    first, *later = (start(page, script) for _ in range(1 + STARTS))
    return first, statistics.median(later), [answer(page, *asked) for asked in ASKED.values()]


def start(page: Page, script: str) -> float:
    """One start, on a page that has just been loaded."""
    page.goto("/en/hansa_teutonica/score")
    return float(page.evaluate(script))


def answer(page: Page, *asked: str) -> tuple[float, float]:
    """The first answer to a request, and the middle of the next."""
    times = []
    for _ in range(1 + NEXT):
        status, taken = page.evaluate("(asked) => answered(...asked)", list(asked))
        assert status == 200, (asked, status)
        times.append(taken)
    return times[0], statistics.median(times[1:])


def resident(tools: CDPSession) -> float:
    """The memory of the largest process that draws a page, in MB."""
    processes = tools.send("SystemInfo.getProcessInfo")["processInfo"]
    drawing = (Path(f"/proc/{process['id']}/status").read_text(encoding="ascii") for process in processes if process["type"] == "renderer")
    return max(int(line.split()[1]) / 1024 for status in drawing for line in status.splitlines() if line.startswith("VmRSS"))


def measure(browser: Browser, port: int, script: str, slower: int) -> tuple[float, float, list[tuple[float, float]], float]:
    """The figures of one way to run it, and its memory."""
    with browser.new_context(base_url=f"http://127.0.0.1:{port}", bypass_csp=script is ON_PAGE) as context:
        page = context.new_page()
        page.set_default_timeout(300_000)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        figures = visit(page, script)
        return *figures, resident(browser.new_browser_cdp_session())


def main() -> None:
    """Print a column for the worker, and one for each speed on a page."""
    print("the application in the browser")
    print_bytes()
    with served("app:create_app") as port, chromium() as browser:
        columns = [measure(browser, port, *way) for way in ((IN_WORKER, 1), (ON_PAGE, 1), (ON_PAGE, 4))]
    print(f"  {'ms':36}{'worker':>16}{'page':>16}{'page, ×4':>16}")
    for at, what in enumerate(("ready, first time", "ready, from cache")):
        print(f"  {what:36}" + "".join(f"{column[at]:16.0f}" for column in columns))
    for at, what in enumerate(ASKED):
        pairs = (f"{first:.0f} / {following:.0f}" for first, following in (column[2][at] for column in columns))
        print(f"  {what + ', first / next':36}" + "".join(f"{pair:>16}" for pair in pairs))
    print(f"  {'memory, MB':36}" + "".join(f"{column[3]:16.0f}" for column in columns))


if __name__ == "__main__":
    main()
