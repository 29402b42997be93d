// Players of a sheet, once a name or the panel is in hand: names and all that is called by them, and what is said when seats change.
import { colours } from "./colours.js";
import { localGet, localSet } from "../common/storage.js";
import { seatOf } from "./seats.js";

const KEPT = 40;

/** Sets up the names of `form`, in the panel a field for each, and the colours. */
export function players(form) {
  const names = [...form.querySelectorAll(".names .in")];

  // Who has a thing is said by name, and whose a cell is: a cell's label begins with the name, that of a button for an owner ends with it.
  function call(input) {
    const seat = seatOf(input);
    const name = input.value.trim() || input.placeholder;
    const whose = document.querySelectorAll(`[data-who="${seat}"]`);
    const before = whose[0].textContent;
    for (const who of whose) who.textContent = name;
    for (const cell of form.querySelectorAll(`.cell.seat-${seat} [aria-label]:not(.names *)`)) {
      const label = cell.ariaLabel;
      if (cell.type !== "radio") {
        if (label.startsWith(before)) cell.ariaLabel = name + label.slice(before.length);
      } else if (cell.closest("[role=radiogroup]").matches(".cells")) cell.ariaLabel = label.slice(0, label.length - before.length) + name;
    }
  }

  function learn({ value }) {
    const name = value.trim();
    const oldNames = (localGet("names") ?? "").split("\n").filter((other) => other && other !== name);
    if (name) localSet("names", [name, ...oldNames].slice(0, KEPT).join("\n"));
  }

  // In the panel each name can be typed beside its colour; what is typed there goes to the name itself.
  const fields = names.map((input, seat) => {
    const field = Object.assign(document.createElement("input"), { className: "in", maxLength: input.maxLength, value: input.value, placeholder: input.placeholder });
    field.setAttribute("list", "people");
    field.ariaLabel = input.ariaLabel;
    field.dataset.of = input.name;
    for (const type of ["input", "change"]) {
      field.addEventListener(type, (event) => {
        event.stopPropagation();
        input.value = field.value;
        input.dispatchEvent(new Event(type, { bubbles: true }));
      });
    }
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      (fields[seat + 1] ?? field).focus();
    });
    form.querySelector(`.place.seat-${seat} .wear`).after(field);
    return field;
  });

  function rename(input, seat) {
    call(input);
    if (fields[seat] !== document.activeElement) fields[seat].value = input.value;
  }
  form.addEventListener("input", ({ target }) => { if (names.includes(target)) rename(target, names.indexOf(target)); });
  form.addEventListener("change", ({ target }) => { if (names.includes(target)) learn(target); });
  form.addEventListener("stepped", () => names.forEach(rename));
  // What was typed before this script was here
  names.forEach(rename);
  names.filter(({ value, defaultValue }) => value !== defaultValue).forEach(learn);
  colours(form);
}

/** Where a page goes on that brings other seats, as `submitter` asks for: which control has the focus there, and what is said of it. */
export function nextSeats(form, submitter, filled) {
  const { name, value } = submitter;
  const names = [...form.querySelectorAll(".names .in")];
  const count = names.length;
  if (name === "more") return { name: `${count}.name`, says: true };
  if (name === "move") {
    const [from, to] = value.split(".").map(Number);
    const next = 2 * to - from; // one place further in the same direction, or back where there is none
    return { name, value: `${to}.${next >= 0 && next < count ? next : from}` };
  }
  const goes = (_, seat) => (name === "seats" ? seat >= value : seat === Number(value));
  const totals = [...document.querySelectorAll("#totals b")].map((cell) => cell.textContent);
  const { dataset } = document.getElementById("away");
  const away = names.map((input, seat) => {
    const points = totals[seat] === "–" ? "" : dataset.points.replace("{points}", totals[seat]);
    return points || filled.includes(`${seat}`) ? (input.value.trim() || input.placeholder) + points : "";
  }).filter(goes).filter(Boolean);
  return { name: "seats", value: name === "seats" ? value : `${count - 1}`, says: true, away: away.length ? dataset.text.replace("{who}", away.join(dataset.list)) : "" };
}

/** Say how many play now, and who was put away. */
export function sayPlayers(form, away = "") {
  document.getElementById("away").textContent = away;
  const count = form.querySelector(".table summary b").textContent;
  // Once the page is there: what stands on it from the start is not read.
  setTimeout(() => { document.getElementById("stepped").textContent = [count, away].filter(Boolean).join(" · "); }, 400);
}
