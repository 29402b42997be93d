// The score sheet: running totals, options that act at once, and entries in the address.
// Boards on the page hear every score as a `scored` event on the form; its detail is the result or {faults}.
import { rememberSheetLink } from "../common/return_link.js";
import { score } from "../common/api.js";
import { createModel } from "./model.js";
import { seatOf, setUpSeats } from "./seats.js";
import { localSet, sessionGet, sessionSet } from "../common/storage.js";
import { setUpSwitches } from "./view_switch.js";

const SEAT_CHANGES = ["seats", "more", "move", "remove"];
const form = document.getElementById("sheet");
const blanksNote = document.getElementById("left");
const root = document.documentElement;
const table = form.querySelector(".table");
const model = createModel(form); // with what was typed before this script ran
let pendingScore;
let scoring; // settles when the last change has been scored
let lastResult = {};
let loadingTotals;
function loadTotals() {
  loadingTotals ??= import("./totals.js").then((module) => module.setUpTotals(form));
  return loadingTotals;
}
// Drafts are loaded at the first touch, or after the first paint where this tab knows the sheet.
const slug = document.querySelector("[data-sheet]").dataset.sheet;
let loadingDraft;
let saving; // settles when the last entry is saved
function loadDraft() {
  loadingDraft ??= import("./drafts/drafts.js").then(({ setUpDraft }) => setUpDraft(form, slug, model, { countFilled, countBlank, go })).catch(() => {
    loadingDraft = null;
    return () => {};
  });
  return loadingDraft;
}

function updateTotals() {
  pendingScore?.abort();
  const current = (pendingScore = new AbortController());
  scoring = Promise.all([score(form, current.signal), loadTotals()]).then(([result, { show }]) => { if (current === pendingScore) showResult(result, show); });
}

function showResult(result, show) {
  lastResult = result;
  show(result, fields());
  const parts = (result.players ?? []).flatMap(({ lines }) => lines.flatMap((line) => line.parts ?? []));
  for (const place of form.querySelectorAll(".pays")) place.textContent = parts.find(({ at }) => at.includes(place.dataset.at))?.points ?? "";
  form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  showBlankCount(); // a board hides the cells that it counts itself
}

/** Return the number cells, in filling order. */
function numberCells() {
  const all = [...form.querySelectorAll(":is(.category, .counts-part) input.in[placeholder]")];
  if (root.dataset.by !== "player") return all;
  return all.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99));
}

const countBlank = () => numberCells().filter((cell) => !cell.value && !cell.closest("[inert], [hidden], [data-free], details:not([open])")).length;

function showBlankCount() {
  const count = countBlank();
  blanksNote.textContent = count ? blanksNote.dataset.left.replace("{count}", count) : "";
}

/** The fields that are filled in, without names, options, choices at their default and hidden entries of other options. */
function fields() {
  return [...model.query().keys()].map((name) => {
    const control = name !== "n" && form.elements.namedItem(name);
    return control && control.selectedIndex !== 0 && (control[0] ?? control);
  }).filter((field) => field && !field.closest(".names, .table, #carried"));
}
const countFilled = () => fields().length;

function sheetQuery() {
  const query = model.query();
  query.set("to", "sheet");
  return query;
}

// Some browsers refuse an address that changes with every key: it follows a few times a second.
let addressTimer;
let isAddressOld = false;
function save() {
  const query = sheetQuery();
  for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
  rememberSheetLink(query);
  const cell = document.activeElement?.matches("input.in, textarea") ? document.activeElement.dataset.of ?? document.activeElement.name : "";
  saving = loadDraft().then((saveEntries) => saveEntries(query, cell));
  isAddressOld = true;
  if (!addressTimer) updateAddress();
}
function updateAddress() {
  clearTimeout(addressTimer);
  isAddressOld = false;
  addressTimer = setTimeout(() => {
    addressTimer = 0;
    if (isAddressOld) updateAddress();
  }, 250);
  history.replaceState(history.state, "", `?${sheetQuery()}${location.hash}`);
}
// The next page is the same sheet. Where the engine is ready, it is rendered here, and the service worker finds it.
async function go(address, way) {
  updateAddress();
  await Promise.race([saving ?? loadingDraft, new Promise((late) => setTimeout(late, 2000))]);
  sessionSet("same", slug);
  if (root.dataset.engine === "ready" && navigator.serviceWorker?.controller) {
    address = await import("../offline/render.js").then(({ prepare }) => prepare(address)).catch(() => address);
  }
  location[way](address);
}
for (const [target, way] of [[window, "pagehide"], [form, "leave"]]) target.addEventListener(way, () => { if (isAddressOld) updateAddress(); });

