// Elements that scripts draw, and parts of a page that they replace.

export const LETTERS = "ABCDEFGHIJKL";

/** Fill the {placeholders} of a sentence. */
export const fill = (text, places = {}) => text.replace(/\{(\w+)\}/g, (_, name) => places[name]);

/** Format points: with a real minus sign. */
export const minus = (points) => String(points).replace("-", "−");

/** Write a text, unless it stands there: a live region would announce it again, and the browser would lay out the page anew. */
export function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Create an element with properties, such as `onclick`, and children. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Create a button that calls `onclick`. */
export const makeButton = (text, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, text);

/** Create an SVG element with attributes and children. */
export function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Draw a seat's letter on a piece of its colour. */
export const chip = (seat, letter = LETTERS[seat] ?? "") => make("span", { className: `chip seat-${seat}`, ariaHidden: "true" }, letter);

/** Return the class names that give seats within an element these colours. */
export const seatColours = (colours) => colours.map((colour, seat) => `c${seat}-${/^[a-z]+$/.test(colour) ? colour : "grey"}`).join(" ");

/** Return whether an element is shown; Safari before 17.4 has no checkVisibility. */
export const isShown = (element) => element.checkVisibility?.({ visibilityProperty: true })
  ?? (element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible");

/** Create players' letters in their colours with their names; `after` returns a text to follow a name. */
export function people(names, colours, after = () => "") {
  const shown = names.map((name, seat) => make("span", { className: "person" }, chip(seat), " ", make("bdi", {}, name), after(seat)));
  return make("span", { className: `people ${seatColours(colours)}` }, ...shown.flatMap((person) => [person, " "]));
}

/** Delete what `item` shows, and put a button in its place that restores it. */
export async function withdraw(item, words, remove, restore) {
  await remove();
  const back = makeButton(words.undo, async () => {
    await restore();
    notice.replaceWith(item);
    item.tabIndex = -1; // so that the whole entry is announced
    item.focus();
  }, { className: "undo" });
  const notice = make("li", { className: "gone" }, make("span", {}, words.deleted), " ", back);
  item.replaceWith(notice);
  back.focus();
}

/** Return whether an event belongs to an input method that composes text, such as Chinese: its Enter confirms a candidate. */
export const isComposing = ({ isComposing: composes, keyCode }) => composes || keyCode === 229; // Safari's Enter comes after the composition

const openDetails = (of) => [...of.querySelectorAll("details")].map(({ open }) => open);

/** Open the details of an element as those of another that it replaces, if there are as many. */
function openAlike(element, before) {
  const open = openDetails(before);
  const details = [...element.querySelectorAll("details")];
  if (details.length === open.length) details.forEach((one, at) => { one.open = open[at]; });
}

/** Remember the focused control; returns a function that focuses what stands in its place now. */
export function holdFocus() {
  const focused = document.activeElement;
  const { id, name, value, type, selectionStart: from, selectionEnd: to } = focused;
  return () => {
    if (focused.isConnected) return;
    const named = name ? [...document.getElementsByName(name)] : [];
    const control = (id && document.getElementById(id)) || (named.find((one) => one.value === value) ?? named[0]);
    control?.focus({ preventScroll: true });
    if (control && /^text/.test(type)) control.setSelectionRange(from, to);
  };
}

/**
 * Replace what `selector` finds by the same, by its id or else its place, from `page`, unless `isSame(element, fresh)`. The focus stays, and details
 * stay open unless `keepsOpen` is false.
 */
export function swapIn(page, selector, { isSame = (element, fresh) => element.isEqualNode(fresh), keepsOpen = true } = {}) {
  const focus = holdFocus();
  const all = [...page.querySelectorAll(selector)];
  [...document.querySelectorAll(selector)].forEach((element, at) => {
    const fresh = element.id ? page.getElementById(element.id) : all[at];
    if (!fresh || isSame(element, fresh)) return;
    const copy = document.importNode(fresh, true);
    if (keepsOpen) openAlike(copy, element);
    element.replaceWith(copy);
  });
  focus();
}

/** Load a page in the background by `ask`, which is like `fetch`; returns it, or rejects. The page's own address is in `baseURI`. */
export async function loadPage(address, ask = fetch, options = {}) {
  const answer = await ask(address, options);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return Object.assign(page, { address: answer.redirected ? answer.url : null });
}

/** Load `address` and swap what `selector` finds; returns the page. */
export async function swap(address, selector, { ask, signal, ...keep } = {}) {
  const page = await loadPage(address, ask, { signal, credentials: "same-origin" });
  swapIn(page, selector, keep);
  return page;
}
