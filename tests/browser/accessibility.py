"""What axe-core finds wrong with a page: everything once, and the colours of each look that texts have on it."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RUN = """async (within) => {
  const root = document.querySelector(within);
  const colours = ["color-contrast", "link-in-text-block"];

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
  for (const element of root.querySelectorAll("*")) {
    const written = [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim());
    if (!(written || element.matches("input, select, textarea")) || !element.checkVisibility()) continue;
    const { color, fill, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const drawn = element.closest("svg") ? [fill, element.getAttribute("class")] : [];
    const look = [element.localName, color, fontSize, fontWeight, textDecorationLine, textShadow, ...drawn, ground(element)].join(" ");
    if (!looks.has(look)) looks.set(look, element);
  }

  const resultTypes = ["violations"];
  const rules = { "target-size": { enabled: true }, ...Object.fromEntries(colours.map((id) => [id, { enabled: false }])) };
  const found = await axe.run(root, { resultTypes, rules });
  const unread = looks.size ? await axe.run({ include: [...looks.values()] }, { resultTypes, runOnly: colours }) : { violations: [] };
  return [...found.violations, ...unread.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id}: ${target} ${html.slice(0, 150)} ${failureSummary}`));
}"""


def violations(page: Page, within: str = "html") -> list[str]:
    """What is wrong on a page as it stands there, or within an element of it; one sentence for each place."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN, within)
    return found
