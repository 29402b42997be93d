// The wall of Chang Cheng: a strip to lay, drawn from the form's four texts wall, china, mongol and threats; what it comes to is asked.
import { history, nearest, roving, say, undoButtons } from "./board.js";
import { ask } from "./scorer.js";

const form = document.getElementById("sheet");
const board = document.getElementById("wall");
const strip = board.querySelector(".strip");
const lanes = board.querySelector(".lanes");
const mini = board.querySelector(".mini");
const words = JSON.parse(board.dataset.words);
const tell = (key, places) => words[key].replace(/\{(\w+)\}/g, (_, name) => places[name]);
const all = (selector, within = board) => [...within.querySelectorAll(selector)];

const LETTERS = "ABCD".slice(0, Number(form.elements.n.value));
const SEATS = [...LETTERS].map((_, seat) => seat);
const BOARD = Number(board.dataset.board); // spaces of one board
const LAST_OF_FIRST = 6; // no first part of a board is longer, so a border further right is the board's second
const THREATS = [0, 2, 3, 4];
const KINDS = { t: "t", 2: "d" }; // keys after a player's letter
const NAMES = ["wall", "china", "mongol", "threats"];
const controls = NAMES.map((name) => form.elements[name]);

// What lies there: the texts as lists, made as long as the boards in use

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const number = (word) => (/^-?\d+$/.test(word) ? Number(word) : word);

function list(name) {
  const text = form.elements[name].value;
  return name === "wall" ? text.split(/\s+/).filter(Boolean) : text.normalize("NFKC").replace(/[−–]/g, "-").split(/[\s,、;/]+/).filter(Boolean).map(number);
}

function usual(spaces) {
  const sizes = board.dataset.usual.split(" ").map(Number);
  const found = [];
  for (let left = spaces; left > 0; left -= found.at(-1)) found.push(Math.min(left, sizes[found.length % sizes.length]));
  return found;
}

function read() {
  const [spaces, china, mongol, threats] = NAMES.map(list);
  const missing = Number(board.dataset.spaces) - spaces.length;
  if (missing > 0 && missing % BOARD === 0) spaces.push(...Array(missing).fill("."));
  for (const sizes of [china, mongol]) {
    const short = spaces.length - sum(sizes);
    if (short > 0 && short % BOARD === 0) sizes.push(...usual(short));
  }
  while (threats.length < mongol.length) threats.push(0);
  return { wall: spaces, china, mongol, threats };
}

function change(edit) {
  const now = read();
  edit(now);
  for (const name of NAMES) form.elements[name].value = now[name].join(" ");
  steps.mark();
}

const steps = history(() => controls, () => {});
const showSteps = undoButtons(board, steps);

/** The other half of the double wall that has a half at `at`. */
function mate(spaces, at) {
  let before = at;
  while (spaces[before - 1] === spaces[at]) before -= 1;
  return (at - before) % 2 ? at - 1 : at + 1;
}

function empty(spaces, at) {
  if (spaces[at].endsWith("d") && spaces[mate(spaces, at)] === spaces[at]) spaces[mate(spaces, at)] = ".";
  spaces[at] = ".";
}

/** Where a board's borders come to lie when one of them is moved to `at`, as sizes. */
function moved(sizes, at) {
  const borders = sizes.slice(0, -1).map((_, i) => sum(sizes.slice(0, i + 1)));
  if (!borders.length || borders.includes(at)) return sizes;
  const start = at - (at % BOARD);
  const own = borders.filter((border) => border > start && border < start + BOARD);
  const between = (from) => borders.some((border) => border > Math.min(from, at) && border < Math.max(from, at));
  const first = own.length === 2 ? own[at - start <= LAST_OF_FIRST ? 0 : 1] : undefined;
  const near = borders.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0];
  borders[borders.indexOf(first === undefined || between(first) ? near : first)] = at;
  return [...borders, sum(sizes)].map((border, i) => border - (borders[i - 1] ?? 0));
}

// Drawing

const parts = { space: [], region: [], province: [], mongol: [], china: [] };
let cursor = 0;
let told = null;

function made(tag, name, text = "", ...within) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(text, ...within);
  return element;
}

function fit(kind, count) {
  for (const extra of parts[kind].splice(count)) extra.remove();
  while (parts[kind].length < count) {
    const element = made(kind === "province" ? "div" : "button", kind);
    if (kind === "province") element.role = "img";
    else Object.assign(element, { type: "button", tabIndex: -1 });
    parts[kind].push(element);
    lanes.append(element);
  }
  return parts[kind];
}

