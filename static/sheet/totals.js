// Shows a score on the sheet: totals, faults beside their cells, and one sentence for screen readers.
import { seatOf } from "./seats.js";

const PAUSE = 700; // milliseconds without a change before a total is announced

/**
 * Set up the totals of `form`. Returns `show(result, fields)`, which shows a score, `ask(questions)`, which shows questions before scoring,
 * and `say(sentence)`, which makes an announcement.
 */
export function setUpTotals(form) {
  const totals = document.getElementById("totals");
  const message = document.getElementById("said");
  const status = document.getElementById("stepped");
  let timer;
  let silent = true; // the first totals of a page are not announced, nor those after undo or redo, which announce themselves
  let lastSaid = "";

  // A row behind the names and totals, or behind the score button, is not in view.
  const rowInView = new IntersectionObserver(([{ isIntersecting }]) => { message.hidden = isIntersecting; }, { rootMargin: "-100px 0px -80px" });

  const cellOf = (name) => document.getElementById(`f-${name}`);
  const isUnfinished = (cell) => cell === document.activeElement && /[+\-−＋]\s*$/.test(cell.value);

  function say(sentence, pause = 0) {
    clearTimeout(timer);
    timer = setTimeout(() => { status.textContent = sentence; }, pause);
  }

  function goToCell(name) {
    const cell = cellOf(name);
    const target = cell.matches("[role=radiogroup]") ? cell.querySelector(".pick:not(.none) input") : cell;
    for (let fold = cell.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    target.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "center" });
  }

  /** Create a note as a button that focuses its cell, or as text if it has none. */
  function noteElement({ sentence, message: text, cells = [] }) {
    if (!cells.length) return text;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: sentence });
    button.addEventListener("click", () => goToCell(cells[0]));
    return button;
  }

  function describe(control, id) {
    if (id) control.setAttribute("aria-describedby", id);
    else control.removeAttribute("aria-describedby");
  }

  function markFaults(notes) {
    for (const old of form.querySelectorAll(".told")) old.remove();
    for (const row of form.querySelectorAll(".wrong")) row.classList.remove("wrong");
    for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
    for (const control of form.querySelectorAll("[data-hint]")) {
      describe(control, control.dataset.hint);
      delete control.dataset.hint;
    }
    const named = new Set(notes.flatMap(({ cells = [] }) => cells));
    for (const old of form.querySelectorAll(".category .bad > .error")) {
      if (named.has(old.id.slice(2))) continue;
      old.parentNode.classList.remove("bad");
      old.remove();
    }
    notes.forEach(({ sentence, cells = [] }, i) => {
      const controls = cells.map(cellOf).filter(Boolean);
      for (const control of controls) control.setAttribute("aria-invalid", "true");
      const rows = new Set(controls.map((control) => control.closest(".category :is(.row, .tile, .line)")).filter(Boolean));
      for (const row of rows) row.classList.add("wrong");
      const [row] = rows;
      // Skip rows that already show it, and do not let a row grow under the fingers.
      if (!row || row.querySelector(".error") || isUnfinished(controls[0])) return;
      row.append(Object.assign(document.createElement("p"), { className: "error told", id: `told-${i}`, textContent: sentence }));
      for (const control of controls) {
        control.dataset.hint ??= control.getAttribute("aria-describedby") ?? "";
        describe(control, `told-${i}`);
      }
    });
  }

  /** Update the changed totals; return a sentence for each. */
  function writeTotals(players, filledSeats) {
    const sentences = [];
    totals.querySelectorAll("b").forEach((cell, seat) => {
      const total = `${players?.[seat].total || (players && filledSeats.includes(`${seat}`) ? 0 : "–")}`.replace("-", "−");
      if (cell.textContent === total) return;
      cell.textContent = total;
      cell.classList.toggle("long", total.length > 3);
      cell.ariaHidden = total === "–" ? "true" : null;
      const { previousElementSibling: name, nextElementSibling: none } = cell;
      none.hidden = total !== "–";
      const text = total === "–" ? none.textContent : total;
      sentences.push(totals.dataset.told.replace("{name}", () => name.textContent).replace("{total}", text));
    });
    return sentences;
  }

  function showNotes(notes) {
    markFaults(notes);
    message.replaceChildren(...notes.slice(0, 1).map(noteElement));
    // A row in view says it itself.
    rowInView.disconnect();
    message.hidden = false;
    const row = form.querySelector(".category .error:not(.unseen)")?.closest(".wrong, .row");
    if (row) rowInView.observe(row);
  }

  function ask(questions) {
    const { again } = form.querySelector(".finish [aria-keyshortcuts]").dataset;
    const asked = questions.map((question) => (question.code === "unusual" ? { ...question, sentence: question.sentence + again } : question));
    showNotes(asked);
    say(asked[0].sentence);
  }

  function show(result, fields) {
    const { faults = [], questions = [] } = result;
    const notes = [...faults, ...questions.filter(({ code }) => code !== "blank")]; // a sheet in progress has blanks; the score button asks about them
    showNotes(notes);
    // Outdated totals are shown pale; without an answer there are none.
    const keepTotals = faults.some(({ cells }) => cells) && fields.length > 0;
    const isBeingTyped = faults.length > 0 && faults.every(({ cells = [] }) => cells.map(cellOf).some((cell) => cell && isUnfinished(cell)));
    totals.classList.toggle("old", keepTotals && !isBeingTyped);
    const sentences = keepTotals ? [] : writeTotals(fields.length ? result.players : null, fields.map(seatOf));
    const firstFault = notes[0] ? (notes[0].sentence ?? notes[0].message) : "";
    const sentence = [...sentences, firstFault === lastSaid ? "" : firstFault].filter(Boolean).join(" · ");
    lastSaid = firstFault;
    if (sentence && !silent) say(sentence, PAUSE);
    silent = false;
  }
  form.addEventListener("stepped", () => { silent = true; });
  return { show, ask, say };
}
