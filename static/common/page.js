// What every page does: panels that close with Escape or where they would cover the focus, the head of its print, and links back to the sheet that
// is being filled. They carry its entries, which the sheet saves here, and return to its scroll position; links to calculators carry its players.
import { after } from "./clock.js";
import { isShown } from "./dom.js";
import { sessionGet, sessionSet } from "./storage.js";

// Safari resets a form with autocomplete="off" when a page comes back from its back/forward cache: it may do so only while the page is shown.
for (const form of document.querySelectorAll('form[autocomplete="off"]')) {
  addEventListener("pagehide", () => form.removeAttribute("autocomplete"));
  addEventListener("pageshow", () => form.setAttribute("autocomplete", "off"));
}

// Escape closes what is open around the focus, unless a script of the page has used the key. A panel closes where it covers what gets the focus.
addEventListener("keydown", ({ target, key, defaultPrevented, isComposing }) => {
  const summary = key === "Escape" && !defaultPrevented && !isComposing && target.closest("details[open]")?.querySelector("summary");
  if (!summary || !isShown(summary)) return;
  summary.parentNode.open = false;
  summary.focus({ preventScroll: true });
});
document.addEventListener("focusin", () => {
  if (!document.querySelector("details[open]")) return;
  after(0, () => { // it has been scrolled into view, and a script that copies a text has given the focus back
    const { activeElement: control } = document;
    if (control.matches("main, body, [inert], [inert] *")) return; // a tap beside all controls, or a board that fills the screen took it away
    const { x, y, width, height } = control.getBoundingClientRect();
    const panel = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("details");
    if (panel && !panel.contains(control)) panel.open = false;
  });
});

/** Write an address into the history without going there; a browser that finds it too often refuses. */
export function replaceAddress(address, state = history.state) {
  try {
    history.replaceState(state, "", address);
  } catch {
    // The next change writes it.
  }
}

const findTab = () => document.querySelector("[data-sheet]"); // the link to a game's sheet
const tab = findTab();

/** Remember a sheet's entries for the links of other pages. */
export function rememberSheetLink(query) {
  const tab = findTab(); // of this page, which a static site writes after this module has run
  sessionSet(`sheet ${tab.dataset.sheet}`, String(query));
  sessionSet(`table ${tab.dataset.sheet}`, null);
  tab.search = query;
}

/** Let the links of this page lead back to the sheet that this tab is filling: to the shared one at `table`, or to its own with its entries. */
function linkBack(slug, entries, table) {
  const button = document.querySelector(".back-to");
  const back = [tab, button].filter(Boolean);
  const sheets = [...document.querySelectorAll(".use a, .after a")].filter((link) => link.pathname === tab.pathname);
  if (button) button.hidden = false;
  if (table) {
    for (const link of [...back, ...sheets]) link.href = table + link.hash;
    return;
  }
  for (const link of [...back, ...sheets]) {
    const query = new URLSearchParams(entries);
    const options = new URLSearchParams(link.search);
    for (const option of new Set(options.keys())) query.delete(option);
    for (const [option, value] of options) query.append(option, value);
    query.set("to", "sheet");
    link.search = query;
    link.addEventListener("click", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) sessionSet("same", slug); // also under another option
    });
  }
  for (const link of back) link.addEventListener("click", () => sessionSet("place", `{"top":${sessionGet(`spot ${slug}`) ?? 0}}`));
}

if (tab) {
  const { sheet: slug } = tab.dataset;
  const [entries, table] = [sessionGet(`sheet ${slug}`), sessionGet(`table ${slug}`)];
  if (document.getElementById("sheet")) document.addEventListener("click", () => sessionSet(`spot ${slug}`, String(scrollY)), true);
  else if ((entries || table) && !tab.search) linkBack(slug, entries, table);
}

for (const link of document.querySelectorAll("[data-calculator]")) {
  const entries = new URLSearchParams(sessionGet(`sheet ${document.documentElement.dataset.game}`) ?? "");
  link.search = new URLSearchParams([...entries].filter(([name]) => /^(n|\d+\.(name|colour))$/.test(name)));
}

// The head of a print: the day, and the address that leads back to the page.
for (const head of document.querySelectorAll(".printed")) {
  const address = head.querySelector("[data-address]");
  head.querySelector("time").textContent = `· ${new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" }).format()}`;
  address.textContent = new URL(address.dataset.address, location);
}
