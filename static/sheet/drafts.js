// Saves the sheet as a draft on this device at every entry, with its steps, so that it can be continued and undone. Each draft has an id,
// which its tab remembers. Where two tabs fill one sheet, each takes over what the other enters, and the later entry wins.
import { localGet, localSet, sessionGet, sessionSet } from "../common/storage.js";
import { entriesOf, get, idOf, newId, savePending, update } from "../common/database.js";
import { colourOf } from "./seats.js";
import { changes, patch, stepsOf } from "../common/history.js";
import { showStep, setUpUndo } from "./undo.js";

const MAX_TABLES = 3;

/**
 * Set up the draft of `form`. `entries()` returns its entries, `countFilled()` and `countBlank()` numbers of fields, `initialEntries` are those
 * that the server sent, and `go(address, way)` leads to the next page of the same sheet. Returns a function that saves some entries, with the
 * cell that was typed into.
 */
export async function setUpDraft(form, slug, { entries, countFilled, countBlank, initialEntries, go }) {
  const currentEntries = () => entriesOf(entries());
  const initial = entriesOf(initialEntries);
  const names = [...form.querySelectorAll(".names .in")];
  const note = document.getElementById("unkept");

  const idInHash = location.hash.match(/^#sheet-(\w+)$/)?.[1];
  if (idInHash) {
    const link = entriesOf(location.search);
    sessionSet(`kept ${slug}`, JSON.stringify([idInHash, link, link]));
    history.replaceState(null, "", location.pathname + location.search);
  }
  const isStep = sessionGet("stepped") === slug; // undo, redo or another tab loaded this page
  sessionSet("stepped", null);
  const emptySteps = sessionGet("same") === slug ? JSON.parse(sessionGet(`empty ${slug}`)) : null;
  sessionSet(`empty ${slug}`, null);
  let id = idOf(slug) ?? history.state?.sheet ?? null;
  const stored = id ? await savePending().then(() => get("sheets", id)).catch(() => null) : null;
  const storedEntries = stored?.at ?? stored?.query;
  const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
  // A blank sheet that is opened anew does not overwrite the draft.
  if (!isReload && !countFilled() && !form.querySelector("#carried input") && storedEntries !== initial) id = null;
  // The entries that this tab has seen last, and those that it was about to save when its page was left.
  const [lastSeen, lastSent] = (id && JSON.parse(sessionGet(`kept ${slug}`))?.slice(2)) || [];
  let base = id && (!lastSeen || lastSeen === stored?.query || lastSent === storedEntries ? storedEntries : lastSeen);
  const lastSteps = id && stored ? { ...stored, at: storedEntries } : emptySteps;
  const steps = stepsOf({ ...lastSteps, ...(isStep || !lastSteps ? { at: initial } : {}) });
  if (!id) sessionSet(`kept ${slug}`, null);
  let address = entriesOf(location.search); // by which this tab recognises the sheet, until an entry changes it
  const updateUndo = setUpUndo(form, steps, currentEntries, applyStep);

  /** The totals, if there are any: until the score arrives, those of the entry before. */
  function currentTotals() {
    const totals = [...document.querySelectorAll("#totals b")].map((cell) => cell.textContent);
    return totals.some((total) => total !== "–") ? { totals } : {};
  }

  function describeSheet() {
    const colours = names.map((_, seat) => colourOf(form, seat));
    const shownNames = names.map((name) => name.value.trim() || name.placeholder);
    if (names.some((name) => name.value.trim())) {
      const tables = JSON.parse(localGet("tables") ?? "[]");
      const isSame = (table) => table.id === id || String(table.names) === String(shownNames);
      // Options of a game are offered for the next game of the same people, except those that each game draws anew.
      const agreed = [...form.querySelectorAll(".option:not([data-per-game]) [name]")].filter((one) => one.value && (one.checked ?? true));
      const options = { ...tables.find(isSame)?.options, [slug]: agreed.map(({ name, value }) => [name, value]) };
      localSet("tables", JSON.stringify([{ id, names: shownNames, colours, options }, ...tables.filter((table) => !isSame(table))].slice(0, MAX_TABLES)));
    }
    const unfinishedGames = new Set((localGet("kept") ?? "").split(" ").filter(Boolean)).add(slug);
    localSet("kept", [...unfinishedGames].join(" "));
    return { query: steps.at, colours, names: shownNames, ...currentTotals(), filled: countFilled(), blank: countBlank(), time: Date.now(), finished: false };
  }

  // Each history entry of the page remembers the draft.
  function markPlace() {
    if (id && history.state?.sheet !== id) history.replaceState({ ...history.state, sheet: id }, "");
  }
  addEventListener("popstate", markPlace);

  let summary = {}; // as the sheet was last filled: it may be cleared before that is saved
  let pending = 0;
  /** Mark the form as saved while every entry is in the database: `work` writes, and returns false where it could not. */
  async function save(work = writeDraft) {
    pending += 1;
    delete form.dataset.saved;
    const isWritten = await work();
    pending -= 1;
    if (isWritten && !pending) form.dataset.saved = "";
  }
  form.addEventListener("input", () => { delete form.dataset.saved; }, true); // before anything can have written the entry

  // Both tabs' changes since this one has seen the sheet last are put together, in one transaction.
  async function writeDraft() {
    if (countFilled()) {
      id ??= newId();
      summary = describeSheet();
      localSet("unwritten", JSON.stringify({ id, slug, at: steps.at, ...summary })); // until it is saved: the page may be left at any moment
    } else if (!id) {
      // A sheet without entries is no draft; the steps of its seats and names go on to its next page.
      sessionSet(`empty ${slug}`, JSON.stringify(steps.state));
      return true;
    }
    let theirs = {};
    let ours = true;
    let { at } = steps;
    sessionSet(`kept ${slug}`, JSON.stringify([id, address ?? at, base, at]));
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
          if (countFilled()) summary.query = merge;
        }
        ({ at } = steps);
        if (!ours) return null;
        // When all is cleared, what was filled before can still be continued.
        return { ...record, ...summary, id, slug, ...steps.state };
      });
    } catch {
      if (note.textContent !== note.dataset.refused) note.textContent = note.dataset.refused;
      return false;
    }
    base = at;
    sessionSet(`kept ${slug}`, JSON.stringify([id, address ?? at, at]));
    markPlace();
    if (steps.at === at) localSet("unwritten", "");
    if (note.textContent === note.dataset.refused) note.textContent = "";
    if (ours) localSet("changed", `${id} ${Date.now()}`);
    if (!Object.keys(theirs).length) return true;
    note.textContent = note.dataset.elsewhere;
    updateUndo();
    applyStep(theirs, 1, "elsewhere");
    return true;
  }

  async function applyStep(step, side, way) {
    if (showStep(form, step, side, way)) return;
    if (way !== "elsewhere") await save();
    sessionSet("stepped", slug);
    sessionSet("place", JSON.stringify({ top: scrollY, isOpen: form.querySelector(".table").open, says: "n" in step }));
    go(`?${steps.at}&to=sheet`, "replace");
  }

  function saveEntries(query, cell) {
    if (query) address = null;
    if (steps.mark(query ? entriesOf(query) : currentEntries(), cell) && note.textContent === note.dataset.elsewhere) note.textContent = "";
    updateUndo();
    return save();
  }
  form.addEventListener("scored", ({ detail: { players } }) => {
    if (!id || !players || !countFilled()) return;
    save(() => update("sheets", id, (record) => (record ? { ...record, ...currentTotals() } : null)).then(() => true, () => false));
  });
  // What another tab has entered meanwhile.
  const checkOtherTabs = () => { if (id && base && !document.hidden) saveEntries(); };
  addEventListener("storage", ({ key, newValue }) => { if (key === "changed" && id && newValue?.startsWith(id)) saveEntries(); });
  document.addEventListener("visibilitychange", checkOtherTabs);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) checkOtherTabs(); });
  // An address may be older than the last entry where a page is loaded again; else seats that moved, or an option, brought a new page.
  const missing = isReload && storedEntries && changes(initial, storedEntries);
  if (id && missing && Object.keys(missing).length) {
    base = storedEntries;
    applyStep(missing, 1, "elsewhere");
  } else if (id || emptySteps) await saveEntries();
  return saveEntries;
}
