// The wall of Chang Cheng: taps and keys write pieces, threats and borders into the form's texts; the server interprets them.
import { watchSteps, listSources, nearest, playerName, roving, say } from "../../boards/board.js";
import { ask } from "../../common/api.js";
import { report } from "../../sheet/model.js";
import { board, controls, form, isHalf, LETTERS, list, shiftBorder, NAMES, put, read, THREATS, write, hasWall } from "./spaces.js";
import { all, describe, draw, drawAnswer, follow, lanes, light, mini, outcome, parts, SEATS, addSign, tell, word } from "./strip.js";

const KINDS = { t: "t", 2: "d" }; // keys that make a tower or a double wall of the wall laid before
const INTERPRETATIONS = ["tower", "tower_majority", "neutral"];

let cursor = 0; // the space where the next piece goes
let last = LETTERS[0]; // the piece laid last, which Enter lays again
let fresh = -1; // the space laid last from the keyboard
let facts = null; // the server's answer about the wall
let lit = null; // the button whose places are highlighted
let lastAction = null; // the last action and its region, announced together with its effect

let stale = true; // whether the wall has changed since the last query
watchSteps(form, () => controls, (way, control) => {
  const before = parts.space.map((space) => space.dataset.lies);
  show();
  stale = true;
  if (way === "elsewhere") return; // the space that was tapped stays the one to fill
  if (word(way)) lastAction = { text: tell(way, { place: control.ariaLabel }) };
  const space = parts.space.findIndex((one, i) => one.dataset.lies !== before[i]);
  if (space < 0) return;
  select(space);
  follow(parts.space[space]);
});
const targets = () => [parts.region, ...(lanes.matches(".borders") ? [parts.mongol, parts.china] : []), parts.space].flat();
const give = roving(lanes, targets, (target, key) => {
  if (key === "Home" || key === "End") return parts.space.at(key === "Home" ? 0 : -1);
  return nearest(target, targets(), key);
});

function select(space) {
  cursor = Math.max(0, Math.min(space, parts.space.length - 1));
  parts.space.forEach((element, i) => {
    element.ariaCurrent = i === cursor ? "true" : null;
    mini.children[i].classList.toggle("now", i === cursor);
  });
  if (!lanes.contains(document.activeElement)) give(parts.space[cursor], false);
}

function show() {
  draw();
  drawAnswer(facts);
  select(cursor);
  hideCounts();
}

/** Hide the counts by region that the wall yields, unless they are at fault. */
function hideCounts() {
  const counts = form.querySelector(".counts-part");
  counts.hidden = hasWall() && !counts.querySelector(".bad, [aria-invalid]");
  listSources(form, hasWall() ? [{ empty: emptyWall }] : []);
}

let request;
async function askFacts() {
  const [what, mine] = [lastAction, new AbortController()];
  [lastAction, stale] = [null, false];
  request?.abort();
  request = mine;
  const texts = Object.fromEntries(NAMES.map((name) => [name, name === "wall" ? form.elements.wall.value : list(name)]));
  const interpretations = Object.fromEntries(INTERPRETATIONS.map((name) => [name, form.elements[name]?.value]));
  const sheet = { players: SEATS.map((seat) => ({ name: playerName(form, seat) })), ...texts, ...interpretations };
  const answer = hasWall() ? await ask(form, "wall", sheet, mine.signal) : { faults: [] };
  if (!answer || mine !== request) return;
  facts = answer.faults ? null : answer;
  drawAnswer(facts);
  updateHighlight();
  const region = what?.region;
  const came = facts?.regions[region] ? [tell("region_is", { region: region + 1, what: outcome(facts, region) })] : [];
  say(board, [what?.text, ...came].filter(Boolean).join(word("semicolon")), answer.faults, word("semicolon"));
}

form.addEventListener("input", (event) => {
  if (controls.includes(event.target)) {
    show();
    stale = true;
  }
  if (event.target.name.endsWith(".name")) show();
});

// Laying pieces, threats and borders

/** Make one step: `edit` changes the lists and returns the announcement. */
function change(edit) {
  const before = controls.map((control) => control.value);
  const lists = read();
  lastAction = edit(lists);
  write(lists);
  const changed = controls.filter(({ value }, at) => value !== before[at]);
  if (changed.length) report(...changed);
  else askFacts();
}

