"""Layout faults of a page at a text size: elements outside the page, overlaps, cut-off texts and broken words."""

from playwright.sync_api import Page

MEASURE = """([percent, within]) => {
  document.documentElement.style.fontSize = percent + "%";
  const page = document.documentElement;
  const NEAR = 4;  // CSS px by which boxes may overlap, as line boxes and rounded corners are larger than what is drawn
  const sticky = new Map([[null, null]]);
  // The sticky or fixed bar of an element, if any. An element that scrolls under a bar is no fault.
  const bar = (element) => {
    if (!sticky.has(element)) {
      const { position } = getComputedStyle(element);
      sticky.set(element, ["sticky", "fixed"].includes(position) ? element : bar(element.parentElement));
    }
    return sticky.get(element);
  };
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  // The visible part of a box, which its ancestors do not clip.
  const clip = (box, element) => {
    let { left, top, right, bottom } = box;
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflow === "visible") continue;
      const edge = one.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  // Only for screen readers.
  const isHidden = (element) => element !== null
    && (getComputedStyle(element).clipPath === "inset(50%)" || isHidden(element.parentElement));
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true,
    contentVisibilityAuto: true })
    && !element.closest(".unseen, .skip, [inert]") && !isHidden(element);
  const call = (element) => (element.name || element.ariaLabel || element.textContent.trim() ||
    element.className).slice(0, 40);
  const boxes = [];
  const add = (element, box, kind) => {
    const shown = clip(box, kind === "text" ? element : element.parentElement);
    if (shown.right - shown.left > 1 && shown.bottom - shown.top > 1) boxes.push({ ...shown, kind, element,
      bar: bar(element) });
  };
  const root = document.querySelector(within);
  for (const element of root.querySelectorAll("button, a, input, select, textarea, summary")) {
    if (seen(element)) for (const box of element.getClientRects()) add(element, box, "control");
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("script, style, template, option, svg, datalist")) continue;
    if (!seen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const size = parseFloat(getComputedStyle(element).fontSize);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const middle = (top + bottom) / 2;  // a line's box is taller than its letters
      add(element, { left, right, top: middle - size * 0.4, bottom: middle + size * 0.4 }, "text");
    }
  }
  const faults = new Set();
  if (page.scrollWidth > page.clientWidth) faults.add(`page: ${page.scrollWidth} wide`);
  for (const { element, kind, left, right } of boxes) {
    let around = element.parentElement;
    while (around && !scrolls(around)) around = around.parentElement;
    if (!around && (right > page.clientWidth + 1 ||
      left < -1)) faults.add(`outside the page: ${kind} ${call(element)}`);
  }
  const names = (one, other) => other.id && one.getAttribute("aria-labelledby") === other.id;  // lies over its name
  const holds = (one, other) => one.contains(other) || one.closest("label")?.contains(other) || names(one, other);
  const related = (one, other) => holds(one, other) || holds(other, one);
  boxes.sort((one, other) => one.top - other.top);
  boxes.forEach((one, i) => {
    for (let at = i + 1; at < boxes.length && boxes[at].top < one.bottom; at += 1) {
      const other = boxes[at];
      if (one.bar !== other.bar || related(one.element, other.element)) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide <= NEAR || tall <= (one.kind === other.kind ? NEAR : 2 * NEAR)) continue;
      // An element that ignores the pointer may be in the padding of a control, as the piece above a name.
      const inert = [one, other].some(({ element }) => getComputedStyle(element).pointerEvents === "none");
      const texts = one.kind === "text" && other.kind === "text";
      const size = `${Math.round(wide)} x ${Math.round(tall)}`;
      const pair = [one, other].map(({ kind, element }) => `${kind} ${call(element)}`).join(" | ");
      if (!inert || texts) faults.add(`${pair} (${size})`);
    }
  });
  // A number or a word that does not fit its box.
  for (const element of root.querySelectorAll("button, .cells .in:not(.names .in), output b, .chip, summary b")) {
    const isCut = element.clientWidth && element.scrollWidth > element.clientWidth + 2;
    if (isCut && seen(element) && getComputedStyle(element).textOverflow !== "ellipsis" && !scrolls(element)) {
      const size = `${element.scrollWidth} in ${element.clientWidth}`;
      faults.add(`does not fit: ${element.localName} ${call(element)} (${size})`);
    }
  }
  // A word on a button that is broken over two lines.
  for (const element of root.querySelectorAll("button, .button")) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (seen(element) && texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}]+/gu)) {
        if (/\\p{Script=Han}/u.test(word) && word.length > 2) continue;  // Chinese text may be broken anywhere
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) =>
          Math.round(top)));
        if (lines.size > 1) faults.add(`broken word: ${word}`);
      }
    }
  }
  return [...faults];
}"""


def layout_faults(page: Page, percent: int, within: str = "body") -> list[str]:
    """Set the text size of a page, and return its layout faults."""
    faults: list[str] = page.evaluate(MEASURE, [percent, within])
    return faults