const seatOf = (piece) => (/^[A-D][td]?$/.test(piece) ? LETTERS.indexOf(piece[0]) : -1);
const called = (seat) => form.elements[`${seat}.name`].value.trim() || LETTERS[seat];
const signed = (threat) => (threat === 0 ? "0" : `−${Math.abs(threat) || "?"}`);

function described(piece) {
  const seat = seatOf(piece);
  return seat < 0 ? words[piece] ?? piece : tell(piece[1] ?? "single", { who: called(seat) });
}

function drawn(piece, end) {
  const seat = seatOf(piece);
  const looks = { ".": "none", x: "gone", n: "neutral" }[piece] ?? "odd";
  return made("span", seat < 0 ? `piece ${looks}` : `piece seat-${seat} ${piece.slice(1)}${end ? " end" : ""}`, seat < 0 ? { ".": "·", x: "×", n: "N" }[piece] ?? piece : LETTERS[seat]);
}

/** Lay the elements of a side along the strip; `each` gets the element, its first and last space. */
function along(kind, sizes, each) {
  let first = 1;
  sizes.forEach((size, i) => {
    const length = Number.isInteger(size) && size > 0 ? size : 1;
    const element = fit(kind, sizes.length)[i];
    element.style.gridColumn = `${2 * first - 1} / span ${2 * length}`;
    element.classList.toggle("ends", (first + length - 1) % BOARD === 0);
    each(element, i, first, first + length - 1);
    first += length;
  });
  fit(kind, sizes.length);
}

function draw() {
  const now = read();
  const spans = { china: [], mongol: [] };
  along("region", now.mongol, (element, i, first, last) => {
    spans.mongol.push(...Array(last - first + 1).fill(i + 1));
    const threat = now.threats[i];
    element.replaceChildren(made("span", `tile${threat === 0 ? " off" : ""}`, signed(threat)), made("span", "size", String(last - first + 1)), made("span", "counts"));
    element.dataset.label = tell("region", { region: i + 1, first, last, threat: signed(threat) });
  });
  along("province", now.china, (element, i, first, last) => {
    spans.china.push(...Array(last - first + 1).fill(i + 1));
    element.replaceChildren(made("span", "size", String(last - first + 1)), made("span", "counts"));
    element.dataset.label = tell("province", { province: i + 1, first, last });
  });
  fit("space", now.wall.length).forEach((element, i) => {
    const piece = now.wall[i];
    const second = piece.endsWith("d") && mate(now.wall, i) < i;
    element.replaceChildren(drawn(piece, second));
    element.style.gridColumn = `${2 * i + 1} / span 2`;
    element.classList.toggle("ends", (i + 1) % BOARD === 0);
    element.setAttribute("aria-label", tell("space", { space: i + 1, province: spans.china[i] ?? "–", region: spans.mongol[i] ?? "–", piece: described(piece) }));
  });
  for (const side of ["mongol", "china"]) {
    const borders = now[side].map((_, i) => sum(now[side].slice(0, i + 1)));
    fit(side, now.wall.length - 1).forEach((gap, i) => {
      gap.style.gridColumn = `${2 * i + 2} / span 2`;
      const here = borders.includes(i + 1);
      gap.classList.toggle("here", here);
      gap.setAttribute("aria-label", tell(side, { first: i + 1, last: i + 2 }) + (here ? words.list + words.here : ""));
    });
  }
  mini.replaceChildren(...now.wall.map((piece) => made("i", seatOf(piece) < 0 ? (piece === "n" ? "neutral" : "none") : `seat-${seatOf(piece)}`)));
  select(Math.min(cursor, now.wall.length - 1));
  showSteps();
}

/** What happens in a region, in words. */
function outcome(i) {
  const { loses, safe } = told.regions[i];
  const threat = Math.abs(read().threats[i]);
  const said = [...(threat ? loses : []).map((seat) => tell("loses", { who: called(seat), threat })), ...safe.map((seat) => tell("safe", { who: called(seat) }))];
  return said.length ? said.join(words.list) : words.nobody;
}

function count(region, seat) {
  const state = region.loses.includes(seat) ? "loses" : region.safe.includes(seat) ? "safe" : "";
  return made("span", `count seat-${seat} ${state}`, "", made("b", "", LETTERS[seat]), String(region.walls[seat]));
}

