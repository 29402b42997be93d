"""Faults of a page in a browser: what is too wide, what is too small for a thumb, and what axe-core finds.

The contrast of each look of text is checked once for all pages.
"""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page
from shifts import IS_IDLE
from waiting import wait_until

SETTINGS = [("phone", "light", "zh-Hant"), ("desktop", "dark", "en")]
"""Each device, scheme and language once; not every combination of them."""
SMALL = """() => [...document.querySelectorAll(
    "button, input:not([type=hidden]), select, textarea, summary, nav a, a.button")]
  .filter((e) => e.checkVisibility() && !e.closest(".unseen, .skip"))
  .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
  .map(([e, box]) => [e.localName, e.name || e.textContent.trim(), Math.round(box.width), Math.round(box.height)])
  .map(([kind, name, width, height]) => `${kind} ${name} ${width}×${height}`)"""
WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
  [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1
    && !e.closest(".scroll"))
  .map((e) => `${e.localName}.${e.className} reaches ${Math.round(e.getBoundingClientRect().right)}`)"""
WIDE_TABLES = """() => [...document.querySelectorAll("main .scroll")]
  .filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.closest("section").id)"""
"""The sections with a table that is wider than its box."""
LOOKS = """(within) => {
  // The backgrounds behind an element: its own and those of its ancestors.
  const grounds = new Map([[null, ""]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      grounds.set(element, [ground(element.parentElement), backgroundColor, backgroundImage, opacity,
        position].join(" "));
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
    const text = [element.localName, color, fontSize, fontWeight, textDecorationLine, textShadow, around, used,
      ...drawn];
    const look = [...text, ground(element)].join(" ");
    if (!looks.has(look)) looks.set(look, element);
  }
  axe.seen = [...looks.values()];
  return [...looks.keys()];
}"""
MAX_TRIES = 5
"""How often axe runs again when the page replaced elements meanwhile."""
RUN = """async ([within, unread]) => {
  const mark = (name, elements) => {
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
    for (const element of elements) element.setAttribute(name, "");
    return elements;
  };
  const looks = mark("data-look", unread.map((at) => axe.seen[at]));
  // Comparing a target with its neighbours is slow, and needed only where one of its lines is smaller than the minimum.
  const targets = document.querySelector(within)
    .querySelectorAll("a, button, input, select, textarea, summary, [tabindex], [role]");
  const isSmall = (target) => [...target.getClientRects()].some(({ width, height }) => Math.min(width, height) < 24);
  const small = mark("data-small", [...targets].filter(isSmall));
  axe.configure({ rules: [
    { id: "color-contrast", selector: "[data-look]" },
    { id: "link-in-text-block", selector: "a[href][data-look], [role=link][data-look]" },
    { id: "target-size", selector: "[data-small]", enabled: true },
  ] });
  // No enabled rule reads style sheets.
  const { violations } = await axe.run(document.querySelector(within), { resultTypes: ["violations"], preload: {
    assets: ["media"] } });
  if (![...small, ...looks].every(({ isConnected }) => isConnected)) return null;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id}: ${target} ${html.slice(0, 150)} ${failureSummary}`));
}"""
READABLE: set[str] = set()
"""The looks, with colours and backgrounds, that had no violation on an earlier page."""

TARGETS = """async () => {
  axe.reset();  // `violations` checks only some targets
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
        sentences: list[str] | None = page.evaluate(
            RUN, [within, [at for at, look in enumerate(looks) if look not in READABLE]]
        )
        if sentences is not None:
            if not sentences:
                READABLE.update(looks)
            return sentences
    message = "The page replaced elements each time that axe ran"
    raise AssertionError(message)


def page_faults(page: Page, device: str) -> list[str]:
    """Return what is wrong with a page as it is shown now, or if it is too wide, once it has loaded everything."""
    if page.evaluate(WIDE):
        wait_until(page, IS_IDLE)
    return [*page.evaluate(WIDE), *(page.evaluate(SMALL) if device == "phone" else ()), *violations(page)]
