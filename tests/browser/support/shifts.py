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
  setTimeout(() => done(shifts.map(({ value, startTime, sources }) => [value, startTime, ...sources.map(moves)])), 400);
})"""


def assert_still(page: Page, *, even_at_touch: bool = False) -> None:
    """No more of the page has jumped than is allowed; what jumps within half a second of a touch counts only `even_at_touch`."""
    shifts = page.evaluate(SHIFTS, even_at_touch)
    assert sum(shift[0] for shift in shifts) <= MOST, f"{page.url}: {shifts}"
