// The land of Honshu: painted squares and laid cards become the text of a player's map in the form.
import { playerName, watchSteps, listSources, palette, hideCounted, roving, say, show as showBelow } from "../../boards/board.js";
import { fill, isShown } from "../../common/dom.js";
import { setUpLaying } from "./cards.js";
import { clipboard } from "../../boards/clipboard.js";
import { setUpPoints } from "./points.js";
import { compact, dresser, edges, findCorner, key, paintWord, read, spot, write } from "./squares.js";
import { sessionGet, sessionSet } from "../../common/storage.js";
import { report } from "../../sheet/model.js";
import { strokes } from "../../boards/strokes.js";

const form = document.getElementById("sheet");
const board = document.getElementById("land");
const grid = board.querySelector("[role=grid]");
const box = board.querySelector(".field");
const tabs = board.querySelectorAll(".hand button");
const texts = [...form.querySelectorAll("textarea[name$='.map']")];
const words = JSON.parse(board.dataset.words);
const tell = (name, places) => fill(words[name], places);
const dress = dresser(tell, words);
const rules = JSON.parse(board.dataset.board); // data from the game's Python
const ROOM = rules.cubes;
const REACH = rules.reach; // upper limit of rows and columns, also for invalid links
const EMPTY = ["-2,-1", "2,2"]; // initial extent of an empty land
const SIZES = [28, 36, 44, 58, 74];

// The shown player's land, the position of its text on the plane, and the drawn part of the plane

let [seat, size] = [0, 44]; // the size of a square in CSS px
let [squares, result, faults] = [new Map(), null, []];
let [drawnText, builtFrame] = [null, []]; // the text and the frame
const cells = new Map();
const corners = texts.map(() => new Map()); // of the texts that came from the board
const frames = [];
const origins = []; // the place that is called row 1, column 1, which stays while the land grows and shrinks

const corner = () => corners[seat].get(texts[seat].value) ?? [0, 0];
const hasMap = (who) => Boolean(texts[who]?.value.trim());
const nameOf = (who) => playerName(form, who);

function draw() {
  if (!corners[seat].has(texts[seat].value)) [frames[seat], origins[seat], builtFrame] = [undefined, undefined, []];
  drawnText = texts[seat].value;
  corners[seat].set(drawnText, corner());
  squares = read(drawnText, corner());
  growFrame([...squares.keys(), ...cards.places()]);
  origins[seat] ??= squares.size ? corner() : [frames[seat].left, frames[seat].top];
  for (const [at, cell] of cells) dress(cell, squares.get(at) ?? "");
  cards.drawCard();
  grid.setAttribute("aria-label", tell("of", { name: nameOf(seat), count: squares.size }));
  hideCounts();
  show();
}

/** Hide the counts of players who have a land, with a note for each. */
function hideCounts() {
  hideCounted(form, hasMap, faults);
  function empty(text) {
    text.value = "";
    return [text];
  }
  listSources(form, texts.flatMap((text, who) => (hasMap(who) ? [{ name: nameOf(who), seat: who, empty: () => empty(text) }] : [])));
}

function show() {
  marks.show(squares.size ? result?.players?.[seat] : null);
  for (const [at, cell] of cells) {
    const name = [label(at), marks.reasons(at)].filter(Boolean).join(words.then);
    if (cell.ariaLabel !== name) cell.ariaLabel = name;
  }
}

/** Draw the part of the plane with these places and a margin for a square, or for a card. */
function growFrame(places) {
  const { left, top, right, bottom } = edges(places.length ? places : EMPTY);
  const frame = (frames[seat] ??= { left, top, right: left, bottom: top });
  const room = mode === "lay" ? 2 : 1;
  frame.left = Math.min(frame.left, left - room);
  frame.top = Math.min(frame.top, top - room);
  frame.right = Math.max(Math.min(frame.right, left + REACH), Math.min(right, left + REACH) + room);
  frame.bottom = Math.max(Math.min(frame.bottom, top + REACH), Math.min(bottom, top + REACH) + room);
  build();
}

function build() {
  const { left, top, right, bottom } = frames[seat];
  const [whose, wasLeft, wasTop] = builtFrame;
  const shape = [seat, left, top, right, bottom];
  if (builtFrame.join() === shape.join()) return;
  builtFrame = shape;
  const focusAt = grid.contains(document.activeElement) && document.activeElement.dataset.at;
  const old = new Map(cells);
  cells.clear();
  const rows = [];
  for (let y = top; y <= bottom; y += 1) {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    for (let x = left; x <= right; x += 1) cells.set(key(x, y), old.get(key(x, y)) ?? createCell(key(x, y)));
    for (let x = left; x <= right; x += 1) row.append(cells.get(key(x, y)));
    rows.push(row);
  }
  grid.replaceChildren(...rows);
  if (whose === seat) box.scrollBy((wasLeft - left) * size, (wasTop - top) * size);
  else centre();
  give(cells.get(focusAt) ?? cells.get(key(0, 0)), false);
  if (focusAt) cells.get(focusAt)?.focus({ preventScroll: true });
}

