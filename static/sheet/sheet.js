// The sheet with a script: running totals, options that act at once, and entries kept in the address.
// Boards on the page hear every answer as a `scored` event on the form, its detail the result or {faults}.
import { remember } from "../common/return_link.js";
import { score } from "../common/api.js";
import { seatOf, seats } from "./seats.js";
import * as storage from "../common/session_storage.js";
import { switches } from "./view_switch.js";

const SEAT_CHANGES = ["seats", "more", "move", "remove"];
const form = document.getElementById("sheet");
const blanksNote = document.getElementById("left");
const root = document.documentElement;
const table = form.querySelector(".table");
let reckoning;
let answered; // settles when the last change has its answer
let answer = {};
let telling;
function loadTelling() {
  telling ??= import("./totals.js").then((module) => module.telling(form));
  return telling;
}
// What keeps the sheet is loaded at the first touch, or after the first paint where this tab has filled it before.
const slug = document.querySelector("[data-sheet]").dataset.sheet;
const page = form.cloneNode(true);
page.reset();
const begun = String(entries(page)); // what the page came with, without what was typed before this script was here
let keeping;
let writing; // settles when the last entry is kept
function loadKeeping() {
  keeping ??= import("./drafts.js").then(({ unfinished }) => unfinished(form, slug, { entries, filled: countFilled, blank, begun, go })).catch(() => {
    keeping = null;
    return () => {};
  });
  return keeping;
}

function reckon() {
  reckoning?.abort();
  const mine = (reckoning = new AbortController());
  answered = Promise.all([score(form, mine.signal), loadTelling()]).then(([result, { tell }]) => { if (mine === reckoning) show(result, tell); });
}

function show(result, tell) {
  answer = result;
  tell(result, fields());
  const parts = (result.players ?? []).flatMap(({ lines }) => lines.flatMap((line) => line.parts ?? []));
  for (const place of form.querySelectorAll(".pays")) place.textContent = parts.find(({ at }) => at.includes(place.dataset.at))?.points ?? "";
  form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  countBlanks(); // a board puts away what it counts
}

/** The cells that take a number, in the order in which people fill them. */
function numberCells() {
  const all = [...form.querySelectorAll(":is(.category, .counts-part) input.in[placeholder]")];
  if (root.dataset.by !== "player") return all;
  return all.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99));
}

const blank = () => numberCells().filter((cell) => !cell.value && !cell.closest("[inert], [hidden], details:not([open])")).length;

function countBlanks() {
  const count = blank();
  blanksNote.textContent = count ? blanksNote.dataset.left.replace("{count}", count) : "";
}

function entries(of = form) {
  const data = new FormData(of);
  return new URLSearchParams([...data].filter(([, value]) => value !== ""));
}

/** The fields that are filled in; names, options, choices at their default and what is carried along for other options are none. */
function fields() {
  return [...new FormData(form)].map(([name, value]) => {
    const control = value !== "" && name !== "n" && form.elements.namedItem(name);
    return control && control.selectedIndex !== 0 && (control[0] ?? control);
  }).filter((field) => field && !field.closest(".names, .table, #carried"));
}
const countFilled = () => fields().length;

function asSheet() {
  const query = entries();
  query.set("to", "sheet");
  return query;
}

// Some browsers refuse an address that changes with every key: it follows at once, and then a few times a second.
let pause;
let isBehind = false;
function keep() {
  const query = asSheet();
  for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
  remember(query);
  const cell = document.activeElement?.matches("input.in, textarea") ? document.activeElement.dataset.of ?? document.activeElement.name : "";
  writing = loadKeeping().then((keepSheet) => keepSheet(query, cell));
  isBehind = true;
  if (!pause) follow();
}
function follow() {
  clearTimeout(pause);
  isBehind = false;
  pause = setTimeout(() => {
    pause = 0;
    if (isBehind) follow();
  }, 250);
  history.replaceState(history.state, "", `?${asSheet()}${location.hash}`);
}
// The next page is the same sheet. Where the engine is ready, it is rendered here, and the service worker finds it.
async function go(address, way) {
  follow();
  await Promise.race([writing ?? keeping, new Promise((late) => setTimeout(late, 2000))]);
  storage.keep("same", slug);
  if (root.dataset.engine === "ready" && navigator.serviceWorker?.controller) {
    address = await import("../offline/render.js").then(({ prepare }) => prepare(address)).catch(() => address);
  }
  location[way](address);
}
for (const [target, way] of [[window, "pagehide"], [form, "leave"]]) target.addEventListener(way, () => { if (isBehind) follow(); });

form.addEventListener("input", () => {
  reckon();
  keep();
});
addEventListener("online", reckon);

// An option changes what is asked: the page comes again, at the same place and with the same control in hand.
form.addEventListener("change", ({ target }) => {
  if (!target.closest(".options select, .options input")) return;
  storage.keep("place", JSON.stringify({ top: scrollY, name: target.name, value: target.value, isOpen: true }));
  go(`?${asSheet()}`, "replace");
});

form.addEventListener("change", ({ target }) => {
  if (target.closest(".holders")) import("./tiles.js").then(({ giveTile }) => giveTile(target, `?${asSheet()}`));
});

// A second tap on a choice takes it back.
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

