// Saves the sheet as a draft on this device at every entry, with its undo steps. Each draft has an id, which its tab remembers. If two
// tabs fill one sheet, each merges the other's entries, and the later entry wins. What is entered after a scored sheet was cleared is
// another game, with an id of its own.
import { localGet, localSet, sessionGet, sessionSet } from "../common/storage.js";
import { clearPending, get, getPending, idOf, savePending, setPending, update } from "./kept_drafts.js";
import { colourOf } from "./players.js";
import { newId, track } from "../common/documents.js";
import { setText } from "../common/dom.js";
import { changes, entriesOf, patch, stepsOf } from "../common/draft.js";
import { replaceAddress } from "../common/page.js";

const MAX_TABLES = 3;

/** Return whether the result of a draft was shown. */
const hasResult = (record) => Boolean(record && (record.finished || record.scored !== undefined));

/**
 * Set up the draft of `form`, whose entries are in `model`. `countFilled()` and `countBlank()` return numbers of fields, `go(address, way)` opens
 * the next page of the same sheet, and `show(step)` shows a step of another tab, unless it returns false. Returns the draft: `save(query, cell)`
 * saves entries, given the changed cell, and `undo()`, `redo()` and `openStep(step, way, sentence)` are what a controller asks of a store.
 */
export async function setUpDraft(form, slug, model, { countFilled, countBlank, go, show }) {
  const currentEntries = () => entriesOf(model.query());
  const initial = entriesOf(model.initialQuery());
  const names = [...form.querySelectorAll(".names .in")];
  const note = document.getElementById("unkept");

  const [navigation] = performance.getEntriesByType("navigation");
  const opened = entriesOf(new URL(navigation?.name ?? location).search); // the address may have followed an entry since
  const idInHash = location.hash.match(/^#sheet-(\w+)$/)?.[1];
  if (idInHash) {
    sessionSet(`kept ${slug}`, JSON.stringify([idInHash, opened, opened]));
    replaceAddress(location.pathname + location.search, null);
  }
  const isStep = sessionGet("stepped") === slug; // undo, redo or another tab loaded this page
  sessionSet("stepped", null);
  const wayHere = navigation?.type;
  let emptySteps = JSON.parse(sessionGet(`empty ${slug}`));
  if (sessionGet("same") !== slug && (wayHere === "navigate" || emptySteps?.at !== initial)) emptySteps = null; // another sheet
  sessionSet(`empty ${slug}`, null);
  const isReload = wayHere === "reload";
  // The entries that this tab saw last, and unsaved ones from when its page was left.
  const [keptId, , ...seen] = JSON.parse(sessionGet(`kept ${slug}`)) ?? [];
  // Where a page is loaded again at once, the browser may have forgotten the state of the history.
  let id = idOf(slug, opened) ?? history.state?.sheet ?? (isReload && keptId ? keptId : null);
  const pending = id && getPending(id);
  const stored = await savePending().then(() => id && get(id)).catch(() => pending);
  const storedEntries = stored?.at ?? stored?.query;
  // Opening a blank sheet does not overwrite the draft.
  if (!isReload && !countFilled() && !form.querySelector("#carried input") && storedEntries !== initial) id = null;
  const [lastSeen, lastSent] = keptId === id ? seen : []; // after the way back, the tab may have seen another sheet last
  let base = id && (stored === pending ? lastSeen : !lastSeen || lastSeen === stored?.query || lastSent === storedEntries ? storedEntries : lastSeen);
  const lastSteps = id && stored ? { ...stored, at: storedEntries } : emptySteps;
  const steps = stepsOf({ ...lastSteps, ...(isStep || !lastSteps ? { at: initial } : {}) });
  let isScored = Boolean(id && stored && hasResult(stored));
  let before = (id ? stored : emptySteps)?.before ?? null; // the scored sheet that was cleared for this game
  if (!id) sessionSet(`kept ${slug}`, null);
  let address = entriesOf(location.search); // identifies the sheet in this tab until an entry changes it

  /** Return the shown totals, if any; until the next score arrives, they are the previous ones. */
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
      // Keep options for the next game of the same players, except those that are drawn for each game.
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
    if (id !== (history.state?.sheet ?? null)) replaceAddress("", { ...history.state, sheet: id });
  }
  addEventListener("popstate", markPlace);

  /** Leave the draft of a scored sheet as it is, as its entries were cleared: what is entered now is another game. */
  function endGame() {
    before = { id, at: summary.query ?? base };
    id = null;
    base = undefined;
    isScored = false;
    sessionSet(`kept ${slug}`, null);
    markPlace();
  }
  /** Go on with the scored sheet, as its entries were brought back. */
  function resumeGame() {
    ({ id, at: base } = before);
    before = null;
    isScored = true;
  }

  let summary = {}; // of the last filled state, as the sheet may be cleared before it is saved
  const save = () => track(writeDraft());

  // Merge both tabs' changes since this one last saw the sheet, in one transaction.
  async function writeDraft() {
    if (countFilled()) {
      id ??= newId();
      summary = describeSheet();
      // Once a state has been saved, the steps before are in the database.
      setPending({ id, slug, before, ...(base ? { at: steps.at } : steps.state), ...summary });
    } else {
      if (id && steps.at === currentEntries() && (isScored || JSON.parse(sessionGet(`result ${slug}`))?.[0] === id)) endGame();
      // A sheet without entries opens as a new one; its steps go on to its next page.
      sessionSet(`empty ${slug}`, JSON.stringify({ ...steps.state, before }));
      if (!id) return true;
    }
    const written = id;
    let theirs = {};
    let ours = true;
    let { at } = steps;
    sessionSet(`kept ${slug}`, JSON.stringify([id, address ?? at, base, at]));
    try {
      await update(written, (record) => {
        if (id !== written) return null; // the next game has begun: what was entered before waits to be saved
        isScored ||= hasResult(record);
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
        // A cleared sheet keeps its last filled state as a draft.
        return { ...record, ...summary, time: Date.now(), id, slug, before, ...steps.state };
      });
    } catch {
      setText(note, note.dataset.refused);
      return false;
    }
    if (id !== written) return true;
    if (steps.at === at) clearPending(id);
    base = at;
    sessionSet(`kept ${slug}`, JSON.stringify([id, address ?? at, at]));
    markPlace();
    if (note.textContent === note.dataset.refused) note.textContent = "";
    if (ours) localSet("changed", `${id} ${Date.now()}`);
    if (!Object.keys(theirs).length) return true;
    note.textContent = note.dataset.elsewhere;
    showElsewhere(theirs);
    return true;
  }

  function openPage(step, sentence = "") {
    sessionSet("stepped", slug);
    const { name, value, dataset } = document.activeElement;
    const at = { top: scrollY, isOpen: form.querySelector(".table").open, says: "n" in step, sentence };
    const button = "redo" in dataset ? "[data-redo]" : "[data-undo]";
    sessionSet("place", JSON.stringify({ ...at, button, ...(name && name in form.elements ? { name, value } : {}) }));
    go(`?${steps.at}&to=sheet`, "replace");
  }
  function showElsewhere(step) {
    if (!show(step)) openPage(step);
  }
  async function openStep(step, way, sentence) {
    if (way === "cleared") steps.mark(patch(steps.at, step, 1));
    await save();
    openPage(step, sentence);
  }

  function saveEntries(query, cell) {
    if (query) address = null;
    if (steps.mark(query ? entriesOf(query) : currentEntries(), cell) && note.textContent === note.dataset.elsewhere) note.textContent = "";
    return save();
  }
  form.addEventListener("scored", ({ detail: { players } }) => {
    if (!id || !players || !countFilled()) return;
    track(update(id, (record) => (record ? { ...record, ...currentTotals() } : null)).catch(() => {}));
  });
  // Entries from another tab.
  const checkOtherTabs = () => { if (id && base && !document.hidden) saveEntries(); };
  addEventListener("storage", ({ key, newValue }) => { if (key === "changed" && id && newValue?.startsWith(id)) saveEntries(); });
  document.addEventListener("visibilitychange", checkOtherTabs);
  // What was being saved as the page was left was given up.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && id) saveEntries();
    else if (persisted) sessionSet(`kept ${slug}`, null);
  });
  // A reloaded page may have an outdated address, unless somebody has typed since; otherwise moved seats or an option loaded this page.
  const missing = isReload && storedEntries && changes(initial, storedEntries);
  for (const name of Object.keys(changes(initial, currentEntries()))) delete missing?.[name];
  if (id && missing && Object.keys(missing).length) {
    if (stored !== pending) base = storedEntries;
    showElsewhere(missing);
  } else if (id || emptySteps) await saveEntries();
  form.addEventListener("focusout", () => steps.pause());
  const turned = (step) => step && Object.fromEntries(Object.entries(step).map(([name, [before, after]]) => [name, [after, before]]));
  function undo() {
    const wasEmpty = !countFilled();
    const step = turned(steps.undo());
    if (wasEmpty && before?.at === steps.at) resumeGame();
    return step;
  }
  return { steps, save: saveEntries, undo, redo: () => steps.redo(), openStep };
}
