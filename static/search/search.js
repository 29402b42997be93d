// Search as you type, in place on any page or as the search page itself: `/` focuses the search, arrow keys move among its results, Enter
// opens one, Escape closes.
import { request as ask } from "../common/api.js";
import { isComposing, loadPage } from "../common/dom.js";
const form = document.querySelector("form.search");
const field = form.elements.q;
const parts = ["search-says", "search-found"].map((id) => document.getElementById(id));
const [, results] = parts;
const panel = form.closest("details");
const inPlace = panel ?? form.closest(".look-up"); // on pages other than the search page
const summary = panel?.querySelector("summary");
let waiting;
let opener;
let request;

function show(page) {
  for (const part of parts) part.replaceChildren(...(page?.getElementById(part.id).children ?? []));
}

async function find() {
  request?.abort();
  if (inPlace && !field.value.trim()) return show();
  request = new AbortController();
  const query = new URLSearchParams(new FormData(form));
  try {
    const page = await loadPage(`${form.action}?${query}`, ask, { signal: request.signal });
    show(page);
    if (inPlace) return;
    history.replaceState(null, "", `?${query}`);
    document.title = page.title;
    for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
  } catch {
    // Aborted by the next letter, refused, or offline: the form can still be submitted.
  }
}

function soon(event) {
  if (isComposing(event)) return;
  clearTimeout(waiting);
  waiting = setTimeout(find, 120);
}

function open(from = summary) {
  opener = from;
  if (panel) panel.open = true;
  field.focus({ preventScroll: true });
  field.select();
}

function close() {
  panel.open = false;
  opener.focus({ preventScroll: true });
}

field.addEventListener("input", soon);
field.addEventListener("compositionend", soon);

// Phones open the keyboard only if the field is focused within the touch event.
summary?.addEventListener("click", (event) => {
  if (panel.open) return;
  event.preventDefault();
  open();
});
document.addEventListener("click", (event) => {
  const from = event.target.closest("a.find");
  if (from && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    open(from);
  } else if (panel && (!panel.contains(event.target) || event.target.closest("#search-found a"))) panel.open = false;
});

document.addEventListener("keydown", (event) => {
  if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && !event.target.closest("input, textarea, select")) {
    event.preventDefault();
    open();
  }
  if (event.key === "Escape" && panel?.open) close();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...results.querySelectorAll("a")];
  const at = links.indexOf(event.target);
  if (!step || (at < 0 && (event.target !== field || step < 0))) return;
  event.preventDefault();
  (links[at + step] ?? (step < 0 ? field : links[at]))?.focus();
});
