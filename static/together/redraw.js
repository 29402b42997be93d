// Reloads parts of the form after options, tiles or seats changed which fields it has.
import { dressRows } from "./column_view.js";

const openParts = (of) => [...of.querySelectorAll("details")].map(({ open }) => open);

/** Return which drawing a board has and which lines it counts, as text; if that changes, the page is reloaded. */
const boardOf = (form) => [...form.querySelectorAll(".board:has([data-drawing]) :is([data-drawing], [data-light])")]
  .map(({ dataset }) => dataset.drawing ?? dataset.light).join();

/** Replace the part with the same id; open details stay open. */
function replacePart(part) {
  const before = document.getElementById(part.id);
  const open = openParts(before);
  before.replaceWith(part);
  const parts = [...part.querySelectorAll("details")];
  if (parts.length === open.length) parts.forEach((one, at) => { one.open = open[at]; });
}

/** Replace the categories of `form` by those of another page, which may have more or fewer. */
function replaceCategories(form, fresh) {
  const parts = [...fresh.querySelectorAll(".category[id]")];
  const ids = new Set(parts.map(({ id }) => id));
  for (const gone of form.querySelectorAll(".category[id]")) if (!ids.has(gone.id)) gone.remove();
  let last = null;
  for (const part of parts) {
    if (document.getElementById(part.id)) replacePart(part);
    else if (last) last.after(part);
    else form.querySelector(".category[id]").before(part);
    last = part;
  }
}

const squaresOf = (painter) => [...painter.querySelectorAll("button")];

/** Remember the focused control of `form`; return a function that focuses its replacement. */
function holdFocus(form) {
  const { activeElement } = document;
  const painter = activeElement.closest(".painter");
  if (painter) {
    const [{ name }, at] = [painter.previousElementSibling, squaresOf(painter).indexOf(activeElement)];
    return () => {
      const again = form.elements[name]?.parentNode.querySelector(".painter");
      if (again) squaresOf(again)[at]?.focus({ preventScroll: true });
    };
  }
  const { name, value, type, selectionStart: from, selectionEnd: to } = activeElement;
  return () => {
    if (!name || document.activeElement !== document.body) return;
    const named = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const control = named.find((one) => one.value === value) ?? named[0];
    control?.focus({ preventScroll: true });
    if (/^text/.test(type) && control) control.setSelectionRange(from, to);
  };
}

/**
 * Fetch the page of `form` and replace its categories; `refresh()` then sets them up and fills in entries that only this device has. If the
 * seats or the board changed, reload the page instead.
 */
export async function redraw(form, seat, refresh) {
  const address = form.getAttribute("action") + (seat === null ? "?view=all" : `?seat=${seat}`);
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("sheet");
  if (fresh?.dataset.letters !== form.dataset.letters || boardOf(fresh) !== boardOf(form)) {
    location.reload();
    return;
  }
  const focus = holdFocus(form);
  replaceCategories(form, fresh);
  replacePart(fresh.querySelector("#carried"));
  form.querySelector(".table summary span").replaceChildren(...fresh.querySelector(".table summary span").childNodes);
  dressRows(form);
  await refresh();
  focus();
}
