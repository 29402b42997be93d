"""How much of a page jumps while it comes."""

from playwright.sync_api import Page

MOST = 0.02
SHIFTS = """(evenAtTouch) => new Promise((done) => {
  let all = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (evenAtTouch || !one.hadRecentInput) all += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(all), 400);
})"""


def assert_still(page: Page, *, even_at_touch: bool = False) -> None:
    """No more of the page has jumped than is allowed; what jumps within half a second of a touch counts only `even_at_touch`."""
    assert page.evaluate(SHIFTS, even_at_touch) <= MOST, page.url
