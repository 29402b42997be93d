"""What axe-core finds wrong with a page: everything once, and the colours of each look that texts have on any page once."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

LOOKS = """(within) => {
  // What may lie behind an element: its own ground and those that it stands on.
  const grounds = new Map([[null, ""]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      grounds.set(element, [ground(element.parentElement), backgroundColor, backgroundImage, opacity, position].join(" "));
    }
    return grounds.get(element);
  };
  // Texts that look alike on grounds that look alike are as easy to read as each other, so one of them is enough.
  const looks = new Map();
  for (const element of document.querySelector(within).querySelectorAll("*")) {
    const written = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (!(written || element.matches("input, select, textarea")) || !element.checkVisibility()) continue;
    const { color, fill, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const drawn = element.closest("svg") ? [fill, element.getAttribute("class")] : [];
    // Axe leaves out what is out of use, and holds a link against the text around it.
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
"""So often a page may put others in place of its elements while axe looks at them."""
RUN = """async ([within, unread]) => {
  const sparing = { resultTypes: ["violations"], preload: { assets: ["media"] } };  // no rule that is on reads the style sheets
  const colours = ["color-contrast", "link-in-text-block"];
  const rules = Object.fromEntries(colours.map((id) => [id, { enabled: false }]));
  // To hold a target against all its neighbours takes long, and is needed where one of its lines is smaller than a target has to be.
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
"""The looks in which nothing was wrong: a page that has one of them again, the same colours on the same grounds, is as easy to read."""

TARGETS = """async () => {
  const { violations } = await axe.run({ runOnly: ["target-size"], resultTypes: ["violations"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`));
}"""


def small_targets(page: Page) -> list[str]:
    """The targets of which less than 24 by 24 pixels are free where the page is scrolled to now; one sentence for each."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    sentences: list[str] = page.evaluate(TARGETS)
    return sentences


def violations(page: Page, within: str = "html") -> list[str]:
    """What is wrong on a page as it stands there, or within an element of it; one sentence for each place."""
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
    message = "The page changes as often as it is looked at"
    raise AssertionError(message)
