// Draws the wall of Chang Cheng: the strip from its texts, and on it the server's answer.
import { playerName } from "../../boards/board.js";
import { fill } from "../../common/dom.js";
import { BOARD, board, form, isHalf, LETTERS, mate, read, sum } from "./spaces.js";

export const strip = board.querySelector(".strip");
export const lanes = board.querySelector(".lanes");
export const mini = board.querySelector(".mini");
export const parts = { region: [], mongol: [], space: [], china: [], province: [] };
export const SEATS = [...LETTERS].map((_, seat) => seat);

const words = JSON.parse(board.dataset.words);
export const word = (key) => words[key];
export const tell = (key, places) => fill(words[key], places);
export const all = (selector, within = board) => [...within.querySelectorAll(selector)];
export const nameOf = (seat) => playerName(form, seat);
export const addSign = (points) => (points === 0 ? "0" : `−${Math.abs(points) || "?"}`);

const MARKS = { ".": ["none", "·"], x: ["gone", "×"], n: ["neutral", "N"] };
const seatOf = (piece) => (/^[A-D][td]?$/.test(piece) ? LETTERS.indexOf(piece[0]) : -1);

function make(tag, looks, ...within) {
  const element = document.createElement(tag);
  element.className = looks;
  element.append(...within);
  return element;
}

function drawPiece(piece, second) {
  const seat = seatOf(piece);
  const [looks, mark] = seat < 0 ? MARKS[piece] ?? ["odd", piece] : [`seat-${seat} ${piece.slice(1)}${second ? " end" : ""}`, LETTERS[seat]];
  return make("span", `piece ${looks}`, mark);
}

/** Describe a piece. */
export function describe(piece) {
  const seat = seatOf(piece);
  return seat < 0 ? words[piece] ?? piece : tell(piece[1] ?? "single", { who: nameOf(seat) });
}

/** Return exactly so many elements of a kind, adding or removing some. */
function fit(kind, count) {
  for (const extra of parts[kind].splice(count)) extra.remove();
  while (parts[kind].length < count) {
    const element = make(kind === "province" ? "div" : "button", kind);
    if (kind === "province") element.setAttribute("role", "img");
    else Object.assign(element, { type: "button", tabIndex: -1 });
    parts[kind].push(element);
    lanes.append(element);
  }
  return parts[kind];
}

/** Place a side's elements along the strip. Return the number, from 1, of the element of each space. */
function along(kind, sizes, label, ...within) {
  const belongs = [];
  fit(kind, sizes.length).forEach((element, i) => {
    const length = Number.isInteger(sizes[i]) && sizes[i] > 0 ? sizes[i] : 1;
    const first = belongs.length + 1;
    belongs.push(...Array(length).fill(i + 1));
    element.style.gridColumn = `${2 * first - 1} / span ${2 * length}`;
    element.classList.toggle("ends", belongs.length % BOARD === 0);
    element.dataset.label = label(i, first, belongs.length);
    element.replaceChildren(...within.map((inner) => inner(i)), make("span", "size", String(sizes[i])), make("span", "counts"));
  });
  return belongs;
}

function tile(threat) {
  return make("span", threat === 0 ? "tile off" : "tile", addSign(threat));
}

/** Draw the texts. */
export function draw() {
  const { wall, china, mongol, threats } = read();
  const regions = along("region", mongol, (i, first, last) => tell("region", { region: i + 1, first, last, threat: addSign(threats[i]) }), (i) => tile(threats[i]));
  const provinces = along("province", china, (i, first, last) => tell("province", { province: i + 1, first, last }));
  fit("space", wall.length).forEach((element, i) => {
    const piece = wall[i];
    const second = isHalf(piece) && mate(wall, i) < i;
    if (element.dataset.lies !== piece + second) element.replaceChildren(drawPiece(piece, second));
    element.dataset.lies = piece + second;
    element.style.gridColumn = `${2 * i + 1} / span 2`;
    element.classList.toggle("ends", (i + 1) % BOARD === 0);
    const where = { space: i + 1, province: provinces[i] ?? "–", region: regions[i] ?? "–", piece: describe(piece) };
    element.setAttribute("aria-label", tell("space", where));
  });
  for (const [side, sizes] of lanes.matches(".borders") ? [["mongol", mongol], ["china", china]] : []) {
    const borders = sizes.map((_, i) => sum(sizes.slice(0, i + 1)));
    fit(side, wall.length - 1).forEach((gap, i) => {
      const here = borders.includes(i + 1);
      gap.style.gridColumn = `${2 * i + 2} / span 2`;
      gap.classList.toggle("here", here);
      gap.setAttribute("aria-label", tell(side, { first: i + 1, last: i + 2 }) + (here ? words.list + words.here : ""));
    });
  }
  mini.replaceChildren(...wall.map((piece) => make("i", seatOf(piece) < 0 ? MARKS[piece]?.[0] ?? "odd" : `seat-${seatOf(piece)}`)));
}

