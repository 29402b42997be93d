// Links back to the sheet that is being filled: they carry its entries, which the sheet saves here, and return to its scroll position.
import { sessionGet, sessionSet } from "./storage.js";

const tab = document.querySelector("[data-sheet]");
const { sheet: slug } = tab.dataset;

/** Remember a sheet's entries for the links of other pages. */
export function rememberSheetLink(query) {
  sessionSet(`sheet ${slug}`, String(query));
  tab.search = query;
}

const button = document.querySelector(".back-to");
const entries = sessionGet(`sheet ${slug}`);
if (document.getElementById("sheet")) document.addEventListener("click", () => sessionSet(`spot ${slug}`, String(scrollY)), true);
else if (entries && !tab.search) {
  const back = [tab, button].filter(Boolean);
  const sheets = [...document.querySelectorAll(".use a, .after a")].filter((link) => link.pathname === tab.pathname);
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
  if (button) button.hidden = false;
}
