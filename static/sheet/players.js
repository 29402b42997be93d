// The players of a sheet: their names, the labels that contain them, their colours, and their seats, which can be dragged.
import { isComposing, make } from "../common/dom.js";
import { localGet, localSet } from "../common/storage.js";
import { report } from "./model.js";

const MAX_NAMES = 40;
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Return the seat that an element belongs to, as text, or undefined. */
export const seatOf = (element) => element.closest('[class*="seat-"]')?.className.match(/(?:^| )seat-(\d+)/)?.[1];

/** Return the colour of a seat. */
export const colourOf = (form, seat) => [...form.classList].find((one) => one.startsWith(`c${seat}-`)).split("-")[1];

/** Highlight the column of a seat. Classes change only on the cells themselves, so that the browser restyles two columns only. */
export function highlightColumn(form, seat) {
  for (const cell of form.querySelectorAll(".cell")) cell.classList.toggle("here", cell.matches(`.seat-${seat}`));
  for (const band of form.querySelectorAll(".band")) {
    band.className = seat === undefined ? "band" : `band seat-${seat}`;
    band.style.setProperty("--at", seat ?? 0);
  }
}

/** Set up the names of `form`, with a field for each in the panel. */
function setUpNames(form) {
  const names = [...form.querySelectorAll(".names .in")];

  // Labels contain the player's name: a cell's label begins with it, or in a region has it in the middle; that of a button for an owner ends with it.
  function relabelSeat(input) {
    const seat = seatOf(input);
    const name = input.value.trim() || input.placeholder;
    const nameTexts = document.querySelectorAll(`[data-who="${seat}"]`);
    const before = nameTexts[0].textContent;
    for (const who of nameTexts) who.textContent = name;
    for (const cell of form.querySelectorAll(`.cell.seat-${seat} [aria-label]:not(.names *)`)) {
      const label = cell.ariaLabel;
      if (cell.closest(".owners")) cell.ariaLabel = label.slice(0, label.length - before.length) + name;
      else if (cell.type !== "radio" && label.startsWith(before)) cell.ariaLabel = name + label.slice(before.length);
      else if (cell.type !== "radio") cell.ariaLabel = [": ", "："].reduce((text, colon) => text.replace(colon + before + colon, () => colon + name + colon), label);
    }
  }

  function rememberName({ value }) {
    const name = value.trim();
    const oldNames = (localGet("names") ?? "").split("\n").filter((other) => other && other !== name);
    if (name) localSet("names", [name, ...oldNames].slice(0, MAX_NAMES).join("\n"));
  }

  // A name typed in the panel is copied to the name's field.
  const fields = names.map((input, seat) => {
    const { maxLength, value, placeholder, ariaLabel } = input;
    const field = make("input", { className: "in", maxLength, value, placeholder, ariaLabel });
    field.setAttribute("list", "people");
    field.dataset.of = input.name;
    for (const type of ["input", "change"]) {
      field.addEventListener(type, (event) => {
        event.stopPropagation();
        input.value = field.value;
        input.dispatchEvent(new Event(type, { bubbles: true }));
      });
    }
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || isComposing(event)) return;
      event.preventDefault();
      event.stopPropagation();
      (fields[seat + 1] ?? field).focus();
    });
    form.querySelector(`.place.seat-${seat} .piece-colour`).after(field);
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
  for (const name of names.filter(({ value, defaultValue }) => value !== defaultValue)) { // typed before this script ran
    renameSeat(name, names.indexOf(name));
    rememberName(name);
  }
}

