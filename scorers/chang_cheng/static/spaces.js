// The wall of Chang Cheng in the form's four texts: spaces, sizes of provinces and regions, threat tiles. It has no other state.
export const form = document.getElementById("sheet");
export const board = document.getElementById("wall");
export const NAMES = ["wall", "china", "mongol", "threats"];
export const controls = NAMES.map((name) => form.elements[name]);
const rules = JSON.parse(board.dataset.board); // data from the game's Python
export const LETTERS = form.dataset.letters;
export const THREATS = rules.threats;
export const BOARD = rules.spaces_of_board;

export const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
export const hasWall = () => form.elements.wall.value.trim() !== "";
const whole = (word) => (/^-?\d+$/.test(word) ? Math.abs(Number(word)) : word);

/** Return one of the texts as a list, with numbers parsed. */
export function list(name) {
  const text = form.elements[name].value;
  if (name === "wall") return text.split(/\s+/).filter(Boolean);
  return text.normalize("NFKC").replace(/[−–]/g, "-").split(/[\s,、;/]+/).filter(Boolean).map(whole);
}

function usual(spaces) {
  const sizes = rules.usual_sizes;
  const parts = [];
  for (let rest = spaces; rest > 0; rest -= parts.at(-1)) parts.push(Math.min(rest, sizes[parts.length % sizes.length]));
  return parts;
}

/** Return all four as lists; missing boards, borders and threats have their defaults. */
export function read() {
  const [wall, china, mongol, threats] = NAMES.map(list);
  const missing = rules.spaces - wall.length;
  if (missing > 0 && missing % BOARD === 0) wall.push(...Array(missing).fill("."));
  for (const sizes of [china, mongol]) {
    const short = wall.length - sum(sizes);
    if (short > 0 && short % BOARD === 0) sizes.push(...usual(short));
  }
  while (threats.length < mongol.length) threats.push(0);
  return { wall, china, mongol, threats };
}

export function write(lists) {
  for (const name of NAMES) form.elements[name].value = lists[name].join(" ");
}

export const isHalf = (piece) => /^[A-D]d$/.test(piece);

/** Return the space of the other half of the double wall at `at`. */
export function mate(wall, at) {
  let first = at;
  while (wall[first - 1] === wall[at]) first -= 1;
  return (at - first) % 2 ? at - 1 : at + 1;
}

/** Put a piece on a space; a double wall covers the next one too, and a replaced double wall leaves both. */
export function put(wall, piece, at) {
  const spaces = isHalf(piece) ? [at, at + 1] : [at];
  for (const space of spaces.filter((one) => isHalf(wall[one]))) {
    const other = mate(wall, space);
    if (wall[other] === wall[space]) wall[other] = ".";
    wall[space] = ".";
  }
  for (const space of spaces) wall[space] = piece;
}

/** Return the sizes after moving the nearest border behind space `at`; each board has one border in its first spaces and one beyond. */
export function shiftBorder(sizes, at) {
  const borders = sizes.slice(0, -1).map((_, i) => sum(sizes.slice(0, i + 1)));
  if (!borders.length || borders.includes(at)) return sizes;
  const start = at - (at % BOARD);
  const own = borders.filter((border) => border > start && border < start + BOARD);
  const passes = (from) => borders.some((border) => border > Math.min(from, at) && border < Math.max(from, at));
  const meant = own.length === 2 ? own[at - start <= rules.last_space_of_first ? 0 : 1] : undefined;
  const near = borders.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0];
  borders[borders.indexOf(meant === undefined || passes(meant) ? near : meant)] = at;
  return [...borders, sum(sizes)].map((border, i) => border - (borders[i - 1] ?? 0));
}
