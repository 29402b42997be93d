// Shows the score of a land: its districts, what each is worth, and which squares count for which line. Nothing is computed here.
import { key, spot } from "./squares.js";
import { say } from "../../boards/board.js";

const MARKS = ["district", "largest", "fed", "no-n", "no-s", "no-w", "no-e"];

/** Mark the squares of `land`, an object from land.js, by the score. */
export function setUpPoints(land) {
  const { board, cells, tell, words } = land;
  const lines = [...board.querySelectorAll("[data-line]")];
  const shares = board.querySelector(".shares");
  let serves = new Map(); // place -> its parts of lines
  let parts = new Map(); // line -> its parts
  let lit = null; // a line, or some parts

  function show(player) {
    const [left, top] = land.corner();
    const place = (id) => {
      const [row, column] = id.slice(1).split("c").map(Number);
      return key(left + column - 1, top + row - 1);
    };
    for (const mark of board.querySelectorAll(".worth")) mark.remove();
    for (const cell of cells.values()) cell.classList.remove(...MARKS);
    [serves, parts] = [new Map(), new Map()];
    for (const button of lines) {
      const line = player?.lines.find((one) => one.key === button.dataset.line);
      const lineParts = (line?.parts ?? []).map((part) => ({ line, ...part, at: part.at.map(place).filter((at) => cells.has(at)) }));
      button.querySelector("b").textContent = line?.points ?? "–";
      button.querySelector("small").textContent = !line || line.working === String(line.points) ? "" : line.working;
      if (line) parts.set(button.dataset.line, lineParts);
      for (const part of lineParts) mark(part);
    }
    light(typeof lit === "string" ? lit : null);
  }

  function mark(part) {
    const { line, at } = part;
    for (const one of at) serves.set(one, [...(serves.get(one) ?? []), part]);
    if (line.key === "town" || line.key === "lake") outline(at, line.key === "town");
    if (line.key === "factory") for (const one of at) cells.get(one).classList.add("fed");
    if (!at.length || line.key === "forest") return;
    const worth = { className: `worth by-${line.key}`, textContent: line.key === "end_card" ? `+${part.points}` : part.points };
    cells.get(at[0]).append(Object.assign(document.createElement("i"), worth));
  }

  function outline(at, largest) {
    const inside = new Set(at);
    for (const one of at) {
      const [x, y] = spot(one);
      const beside = { "no-n": key(x, y - 1), "no-s": key(x, y + 1), "no-w": key(x - 1, y), "no-e": key(x + 1, y) };
      const edge = Object.keys(beside).filter((side) => !inside.has(beside[side]));
      cells.get(one).classList.add("district", ...(largest ? ["largest"] : []), ...edge);
    }
  }

  /** Highlight the squares of a line or of parts; null for none. */
  function light(what) {
    lit = what;
    const lineParts = (typeof what === "string" ? parts.get(what) : what) ?? [];
    const on = new Set(lineParts.flatMap((part) => part.at));
    board.classList.toggle("dim", on.size > 0);
    for (const [at, cell] of cells) cell.classList.toggle("lit", on.has(at));
    for (const button of lines) button.setAttribute("aria-pressed", String(button.dataset.line === what));
    if (what && typeof what !== "string") return;
    shares.hidden = lineParts.length < 2;
    shares.replaceChildren(...lineParts.map((part) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: describe(part, part.working) });
      button.addEventListener("click", () => {
        light([part]);
        say(board, part.at.map((at) => land.label(at)).join(words.then));
      });
      return button;
    }));
  }

  const describe = (part, working) => (working === String(part.points) ? working : `${working} = ${part.points}`);

  for (const button of lines) {
    button.addEventListener("click", () => {
      const lineParts = parts.get(button.dataset.line);
      const again = lit === button.dataset.line || !lineParts;
      light(again ? null : button.dataset.line);
      if (!lineParts) return land.speak();
      const count = new Set(lineParts.flatMap((part) => part.at)).size;
      if (!again) say(board, tell("line", { line: button.querySelector(".what").textContent, points: button.querySelector("b").textContent, count }));
    });
  }

  return {
    show,
    light,
    of: (at) => serves.get(at) ?? [],
    /** Describe the lines that a square counts for. */
    reasons: (at) => (serves.get(at) ?? []).map((part) => tell("serves", { line: part.line.label, working: describe(part, part.working) })).join(words.then),
  };
}
