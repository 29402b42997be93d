// Draws an inline SVG on a canvas with its computed colours; an image element would not have the page's styles.

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

function text(context, node, style) {
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.textAlign = LINE_ENDS[style.textAnchor];
  const place = [node.textContent.trim(), Number(node.getAttribute("x")), Number(node.getAttribute("y"))];
  if (style.stroke !== "none") context.strokeText(...place);
  if (style.fill !== "none") context.fillText(...place);
}

function draw(context, node) {
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return;
  context.save();
  const turn = node.transform?.baseVal.consolidate()?.matrix;
  if (turn) context.transform(turn.a, turn.b, turn.c, turn.d, turn.e, turn.f);
  context.globalAlpha *= Number(style.opacity);
  ink(context, style);
  if (node.localName === "text") text(context, node, style);
  else if (node.localName === "g") for (const child of node.children) draw(context, child);
  else {
    const path = outline(node);
    if (path && style.fill !== "none") context.fill(path, style.fillRule);
    if (path && style.stroke !== "none") context.stroke(path);
  }
  context.restore();
}

/** Draw an SVG element at a position and width; return its height. */
export function drawSvg(context, svg, x, y, width) {
  const { x: left, y: top, width: wide, height } = svg.viewBox.baseVal;
  context.save();
  context.translate(x, y);
  context.scale(width / wide, width / wide);
  context.translate(-left, -top);
  for (const child of svg.children) draw(context, child);
  context.restore();
  return (height * width) / wide;
}
