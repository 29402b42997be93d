// The sheet with a script: running totals, options that act at once, and entries kept in the address.
// Boards on the page hear every answer as a `scored` event on the form, its detail the result or {faults}.
import { remember } from "./back.js";
import { score } from "./scorer.js";
import * as storage from "./storage.js";

const form = document.getElementById("sheet");
const totals = document.getElementById("totals");
const said = document.getElementById("said");
let asked;

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
  totals.hidden = false;
  totals.querySelectorAll("b").forEach((cell, seat) => {
    cell.textContent = String(result.players?.[seat].total ?? "–").replace("-", "−");
  });
}

function entries() {
  const typed = new FormData(form);
  return new URLSearchParams([...typed].filter(([, value]) => value !== ""));
}

// Some browsers refuse an address that changes with every key: it follows a few times a second.
let pause;
function keep() {
  const query = entries();
  query.set("to", "sheet");
  for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
  remember(query);
  if (!pause) pause = setTimeout(follow, 250);
}
function follow() {
  clearTimeout(pause);
  pause = 0;
  const query = entries();
  query.set("to", "sheet");
  history.replaceState(null, "", `?${query}`);
}
addEventListener("pagehide", () => { if (pause) follow(); });

const names = [...form.querySelectorAll(".names .in")];
const called = () => names.map((field) => field.value.trim() || field.placeholder);
let known = called();

// Who has a thing is chosen by name.
function rename() {
  const now = called();
  for (const option of form.querySelectorAll("[data-owners] option")) {
    const [old, name] = [known, now].map((names) => names[parseInt(option.value, 10)]);
    if (name) option.text = name + option.text.slice(old.length);
  }
  known = now;
}

form.addEventListener("input", ({ target }) => {
  if (names.includes(target)) rename();
  reckon();
  keep();
});

// An option changes what is asked: the page comes again, at the same place and with the same control in hand.
form.addEventListener("change", ({ target }) => {
  if (!target.closest(".options select, .options input")) return;
  storage.keep("place", JSON.stringify([scrollY, target.name, target.value]));
  const query = entries();
  query.set("to", "sheet");
  location.replace(`?${query}`);
});

// Blank entries would only make the link longer.
form.addEventListener("submit", (event) => {
  const query = entries();
  if (event.submitter?.name) query.set(event.submitter.name, event.submitter.value);
  event.preventDefault();
  location.assign(`${form.action}?${query}`);
});

const place = JSON.parse(storage.load("place"));
if (place) {
  const [top, name, value] = place;
  storage.keep("place", null);
  const controls = [...form.querySelectorAll(`[name="${name}"]`)];
  (controls.find((control) => control.value === value) ?? controls[0])?.focus({ preventScroll: true });
  scrollTo(0, top);
}
remember(location.search);
document.querySelector(".update")?.setAttribute("hidden", "");
document.getElementById("summary")?.focus();
// What came with the link, or was typed before this script was here; boards are listening by then.
const filled = location.search || [...form.querySelectorAll("input.in")].some((field) => field.value);
if (filled) addEventListener("DOMContentLoaded", reckon);
