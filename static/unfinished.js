// A sheet that is being filled is kept on this device at every entry, so that it can be continued. Each has an id, which its tab knows.
import { entriesOf, get, list, newId, put } from "./keeping.js";
import * as storage from "./storage.js";

/** The id of this tab's sheet of a game if one of these addresses is where it stood, else null. */
export function idOf(slug, ...addresses) {
  const [id, entries] = JSON.parse(storage.load(`kept ${slug}`)) ?? [];
  return id && addresses.some((address) => entriesOf(address) === entries) ? id : null;
}

/** Mark the sheet that has this id as finished: there is nothing to continue. */
export async function finish(id) {
  const sheet = await get("sheets", id);
  if (sheet) await put("sheets", { ...sheet, finished: true });
}

/** Sets up the keeping of `form`; `now` gives its entries, and how many cells are blank. Returns a function that keeps it as it is now. */
export function unfinished(form, slug, now) {
  const come = location.hash.match(/^#sheet-(\w+)$/)?.[1];
  if (come) {
    storage.keep(`kept ${slug}`, JSON.stringify([come, entriesOf(location.search)]));
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  let id = idOf(slug, location.search, document.referrer.split(/[?#]/)[1] ?? "");
  const names = [...form.querySelectorAll(".names .in")];
  const filled = () => [...new FormData(form)].filter(([name, value]) => {
    const control = value !== "" && name !== "n" && form.elements[name];
    return control && !(control[0] ?? control).closest(".names, .table, #carried");
  }).length;

  if (!filled()) {
    id = null; // who begins anew does not write over what was filled before
    offer(slug);
  }
  function keep() {
    const count = filled();
    if (!count) return;
    id ??= newId();
    const [query, blank] = now();
    const entries = entriesOf(query);
    storage.keep(`kept ${slug}`, JSON.stringify([id, entries]));
    const colours = names.map((_, seat) => [...form.classList].find((one) => one.startsWith(`c${seat}-`)).split("-")[1]);
    const sheet = { id, slug, query: entries, colours, filled: count, blank, time: Date.now(), finished: false };
    put("sheets", { ...sheet, names: names.map((name) => name.value.trim() || name.placeholder) }).catch(refused);
  }
  // Seats that moved, or an option that was chosen, brought a new page.
  if (id && !idOf(slug, now()[0])) keep();
  return keep;
}

// An empty sheet offers what was begun before, and only then loads how.
async function offer(slug) {
  const sheets = await list("sheets").catch(() => []);
  if (sheets.some((sheet) => sheet.slug === slug && !sheet.finished)) import("./continue.js");
}

function refused() {
  const note = document.getElementById("unkept");
  note.textContent = note.dataset.refused;
}
