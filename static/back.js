// The way back to the sheet that is being filled: links to it carry its entries, which the sheet keeps here.
import * as storage from "./storage.js";

const tab = document.querySelector("[data-sheet]");
const name = `sheet ${tab.dataset.sheet}`;

/** Keep a sheet's entries for the pages that lead back to it. */
export function remember(query) {
  storage.keep(name, String(query));
  tab.search = query;
}

const kept = storage.load(name);
if (kept && !tab.search) {
  for (const link of [tab, ...document.querySelectorAll(".use a")]) {
    const query = new URLSearchParams(kept);
    const asked = new URLSearchParams(link.search);
    for (const option of new Set(asked.keys())) query.delete(option);
    for (const [option, value] of asked) query.append(option, value);
    query.set("to", "sheet");
    link.search = query;
  }
}
