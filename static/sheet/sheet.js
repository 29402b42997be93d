// The score sheet of one device: its entries are kept in a draft and in the address, and scored by a link.
import { after } from "../common/clock.js";
import { rememberSheetLink, replaceAddress } from "../common/page.js";
import { localSet, sessionGet, sessionSet } from "../common/storage.js";
import { setUpController } from "./controller.js";
import { setUpDraft } from "./drafts.js";
import { createModel } from "./model.js";
import { nextSeats, sayOnArrival, sayPlayers, seatOf } from "./players.js";
import { assignTile } from "./records.js";
import { showField } from "./views.js";
import { setUpWakeLock } from "./wake_lock.js";
import "./continue_list.js";

const ADDRESS_PAUSE = 250; // milliseconds: some browsers refuse an address that changes with every key
const SEAT_CHANGES = ["seats", "more", "move", "remove"];
const form = document.getElementById("sheet");
const blanksNote = document.getElementById("left");
const root = document.documentElement;
const table = form.querySelector(".table");
const { sheet: slug } = document.querySelector("[data-sheet]").dataset;
const place = JSON.parse(sessionGet("place"));
sessionSet("place", null);
const [wantedGame, wanted] = (sessionGet("wanted") ?? "").split(" ");
sessionSet("wanted", null);

const model = createModel(form); // the form as it stands: something may have been typed already
let begin; // called when the draft is known, or that there is none
const store = {
  ready: new Promise((resolve) => { begin = resolve; }),
  hasOrder: true,
  onView: showBlankCount,
  canUndo: () => draft?.steps.canUndo,
  canRedo: () => draft?.steps.canRedo,
  undo: () => draft?.undo(),
  redo: () => draft?.redo(),
  enter: (_, { cell }) => save(cell),
  openStep: (...step) => draft?.openStep(...step),
  restructure,
};
let draft = null;
let saving = null; // settles when the last entry is saved
const controller = setUpController(form, model, store);
setUpDraft(form, slug, model, { countFilled: () => controller.filledFields().length, countBlank, go, show })
  .then((loaded) => { draft = loaded; }, () => {}).then(begin).then(controller.updateButtons);

/** Show a step that was made in another tab or before a reload, if this form can. */
function show(step) {
  if (!controller.fits(step)) return false;
  controller.showStep(step, "elsewhere");
  followEntries();
  return true;
}

function countBlank() {
  const isCounted = (cell) => !cell.value && !cell.closest("[inert], [hidden], [data-free], details:not([open])");
  return controller.numberCells().filter(isCounted).length;
}
function showBlankCount() {
  const count = countBlank();
  blanksNote.textContent = count ? blanksNote.dataset.left.replace("{count}", count) : "";
}
form.addEventListener("scored", showBlankCount); // a board hides the cells that it counts itself

function sheetQuery() {
  const query = model.query();
  query.set("to", "sheet");
  return query;
}

let isAddressOld = false;
let isPausing = false;
/** Let this page's address and the links of others lead to the entries as they are now. */
function followEntries() {
  const query = sheetQuery();
  for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
  rememberSheetLink(query);
  isAddressOld = true;
  if (!isPausing) updateAddress();
}
function save(cell = "") {
  // What the form has once the draft is known, which may have more than the address that the page came with.
  saving = store.ready.then(() => draft?.save(sheetQuery(), cell)).then(controller.updateButtons);
  followEntries();
  return saving;
}
function updateAddress() {
  isAddressOld = false;
  isPausing = true;
  after(ADDRESS_PAUSE, () => {
    isPausing = false;
    if (isAddressOld) updateAddress();
  });
  replaceAddress(`?${sheetQuery()}${location.hash}`);
}
for (const [target, way] of [[window, "pagehide"], [form, "leave"]]) target.addEventListener(way, () => { if (isAddressOld) updateAddress(); });

// The next page is the same sheet. Where the engine is ready, it is rendered here, and the service worker finds it.
const MAX_SAVING = 2500; // milliseconds that a tap waits for a database that does not answer; what it lacks is in localStorage

