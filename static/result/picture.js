// The picture of a result for sharing: the winner, the ranking, the table and the finished board, in the page's colours.

const SCALE = 3;
const EDGE = 20;
const MAX_SCALE = 1.3; // of boards with few squares
const COLUMN = 40; // the narrowest of the table, for three digits
const MAX_LABEL = 200;
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const textOf = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";

const LINE_ENDS = { start: "left", middle: "center", end: "right" };

function outline(node) {
  const path = new Path2D();
  const at = (name) => node[name].baseVal.value;
  switch (node.localName) {
    case "path": return new Path2D(node.getAttribute("d"));
    case "rect": path.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx")); return path;
    case "circle": path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI); return path;
    case "ellipse": path.ellipse(at("cx"), at("cy"), at("rx"), at("ry"), 0, 0, 2 * Math.PI); return path;
    case "line": path.moveTo(at("x1"), at("y1")); path.lineTo(at("x2"), at("y2")); return path;
    case "polyline":
    case "polygon":
      for (const { x, y } of node.points) path.lineTo(x, y);
      if (node.localName === "polygon") path.closePath();
      return path;
    default: return null;
  }
}

function ink(context, style) {
  context.fillStyle = style.fill;
  context.strokeStyle = style.stroke;
  context.lineWidth = parseFloat(style.strokeWidth);
  context.lineCap = style.strokeLinecap;
  context.lineJoin = style.strokeLinejoin;
  context.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat));
}

function drawText(context, node, style) {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = LINE_ENDS[style.textAnchor];
  const place = [node.textContent.trim(), Number(node.getAttribute("x")), Number(node.getAttribute("y"))];
  if (style.stroke !== "none") context.strokeText(...place);
  if (style.fill !== "none") context.fillText(...place);
}

function drawNode(context, node) {
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return;
  context.save();
  const turn = node.transform?.baseVal.consolidate()?.matrix;
  if (turn) context.transform(turn.a, turn.b, turn.c, turn.d, turn.e, turn.f);
  context.globalAlpha *= Number(style.opacity);
  ink(context, style);
  if (node.localName === "text") drawText(context, node, style);
  else if (node.localName === "g") for (const child of node.children) drawNode(context, child);
  else {
    const path = outline(node);
    if (path && style.fill !== "none") context.fill(path, style.fillRule);
    if (path && style.stroke !== "none") context.stroke(path);
  }
  context.restore();
}

/** Draw an inline SVG with its computed colours at a position and width; return its height. An image element would not have the page's styles. */
function drawSvg(context, svg, x, y, width) {
  const { x: left, y: top, width: wide, height } = svg.viewBox.baseVal;
  context.save();
  context.translate(x, y);
  context.scale(width / wide, width / wide);
  context.translate(-left, -top);
  for (const child of svg.children) drawNode(context, child);
  context.restore();
  return (height * width) / wide;
}

/** A canvas to draw on; each part begins at `y`, where the previous one ended. */
class Paper {
  constructor(width) {
    this.width = width;
    this.y = 0;
    this.context = document.createElement("canvas").getContext("2d");
    this.sans = getComputedStyle(document.body).fontFamily;
    this.face = getComputedStyle(find(".brand")).fontFamily;
    this.ink = getComputedStyle(document.body).color;
    this.soft = getComputedStyle(find("footer")).color;
    this.rule = getComputedStyle(find(".score-pad td")).borderBottomColor;
  }

  font(size, bold = false, face = this.sans) {
    this.context.font = `${bold ? 700 : 400} ${size}px ${face}`;
  }

  /** Draw a text on its baseline, shortened with an ellipsis if it is wider than `most`. */
  write(text, x, y, colour, align = "left", most = Infinity) {
    const { context } = this;
    let sign = text;
    for (const signs = [...text]; context.measureText(sign).width > most && signs.length;) {
      signs.pop();
      sign = `${signs.join("").trimEnd()}…`;
    }
    context.fillStyle = colour;
    context.textAlign = align;
    context.fillText(sign, x, y);
  }