function createCell(at) {
  const cell = document.createElement("span");
  cell.setAttribute("role", "gridcell");
  cell.dataset.at = at;
  return cell;
}

/** Return the square below a pointer event. */
const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#land [role=gridcell]")?.dataset.at;

/** Name a place by its row and column, or by its distance before the first. */
function namePlace([x, y]) {
  const [left, top] = origins[seat];
  const beyond = (y < top ? "up" : "") + (x < left ? "side" : "");
  return tell(beyond || "at", { row: y - top + 1, column: x - left + 1, up: top - y, side: left - x });
}

function label(at) {
  const { card = "", what } = cells.get(at).dataset;
  return tell("whose", { name: namePlace(spot(at)), what: card + what });
}

const PLACE = new RegExp(tell("at", { row: "(-?\\d+)", column: "(-?\\d+)" }), "i");
/** Call the place of a fault, which counts from the corner of the land's text, as the board calls it. */
function renamePlace(fault) {
  const [left, top] = corner();
  const message = fault.message.replace(PLACE, (text, row, column) => {
    const name = namePlace([left + Number(column) - 1, top + Number(row) - 1]);
    return text[0] === text[0].toUpperCase() ? name : name[0].toLowerCase() + name.slice(1);
  });
  return { ...fault, message };
}

/** Announce a sentence, and the faults of this land or else of the sheet. */
function speak(sentence = grid.getAttribute("aria-label"), announceIt = say) {
  const mine = faults.filter(({ path }) => path === `players.${seat}.map`).map(renamePlace);
  const others = faults.map(({ path, message }) => {
    const whose = path.match(/^players\.(\d)/);
    return { message: whose ? tell("whose", { name: nameOf(whose[1]), what: message }) : message };
  });
  announceIt(board, sentence, mine.length ? mine : others, words.then);
}

// Acting

let mode = "look";
let [tool, ink] = ["F", "b"];
let lastAction = ""; // the last action, which is told with its effect
const refresh = () => { if (!isPainting() && texts[seat].value !== drawnText) draw(); };
watchSteps(form, () => texts, (way, text) => {
  const now = texts[seat].value;
  if (way === "elsewhere" && squares.size && !corners[seat].has(now)) corners[seat].set(now, findCorner(now, squares));
  if (way !== "elsewhere" && text !== texts[seat]) chooseLand(String(texts.indexOf(text))); // show every change made here
  refresh();
  if (words[way]) announce(tell(way, { place: grid.getAttribute("aria-label") }));
});

function announce(sentence) {
  lastAction = sentence;
  showBelow(board, lastAction);
  marks.light(null);
}

/** Write a land, with its first row and column at `at` if given; `sentence` is the announcement. */
function put(land, at, sentence) {
  const text = compact(land);
  if (at) corners[seat].set(text, at);
  else origins[seat] = undefined;
  texts[seat].value = text;
  announce(sentence);
  refresh();
  report(texts[seat]);
}

function paint(at, word = paintWord(squares.get(at) ?? "", tool, ink, ROOM)) {
  if (word) squares.set(at, word);
  else squares.delete(at);
  dress(cells.get(at), word);
}

/** Focus a square without scrolling, as nothing may move under a finger. */
const focusSquare = (at) => cells.get(at).focus({ preventScroll: true });

/** Write the painted squares into the land, and announce the last one. */
function commit(at) {
  const { text, corner: from } = write(squares);
  focusSquare(at);
  put(text, from, tool === "C" && !ROOM[cells.get(at).dataset.kind] ? words.uncubed : label(at));
}

function showReasons(at) {
  marks.light(marks.of(at));
  speak([label(at), marks.reasons(at) || (result ? words.nothing : "")].filter(Boolean).join(words.then));
}

// Pointers: strokes paint; in the other modes, a tap acts

const placeOf = (event) => event.target.closest("[role=gridcell]")?.dataset.at;
const isPainting = strokes(box, { on: () => mode === "paint", under, at: placeOf, begins: (at) => paint(at), goes: (at) => paint(at), ends: commit, stops: () => draw() });
grid.addEventListener("click", (event) => {
  const at = placeOf(event);
  if (!at || mode === "paint") return;
  focusSquare(at);
  if (mode === "lay") cards.touch(at);
  else showReasons(at);
});

// From the keyboard

