"""Layout shifts of a page while it loads."""

from playwright.sync_api import Page
from waiting import wait_until

MAX_SHIFT = 0.02
IS_IDLE = """() => {
  const { loadEventEnd } = performance.getEntriesByType("navigation")[0];
  const last = Math.max(loadEventEnd, ...performance.getEntriesByType("resource").map(({ responseEnd }) =>
    responseEnd));
  return document.readyState === "complete" && performance.now() - last > 500;
}"""
"""Whether nothing was loaded for half a second.

Playwright's "networkidle" is sometimes not reported when a long page is loaded again.
"""
SHIFTS = """(evenAtTouch) => new Promise((done) => {
  const shifts = [];
  // A layout that a script forced before the style sheet was loaded was never painted; only then the body has a margin.
  const isUnseen = ({ sources }) => sources.some(({ node, previousRect }) => node === document.body
    && previousRect.y === 8);
  const counts = (one) => (evenAtTouch || !one.hadRecentInput) && !isUnseen(one);
  new PerformanceObserver((list) => { shifts.push(...list.getEntries().filter(counts)); })
    .observe({ type: "layout-shift", buffered: true });
  const moves = ({ node, previousRect, currentRect }) => [node?.outerHTML?.slice(0, 80), previousRect, currentRect];
  const tell = () => done(shifts.map(({ value, startTime, sources }) => [value, startTime, ...sources.map(moves)]));
  // Earlier shifts are reported in the next tasks; by then, the shifts after the last request are drawn too.
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(tell))));
})"""


def assert_still(page: Page, *, even_at_touch: bool = False) -> None:
    """
    Wait until a page has loaded everything, and check that its layout shifted no more than allowed.

    Shifts within half a second of a touch count only if `even_at_touch`.
    """
    wait_until(page, IS_IDLE)
    shifts = page.evaluate(SHIFTS, even_at_touch)
    assert sum(shift[0] for shift in shifts) <= MAX_SHIFT, f"{page.url}: {shifts}"