/** Describe the invasion of a region. */
export function outcome(answer, i, threat = read().threats[i]) {
  const { loses, safe } = answer.regions[i];
  const losses = threat ? loses.map((seat) => tell("loses", { who: nameOf(seat), threat })) : [];
  return [...losses, ...safe.map((seat) => tell("safe", { who: nameOf(seat) }))].join(words.list) || words.nobody;
}

function count({ walls, loses, safe }, seat) {
  const state = loses.includes(seat) ? "loses" : safe.includes(seat) ? "safe" : "";
  return make("span", `count seat-${seat} ${state}`, make("b", "", LETTERS[seat]), String(walls[seat]));
}

function label(element, ...texts) {
  element.setAttribute("aria-label", [element.dataset.label, ...texts].join(words.list));
}

/** Draw the game's `answer` about the wall, or nothing if it is null because of a fault. */
export function drawAnswer(answer) {
  const { threats } = read();
  parts.region.forEach((element, i) => {
    const region = answer?.regions[i];
    const standing = SEATS.filter((seat) => region?.walls[seat]);
    const neutral = region?.neutral ? [make("span", "count", make("b", "", "N"), String(region.neutral))] : [];
    element.querySelector(".counts").replaceChildren(...standing.map((seat) => count(region, seat)), ...neutral);
    element.classList.toggle("free", threats[i] === 0);
    label(element, ...standing.map((seat) => tell("count", { who: nameOf(seat), count: region.walls[seat] })), ...(region ? [outcome(answer, i, threats[i])] : []));
  });
  parts.province.forEach((element, i) => {
    const there = SEATS.filter((seat) => answer?.players[seat].provinces.includes(`c${i + 1}`));
    element.querySelector(".counts").replaceChildren(...there.map((seat) => make("b", `seat-${seat}`, LETTERS[seat])));
    label(element, ...there.map(nameOf));
  });
  for (const button of all("[data-piece]:has(small)")) {
    const { kind, seat, piece } = button.dataset;
    const rest = answer && (kind ? answer.players[seat].left[kind] : answer.neutral_left);
    button.querySelector("small").textContent = rest ?? "";
    button.setAttribute("aria-label", describe(piece) + (answer ? words.list + tell("left", { left: rest }) : ""));
  }
  for (const button of all("[data-light]")) {
    const mine = answer?.players[button.dataset.seat];
    const figures = mine && { invasion: addSign(mine.invasion), provinces: mine.provinces.length, row: mine.row.length };
    button.querySelector("b").textContent = figures?.[button.dataset.light] ?? "–";
  }
}

/** Highlight the places of a player's line; return the first. */
export function light(answer, key, seat) {
  const mine = answer?.players[seat];
  const lit = !mine ? [] : {
    invasion: () => parts.region.filter((element, i) => answer.regions[i]?.loses.includes(seat) && !element.classList.contains("free")),
    provinces: () => parts.province.filter((_, i) => mine.provinces.includes(`c${i + 1}`)),
    row: () => parts.space.slice(mine.row.first - 1).slice(0, mine.row.length),
  }[key]();
  for (const element of [...parts.space, ...parts.region, ...parts.province]) element.classList.toggle("lit", lit.includes(element));
  return lit[0];
}

/** Scroll an element to the middle of the strip. */
export function follow(element) {
  strip.scrollLeft = element.offsetLeft + element.offsetWidth / 2 - strip.clientWidth / 2;
}
