// What the answer to a sheet changes on its page: totals, what is wrong and where, and the one sentence for those who listen.
import { seatOf } from "./seats.js";

const PAUSE = 700; // milliseconds without a change before a total is said

/** Sets up the telling of `form`. Returns `tell(result, fields)`, which shows an answer, `ask(questions)` and `say(sentence)`. */
export function telling(form) {
  const totals = document.getElementById("totals");
  const message = document.getElementById("said");
  const status = document.getElementById("stepped");
  let timer;
  let silent = true; // what was there when the page came is not said, nor is what a step has said already
  let lastSaid = "";

  const cellOf = (name) => document.getElementById(`f-${name}`);
  const isUnfinished = (cell) => cell === document.activeElement && /[+\-−＋]\s*$/.test(cell.value);

  function say(sentence, pause = 0) {
    clearTimeout(timer);
    timer = setTimeout(() => { status.textContent = sentence; }, pause);
  }

  function go(name) {
    const cell = cellOf(name);
    const target = cell.matches("[role=radiogroup]") ? cell.querySelector(".pick:not(.none) input") : cell;
    for (let fold = cell.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    target.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "center" });
  }

  /** A note as a button that leads to its cell, or as text where it has none. */
  function noteElement({ sentence, message: text, cells = [] }) {
    if (!cells.length) return text;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: sentence });
    button.addEventListener("click", () => go(cells[0]));
    return button;
  }

  function describe(control, id) {
    if (id) control.setAttribute("aria-describedby", id);
    else control.removeAttribute("aria-describedby");
  }

  function mark(notes) {
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
      // A row that says it already says it once, and one that grows with every + would move under the fingers.
      if (!row || row.querySelector(".error") || isUnfinished(controls[0])) return;
      row.append(Object.assign(document.createElement("p"), { className: "error told", id: `told-${i}`, textContent: sentence }));
      for (const control of controls) {
        control.dataset.hint ??= control.getAttribute("aria-describedby") ?? "";
        describe(control, `told-${i}`);
      }
    });
  }

  /** Write the totals that changed; a sentence for each. */
  function write(players, whose) {
    const sentences = [];
    totals.querySelectorAll("b").forEach((cell, seat) => {
      const total = `${players?.[seat].total || (players && whose.includes(`${seat}`) ? 0 : "–")}`.replace("-", "−");
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

  function show(notes) {
    mark(notes);
    message.replaceChildren(...notes.slice(0, 1).map(noteElement));
  }

  /** Show what is asked before the sheet is scored, and say the first of it. */
  function ask(questions) {
    show(questions);
    say(questions[0].sentence);
  }

  function tell(result, fields) {
    const { faults = [], questions = [] } = result;
    const notes = [...faults, ...questions.filter(({ code }) => code !== "blank")]; // a sheet half filled has blanks: Score asks about them
    show(notes);
    // Totals that no longer hold stay to be seen, pale; where nobody answers there are none.
    const stay = faults.some(({ cells }) => cells) && fields.length > 0;
    const unfinished = faults.length > 0 && faults.every(({ cells = [] }) => cells.map(cellOf).some((cell) => cell && isUnfinished(cell)));
    totals.classList.toggle("old", stay && !unfinished);
    const sentences = stay ? [] : write(fields.length ? result.players : null, fields.map(seatOf));
    const wrong = notes[0] ? (notes[0].sentence ?? notes[0].message) : "";
    const sentence = [...sentences, wrong === lastSaid ? "" : wrong].filter(Boolean).join(" · ");
    lastSaid = wrong;
    if (sentence && !silent) say(sentence, PAUSE);
    silent = false;
  }
  form.addEventListener("stepped", () => { silent = true; });
  return { tell, ask, say };
}