const give = roving(grid, () => [...cells.values()], (target, arrow) => {
  const [x, y] = spot(target.dataset.at);
  const { left, right } = frames[seat];
  const to = { ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1], Home: [left, y], End: [right, y] };
  return cells.get(key(...to[arrow]));
});
const onEnter = { lay: (at) => cards.enter(at), look: showReasons, paint: (at) => { paint(at); commit(at); } };
grid.addEventListener("keydown", (event) => {
  const at = event.target.dataset.at;
  if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
  const letter = event.key.toUpperCase();
  const button = board.querySelector(`.for-${mode} [aria-keyshortcuts="${CSS.escape(letter)}"]`);
  if (letter === "ENTER" || letter === " ") onEnter[mode](at);
  else if (mode === "paint" && (letter === "DELETE" || letter === "BACKSPACE")) {
    paint(at, "");
    commit(at);
  } else if (button) button.click();
  else return;
  event.preventDefault();
});

// Choices

const chooseTool = palette(board.querySelector(".palette"), (value) => {
  tool = value;
  say(board, board.querySelector(`.palette [data-value="${value}"]`).getAttribute("aria-label"));
});
const chooseInk = palette(board.querySelector(".inks"), (value) => {
  ink = value;
  board.querySelector(".palette").className = `palette of-${value}`;
  if (tool !== "P" && tool[0] !== "M") chooseTool("P");
  say(board, words[value]);
});
const chooseMode = palette(board.querySelector(".modes"), (value) => {
  mode = value;
  sessionSet("mode", mode); // for a reload
  board.dataset.mode = value;
  for (const panel of board.querySelectorAll(".panel")) panel.hidden = !panel.classList.contains(`for-${value}`);
  marks.light(null);
  say(board, words[mode]);
  cards.show();
});
const chooseLand = palette(board.querySelector(".hand"), (value) => {
  seat = Number(value);
  cards.changeLand();
  speak();
});

// Zooming

function centre(places = squares.size ? squares.keys() : EMPTY) {
  const { left, top } = frames[seat];
  const middle = edges(places);
  box.scrollLeft = ((middle.left + middle.right + 1) / 2 - left) * size - box.clientWidth / 2;
  box.scrollTop = ((middle.top + middle.bottom + 1) / 2 - top) * size - box.clientHeight / 2;
}

for (const button of board.querySelectorAll("[data-zoom]")) {
  button.addEventListener("click", () => {
    const [x, y] = [(box.scrollLeft + box.clientWidth / 2) / size, (box.scrollTop + box.clientHeight / 2) / size];
    size = SIZES[SIZES.indexOf(size) + Number(button.dataset.zoom)] ?? size;
    grid.style.setProperty("--square", `${size}px`);
    box.scrollTo(x * size - box.clientWidth / 2, y * size - box.clientHeight / 2);
  });
}
board.querySelector("[data-clear]").addEventListener("click", () => put("", null, words.cleared));

// Changes from elsewhere: the text, names, the score

form.addEventListener("input", () => {
  refresh();
  hideCounts();
});
form.addEventListener("scored", ({ detail }) => {
  const before = faults;
  [result, faults] = detail.faults ? [null, detail.faults] : [detail, []];
  show();
  hideCounts();
  for (const tab of tabs) tab.classList.toggle("bad", faults.some(({ path }) => path === `players.${tab.dataset.value}.map`));
  const news = lastAction || faults.length || board.querySelector(".said .error:not(:empty)");
  // The numbers tell their faults themselves: a land out of sight would say them again, as its own.
  const isNew = lastAction || (isShown(board) && String(faults.map(({ message }) => message)) !== String(before.map(({ message }) => message)));
  if (news && !cards.isWaiting()) speak(lastAction || undefined, isNew ? say : showBelow); // a waiting card has its own announcement
  lastAction = "";
});
form.addEventListener("unscored", () => {
  if (lastAction) speak(lastAction);
  lastAction = "";
});

const view = {
  board, cells, form, grid, rules, tell, words, centre, corner, draw, dress, label, put, renamePlace, speak, under,
  text: () => texts[seat].value,
  squares: () => squares,
  /** Return the square in the middle of the view. */
  middle: () => key(...[[box.scrollLeft + box.clientWidth / 2, frames[seat].left], [box.scrollTop + box.clientHeight / 2, frames[seat].top]]
    .map(([along, first]) => Math.floor(along / size) + first - 1)),
};
const marks = setUpPoints(view);
const cards = setUpLaying(view);
for (const text of texts) text.value = compact(text.value);
board.hidden = false;
const plain = board.parentElement.querySelector(".as-text");
clipboard(board, words, plain, () => texts[seat], (text) => put(text, null, tell("of", { name: nameOf(seat), count: read(text, [0, 0]).size })));
plain.open = Boolean(plain.querySelector(".error"));
chooseInk("b");
chooseTool("F");
chooseMode(texts.some((text) => text.value) ? sessionGet("mode") ?? "look" : "lay");
addEventListener("pageshow", refresh);
