// Painted grids: squares that are tapped, or dragged over, with a kind chosen from the palette. The text area keeps the painting, so that a
// link, a draft and Undo know it; without scripts it is filled by hand. Only pages of games with grids have this script.
import { roving } from "../boards/board.js";
import { strokes } from "../boards/strokes.js";
import { make } from "../common/dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DOT = "●";
const draws = new WeakMap(); // text area -> what draws it anew
let chosen; // the kind to paint with on all grids, "" to clear squares

function setUpGrid(area) {
  const { rows, columns, palette, most, words } = JSON.parse(area.dataset.grid);
  const kinds = Object.keys(palette);
  chosen ??= kinds[0];
  const squares = [];
  const table = make("div", { className: columns > 6 ? "squares wide" : "squares" });
  table.setAttribute("role", "grid");
  table.ariaLabel = area.ariaLabel;
  for (let row = 0; row < rows; row += 1) {
    const line = make("div");
    line.setAttribute("role", "row");
    squares.push(Array.from({ length: columns }, (_, column) => {
      const square = make("button", { type: "button", tabIndex: -1, id: `g-${area.name}-${row}-${column}` });
      square.setAttribute("role", "gridcell");
      line.append(square);
      return square;
    }));
    table.append(line);
  }
  const all = squares.flat();
  const buttons = [...kinds.map((kind, i) => [kind, `paint-${i}`, palette[kind]]), ["", "", words.empty]].map(([kind, className, label]) => {
    const button = make("button", { type: "button" }, make("b", { className, ariaHidden: "true" }, kind || "✕"), label);
    button.dataset.kind = kind;
    return button;
  });
  const choices = make("div", { className: "palette" }, ...buttons);
  choices.setAttribute("role", "group");
  choices.ariaLabel = `${area.ariaLabel}: ${words.palette}`;

  function paint(square, kind, marks = 0) {
    square.dataset.kind = kind;
    square.dataset.marks = kind ? marks : 0;
    square.dataset.dots = DOT.repeat(square.dataset.marks);
    square.className = kind ? `paint-${kinds.indexOf(kind)}` : "";
    square.textContent = kind;
    const row = squares.findIndex((line) => line.includes(square));
    const what = kind ? palette[kind] : words.empty;
    const text = kind && marks ? words.marked.replace("{square}", what).replace("{count}", marks) : what;
    square.ariaLabel = words.square.replace("{row}", row + 1).replace("{column}", squares[row].indexOf(square) + 1).replace("{square}", text);
  }

  let shown = null;
  /** Draw what the text area says, unless it cannot be read; then the text stays in sight. */
  function draw() {
    for (const button of buttons) button.ariaPressed = String(button.dataset.kind === chosen);
    if (isPainting() || area.value === shown) return; // nothing moves under the finger
    const lines = area.value.toUpperCase().split(/[/\n-]/).map((line) => line.match(/[A-Z]\d?|\S/g) ?? []);
    const isReadable = lines.length <= rows && lines.every((line) => line.length <= columns && line.every((square) => square === "." || (square[0] in palette && Number(square.slice(1)) <= most)));
    area.classList.toggle("unseen", isReadable);
    area.ariaHidden = isReadable ? "true" : null;
    area.tabIndex = isReadable ? -1 : 0;
    painter.hidden = !isReadable;
    if (!isReadable) return;
    shown = area.value;
    squares.forEach((line, row) => line.forEach((square, column) => {
      const text = lines[row]?.[column] ?? ".";
      paint(square, text === "." ? "" : text[0], Number(text.slice(1)));
    }));
  }

  /** Write the squares into the text area, as one step of Undo. */
  function write() {
    const lines = squares.map((line) => line.map(({ dataset }) => (dataset.kind ? dataset.kind + (Number(dataset.marks) || "") : ".")).join(" ").replace(/( ?\.)+$/, ""));
    const text = lines.map((line) => line || ".").join("\n").replace(/(\n?\.)+$/, "");
    if (text === area.value) return;
    area.value = shown = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.dispatchEvent(new Event("change", { bubbles: true }));
  }

  const change = (square) => {
    const { kind, marks } = square.dataset;
    if (chosen && kind === chosen) paint(square, kind, (Number(marks) + 1) % (most + 1));
    else paint(square, chosen);
  };

  const focus = roving(table, () => all, (square, key) => {
    const row = squares.findIndex((line) => line.includes(square));
    const [across, down] = ARROWS[key] ?? [];
    return squares[row + down]?.[squares[row].indexOf(square) + across];
  });
  focus(all[0], false);
  // A stroke begins with a tap and paints what it goes over.
  const isPainting = strokes(table, {
    on: () => true,
    under: ({ clientX, clientY }) => all.find((square) => square === document.elementFromPoint(clientX, clientY)?.closest("button")),
    at: ({ target }) => target.closest("button"),
    begins(square) {
      focus(square);
      change(square);
    },
    goes: (square) => { if (square.dataset.kind !== chosen) paint(square, chosen); },
    ends: write,
    stops() {
      shown = null;
      draw();
    },
  });
  table.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !all.includes(target)) return;
    const letter = key.toUpperCase();
    if (key === " " || key === "Enter") change(target);
    else if (key === "Delete" || key === "Backspace" || key === ".") paint(target, "");
    else if (letter in palette) paint(target, letter, target.dataset.kind === letter ? Number(target.dataset.marks) : 0);
    else if (/^\d$/.test(key) && Number(key) <= most && target.dataset.kind) paint(target, target.dataset.kind, Number(key));
    else return;
    event.preventDefault();
    write();
  });
  choices.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    chosen = button.dataset.kind;
    drawGrids();
  });
  // Where a fault leads to the text area, it leads to the squares.
  area.addEventListener("focus", () => { if (!painter.hidden) all.find(({ tabIndex }) => tabIndex === 0).focus(); });

  const painter = make("div", { className: "painter" }, choices, table, ...(words.again ? [make("p", { className: "hint" }, words.again)] : []));
  area.after(painter);
  draws.set(area, draw);
  draw();
}

/** Draw all grids as their text areas have them, also those that are new in the form. */
function drawGrids() {
  for (const area of document.querySelectorAll("textarea[data-grid]")) {
    if (draws.has(area)) draws.get(area)();
    else setUpGrid(area);
  }
}
for (const event of ["refreshed", "stepped", "input"]) document.addEventListener(event, drawGrids, true); // caught on the way down: the form's own events do not bubble
drawGrids();
