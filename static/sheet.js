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
const said = document.getElementById("said");
const left = document.getElementById("left");
const root = document.documentElement;
let asked;
// Keeping is loaded after the first paint; an entry made before then is kept as soon as it is there.
const slug = document.querySelector("[data-sheet]").dataset.sheet;
const keeping = new Promise(requestAnimationFrame).then(() => import("./unfinished.js"))
  .then(({ unfinished }) => unfinished(form, slug, () => [entries(), blank()])).catch(() => () => {});

async function reckon() {
  asked?.abort();
  const mine = (asked = new AbortController());
  const result = await score(form, mine.signal);
  if (mine === asked) show(result);
}

// With a fault there are no totals, and a sentence says what is wrong.
function show(result) {
  form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  const faults = result.faults ?? [];
  said.textContent = faults[0]?.message ?? "";
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  for (const { path } of faults) document.getElementById(`f-${path.replace(/^players\./, "")}`)?.setAttribute("aria-invalid", "true");
  totals.querySelectorAll("b").forEach((cell, seat) => {
    cell.textContent = String(result.players?.[seat].total ?? "–").replace("-", "−");
  });
  countBlanks();
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
  left.textContent = count ? left.dataset.left.replace("{count}", count) : "";
}

function entries() {
  const typed = new FormData(form);
  return new URLSearchParams([...typed].filter(([, value]) => value !== ""));
}

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
  keeping.then((keepSheet) => keepSheet());
  if (!pause) pause = setTimeout(follow, 250);
}
function follow() {
  clearTimeout(pause);
  pause = 0;
  history.replaceState(history.state, "", `?${asSheet()}${location.hash}`);
}
// The next page is the same sheet.
function goOn() {
  follow();
  storage.keep("same", slug);
}
addEventListener("pagehide", () => { if (pause) follow(); });

form.addEventListener("input", () => {
  reckon();
  keep();
});

// An option changes what is asked: the page comes again, at the same place and with the same control in hand.
form.addEventListener("change", ({ target }) => {
  if (!target.closest(".options select, .options input")) return;
  goOn();
  storage.keep("place", JSON.stringify([scrollY, target.name, target.value]));
  location.replace(`?${asSheet()}`);
});

// Whose a thing is changes what is asked beside it: those rows come again.
form.addEventListener("change", async ({ target }) => {
  const tile = target.closest(".holders")?.closest(".tile");
  if (!tile) return;
  const category = tile.closest(".category");
  const answer = await fetch(`?${asSheet()}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["carried", category.id]) document.getElementById(id).replaceWith(page.getElementById(id));
  const held = document.getElementById(`t-${target.name}`);
  const count = held.closest(".tile").querySelector("input.in");
  (count ?? held).focus();
});

// A second tap on a choice takes it back.
let chosen = null;
form.addEventListener("pointerdown", ({ target }) => {
  chosen = target.closest(".pick")?.querySelector("input[type=radio]:checked") ?? null;
});
form.addEventListener("click", ({ target }) => {
  if (!chosen || target !== chosen) return;
  form.querySelector(`[name="${chosen.name}"][value=""]`).checked = true;
  chosen.dispatchEvent(new Event("input", { bubbles: true }));
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
  chosen = null;
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
  goOn();
  location.assign(`${event.submitter?.getAttribute("formaction") ?? form.action}?${query}`);
});

const hold = seats(form);
switches(form, () => { hold(0); countBlanks(); });
keypad(form, cells);
if (root.dataset.by === "player") hold(0);

const place = JSON.parse(storage.load("place"));
if (place) {
  const [top, name, value] = place;
  storage.keep("place", null);
  const controls = [...form.querySelectorAll(`[name="${name}"]`)];
  const control = controls.find((one) => one.value === value) ?? controls[0];
  const folded = control?.closest(".table");
  if (folded) folded.open = true;
  control?.focus({ preventScroll: true });
  scrollTo(0, top);
}
remember(location.search);
document.querySelector(".update")?.setAttribute("hidden", "");
document.getElementById("summary")?.focus();
// What came with the link, or was typed before this script was here; boards are listening by then.
const filled = location.search || [...form.querySelectorAll("input.in")].some((field) => field.value);
if (filled) addEventListener("DOMContentLoaded", reckon);
countBlanks();