function drawTold() {
  parts.region.forEach((element, i) => {
    const region = told?.regions[i];
    const standing = region ? SEATS.filter((seat) => region.walls[seat]) : [];
    const neutral = region?.neutral ? [made("span", "count neutral", "", made("b", "", "N"), String(region.neutral))] : [];
    element.querySelector(".counts").replaceChildren(...standing.map((seat) => count(region, seat)), ...neutral);
    element.classList.toggle("free", Number(list("threats")[i] ?? 0) === 0);
    const said = standing.map((seat) => tell("count", { who: called(seat), count: region.walls[seat] }));
    element.setAttribute("aria-label", [element.dataset.label, ...said, ...(region ? [outcome(i)] : [])].join(words.list));
  });
  parts.province.forEach((element, i) => {
    const there = told ? SEATS.filter((seat) => told.players[seat].provinces.includes(`c${i + 1}`)) : [];
    element.querySelector(".counts").replaceChildren(...there.map((seat) => made("b", `seat-${seat}`, LETTERS[seat])));
    element.setAttribute("aria-label", [element.dataset.label, ...there.map(called)].join(words.list));
  });
  for (const button of all("[data-piece]:has(small)")) {
    const { kind, seat } = button.dataset;
    const left = told ? (kind ? told.players[seat].left[kind] : told.neutral_left) : "";
    button.querySelector("small").textContent = String(left);
    button.setAttribute("aria-label", described(button.dataset.piece) + (told ? words.list + tell("left", { left }) : ""));
  }
  for (const button of all("[data-light]")) {
    const mine = told?.players[button.dataset.seat];
    const shown = mine ? { invasion: signed(mine.invasion), provinces: mine.provinces.length, row: mine.row.length } : {};
    button.querySelector("b").textContent = String(shown[button.dataset.light] ?? "–");
  }
  light();
}

// Lighting up what a line adds up from

let lit = "";

function places() {
  const [key, seat] = lit.split(".");
  const mine = told?.players[seat];
  if (!mine) return [];
  if (key === "row") return parts.space.slice(mine.row.first - 1, mine.row.first - 1 + mine.row.length);
  if (key === "provinces") return parts.province.filter((_, i) => mine.provinces.includes(`c${i + 1}`));
  return parts.region.filter((element, i) => told.regions[i].loses.includes(Number(seat)) && !element.classList.contains("free"));
}

function light(show = false) {
  const found = places();
  for (const element of [...parts.space, ...parts.region, ...parts.province]) element.classList.toggle("lit", found.includes(element));
  for (const button of all("[data-light]")) button.setAttribute("aria-pressed", String(`${button.dataset.light}.${button.dataset.seat}` === lit));
  if (show && found.length) follow(found[0]);
}

board.querySelector(".told").addEventListener("click", (event) => {
  const button = event.target.closest("[data-light]");
  if (!button) return;
  const wanted = `${button.dataset.light}.${button.dataset.seat}`;
  lit = lit === wanted ? "" : wanted;
  light(true);
});

// Asking what the wall comes to, after every change

let asked;
let laid = ""; // what was done, to be said with what came of it
let at = -1; // the region it was done in

async function consult() {
  asked?.abort();
  asked = new AbortController();
  const given = Object.fromEntries(NAMES.map((name) => [name, name === "wall" ? form.elements.wall.value : list(name)]));
  const options = Object.fromEntries(["tower", "tower_majority", "neutral"].map((name) => [name, form.elements[name]?.value]));
  const answer = given.wall.trim() ? await ask(form, "wall", { players: SEATS.map(() => ({})), ...given, ...options }, asked.signal) : { faults: [] };
  if (!answer) return;
  told = answer.faults ? null : answer;
  board.classList.toggle("wrong", Boolean(answer.faults?.length));
  drawTold();
  const came = told && at >= 0 ? [tell("region_is", { region: at + 1, what: outcome(at) })] : (answer.faults ?? []).map((fault) => fault.message);
  say(board, [laid, ...came].filter(Boolean).join(words.semicolon));
  laid = "";
  at = -1;
}

form.addEventListener("input", (event) => {
  if (!controls.includes(event.target) && !event.target.name?.endsWith(".name")) return;
  steps.mark();
  draw();
  drawTold();
  consult();
});

// Laying pieces, threats and borders

let last = `${LETTERS[0]}`; // the piece laid last, which Enter lays again
let fresh = -1; // the space laid last from the keyboard, which t and 2 turn into a tower or a double wall

const give = roving(lanes, () => lanes.matches(".borders") ? [...parts.region, ...parts.mongol, ...parts.space, ...parts.china] : [...parts.region, ...parts.space], (target, key) => {
  if (key === "Home" || key === "End") return parts.space.at(key === "Home" ? 0 : -1);
  return nearest(target, lanes.matches(".borders") ? all("button", lanes) : [...parts.region, ...parts.space], key);
});

