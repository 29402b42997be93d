// Shows a score on the sheet: totals, faults beside their cells, and one sentence for screen readers.
import { after } from "../common/clock.js";
import { make, makeButton, minus } from "../common/dom.js";
import { namesOf } from "./model.js";
import { seatOf } from "./players.js";

const PAUSE = 700; // milliseconds without a change before a total is announced
const BETWEEN = " · ";

/**
 * Set up the totals of `form`. Returns `show(result, fields)`, which shows a score, `ask(questions)`, which shows questions before scoring,
 * `say(sentence)`, which makes an announcement, and `sayWithScore(sentence)` and `sayHolder(thing, holder)`, which make one with the totals that the
 * next score changes.
 */
export function setUpTotals(form) {
  const totals = document.getElementById("totals");
  const message = document.getElementById("said");
  const status = document.getElementById("stepped");
  let cancel = () => {};
  const changed = new Map(); // seat -> a sentence about its total that was not announced yet; "before" -> what is said ahead of them
  let silent = true; // the totals that a page comes with are not announced, nor those after undo or redo, which announce themselves
  let lastSaid = "";
  let heldNotes = null; // all notes while one is about a sum that is still being typed, and so no fault yet

  // A row behind the names and totals, or behind the score button, is not in view.
  const rowInView = new IntersectionObserver(([{ isIntersecting }]) => { message.hidden = isIntersecting; }, { rootMargin: "-100px 0px -80px" });

  const cellOf = (name) => document.getElementById(`f-${name}`);
  const isUnfinished = (cell) => cell && cell === document.activeElement && /[+\-−＋]\s*$/.test(cell.value);
  const isBeingTyped = ({ cells = [] }) => cells.map(cellOf).some(isUnfinished);

  function say(sentence, pause = 0) {
    cancel();
    const write = () => {
      status.textContent = sentence;
      if (totals.matches(".old")) changed.delete("before");
      else changed.clear();
    };
    if (pause) cancel = after(pause, write);
    else write();
  }
  /** Return what is to be announced; totals from before a fault wait until it is mended. */
  const listPending = () => (totals.matches(".old") ? [changed.get("before")] : [...changed.values()]).filter(Boolean);
  // A board tells what was done on it together with the totals that this changed.
  form.addEventListener("unscored", () => { if (listPending().length) say(listPending().join(BETWEEN)); });
  form.addEventListener("tell", ({ detail: sentence }) => { if (sentence) say([sentence, ...listPending()].join(BETWEEN)); });

  function goToCell(name) {
    const cell = cellOf(name);
    const target = cell.matches("[role=radiogroup], .owners") ? cell.querySelector(".pick:not(.none) input") : cell;
    for (let fold = cell.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    target.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "center" });
  }

  /** Create a note as a button that focuses its cell, or as text if it has none. */
  function noteElement({ sentence, message: text, cells = [] }) {
    return cells.length ? makeButton(sentence, () => goToCell(cells[0])) : text;
  }

  // The description of a control in focus changes only once focus has left it: a screen reader would say it as well as the status line.
  const waiting = new Map(); // the control in focus -> the id of its next description
  function describe(control, id) {
    if (control === document.activeElement) {
      waiting.set(control, id);
      return;
    }
    waiting.delete(control);
    if (id) control.setAttribute("aria-describedby", id);
    else control.removeAttribute("aria-describedby");
  }
  const textOf = (id) => document.getElementById(id)?.textContent ?? "";
  function describeLeft() {
    for (const [control, id] of [...waiting]) if (control !== document.activeElement) describe(control, id);
  }

  function markFaults(notes) {
    const { activeElement: focused } = document;
    const description = textOf(focused?.getAttribute("aria-describedby"));
    for (const old of form.querySelectorAll(".category .error")) { // also those that the page came with
      for (const control of form.querySelectorAll(`[aria-describedby="${CSS.escape(old.id)}"]`)) describe(control, "");
      old.remove();
    }
    for (const cell of form.querySelectorAll(".category .bad")) cell.classList.remove("bad");
    for (const row of form.querySelectorAll(".wrong")) row.classList.remove("wrong");
    for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
    for (const control of form.querySelectorAll("[data-hint]")) {
      describe(control, control.dataset.hint);
      delete control.dataset.hint;
    }
    notes.forEach(({ sentence, cells = [] }, i) => {
      const controls = cells.map(cellOf).filter(Boolean);
      for (const control of controls) control.setAttribute("aria-invalid", "true");
      const rows = new Set(controls.map((control) => control.closest(".category :is(.row, .tile, .line)")).filter(Boolean));
      for (const row of rows) row.classList.add("wrong");
      const [row] = rows;
      if (!row) return;
      const told = [...row.querySelectorAll(".error")].find(({ textContent }) => textContent === sentence)
        ?? make("p", { className: "error live", id: `live-${i}` }, sentence);
      row.append(told);
      for (const control of controls.filter((one) => one.dataset.hint === undefined)) {
        control.dataset.hint = waiting.get(control) ?? control.getAttribute("aria-describedby") ?? "";
        describe(control, told.id);
      }
    });
    // What describes the control in focus may have become another element with the same text, or nothing.
    if (waiting.has(focused) && !textOf(focused.getAttribute("aria-describedby"))) {
      if (description && textOf(waiting.get(focused)) === description) focused.setAttribute("aria-describedby", waiting.get(focused));
      else focused.removeAttribute("aria-describedby");
    }
    // The summary that the page came with lists only what is not mended yet.
    for (const link of document.querySelectorAll("#summary li a")) link.parentNode.hidden = !document.getElementById(link.hash.slice(1))?.matches("[aria-invalid]");
  }

  /** Update the changed totals, each with a sentence. */
  function writeTotals(players, filledSeats) {
    totals.querySelectorAll("b").forEach((cell, seat) => {
      const total = minus(players?.[seat].total || (players && filledSeats.includes(`${seat}`) ? 0 : "–"));
      if (cell.textContent === total) return;
      cell.textContent = total;
      cell.classList.toggle("long", total.length > 3);
      cell.ariaHidden = total === "–" ? "true" : null;
      const { previousElementSibling: name, nextElementSibling: none } = cell;
      none.hidden = total !== "–";
      const { sentence, soFar } = totals.dataset;
      const [words, text] = total === "–" ? [sentence, none.textContent] : [soFar, total];
      changed.set(seat, words.replace("{name}", () => name.textContent).replace("{total}", text));
    });
  }

  /** Show notes, except of a sum that is being typed; return what has not been announced yet. */
  function showNotes(all) {
    const notes = all.filter((note) => !isBeingTyped(note));
    heldNotes = notes.length < all.length ? all : null;
    markFaults(notes);
    message.replaceChildren(...notes.slice(0, 1).map(noteElement));
    // A row in view says it itself.
    rowInView.disconnect();
    message.hidden = false;
    const row = form.querySelector(".category .error:not(.unseen)")?.closest(".wrong, .row");
    if (row) rowInView.observe(row);
    const firstFault = notes[0] ? (notes[0].sentence ?? notes[0].message) : "";
    const isNew = firstFault !== lastSaid;
    lastSaid = firstFault;
    return isNew ? firstFault : "";
  }

  /** Where the page came with faults that are mended now, write so in their place, give the page its own heading again, and return what was written. */
  function clearSummary() {
    const heading = document.querySelector("h1[data-mended]");
    if (!heading) return "";
    const summary = document.getElementById("summary");
    Object.assign(summary.style, { minBlockSize: `${summary.offsetHeight}px`, borderColor: "var(--edge)" }); // what is below stays where it is
    summary.textContent = summary.dataset.mended;
    for (const name of ["aria-labelledby", "aria-describedby"]) summary.removeAttribute(name);
    document.title = document.title.replace(heading.textContent, () => heading.dataset.mended);
    heading.textContent = heading.dataset.mended;
    delete heading.dataset.mended;
    return summary.textContent;
  }

  const knownQuestions = new Set();
  let asked = []; // what was asked last, which stays until something is entered
  /** Show the questions that were not asked before, and return them. One press of `button` confirms them all, so the first says them all, except blanks, which say themselves what to enter. */
  function askOnce(all, button) {
    const questions = all.filter(({ sentence }) => !knownQuestions.has(sentence));
    if (!questions.length) return questions;
    for (const { sentence } of questions) knownQuestions.add(sentence);
    const again = form.querySelector(".finish [data-again]").dataset.again.replace("{button}", () => button.textContent);
    const confirmed = questions.filter(({ code }) => code !== "blank").map(({ sentence }) => sentence);
    const whole = confirmed.join(again.startsWith(" ") ? " " : "") + again; // Chinese has no spaces between sentences
    asked = questions.map((question, at) => (at || question.code === "blank" ? question : { ...question, sentence: whole }));
    showNotes(asked);
    say(asked[0].sentence);
    return questions;
  }

  /** A new fault, and that there are no totals because of it. */
  const withHeld = (fault) => (fault && totals.matches(".old") ? [fault, totals.dataset.held] : [fault]);

  function show(result, fields) {
    const { faults = [], questions = [] } = result;
    const notes = [...faults, ...questions.filter(({ code }) => code !== "blank"), ...asked.filter(({ code }) => code !== "unusual")]; // a sheet in progress has blanks; the score button asks about them
    const newFault = showNotes(notes);
    const mended = faults.length ? "" : clearSummary();
    // Outdated totals are shown pale; without an answer there are none.
    const keepTotals = faults.some(({ cells }) => cells) && fields.length > 0;
    totals.classList.toggle("old", keepTotals && !faults.every(isBeingTyped));
    if (!keepTotals) writeTotals(fields.length ? result.players : null, fields.map(seatOf));
    if (silent) changed.clear();
    const sentence = [mended, ...listPending(), ...(silent ? [] : withHeld(newFault))].filter(Boolean).join(BETWEEN);
    if (sentence) say(sentence, PAUSE);
    silent = false;
  }
  form.addEventListener("stepped", ({ detail: { way } }) => {
    silent = true;
    if (way === "elsewhere") return;
    cancel(); // the step is announced instead of the totals before it
    changed.clear();
  });
  form.addEventListener("input", (event) => {
    [heldNotes, asked] = [null, []];
    if (namesOf(event).length) silent = false;
  });
  // Scoring says the result, not the totals before it.
  form.addEventListener("submit", () => {
    cancel();
    changed.clear();
    silent = true;
  });
  form.addEventListener("focusout", () => after(0, describeLeft));
  // A sum that was left unfinished is a fault.
  form.addEventListener("focusout", () => {
    const fault = heldNotes && showNotes(heldNotes);
    if (!fault) return;
    totals.classList.add("old");
    say(withHeld(fault).join(BETWEEN), PAUSE);
  });
  /** Announce a sentence together with the totals that the next score changes. */
  const sayWithScore = (sentence) => { changed.set("before", sentence); };
  /** Announce who holds a thing now, in the same way. */
  const sayHolder = (thing, holder) => sayWithScore(totals.dataset.sentence.replace("{name}", () => thing).replace("{total}", () => holder.trim()));
  return { show, askOnce, say, sayWithScore, sayHolder };
}