function layPiece(piece, space) {
  const length = isHalf(piece) ? 2 : 1;
  const start = Math.min(space, parts.space.length - length);
  last = piece;
  cursor = start + length;
  change(({ wall, mongol }) => {
    put(wall, piece, start);
    let spaces = 0;
    return { text: tell("laid", { space: start + 1, piece: describe(piece) }), region: mongol.findIndex((size) => (spaces += size) > start) };
  });
  select(cursor);
  follow(parts.space[cursor]);
}

function threaten(region, threat) {
  change(({ threats }) => {
    threats[region] = threat;
    return { region };
  });
}

function moveBorder(side, at) {
  change((lists) => {
    lists[side] = shiftBorder(lists[side], at);
    return { text: tell("sizes", { sizes: lists[side].join(" ") }) };
  });
}

/** Return the piece that a key lays, and its space; null if none. */
function findPiece(key, space) {
  const letter = key.toUpperCase();
  const target = fresh >= 0 ? fresh : space;
  const owner = read().wall[target][0];
  if (LETTERS.includes(letter)) return [letter, space];
  const small = key.length === 1 ? key.toLowerCase() : key;
  if (small in KINDS) return LETTERS.includes(owner) ? [owner + KINDS[small], target] : null;
  if (key === "Backspace") return [".", Math.max(space - 1, 0)];
  const piece = { ".": ".", 0: ".", Delete: ".", x: "x", n: "n", Enter: last, " ": last }[small];
  return piece ? [piece, space] : null;
}

lanes.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  const space = parts.space.indexOf(event.target);
  const region = parts.region.indexOf(event.target);
  if (region >= 0 && THREATS.map(String).includes(key)) threaten(region, Number(key));
  const laying = space >= 0 && findPiece(key, space);
  if (!laying) return;
  event.preventDefault();
  layPiece(...laying);
  if (key === "Backspace") select(laying[1]);
  give(parts.space[cursor]);
  fresh = LETTERS.includes(key.toUpperCase()) ? space : -1;
});

lanes.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  const [kind] = target.classList;
  const i = parts[kind].indexOf(target);
  if (kind === "space") select(i);
  else if (kind === "region") threaten(i, THREATS[(THREATS.indexOf(read().threats[i]) + 1) % THREATS.length]);
  else moveBorder(kind, i + 1);
});

lanes.addEventListener("focusin", (event) => {
  fresh = -1;
  const space = parts.space.indexOf(event.target);
  if (space >= 0) select(space);
});

board.querySelector(".pieces").addEventListener("click", (event) => {
  const button = event.target.closest("[data-piece]");
  if (button) layPiece(button.dataset.piece, cursor);
});

board.querySelector("[data-borders]").addEventListener("click", (event) => {
  const moves = lanes.classList.toggle("borders");
  event.target.setAttribute("aria-pressed", String(moves));
  show();
  say(board, moves ? word("borders") : "");
});

function emptyWall() {
  lastAction = { text: word("cleared") };
  cursor = 0;
  for (const control of controls) control.value = "";
  return controls;
}
board.querySelector("[data-clear]").addEventListener("click", () => {
  report(...emptyWall());
  follow(parts.space[0]);
});

mini.addEventListener("click", (event) => {
  const box = mini.getBoundingClientRect();
  select(Math.floor(((event.clientX - box.x) / box.width) * parts.space.length));
  follow(parts.space[cursor]);
});

// A line of the table highlights its places

function updateHighlight() {
  for (const button of all("[data-light]")) button.setAttribute("aria-pressed", String(button === lit));
  return light(facts, lit?.dataset.light, Number(lit?.dataset.seat));
}

board.querySelector(".outcome").addEventListener("click", (event) => {
  const button = event.target.closest("[data-light]");
  if (!button) return;
  lit = button === lit ? null : button;
  const first = updateHighlight();
  if (first) follow(first);
});

// The score arrives first, then the answer about the wall; if regions are counted, the score tells who loses where

form.addEventListener("scored", (event) => {
  if (stale) askFacts();
  for (const mark of all("[data-loss]", form)) {
    const invasion = event.detail.players?.[mark.dataset.seat].lines.find((line) => line.key === "invasion");
    const loss = hasWall() ? null : invasion?.parts?.find((part) => part.at.includes(mark.dataset.loss));
    mark.textContent = loss ? addSign(loss.points) : "";
  }
});

const texts = board.parentElement.querySelector(".as-text");
texts.open = Boolean(texts.querySelector(".error"));
board.hidden = false;
show();