form.addEventListener("input", (event) => {
  model.take(event);
  updateTotals();
  save();
});
form.addEventListener("change", (event) => { model.take(event); });
form.addEventListener("grown", () => model.refresh());
addEventListener("online", updateTotals);

// An option changes the fields: the page is loaded again, scrolled and focused as it was.
form.addEventListener("change", ({ target }) => {
  if (!target.closest(".options select, .options input")) return;
  sessionSet("place", JSON.stringify({ top: scrollY, name: target.name, value: target.value, isOpen: true }));
  go(`?${sheetQuery()}`, "replace");
});

form.addEventListener("change", ({ target }) => {
  if (target.closest(".holders")) import("./entries/tiles.js").then(({ giveTile }) => giveTile(target, `?${sheetQuery()}`, model));
});

// A second tap on a choice clears it.
let choice = null;
form.addEventListener("pointerdown", ({ target }) => {
  choice = target.closest(".pick")?.querySelector("input[type=radio]:checked") ?? null;
});
form.addEventListener("click", ({ target }) => {
  if (!choice || target !== choice) return;
  form.querySelector(`[name="${choice.name}"][value=""]`).checked = true;
  choice.dispatchEvent(new Event("input", { bubbles: true }));
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  choice = null;
});

form.addEventListener("click", ({ target }) => {
  const cell = target.dataset.step && target.parentNode.querySelector("input");
  const count = Number(cell?.value) + Number(target.dataset.step);
  if (!cell || !(count >= 0)) return;
  cell.value = count;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
});

// Whether numbers far beyond all others, and blanks that may not mean 0, were meant is asked once.
async function askQuestions() {
  await Promise.race([scoring, new Promise((late) => setTimeout(late, 2000))]);
  const [first] = (await loadTotals()).askOnce(lastResult.questions ?? []);
  if (first) document.getElementById(`f-${first.cells[0]}`).scrollIntoView({ block: "center" });
  return Boolean(first);
}

// A player may be added while the page with the one before is on its way: that page then adds those who are missing.
let added = 0;
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  const names = model.restore();
  if (names.length) form.dispatchEvent(new CustomEvent("stepped", { detail: { way: "elsewhere", names } }));
  added = 0;
  sessionSet("wanted", null);
});

// Blank entries would only make the link longer.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { submitter } = event;
  const scores = !submitter || submitter.closest(".finish");
  if (scores && form.querySelector(".finish [data-again]") && await askQuestions()) return; // a column that goes on to the next asks nothing yet
  const query = model.query();
  const reveals = submitter?.value === "reveal" || null;
  if (scores) localSet("reveal", reveals);
  if (submitter?.name && (reveals || !scores || !countFilled())) query.set(submitter.name, submitter.value);
  if (submitter?.name === "more") {
    query.set("n", Number(query.get("n")) + added);
    added += 1;
    sessionSet("wanted", `${slug} ${Number(query.get("n")) + 1}`);
  }
  if (SEAT_CHANGES.includes(submitter?.name)) {
    save(); // so that it can be undone, also where nothing was entered before
    const next = await import("./players/players.js").then(({ nextSeats }) => nextSeats(form, submitter, fields().map(seatOf))).catch(() => ({}));
    sessionSet("place", JSON.stringify({ top: scrollY, isOpen: table.open, ...next }));
  }
  go(`${submitter?.getAttribute("formaction") ?? form.action}?${query}`, "assign");
});

// A board's script is fetched when the board is opened, and hears the score then.
const board = form.querySelector("[data-script]");
function openBoard() {
  if (!board?.open) return;
  board.removeEventListener("toggle", openBoard);
  import(board.dataset.script).then(() => hasEntries() && updateTotals(), () => board.addEventListener("toggle", openBoard));
}
const hasEntries = () => location.search || countFilled();

