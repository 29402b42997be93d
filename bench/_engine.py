"""The offline engine, run on a page instead of a worker so that its CPU can be throttled, and the times of its responses."""

import statistics

from playwright.sync_api import Page

LATER_REQUESTS = 5
"""Requests of each kind after the first."""
ON_PAGE = """async () => {
  const waiting = new Map();
  self.postMessage = ({ id, answer, error }) => error === undefined ? waiting.get(id)[0](answer) : waiting.get(id)[1](new Error(error));
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
