// Players' names, the labels that contain them, and announcements when seats change. Loaded at the first touch of a name or the panel.
import { setUpColours } from "./colours.js";
import { localGet, localSet } from "../../common/storage.js";
import { seatOf } from "../seats.js";

const MAX_NAMES = 40;

/** Set up the names of `form`, with a field for each in the panel, and the colours. */
export function setUpPlayers(form) {
  const names = [...form.querySelectorAll(".names .in")];

  // Labels contain the player's name: a cell's label begins with it, that of a button for an owner ends with it.
  function relabelSeat(input) {
    const seat = seatOf(input);
    const name = input.value.trim() || input.placeholder;
    const nameTexts = document.querySelectorAll(`[data-who="${seat}"]`);
    const before = nameTexts[0].textContent;
    for (const who of nameTexts) who.textContent = name;
    for (const cell of form.querySelectorAll(`.cell.seat-${seat} [aria-label]:not(.names *)`)) {
      const label = cell.ariaLabel;
      if (cell.type !== "radio") {
        if (label.startsWith(before)) cell.ariaLabel = name + label.slice(before.length);
      } else if (cell.closest("[role=radiogroup]").matches(".cells")) cell.ariaLabel = label.slice(0, label.length - before.length) + name;
    }
  }

  function rememberName({ value }) {
    const name = value.trim();
    const oldNames = (localGet("names") ?? "").split("\n").filter((other) => other && other !== name);
    if (name) localSet("names", [name, ...oldNames].slice(0, MAX_NAMES).join("\n"));
  }

  // A name typed in the panel is copied to the name's field.
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

  function renameSeat(input, seat) {
    relabelSeat(input);
    if (fields[seat] !== document.activeElement) fields[seat].value = input.value;
    form.dispatchEvent(new CustomEvent("renamed"));
  }
  form.addEventListener("input", ({ target }) => { if (names.includes(target)) renameSeat(target, names.indexOf(target)); });
  form.addEventListener("change", ({ target }) => { if (names.includes(target)) rememberName(target); });
  form.addEventListener("stepped", () => names.forEach(renameSeat));
  // Names typed before this script was loaded
  names.forEach(renameSeat);
  names.filter(({ value, defaultValue }) => value !== defaultValue).forEach(rememberName);
  setUpColours(form);
}

/** Remember for the next page, with changed seats, which control `submitter` leaves focused, and what to announce. */
export function nextSeats(form, submitter, filled) {
  const { name, value } = submitter;
  const names = [...form.querySelectorAll(".names .in")];
  const count = names.length;
  if (name === "more") return { name: `${count}.name`, says: true };
  if (name === "move") {
    const [from, to] = value.split(".").map(Number);
    const next = 2 * to - from; // one seat further in the same direction, or back at the end
    return { name, value: `${to}.${next >= 0 && next < count ? next : from}` };
  }
  const leaves = (_, seat) => (name === "seats" ? seat >= value : seat === Number(value));
  const totals = [...document.querySelectorAll("#totals b")].map((cell) => cell.textContent);
  const { dataset } = document.getElementById("away");
  const away = names.map((input, seat) => {
    const points = totals[seat] === "–" ? "" : dataset.points.replace("{points}", totals[seat]);
    return points || filled.includes(`${seat}`) ? (input.value.trim() || input.placeholder) + points : "";
  }).filter(leaves).filter(Boolean);
  return { name: "seats", value: name === "seats" ? value : `${count - 1}`, says: true, away: away.length ? dataset.text.replace("{who}", away.join(dataset.list)) : "" };
}

/** Announce the number of players, and who was removed. */
export function sayPlayers(form, away = "") {
  document.getElementById("away").textContent = away;
  const count = form.querySelector(".table summary b").textContent;
  // After loading, since screen readers do not announce a page's initial content.
  setTimeout(() => { document.getElementById("stepped").textContent = [count, away].filter(Boolean).join(" · "); }, 400);
}