const highlightColumn = setUpSeats(form);
setUpSwitches(form, highlightColumn, showBlankCount);
form.addEventListener("highlight", ({ detail }) => highlightColumn(detail));
/** Load a style sheet by its path from this script. */
function loadStyle(name) {
  return new Promise((resolve, reject) => {
    const link = { rel: "stylesheet", href: new URL(name, import.meta.url), onload: resolve, onerror: reject };
    document.head.append(Object.assign(document.createElement("link"), link));
  });
}
// Keys and announcements are loaded at the first touch, or a second after the page: never before its first paint.
const coarse = matchMedia("(pointer: coarse)").matches;
let loadingKeys;
function loadKeys() {
  loadingKeys ??= Promise.all([loadTotals(), import("./keys/entering.js"), coarse && import("./keys/keypad.js"), coarse && loadStyle("keypad.css")]).then(([{ say }, keys, pad]) => {
    form.removeEventListener("keydown", keepKey);
    const unanswered = [...earlyKeys].filter(([event, waits]) => waits || !event.defaultPrevented); // on the others another script has acted
    keys.setUpKeys(form, say, unanswered.map(([event]) => event));
    if (pad) pad.setUpKeypad(form, numberCells);
  }).catch(() => {
    for (const cell of form.querySelectorAll("[data-mode]")) cell.inputMode = cell.dataset.mode;
    loadingKeys = loadingTotals = null;
    earlyKeys.clear();
  });
  return loadingKeys;
}
// Keys pressed before that work afterwards; what is typed after Enter waits too, since it is for the next cell.
const earlyKeys = new Map(); // event -> whether it waits
function keepKey(event) {
  if (event.defaultPrevented || event.isComposing) return; // a board has acted on it
  const isTyped = event.target.matches("input.in") && !event.ctrlKey && !event.metaKey && /^(.|Enter)$/.test(event.key);
  const waits = isTyped && [event, ...earlyKeys.keys()].some(({ key }) => key === "Enter");
  earlyKeys.set(event, waits);
  if (waits) event.preventDefault();
  loadKeys();
}
form.addEventListener("keydown", keepKey);
addEventListener("load", () => setTimeout(loadKeys, 1000));
// Until the keypad is there, a tap does not open the device's own.
if (coarse) form.addEventListener("pointerdown", ({ target }) => {
  if (target.dataset.mode || !numberCells().includes(target)) return;
  target.dataset.mode = target.inputMode || "text";
  target.inputMode = "none";
}, true);

const place = JSON.parse(sessionGet("place"));
const [wantedGame, wanted] = (sessionGet("wanted") ?? "").split(" ");
sessionSet("wanted", null);
const isBegun = ["same", `kept ${slug}`, `empty ${slug}`].some(sessionGet);
if (place) {
  const { top, name, value, isOpen, says, away } = place;
  sessionSet("place", null);
  table.open ||= Boolean(isOpen);
  const controls = [...form.querySelectorAll(`[name="${name}"]:enabled`)];
  (controls.find((one) => one.value === value) ?? controls[0])?.focus({ preventScroll: true });
  scrollTo(0, top);
  if (says) import("./players/players.js").then(({ sayPlayers }) => sayPlayers(form, away)).catch(() => {});
}
rememberSheetLink(location.search);
document.getElementById("summary")?.focus();
// The search in the corner shows while that in the head is out of sight.
const find = form.querySelector(".find");
new IntersectionObserver(([{ isIntersecting }]) => { find.hidden = isIntersecting; }).observe(document.querySelector(".finder"));
// Entries of the link, or typed before this script ran.
if (hasEntries()) updateTotals();
board?.addEventListener("toggle", openBoard);
openBoard();
if (Object.keys(model.typedBefore()).length) save();
requestAnimationFrame(() => {
  if (isBegun || history.state?.sheet || location.hash.startsWith("#sheet-")) loadDraft();
  if (document.getElementById("continue") && ("kept" in root.dataset || "tables" in root.dataset)) {
    loadStyle("drafts.css").finally(() => import("./drafts/continue_list.js"));
  }
  import("./wake_lock.js").then(({ setUpWakeLock }) => setUpWakeLock(document.querySelector("[data-awake]"))).catch(() => {});
});
showBlankCount();
const missing = wanted - form.elements.n.value;
if (place && wantedGame === slug && missing > 0) {
  added = missing - 1;
  form.querySelector("[name=more]")?.click();
}
for (const touch of ["pointerdown", "focusin"]) {
  for (const load of [loadDraft, loadKeys]) document.querySelector("main").addEventListener(touch, load, { once: true });
}
