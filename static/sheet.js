// The sheet with a script: running totals, options that act at once, and entries kept in the address.
// Boards on the page hear every answer as a `scored` event on the form, its detail the result or {faults}.
import { score } from "./scorer.js";

const form = document.getElementById("sheet");
const totals = document.getElementById("totals");
let asked;

async function reckon() {
  asked?.abort();
  const mine = (asked = new AbortController());
  const result = await score(form, mine.signal);
  if (!result || mine !== asked) return;
  form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  totals.hidden = !result.players;
  const cells = totals.querySelectorAll("b");
  result.players?.forEach(({ total }, seat) => {
    cells[seat].textContent = String(total).replace("-", "−");
  });
}

function entries() {
  const typed = new FormData(form);
  // A row of selects is one entry, in which a blank keeps its place: 01--.
  for (const row of form.querySelectorAll(".slots")) {
    const selects = [...row.querySelectorAll("select")];
    const seats = selects.map((select) => select.value || "-").join("").replace(/-+$/, "");
    typed.set(selects[0].name, seats && seats.padEnd(selects.length, "-"));
  }
  return new URLSearchParams([...typed].filter(([, value]) => value !== ""));
}

function keep() {
  const query = entries();
  query.set("to", "sheet");
  history.replaceState(null, "", `?${query}`);
  for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
}

form.addEventListener("input", () => {
  reckon();
  keep();
});

form.addEventListener("change", (event) => {
  const option = event.target.closest(".options select, .options input");
  if (!option) return;
  sessionStorage.setItem("top", String(scrollY));
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

const top = sessionStorage.getItem("top");
if (top) {
  sessionStorage.removeItem("top");
  scrollTo(0, Number(top));
}
document.querySelector(".update")?.setAttribute("hidden", "");
document.getElementById("summary")?.focus();
// Boards are listening by then.
if (location.search) addEventListener("DOMContentLoaded", reckon);
