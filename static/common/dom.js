// Elements of the lists of drafts and results: people in their colours, and a button that restores what was deleted.

export const LETTERS = "ABCDEFGHIJKL";

/** Create an element with properties and children. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Return whether an element is shown; Safari before 17.4 has no checkVisibility. */
export const isShown = (element) => element.checkVisibility?.({ visibilityProperty: true })
  ?? (element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible");

/** Create players' letters in their colours with their names; `after` returns a text to follow a name. */
export function people(names, colours, after = () => "") {
  const seats = colours.map((colour, seat) => `c${seat}-${/^[a-z]+$/.test(colour) ? colour : "grey"}`);
  const group = make("span", { className: `people ${seats.join(" ")}` });
  names.forEach((name, seat) => {
    const chip = make("span", { className: `chip seat-${seat}`, ariaHidden: "true" }, LETTERS[seat] ?? "");
    group.append(make("span", { className: "person" }, chip, " ", make("bdi", {}, name), after(seat)), " ");
  });
  return group;
}

/** Delete what `item` shows, and put a button in its place that restores it. */
export async function withdraw(item, words, remove, restore) {
  await remove();
  const back = make("button", { type: "button", className: "undo" }, words.undo);
  const notice = make("li", { className: "gone" }, make("span", {}, words.deleted), " ", back);
  item.replaceWith(notice);
  back.focus();
  back.addEventListener("click", async () => {
    await restore();
    notice.replaceWith(item);
    item.tabIndex = -1; // so that the whole entry is announced
    item.focus();
  });
}
