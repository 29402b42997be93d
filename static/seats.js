// Seats of a sheet: the column in hand, names that were used before, and which seats had entries when they were put away.
import { recall, remember } from "./device.js";

const KEPT = 40;

/** The seat that an element belongs to, as text; undefined where it belongs to none. */
export const seatOf = (element) => element.closest('[class*="seat-"]')?.className.match(/(?:^| )seat-(\d+)/)?.[1];

/** The colour of a seat's pieces. */
export const worn = (form, seat) => [...form.classList].find((one) => one.startsWith(`c${seat}-`)).split("-")[1];

/** Sets up the seats of `form`. Returns a function that takes a column in hand. */
export function seats(form) {
  const names = [...form.querySelectorAll(".names .in")];

  // Nothing is changed here that other cells inherit: only two columns are painted anew.
  function hold(seat) {
    for (const cell of form.querySelectorAll(".cell")) cell.classList.toggle("here", cell.matches(`.seat-${seat}`));
    for (const band of form.querySelectorAll(".band")) {
      band.className = `band seat-${seat}`;
      band.style.setProperty("--at", seat);
    }
  }
  form.addEventListener("focusin", ({ target }) => {
    const seat = target.closest(".cell") && seatOf(target.closest(".cell"));
    if (seat) hold(seat);
  });

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
  form.addEventListener("input", ({ target }) => { if (names.includes(target)) call(target); });
  form.addEventListener("stepped", () => names.forEach(call));

  // Names that were used before
  let oldNames = (recall("names") ?? "").split("\n").filter(Boolean);
  document.getElementById("people").append(...oldNames.map((name) => new Option(name, name)));
  form.addEventListener("change", ({ target }) => {
    const name = names.includes(target) && target.value.trim();
    if (!name) return;
    oldNames = [name, ...oldNames.filter((other) => other !== name)].slice(0, KEPT);
    remember("names", oldNames.join("\n"));
  });

  // Dragging is loaded when the seats are first looked at, and the colours then or at the first name.
  const table = form.querySelector(".table");
  let colouring;
  const colour = () => { colouring ??= import("./colours.js").then(({ colours }) => colours(form)).catch(() => { colouring = null; }); };
  const drag = () => {
    import("./drag.js").then(({ draggable }) => draggable(form)).catch(() => {});
    colour();
  };
  if (table.open) drag();
  else table.addEventListener("toggle", drag, { once: true });
  form.querySelector(".names").addEventListener("focusin", colour);
  return hold;
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
