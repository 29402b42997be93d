// A sheet that is being filled is kept on this device at every entry, with its steps, so that it can be continued and undone. Each has an
// id, which its tab knows. Where two tabs fill one sheet each takes over what the other enters, and the later entry wins.
import { recall, remember } from "../common/local_storage.js";
import { entriesOf, get, idOf, newId, settle, update } from "../common/database.js";
import { worn } from "./seats.js";
import { changes, patch, stepsOf } from "../common/history.js";
import * as storage from "../common/session_storage.js";
import { show, undoing } from "./undo.js";

const TABLES = 3;

/**
 * Sets up the keeping of `form`. `page` has its `entries()`, how many of them are `filled()` and how many cells are `blank()`, what the page
 * began with (`begun`), and `go(address, way)`, which leads to the next page of the same sheet. Returns a function that keeps some entries
 * and the cell that was typed into.
 */
export async function unfinished(form, slug, { entries, filled: countFilled, blank, begun: came, go }) {
  const now = () => entriesOf(entries());
  const begun = entriesOf(came);
  const names = [...form.querySelectorAll(".names .in")];
  const note = document.getElementById("unkept");

  const come = location.hash.match(/^#sheet-(\w+)$/)?.[1];
  if (come) {
    const link = entriesOf(location.search);
    storage.keep(`kept ${slug}`, JSON.stringify([come, link, link]));
    history.replaceState(null, "", location.pathname + location.search);
  }
  const isStep = storage.load("stepped") === slug; // undo, redo, or the other tab brought this page
  storage.keep("stepped", null);
  let id = idOf(slug) ?? history.state?.sheet ?? null;
  const before = id ? await settle().then(() => get("sheets", id)).catch(() => null) : null;
  const stood = before?.at ?? before?.query;
  const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
  // Who begins anew does not write over what was filled before.
  if (!isReload && !countFilled() && !form.querySelector("#carried input") && stood !== begun) id = null;
  // As this tab has seen it last, and as it was about to write it when its page was left.
  const [last, sent] = (id && JSON.parse(storage.load(`kept ${slug}`))?.slice(2)) || [];
  let base = id && (!last || last === before?.query || sent === stood ? stood : last);
  const steps = stepsOf(id && before ? { ...before, at: isStep ? begun : stood } : { at: begun });
  if (!id) storage.keep(`kept ${slug}`, null);
  let address = entriesOf(location.search); // by which this tab knows the sheet again, until an entry changes it
  const offer = undoing(form, steps, now, turn);

  /** The totals, where there are any: those of the entry before, until the answer is there. */
  function standing() {
    const totals = [...document.querySelectorAll("#totals b")].map((cell) => cell.textContent);
    return totals.some((total) => total !== "–") ? { totals } : {};
  }

  function sheet() {
    const colours = names.map((_, seat) => worn(form, seat));
    const shownNames = names.map((name) => name.value.trim() || name.placeholder);
    if (names.some((name) => name.value.trim())) {
      const tables = JSON.parse(recall("tables") ?? "[]");
      const isSame = (table) => table.id === id || String(table.names) === String(shownNames);
      // What was agreed on for a game is agreed on for the next game of the same people, but for what each game draws anew.
      const agreed = [...form.querySelectorAll(".option:not([data-per-game]) [name]")].filter((one) => one.value && (one.checked ?? true));
      const options = { ...tables.find(isSame)?.options, [slug]: agreed.map(({ name, value }) => [name, value]) };
      remember("tables", JSON.stringify([{ id, names: shownNames, colours, options }, ...tables.filter((table) => !isSame(table))].slice(0, TABLES)));
    }
    const unfinishedGames = new Set((recall("kept") ?? "").split(" ").filter(Boolean)).add(slug);
    remember("kept", [...unfinishedGames].join(" "));
    return { query: steps.at, colours, names: shownNames, ...standing(), filled: countFilled(), blank: blank(), time: Date.now(), finished: false };
  }

  // Each place that the page has in the history knows the sheet.
  function markPlace() {
    if (id && history.state?.sheet !== id) history.replaceState({ ...history.state, sheet: id }, "");
  }
  addEventListener("popstate", markPlace);

  let shown = {}; // the sheet as it was last filled: it may be cleared before that is written
  let pending = 0;
  /** Marks the form as saved while every entry is in the database: `work` writes, and gives false where it could not. */
  async function save(work = write) {
    pending += 1;
    delete form.dataset.saved;
    const isWritten = await work();
    pending -= 1;
    if (isWritten && !pending) form.dataset.saved = "";
  }
  form.addEventListener("input", () => { delete form.dataset.saved; }, true); // before anything can have written the entry

  // Both tabs' changes since this one has seen the sheet last are put together, in one transaction.
  async function write() {
    if (countFilled()) {
      id ??= newId();
      shown = sheet();
      remember("unwritten", JSON.stringify({ id, slug, at: steps.at, ...shown })); // until it is written: the page may be left at any moment
    } else if (!id) return true;
    let theirs = {};
    let ours = true;
    let { at } = steps;
    storage.keep(`kept ${slug}`, JSON.stringify([id, address ?? at, base, at]));
    try {
      await update("sheets", id, (record) => {
        const mine = base ? changes(base, steps.at) : null;
        theirs = record && base ? changes(base, record.at ?? record.query) : {};
        for (const name of Object.keys(mine ?? {})) delete theirs[name];
        ours = !mine || Object.keys(mine).length > 0;
        if (Object.keys(theirs).length) {
          const merge = patch(steps.at, theirs, 1);
          const step = changes(record.at, merge);
          steps.adopt({ past: ours ? [...record.past, step] : record.past, future: ours ? [] : record.future, at: merge });
          if (countFilled()) shown.query = merge;
        }
        ({ at } = steps);
        if (!ours) return null;
        // What was filled stays what can be continued when all of it is cleared.
        return { ...record, ...shown, id, slug, ...steps.state };
      });
    } catch {
      if (note.textContent !== note.dataset.refused) note.textContent = note.dataset.refused;
      return false;
    }
    base = at;
    storage.keep(`kept ${slug}`, JSON.stringify([id, address ?? at, at]));
    markPlace();
    if (steps.at === at) remember("unwritten", "");
    if (note.textContent === note.dataset.refused) note.textContent = "";
    if (ours) remember("changed", `${id} ${Date.now()}`);
    if (!Object.keys(theirs).length) return true;
    note.textContent = note.dataset.elsewhere;
    offer();
    turn(theirs, 1, "elsewhere");
    return true;
  }

  async function turn(step, side, way) {
    if (show(form, step, side, way)) return;
    if (way !== "elsewhere") await save();
    storage.keep("stepped", slug);
    storage.keep("place", JSON.stringify({ top: scrollY, isOpen: form.querySelector(".table").open, says: "n" in step }));
    go(`?${steps.at}&to=sheet`, "replace");
  }

  function keep(query, cell) {
    if (query) address = null;
    if (steps.mark(query ? entriesOf(query) : now(), cell) && note.textContent === note.dataset.elsewhere) note.textContent = "";
    offer();
    return save();
  }
  form.addEventListener("scored", ({ detail: { players } }) => {
    if (!id || !players || !countFilled()) return;
    save(() => update("sheets", id, (record) => (record ? { ...record, ...standing() } : null)).then(() => true, () => false));
  });
  // What another tab has entered meanwhile.
  const look = () => { if (id && base && !document.hidden) keep(); };
  addEventListener("storage", ({ key, newValue }) => { if (key === "changed" && id && newValue?.startsWith(id)) keep(); });
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
  // An address may be older than the last entry where a page is loaded again; else seats that moved, or an option, brought a new page.
  const late = isReload && stood && changes(begun, stood);
  if (id && late && Object.keys(late).length) {
    base = stood;
    turn(late, 1, "elsewhere");
  } else if (id) await keep();
  return keep;
}