// Labels open their rules, and are no stop between numbers: there "?" opens the rule.
for (const label of form.querySelectorAll(".row .why > summary, .tiles-head summary")) {
  label.tabIndex = -1;
  for (const cell of label.closest(".row")?.querySelectorAll(".in, .pick input") ?? []) cell.setAttribute("aria-keyshortcuts", "?");
}

// Whether numbers far beyond all others, and blanks that may not mean 0, were meant is asked once.
const asked = new Set();
async function asksAgain() {
  await Promise.race([answered, new Promise((late) => setTimeout(late, 2000))]);
  const open = (answer.questions ?? []).filter(({ sentence }) => !asked.has(sentence));
  for (const { sentence } of open) asked.add(sentence);
  if (!open.length) return false;
  document.getElementById(`f-${open[0].cells[0]}`).scrollIntoView({ block: "center" });
  (await loadTelling()).ask(open);
  return true;
}

let added = 0; // players who were added on this page and for whom the next page is still on its way
addEventListener("pageshow", () => { added = 0; });

// Blank entries would only make the link longer.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { submitter } = event;
  const scores = !submitter || submitter.matches(".main");
  if (scores && await asksAgain()) return;
  const query = entries();
  if (submitter?.name && !scores) query.set(submitter.name, submitter.value);
  if (submitter?.name === "more") {
    query.set("n", Number(query.get("n")) + added);
    added += 1;
  }
  if (SEAT_CHANGES.includes(submitter?.name)) {
    if (countFilled()) keep(); // so that it can be undone, also where nothing was entered before
    const next = await import("./players.js").then(({ nextSeats }) => nextSeats(form, submitter, fields().map(seatOf))).catch(() => ({}));
    storage.keep("place", JSON.stringify({ top: scrollY, isOpen: table.open, ...next }));
  }
  go(`${submitter?.getAttribute("formaction") ?? form.action}?${query}`, "assign");
});

// A board's script is fetched when the board is opened, and hears the score then.
const board = form.querySelector("[data-script]");
function openBoard() {
  if (!board?.open) return;
  board.removeEventListener("toggle", openBoard);
  import(board.dataset.script).then(() => isBegun() && reckon(), () => board.addEventListener("toggle", openBoard));
}
const isBegun = () => location.search || countFilled();

const hold = seats(form);
switches(form, hold, countBlanks);
form.addEventListener("hold", ({ detail }) => hold(detail));
// What enters numbers and tells totals is fetched at the first touch, or soon after the page is there: its first look does not wait for it.
const coarse = matchMedia("(pointer: coarse)").matches;
let entering;
function loadEntering() {
  entering ??= Promise.all([loadTelling(), import("./entering.js"), coarse && import("./keypad.js")]).then(([{ say }, keys, pad]) => {
    form.removeEventListener("keydown", keyAgain);
    keys.entering(form, say);
    if (pad) pad.keypad(form, numberCells);
  }).catch(() => {
    for (const cell of form.querySelectorAll("[data-mode]")) cell.inputMode = cell.dataset.mode;
    entering = telling = null;
  });
  return entering;
}
// A key that was pressed before is heard again then.
async function keyAgain(event) {
  await loadEntering();
  if (entering) event.target.dispatchEvent(new KeyboardEvent("keydown", event));
}
form.addEventListener("keydown", keyAgain);
addEventListener("load", () => setTimeout(loadEntering, 1000));
// Until the keypad is there, a tap does not bring up the device's own keyboard.
if (coarse) form.addEventListener("pointerdown", ({ target }) => {
  if (target.dataset.mode || !numberCells().includes(target)) return;
  target.dataset.mode = target.inputMode || "text";
  target.inputMode = "none";
}, true);

const place = JSON.parse(storage.load("place"));
const [same, lastSheet] = ["same", `kept ${slug}`].map(storage.load);
if (place) {
  const { top, name, value, isOpen, says, away } = place;
  storage.keep("place", null);
  table.open ||= Boolean(isOpen);
  const controls = [...form.querySelectorAll(`[name="${name}"]:enabled`)];
  (controls.find((one) => one.value === value) ?? controls[0])?.focus({ preventScroll: true });
  scrollTo(0, top);
  if (says) import("./players.js").then(({ sayPlayers }) => sayPlayers(form, away)).catch(() => {});
}
remember(location.search);
document.getElementById("summary")?.focus();
// The way to the search in the corner is there while the one in the head is out of sight.
const find = form.querySelector(".find");
new IntersectionObserver(([{ isIntersecting }]) => { find.hidden = isIntersecting; }).observe(document.querySelector(".finder"));
// What came with the link, or was typed before this script was here.
if (isBegun()) reckon();
board?.addEventListener("toggle", openBoard);
openBoard();
if ([...form.querySelectorAll("input.in")].some((field) => field.value !== field.defaultValue)) keep();
requestAnimationFrame(() => {
  if (same || lastSheet || history.state?.sheet || location.hash.startsWith("#sheet-")) loadKeeping();
  if (document.getElementById("continue") && ("kept" in root.dataset || "tables" in root.dataset)) import("./continue_list.js");
  import("./wake_lock.js").then(({ awake }) => awake(document.querySelector("[data-awake]"))).catch(() => {});
});
countBlanks();
for (const touch of ["pointerdown", "focusin"]) {
  for (const load of [loadKeeping, loadEntering]) document.querySelector("main").addEventListener(touch, load, { once: true });
}
