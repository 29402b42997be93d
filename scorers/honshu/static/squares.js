// A land's notation: parses text such as "F Pb* / . Mb3" to squares by "x,y", writes it back, and draws squares.

export const key = (x, y) => `${x},${y}`;
export const spot = (at) => at.split(",").map(Number);

const SQUARE = /^(?:([FTLA])|([PM])([bngy])([234]?))(\**)$/;

/** Parse a word of a land: `kind` F, T, L, A, P or M, its print and its cubes; null if it is invalid. */
export function square(word) {
  const [, plain, kind, colour = "", points = "", cubes = ""] = word.match(SQUARE) ?? [];
  if (!plain && (!kind || (kind === "M") !== Boolean(points))) return null;
  return { kind: plain ?? kind, colour, points, cubes: cubes.length };
}

/** Apply a tool to a word: a kind, `P` or `M2` to `M4` in the colour `ink`, `X` for nothing, `C` for one more cube or, if full, none. */
export function paintWord(word, tool, ink, room) {
  if (tool === "X") return "";
  if (tool === "P") return `P${ink}`;
  if (tool[0] === "M") return `M${ink}${tool[1]}`;
  if (tool !== "C") return tool;
  const { kind, cubes } = square(word) ?? {};
  return room[kind] ? word.replaceAll("*", "") + "*".repeat(cubes < room[kind] ? cubes + 1 : 0) : word;
}

/** Return the words of a land's text by place, with its first row and column at `corner`. */
export function read(text, [left, top]) {
  const squares = new Map();
  text.split("/").forEach((row, y) => {
    row.split(/\s+/).filter(Boolean).forEach((word, x) => { if (word !== ".") squares.set(key(left + x, top + y), word); });
  });
  return squares;
}

/** Return the trimmed text of squares, and the corner where it begins. */
export function write(squares) {
  if (!squares.size) return { text: "", corner: [0, 0] };
  const { left, top, right, bottom } = edges(squares.keys());
  const rows = [];
  for (let y = top; y <= bottom; y += 1) {
    const row = [];
    for (let x = left; x <= right; x += 1) row.push(squares.get(key(x, y)) ?? ".");
    rows.push(row.join(" ").replace(/(?: \.)+$/, ""));
  }
  return { text: rows.join("/"), corner: [left, top] };
}

/** Return the corner at which most squares of a text lie where equal ones lie already. */
export function findCorner(text, squares) {
  const counts = new Map([["0,0", 0]]);
  for (const [at, word] of read(text, [0, 0])) {
    const [x, y] = spot(at);
    for (const [place, other] of squares) {
      const shift = key(spot(place)[0] - x, spot(place)[1] - y);
      if (word === other) counts.set(shift, (counts.get(shift) ?? 0) + 1);
    }
  }
  return spot([...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]);
}

/** Normalise a text for the link: no blanks or line ends around slashes, nothing after a row's last square. */
export const compact = (text) => text.trim().replace(/\s*\/\s*/g, "/").replace(/(?: \.)+(?=\/|$)/g, "");

/** Return the bounding box of places. */
export function edges(places) {
  const spots = [...places].map(spot);
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Return a function that draws a word in a cell and sets the cell's data. */
export function dresser(tell, words) {
  return (cell, word) => {
    if (cell.dataset.word === word) return;
    const { kind = word && "?", colour = "", points, cubes = 0 } = square(word) ?? {};
    const what = tell(kind, { colour: words[colour], points, text: word });
    Object.assign(cell.dataset, { word, kind, what: cubes ? tell(cubes > 1 ? "two" : "one", { what }) : what });
    cell.className = colour && `of-${colour}`;
    const svg = (name, id) => `<svg class="${name}"><use href="#i-${id}"/></svg>`;
    cell.innerHTML = (word && kind !== "?" ? svg("pic", kind) : "") + svg("cube", "C").repeat(cubes);
    const text = word.replaceAll("*", "").slice(0, 4);
    const textContent = kind === "?" ? text : text.replace(/[a-z]/gi, (letter) => words.signs[letter]);
    if (word) cell.append(Object.assign(document.createElement("b"), { textContent }));
  };
}