/** Set up the colours of `form`, chosen at the name or in the panel. Choosing another player's colour swaps the two. */
function setUpColours(form) {
  const names = [...form.querySelectorAll(".names .in")];
  const radios = names.map((_, seat) => [...form.querySelectorAll(`[name="${seat}.colour"]`)].filter(({ value }) => value));
  const colourNames = new Map(radios[0].map((radio) => [radio.value, radio.ariaLabel]));
  const nameOf = (seat) => names[seat].value.trim() || names[seat].placeholder;
  const early = radios.map((group) => group.find((radio) => radio.checked && !radio.defaultChecked)); // chosen before this script ran
  const { sentence } = document.getElementById("totals").dataset; // "name: total" in this language
  let row; // the colour buttons next to the focused name

  function describeColour(pick, seat, colour) {
    const owner = names.findIndex((_, at) => colourOf(form, at) === colour);
    const isTaken = owner >= 0 && owner !== seat;
    pick.dataset.owner = isTaken ? names[owner].placeholder : "";
    if (!isTaken) return colourNames.get(colour);
    return sentence.replace("{name}", colourNames.get(colour)).replace("{total}", () => nameOf(owner));
  }
  function updateColours() {
    radios.forEach((group, seat) => {
      for (const radio of group) {
        radio.checked = radio.value === colourOf(form, seat);
        radio.ariaLabel = describeColour(radio.parentNode, seat, radio.value);
      }
    });
    if (row) showSwatches(row.seat);
  }

  function setColour(seat, colour) {
    form.classList.replace(`c${seat}-${colourOf(form, seat)}`, `c${seat}-${colour}`);
  }
  function chooseColour(seat, colour) {
    const before = colourOf(form, seat);
    const other = names.findIndex((_, at) => at !== seat && colourOf(form, at) === colour);
    if (other >= 0) setColour(other, before);
    setColour(seat, colour);
    updateColours();
    report(...radios.flat());
  }
  form.addEventListener("input", (event) => {
    const { target, detail } = event;
    if (detail?.names || !target.matches(".swatches input")) return;
    event.stopPropagation(); // the choice and what it swaps are one step
    chooseColour(parseInt(target.name, 10), target.value);
  }, true);

  // Colours next to the focused name can be tapped while the name keeps the focus. For the keyboard they are one stop after the name.
  function showSwatches(seat) {
    if (row?.seat !== seat) {
      row?.element.remove();
      const swatches = radios[seat].map(({ value }) => make("button", { type: "button", className: `pick in-${value}`, value }));
      const element = make("div", { className: "shades swatches", role: "toolbar" }, ...swatches);
      names[seat].closest(".cell").after(element);
      row = { seat, element };
    }
    row.element.ariaLabel = document.getElementById(`w-${seat}`).textContent;
    [...row.element.children].forEach((button, i) => {
      const { value, checked } = radios[seat][i];
      button.ariaLabel = describeColour(button, seat, value);
      button.ariaPressed = String(checked);
      button.tabIndex = checked ? 0 : -1;
    });
  }
  function updateSwatches(target) {
    const seat = names.indexOf(target);
    if (seat >= 0) showSwatches(seat);
    else if (!row?.element.contains(target)) row = row?.element.remove();
  }
  form.addEventListener("focusin", ({ target }) => updateSwatches(target));
  form.querySelector(".names").addEventListener("focusout", ({ relatedTarget }) => { updateSwatches(relatedTarget ?? document.activeElement); });
  form.addEventListener("keydown", (event) => {
    if (!event.target.matches(".shades button")) return;
    const buttons = [...row.element.children];
    if (event.key === "Escape") names[row.seat].focus();
    else if (event.key in STEPS) buttons.at((buttons.indexOf(event.target) + STEPS[event.key]) % buttons.length).focus();
    else return;
    event.preventDefault();
  });
  form.addEventListener("pointerdown", (event) => { if (event.target.closest(".shades")) event.preventDefault(); });
  form.addEventListener("click", ({ target }) => {
    const button = target.closest(".shades button");
    if (button) chooseColour(row.seat, button.value);
  });

  form.addEventListener("change", ({ target }) => { if (names.includes(target)) updateColours(); });
  form.addEventListener("stepped", ({ detail: { names: changed } }) => {
    radios.forEach((group, seat) => {
      const radio = changed.includes(`${seat}.colour`) && group.find(({ checked }) => checked);
      if (radio) setColour(seat, radio.value);
    });
    updateColours();
  });
  updateColours();
  early.forEach((radio, seat) => { if (radio && radio.value !== colourOf(form, seat)) chooseColour(seat, radio.value); });
  if (document.activeElement) updateSwatches(document.activeElement);
}

/** Let each seat of `form` be dragged by its grip; dropping it submits the move. */
function setUpDragging(form) {
  const places = [...form.querySelectorAll(".place")];
  places.forEach((place, from) => {
    const grip = place.querySelector(".grip");
    grip.addEventListener("pointerdown", (down) => {
      down.preventDefault();
      grip.setPointerCapture(down.pointerId);
      const tops = places.map((other) => other.getBoundingClientRect().top);
      let to = from;
      const move = ({ clientY }) => {
        const top = tops[from] + clientY - down.clientY;
        to = tops.reduce((best, one, at) => (Math.abs(one - top) < Math.abs(tops[best] - top) ? at : best), from);
        place.style.translate = `0 ${clientY - down.clientY}px`;
        places.forEach((other, at) => other.classList.toggle("onto", at === to && to !== from));
      };
      const end = ({ type }) => {
        grip.removeEventListener("pointermove", move);
        place.style.translate = "";
        for (const other of places) other.classList.remove("onto");
        if (type === "pointercancel" || to === from) return;
        const button = place.querySelector('[name="move"]:enabled');
        button.value = `${from}.${to}`;
        button.click();
      };
      grip.addEventListener("pointermove", move);
      grip.addEventListener("pointerup", end, { once: true });
      grip.addEventListener("pointercancel", end, { once: true });
    });
  });
}

/** Set up the players of `form`. */
export function setUpPlayers(form) {
  form.addEventListener("focusin", ({ target }) => {
    const cell = target.closest(".cell");
    // A column of nobody, such as the neutral one, is not a player's.
    if (cell && (seatOf(cell) || document.documentElement.dataset.by !== "player")) highlightColumn(form, seatOf(cell));
  });
  // Suggest names used before; adding the list while a name has the focus makes Chromium scroll.
  const oldNames = (localGet("names") ?? "").split("\n").filter(Boolean);
  document.getElementById("people").append(...oldNames.map((name) => new Option(name, name)));
  setUpNames(form);
  setUpColours(form);
  setUpDragging(form);
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
    const { moved } = JSON.parse(document.getElementById("stepped").dataset.words);
    const who = names[from].value.trim() || names[from].placeholder;
    const sentence = moved.replace("{seat}", to + 1).replace("{count}", count).replace("{name}", () => who);
    return { name, value: `${to}.${next >= 0 && next < count ? next : from}`, sentence };
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

/** Announce a sentence after loading, since screen readers do not announce a page's initial content. */
export function sayOnArrival(sentence) {
  setTimeout(() => { document.getElementById("stepped").textContent = sentence; }, 400);
}

/** Announce the number of players, and who was removed. */
export function sayPlayers(form, away = "") {
  document.getElementById("away").textContent = away;
  const count = form.querySelector(".table summary b").textContent;
  sayOnArrival([count, away].filter(Boolean).join(" · "));
}
