"""How much of a page jumps while it comes."""

from playwright.sync_api import Page

MOST = 0.02
SHIFTS = """(evenAtTouch) => new Promise((done) => {
  const shifts = [];
  // What a script had laid out before the style sheet came was not painted; only then has a body a margin.
  const isUnseen = ({ sources }) => sources.some(({ node, previousRect }) => node === document.body && previousRect.y === 8);
  const counts = (one) => (evenAtTouch || !one.hadRecentInput) && !isUnseen(one);
  new PerformanceObserver((list) => { shifts.push(...list.getEntries().filter(counts)); })
    .observe({ type: "layout-shift", buffered: true });
  const moves = ({ node, previousRect, currentRect }) => [node?.outerHTML?.slice(0, 80), previousRect, currentRect];
  const tell = () => done(shifts.map(({ value, startTime, sources }) => [value, startTime, ...sources.map(moves)]));
  // What was recorded before is reported in the next turns; what the last of the page's requests moved is drawn by then.
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(tell))));
})"""


def assert_still(page: Page, *, even_at_touch: bool = False) -> None:
    """
    Wait until a page has all that it asks for: no more of it has jumped than is allowed.

    What jumps within half a second of a touch counts only `even_at_touch`.
    """
    page.wait_for_load_state("networkidle")
    shifts = page.evaluate(SHIFTS, even_at_touch)
    assert sum(shift[0] for shift in shifts) <= MOST, f"{page.url}: {shifts}"