function follow(element) {
  strip.scrollLeft = element.offsetLeft + element.offsetWidth / 2 - strip.clientWidth / 2;
}

function select(space) {
  cursor = space;
  parts.space.forEach((element, i) => {
    if (i === cursor) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
    mini.children[i].classList.toggle("now", i === cursor);
  });
  if (!lanes.contains(document.activeElement)) give(parts.space[cursor], false);
}

function lay(piece, space) {
  const length = parts.space.length;
  const double = piece.endsWith("d");
  const start = double ? Math.min(space, length - 2) : space;
  last = piece;
  cursor = Math.min(start + (double ? 2 : 1), length - 1);
  laid = tell("laid", { space: start + 1, piece: described(piece) });
  change((now) => {
    for (const one of double ? [start, start + 1] : [start]) {
      empty(now.wall, one);
      now.wall[one] = piece;
    }
    let spaces = 0;
    at = now.mongol.findIndex((size) => (spaces += size) > start);
  });
  follow(parts.space[cursor]);
}

function threaten(region, threat) {
  at = region;
  change((now) => { now.threats[region] = threat; });
}

/** What a key does on a space; whether it does anything. */
function typed(key, space) {
  const letter = key.toUpperCase();
  const kinds = { ".": ".", Delete: ".", 0: ".", x: "x", n: "n", Enter: last, " ": last };
  if (key === "Backspace") {
    lay(".", Math.max(space - 1, 0));
    cursor = Math.max(space - 1, 0);
  } else if (LETTERS.includes(letter)) {
    fresh = space;
    lay(letter, space);
  } else if (key in KINDS) {
    const target = fresh >= 0 ? fresh : space;
    const owner = read().wall[target][0];
    if (LETTERS.includes(owner)) lay(owner + KINDS[key], target);
    fresh = -1;
  } else if (key in kinds) {
    fresh = -1;
    lay(kinds[key], space);
  } else return false;
  return true;
}

lanes.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const space = parts.space.indexOf(event.target);
  const region = parts.region.indexOf(event.target);
  if (space >= 0 && typed(event.key, space)) {
    event.preventDefault();
    give(parts.space[cursor]);
  } else if (region >= 0 && THREATS.includes(Number(event.key)) && event.key.trim()) {
    threaten(region, Number(event.key));
  }
});

lanes.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  fresh = -1;
  const region = parts.region.indexOf(target);
  if (parts.space.includes(target)) select(parts.space.indexOf(target));
  else if (region >= 0) threaten(region, THREATS[(THREATS.indexOf(Math.abs(read().threats[region])) + 1) % THREATS.length]);
  else {
    const side = target.className.split(" ")[0];
    change((now) => {
      now[side] = moved(now[side], parts[side].indexOf(target) + 1);
      laid = tell("sizes", { sizes: now[side].join(" ") });
    });
  }
});

lanes.addEventListener("focusin", (event) => {
  const space = parts.space.indexOf(event.target);
  if (space < 0) return;
  if (space !== cursor) fresh = -1;
  select(space);
});

board.querySelector(".pieces").addEventListener("click", (event) => {
  const button = event.target.closest("[data-piece]");
  if (button) lay(button.dataset.piece, cursor);
});

board.querySelector("[data-borders]").addEventListener("click", (event) => {
  const on = lanes.classList.toggle("borders");
  event.target.setAttribute("aria-pressed", String(on));
});

board.querySelector("[data-clear]").addEventListener("click", () => {
  laid = words.cleared;
  cursor = 0;
  for (const control of controls) control.value = "";
  steps.mark();
  follow(parts.space[0]);
});

mini.addEventListener("click", (event) => {
  const box = mini.getBoundingClientRect();
  select(Math.min(Math.floor((event.clientX - box.x) / box.width * parts.space.length), parts.space.length - 1));
  follow(parts.space[cursor]);
});

// Counts by region: who loses where, as the score says it

form.addEventListener("scored", (event) => {
  const lost = (seat) => event.detail.players?.[seat].lines.find((line) => line.key === "invasion").parts ?? [];
  for (const mark of all("[data-loss]", form)) {
    const seat = [...mark.parentElement.parentElement.querySelectorAll("[data-loss]")].indexOf(mark);
    const part = form.elements.wall.value.trim() ? null : lost(seat).find((share) => share.at.includes(mark.dataset.loss));
    mark.textContent = part ? signed(part.points) : "";
  }
});

const text = board.parentElement.querySelector(".as-text");
text.open = Boolean(text.querySelector(".error"));
board.hidden = false;
draw();
drawTold();
if (form.elements.wall.value.trim()) consult();