  /** Draw a text in lines as wide as the canvas, up to a number of lines, breaking as the language allows. */
  lines(text, x, most, size, colour) {
    const words = [...new Intl.Segmenter(document.documentElement.lang, { granularity: "word" }).segment(text)].map(({ segment }) => segment);
    const rows = [""];
    for (const word of words) {
      const wide = this.context.measureText(rows.at(-1) + word).width > this.width - x - EDGE;
      if (wide && rows.at(-1) && rows.length < most && !/^[\p{P}\s]/u.test(word)) rows.push("");
      rows[rows.length - 1] += word;
    }
    for (const row of rows) {
      this.y += size * 1.4;
      this.write(row.trim(), x, this.y, colour, "left", this.width - x - EDGE);
    }
  }

  /** Draw a seat's letter on a piece of its colour, centred. */
  chip(element, x, y, size) {
    const { backgroundColor, color } = getComputedStyle(element);
    const { context } = this;
    context.fillStyle = backgroundColor;
    context.strokeStyle = this.soft;
    context.lineWidth = 0.5;
    context.beginPath();
    context.roundRect(x - size / 2, y - size / 2, size, size, size * 0.2);
    context.fill();
    context.stroke();
    this.font(size * 0.62, true);
    this.write(textOf(element), x, y + size * 0.22, color, "center");
  }

  line() {
    this.context.fillStyle = this.rule;
    this.context.fillRect(EDGE, this.y, this.width - 2 * EDGE, 0.75);
  }
}

function drawHero(paper, hero) {
  const { color } = getComputedStyle(hero);
  const emblem = find(".game-emblem svg", hero);
  if (emblem) drawSvg(paper.context, emblem, paper.width - 150, 30, 170);
  paper.y = 44;
  paper.font(20, true, paper.face);
  paper.write(textOf(find(".top > .title")), EDGE, paper.y, color);
  const chips = all(".who .chip", hero);
  paper.y += 20;
  chips.forEach((chip, at) => paper.chip(chip, EDGE + 14 + at * 32, paper.y + 22, 28));
  paper.font(24, true);
  paper.lines(textOf(find(".who .name", hero)), EDGE + (chips.length ? chips.length * 32 + 8 : 0), 2, 22, color);
  const points = textOf(find(".points", hero));
  if (points) {
    paper.y += 114;
    paper.font(130, true, paper.face);
    paper.write(points, EDGE - 4, paper.y, color);
    paper.y += 8;
  }
  for (const [part, size] of [[".margin", 18], [".reason", 15]]) {
    const element = find(part, hero)?.cloneNode(true);
    for (const link of element ? all("a", element) : []) link.remove();
    paper.font(size, part === ".margin");
    if (textOf(element)) paper.lines(textOf(element), EDGE, 3, size, color);
  }
  paper.y += 22;
}

function drawRanking(paper) {
  const rows = all(".ranking li");
  paper.y += 14;
  for (const row of rows) {
    const first = row.classList.contains("first");
    const high = first ? 40 : 34;
    const middle = paper.y + high / 2;
    paper.font(12);
    paper.write(textOf(find(".place", row)).replace(/\D/g, ""), EDGE, middle + 4, paper.soft);
    paper.chip(find(".chip", row), EDGE + 28, middle, 22);
    paper.font(14, first);
    paper.write(textOf(find(".name", row)), EDGE + 46, middle + 5, paper.ink, "left", 84);
    const [start, end] = [EDGE + 138, paper.width - EDGE - 52];
    for (const piece of all("rect", row)) {
      const { fill, stroke } = getComputedStyle(piece);
      const [x, width] = ["x", "width"].map((name) => (piece[name].baseVal.value * (end - start)) / 100);
      paper.context.fillStyle = fill;
      paper.context.fillRect(start + x, middle - (first ? 12 : 9), width, first ? 24 : 18);
      if (stroke !== "none") {
        paper.context.strokeStyle = stroke;
        paper.context.strokeRect(start + x, middle - (first ? 12 : 9), width, first ? 24 : 18);
      }
    }
    paper.font(first ? 24 : 20, true, paper.face);
    paper.write(textOf(find(".num", row)), paper.width - EDGE, middle + 8, getComputedStyle(find(".num", row)).color, "right");
    paper.y += high;
  }
}

