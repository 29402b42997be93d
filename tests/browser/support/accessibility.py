"""Accessibility violations that axe-core finds on a page. The contrast of each look of text is checked once for all pages."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

LOOKS = """(within) => {
  // The backgrounds behind an element: its own and those of its ancestors.
  const grounds = new Map([[null, ""]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      grounds.set(element, [ground(element.parentElement), backgroundColor, backgroundImage, opacity, position].join(" "));
    }
    return grounds.get(element);
  };
  // Texts of the same look on the same backgrounds have the same contrast, so one of them is enough.
  const looks = new Map();
  for (const element of document.querySelector(within).querySelectorAll("*")) {
    const written = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (!(written || element.matches("input, select, textarea")) || !element.checkVisibility()) continue;
    const { color, fill, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const drawn = element.closest("svg") ? [fill, element.getAttribute("class")] : [];
    // Axe skips disabled controls, and compares a link with the text around it.
    const used = !element.closest(":disabled, [aria-disabled=true]");
    const around = getComputedStyle(element.parentElement).color;
    const text = [element.localName, color, fontSize, fontWeight, textDecorationLine, textShadow, around, used, ...drawn];
    const look = [...text, ground(element)].join(" ");
    if (!looks.has(look)) looks.set(look, element);
  }
  axe.seen = [...looks.values()];
  return [...looks.keys()];
}"""
MAX_TRIES = 5
"""How often axe runs again when the page replaced elements meanwhile."""
RUN = """async ([within, unread]) => {
  const sparing = { resultTypes: ["violations"], preload: { assets: ["media"] } };  // no enabled rule reads style sheets
  const colours = ["color-contrast", "link-in-text-block"];
  const rules = Object.fromEntries(colours.map((id) => [id, { enabled: false }]));
  // Comparing a target with its neighbours is slow, and needed only where one of its lines is smaller than the minimum.
  const small = [...document.querySelector(within).querySelectorAll("a, button, input, select, textarea, summary, [tabindex], [role]")]
    .filter((target) => [...target.getClientRects()].some(({ width, height }) => Math.min(width, height) < 24));
  const run = (include, runOnly) => (include.length ? axe.run({ include }, { ...sparing, runOnly }) : { violations: [] });
  const looks = unread.map((at) => axe.seen[at]);
  const found = [await axe.run(document.querySelector(within), { ...sparing, rules })];
  if (![...small, ...looks].every(({ isConnected }) => isConnected)) return null;
  found.push(await run(small, ["target-size"]), await run(looks, colours));
  return found.map(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id}: ${target} ${html.slice(0, 150)} ${failureSummary}`)));
}"""
READABLE: set[str] = set()
"""The looks, with colours and backgrounds, that had no violation on an earlier page."""

TARGETS = """async () => {
  const { violations } = await axe.run({ runOnly: ["target-size"], resultTypes: ["violations"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`));
}"""


def small_targets(page: Page) -> list[str]:
    """Return a sentence for each target with less than 24 × 24 px uncovered at the present scroll position."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    sentences: list[str] = page.evaluate(TARGETS)
    return sentences


def violations(page: Page, within: str = "html") -> list[str]:
    """Return a sentence for each violation on a page as it is shown now, or within an element."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    for _ in range(MAX_TRIES):
        looks: list[str] = page.evaluate(LOOKS, within)
        found = page.evaluate(RUN, [within, [at for at, look in enumerate(looks) if look not in READABLE]])
        if found is not None:
            sentences, too_small, unreadable = found
            if not unreadable:
                READABLE.update(looks)
            return [*sentences, *too_small, *unreadable]
    message = "The page replaced elements each time that axe ran"
    raise AssertionError(message)
