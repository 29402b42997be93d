// Options, tiles and seats change what the form asks for: those parts come from the server again.
import { dressRows } from "./column_view.js";

const openParts = (of) => [...of.querySelectorAll("details")].map(({ open }) => open);

/** Put a part in the place of the one with its id; what was open there stays open. */
function replacePart(part) {
  const before = document.getElementById(part.id);
  const open = openParts(before);
  before.replaceWith(part);
  const parts = [...part.querySelectorAll("details")];
  if (parts.length === open.length) parts.forEach((one, at) => { one.open = open[at]; });
}

const idsOf = (of) => [...of.querySelectorAll(".category")].map(({ id }) => id).join();

/** Fetch the page of `form` again, and replace the categories. Where more has changed than these, the page is loaded anew. */
export async function redraw(form, seat) {
  const address = form.getAttribute("action") + (seat === null ? "?view=all" : `?seat=${seat}`);
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("sheet");
  if (fresh?.dataset.letters !== form.dataset.letters || idsOf(fresh) !== idsOf(form)) {
    location.reload();
    return;
  }
  const focused = document.activeElement?.name;
  for (const part of fresh.querySelectorAll(".category, #carried")) replacePart(part);
  form.querySelector(".table summary span").replaceChildren(...fresh.querySelector(".table summary span").childNodes);
  dressRows(form);
  if (focused && document.activeElement === document.body) form.querySelector(`[name="${CSS.escape(focused)}"]`)?.focus();
}