/** Return how wide the longest name of a line is, with the space beside it. */
function labelWidth(paper) {
  paper.font(14);
  const names = all(".score-pad :is(tbody > tr:first-child, tfoot .total) > :first-child");
  return Math.min(MAX_LABEL, 10 + Math.max(...names.map((name) => paper.context.measureText(textOf(name)).width)));
}

function drawTable(paper) {
  const table = find(".score-pad");
  const heads = all("thead .chip", table);
  const label = Math.max(96, paper.width * 0.3, labelWidth(paper));
  const step = (paper.width - 2 * EDGE - label) / heads.length;
  const column = (at) => EDGE + label + step * (at + 0.5);
  paper.y += 14;
  heads.forEach((chip, at) => paper.chip(chip, column(at), paper.y + 12, 22));
  paper.y += 30;
  for (const row of all("tbody > tr:first-child, tfoot .total", table)) {
    const total = row.classList.contains("total");
    paper.line();
    paper.font(14, total);
    paper.write(textOf(row.cells[0]), EDGE, paper.y + 21, paper.ink, "left", label - 6);
    [...row.cells].slice(1).forEach((cell, at) => {
      if (total) paper.font(18, true, paper.face);
      else paper.font(15, true);
      paper.write(textOf(cell), column(at), paper.y + 22, getComputedStyle(find("b", cell)).color, "center");
    });
    paper.y += 32;
  }
}

function drawBoard(paper) {
  const drawings = all(".finished .drawing");
  if (!drawings.length) return;
  paper.y += 26;
  paper.font(17, true);
  paper.write(textOf(find(".finished h2")), EDGE, paper.y, paper.ink);
  paper.y += 12;
  const beside = drawings.length > 1 ? 2 : 1;
  const width = (paper.width - 2 * EDGE - (beside - 1) * 16) / beside;
  for (let at = 0; at < drawings.length; at += beside) {
    const heights = drawings.slice(at, at + beside).map((svg, place) => {
      const x = EDGE + place * (width + 16);
      const caption = svg.closest("figure")?.querySelector("figcaption");
      if (caption) {
        paper.chip(find(".chip", caption), x + 10, paper.y + 12, 20);
        paper.font(14);
        paper.write(textOf(find("bdi", caption)), x + 26, paper.y + 17, paper.ink, "left", width - 26);
      }
      const below = caption ? 28 : 0;
      return below + drawSvg(paper.context, svg, x, paper.y + below, Math.min(width, svg.viewBox.baseVal.width * MAX_SCALE));
    });
    paper.y += Math.max(...heights) + 12;
  }
}

function drawAll(paper) {
  const hero = find(".hero");
  drawHero(paper, hero);
  const bottom = paper.y;
  // The emblem extends beyond the coloured area; the background covers the rest.
  paper.context.fillStyle = getComputedStyle(document.body).backgroundColor;
  paper.context.fillRect(0, bottom, paper.width, paper.context.canvas.height / SCALE - bottom);
  drawRanking(paper);
  drawTable(paper);
  drawBoard(paper);
  paper.y += 26;
  paper.font(14, true, paper.face);
  paper.write("Tally 算分", paper.width - EDGE, paper.y, paper.soft, "right");
  paper.y += 18;
}

/** Return the result on this page as a PNG file of this name. */
export async function drawPicture(name) {
  await Promise.all([document.fonts.load("700 20px Numerals", "0"), document.fonts.load("700 20px Titles", "算")]);
  const seats = all(".score-pad thead .chip").length;
  const paper = new Paper(360);
  paper.width = Math.max(360, 150 + 44 * seats, 2 * EDGE + labelWidth(paper) + COLUMN * seats);
  const { canvas } = paper.context;
  drawAll(paper); // a first time to measure the height
  const high = paper.y;
  canvas.width = paper.width * SCALE;
  canvas.height = Math.ceil(high * SCALE);
  paper.context.scale(SCALE, SCALE);
  paper.context.fillStyle = getComputedStyle(find(".hero")).backgroundColor;
  paper.context.fillRect(0, 0, paper.width, high);
  drawAll(paper);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  return new File([blob], name, { type: "image/png" });
}