async function go(address, way) {
  updateAddress();
  await Promise.race([saving ?? store.ready, new Promise((resolve) => after(MAX_SAVING, resolve))]);
  sessionSet("same", slug);
  if (root.dataset.engine === "ready" && navigator.serviceWorker?.controller) {
    address = await import("../offline/render.js").then(({ prepare }) => prepare(address)).catch(() => address);
  }
  location[way](address);
}

/** An owner changes the fields of a tile. An option changes the form: the page is loaded again, scrolled and focused as it was. */
function restructure(target) {
  if (target.closest(".holders")) return assignTile(target, `?${sheetQuery()}`, model).then(controller.updateTotals); // only then it is somebody's
  sessionSet("place", JSON.stringify({ top: scrollY, name: target.name, value: target.value, isOpen: true }));
  return go(`?${sheetQuery()}`, "replace");
}

// Whether numbers far beyond all others, blanks that may not mean 0, and choices that nobody made were meant is asked once.
async function askQuestions(button) {
  await controller.scored();
  const { faults, questions = [], unanswered = [] } = controller.lastResult();
  if (faults) return false; // the server says what is wrong
  const [first] = controller.totals.askOnce([...questions, ...unanswered], button);
  if (first) {
    // Whoever uses keys is led to the blank; its description says the question.
    const focus = first.code === "blank" && (button.matches(":focus-visible") || document.activeElement?.matches("input.in, textarea"));
    const isThere = document.activeElement?.name === first.cells[0];
    showField(form, first.cells[0], { focus });
    if (focus && !isThere) controller.totals.say("");
  } else model.write("sure", [...model.get("sure"), ...unanswered.map(({ sure }) => sure)]); // this press confirms them
  return Boolean(first);
}

// A player may be added while the page with the one before is on its way: that page then adds those who are missing.
let added = 0;
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  added = 0;
  sessionSet("wanted", null);
});

// Blank entries would only make the link longer.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { submitter } = event;
  const scores = !submitter || submitter.closest(".finish");
  if (scores && form.querySelector(".finish [data-again]") && await askQuestions(submitter ?? form.querySelector(".finish .main"))) return; // a column that goes on to the next asks nothing yet
  const query = model.query();
  const filled = controller.filledFields();
  const reveals = submitter?.value === "reveal" || null;
  if (scores) localSet("reveal", reveals);
  sessionSet("by keys", reveals && submitter.matches(":focus-visible") ? "1" : null);
  if (submitter?.name && (reveals || !scores || !filled.length)) query.set(submitter.name, submitter.value);
  if (submitter?.name === "more") {
    query.set("n", Number(query.get("n")) + added);
    added += 1;
    sessionSet("wanted", `${slug} ${Number(query.get("n")) + 1}`);
  }
  if (SEAT_CHANGES.includes(submitter?.name)) {
    save(); // so that it can be undone, also where nothing was entered before
    sessionSet("place", JSON.stringify({ top: scrollY, isOpen: table.open, ...nextSeats(form, submitter, filled.map(seatOf)) }));
  }
  go(`${submitter?.getAttribute("formaction") ?? form.action}?${query}`, "assign");
});

if (place) {
  const { top, name, value, isOpen, says, away, button, sentence } = place;
  table.open ||= Boolean(isOpen);
  const controls = [...form.querySelectorAll(`[name="${name}"]:enabled`)];
  (controls.find((one) => one.value === value) ?? controls[0] ?? form.querySelector(button))?.focus({ preventScroll: true });
  scrollTo(0, top);
  if (says) sayPlayers(form, away);
  else if (sentence) sayOnArrival(sentence);
}
rememberSheetLink(location.search);
document.getElementById("summary")?.focus();
// The search in the corner shows while that in the head is out of sight.
const find = form.querySelector(".find");
new IntersectionObserver(([{ isIntersecting }]) => { find.hidden = isIntersecting; }).observe(document.querySelector(".finder"));
setUpWakeLock(document.querySelector("[data-awake]"));
if (Object.keys(model.typedBefore()).length) save();
showBlankCount();
const missing = wanted - form.elements.n.value;
if (place && wantedGame === slug && missing > 0) {
  added = missing - 1;
  form.querySelector("[name=more]")?.click();
}
