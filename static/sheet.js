// The sheet with a script: running totals, options that act at once, and entries kept in the address.
// Boards on the page hear every answer as a `scored` event on the form, its detail the result or {faults}.
import { remember } from "./back.js";
import { keypad } from "./keypad.js";
import { score } from "./scorer.js";
import { seatOf, seats } from "./seats.js";
import * as storage from "./storage.js";
import { switches } from "./switches.js";

const form = document.getElementById("sheet");
const totals = document.getElementById("totals");
const message = document.getElementById("said");
const blanksNote = document.getElementById("left");
const root = document.documentElement;
let reckoning;
// What keeps the sheet is loaded at the first touch, or after the first paint where this tab has filled it before.
const slug = document.querySelector("[data-sheet]").dataset.sheet;
const begun = String(entries()); // what the page came with
let keeping;
let writing; // settles when the last entry is kept
function loadKeeping() {
  keeping ??= import("./unfinished.js").then(({ unfinished }) => unfinished(form, slug, { entries, filled: countFilled, blank, begun, go })).catch(() => {
    keeping = null;
    return () => {};
  });
  return keeping;
}

async function reckon() {
  reckoning?.abort();
  const mine = (reckoning = new AbortController());
  const result = await score(form, mine.signal);
  if (mine === reckoning) show(result);
}

// With a fault, or with nothing filled in, there are no totals; a sentence says what is wrong.
function show(result) {
  const faults = result.faults ?? [];
  message.textContent = faults[0]?.message ?? "";
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  for (const { path } of faults) document.getElementById(`f-${path.replace(/^players\./, "")}`)?.setAttribute("aria-invalid", "true");
  const filled = fields();
  const { players } = filled.length ? result : {};
  const whose = filled.map(seatOf);
  totals.querySelectorAll("b").forEach((cell, seat) => {
    cell.textContent = `${players?.[seat].total || (players && whose.includes(`${seat}`) ? 0 : "–")}`.replace("-", "−");
  });
  const parts = (players ?? []).flatMap(({ lines }) => lines.flatMap((line) => line.parts ?? []));
  for (const place of form.querySelectorAll(".pays")) place.textContent = parts.find(({ at }) => at.includes(place.dataset.at))?.points ?? "";
  form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  countBlanks(); // a board puts away what it counts
}

/** The cells that take a number, in the order in which people fill them. */
function cells() {
  const all = [...form.querySelectorAll(".category .in, .counts-part .in")].filter((cell) => cell.matches("input[placeholder]"));
  if (root.dataset.by !== "player") return all;
  return all.sort((one, other) => (seatOf(one) ?? 99) - (seatOf(other) ?? 99));
}

const blank = () => cells().filter((cell) => !cell.value && !cell.closest("[inert], [hidden], details:not([open])")).length;

function countBlanks() {
  const count = blank();
  blanksNote.textContent = count ? blanksNote.dataset.left.replace("{count}", count) : "";
}

function entries() {
  const data = new FormData(form);
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

// Some browsers refuse an address that changes with every key: it follows a few times a second.
let pause;
function keep() {
  const query = asSheet();
  for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
  remember(query);
  const cell = document.activeElement?.matches("input.in, textarea") ? document.activeElement.name : "";
  writing = loadKeeping().then((keepSheet) => keepSheet(query, cell));
  if (!pause) pause = setTimeout(follow, 250);
}
function follow() {
  clearTimeout(pause);
  pause = 0;
  history.replaceState(history.state, "", `?${asSheet()}${location.hash}`);
}
// The next page is the same sheet. Where the engine is ready, it is rendered here, and the service worker finds it.
async function go(address, way) {
  follow();
  await Promise.race([writing ?? keeping, new Promise((late) => setTimeout(late, 2000))]);
  storage.keep("same", slug);
  if (root.dataset.engine === "ready" && navigator.serviceWorker?.controller) {
    address = await import("./local.js").then(({ prepare }) => prepare(address)).catch(() => address);
  }
  location[way](address);
}
for (const [target, way] of [[window, "pagehide"], [form, "leave"]]) target.addEventListener(way, () => { if (pause) follow(); });

form.addEventListener("input", () => {
  reckon();
  keep();
});
addEventListener("online", reckon);

// An option changes what is asked: the page comes again, at the same place and with the same control in hand.
form.addEventListener("change", ({ target }) => {
  if (!target.closest(".options select, .options input")) return;
  storage.keep("place", JSON.stringify([scrollY, target.name, target.value]));
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

// Labels open their rules, and are no stop between numbers: there "?" opens the rule, and Escape closes it.
for (const label of form.querySelectorAll(".row .why > summary, .tiles-head summary")) label.tabIndex = -1;
form.addEventListener("keydown", (event) => {
  const rule = event.target.closest(".row")?.querySelector("details.why");
  if (!rule || (event.key !== "?" && event.key !== "Escape")) return;
  rule.open = event.key === "?";
  event.preventDefault();
});

// Blank entries would only make the link longer.
form.addEventListener("submit", (event) => {
  const query = entries();
  if (event.submitter?.name) query.set(event.submitter.name, event.submitter.value);
  event.preventDefault();
  go(`${event.submitter?.getAttribute("formaction") ?? form.action}?${query}`, "assign");
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
keypad(form, cells);

const place = JSON.parse(storage.load("place"));
const [same, lastSheet] = ["same", `kept ${slug}`].map(storage.load);
if (place) {
  const [top, name, value] = place;
  storage.keep("place", null);
  const controls = [...form.querySelectorAll(`[name="${name}"]`)];
  const control = controls.find((one) => one.value === value) ?? controls[0];
  const table = control?.closest(".table");
  if (table) table.open = true;
  control?.focus({ preventScroll: true });
  scrollTo(0, top);
}
remember(location.search);
document.getElementById("summary")?.focus();
// What came with the link, or was typed before this script was here.
if (isBegun()) reckon();
board?.addEventListener("toggle", openBoard);
openBoard();
if ([...form.querySelectorAll("input.in")].some((field) => field.value !== field.defaultValue)) keep();
requestAnimationFrame(() => {
  if (same || lastSheet || history.state?.sheet || location.hash.startsWith("#sheet-")) loadKeeping();
  if (document.getElementById("continue") && ("kept" in root.dataset || "tables" in root.dataset)) import("./continue.js");
  import("./awake.js").then(({ awake }) => awake(document.querySelector("[data-awake]"))).catch(() => {});
});
countBlanks();
for (const touch of ["pointerdown", "focusin"]) document.querySelector("main").addEventListener(touch, loadKeeping, { once: true });
