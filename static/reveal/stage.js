// The elements of a reveal (tiles, lanes with bars, controls), how they show a category, and its end: the winner's lane grows until its colour covers
// the screen. Tied winners share the screen, in seat order.
import { chip, draw, LETTERS, make, minus, seatColours } from "../common/dom.js";
import { barOf, sayAhead, sayPlaces, saySilent, sayStep } from "./sequence.js";

const MAX_STROKES = 10; // with more categories, a number shows the progress
const MANY_PLAYERS = 6; // from this number of players on, a lane is one line high
const MIN_GAIN_WIDTH = 0.16; // share of the scale; a gain is written on its part of the bar if that is long enough, else after the piece
const TITLE_SIZES = [[8, "large"], [14, "middle"], [Infinity, "small"]];

/** Return a title's width in characters; Chinese ones count twice. */
const widthOf = (title) => [...title].reduce((sum, sign) => sum + (sign > "\u2e7f" ? 2 : 1), 0);

function drawStrokes(count) {
  const last = (count - 1) % 5;
  const paths = Array.from({ length: count }, (_, at) => {
    const [left, nth] = [Math.floor(at / 5) * 26, at % 5];
    return draw("path", { d: nth < 4 ? `M${left + 4 + nth * 5} 3v18` : `M${left + 1} 18 ${left + 22} 7` });
  });
  const width = (Math.ceil(count / 5) - 1) * 26 + (last === 4 ? 24 : last * 5 + 6);
  return draw("svg", { viewBox: `0 0 ${width} 24`, "aria-hidden": "true" }, ...paths);
}

function drawTile({ name }, seat) {
  const back = make("span", { className: "back" }, make("i", {}, LETTERS[seat]), drawStrokes(5), make("i", {}, LETTERS[seat]));
  const tile = make("span", { className: "tile" }, back, make("span", { className: "face" }, chip(seat)));
  return make("li", { className: `seat-${seat}` }, tile, make("bdi", {}, name));
}

function drawLane({ name }, seat) {
  const number = make("b", { className: "num" }, "0");
  const note = make("span", { className: "note" });
  const part = make("i", { className: "gain" });
  const bar = make("span", { className: "bar" }, make("i", { className: "had" }), part, chip(seat));
  const lane = make("li", { className: `lane seat-${seat}` }, make("span", { className: "name" }, make("bdi", {}, name)), note, number, bar);
  return { lane, number, note, bar, part, gain: make("span", { className: "plus" }), shown: 0, counts: 0 };
}

/** Create the elements of a reveal, and the functions that change them; while `isSkipping()`, numbers jump to their final value. */
export function makeStage(data, { steps, silent, low, high }, { times, isLed, isStill, isSkipping }) {
  const { words, players } = data;
  const category = make("h2", { className: "category title" });
  const aside = make("p", { className: "aside" });
  const said = make("div", { className: "unseen", role: "status", ariaAtomic: "false" }); // grows, so that no sentence cuts off the one before
  const say = (sentence) => said.append(make("p", {}, sentence));
  const tiles = make("ol", { className: "tiles", ariaHidden: "true" }, ...players.map(drawTile));
  const lanes = players.map(drawLane);
  const list = make("ol", { className: "lanes", ariaHidden: "true" }, ...lanes.map(({ lane }) => lane));
  const progress = steps.length > MAX_STROKES ? make("span", { className: "progress" }) : drawStrokes(steps.length);
  const next = make("button", { type: "button", className: "next", disabled: isLed }, isLed ? words.led : words.next);
  // Where nothing goes on by itself, there is nothing to pause.
  const pause = make("button", { type: "button", className: "pause", ariaPressed: "false", hidden: isLed || isStill }, words.pause);
  pause.setAttribute("aria-keyshortcuts", "P");
  const end = make("button", { type: "button", className: "end" }, words.end);
  const seats = seatColours(players.map(({ colour }) => colour));
  const dialog = make("dialog", { className: `reveal ground-${data.ground} ${seats}`, ariaLabel: words.reveal, tabIndex: -1 },
    make("header", {}, make("p", { className: "title" }, data.title), make("p", {}, words.reveal)),
    make("div", { className: "words" }, category, aside), list, tiles, make("div", { className: "controls" }, progress, next, pause, end), said);
  dialog.classList.toggle("many", players.length >= MANY_PLAYERS);
  dialog.style.setProperty("--n", players.length);
  for (const [name, length] of Object.entries(times)) dialog.style.setProperty(`--${name}`, `${length}ms`);

  function place(order) {
    order.forEach((seat, at) => lanes[seat].lane.style.setProperty("--at", at));
  }

  function lay(seat, before, after) {
    const { lane, gain, bar, part } = lanes[seat];
    const { start, length, gain: added, below } = barOf(before, after, low, high);
    lane.style.setProperty("--start", start);
    lane.style.setProperty("--had", length - added);
    lane.style.setProperty("--gain", added);
    lane.classList.toggle("below", below);
    gain.textContent = after === before ? "" : `${after > before ? "+" : "−"}${Math.abs(after - before)}`;
    (added < MIN_GAIN_WIDTH ? bar : part).append(gain);
  }

  function setNumber(seat, points) {
    lanes[seat].counts += 1;
    lanes[seat].shown = points;
    lanes[seat].number.textContent = minus(points);
  }

  /** Animate a bar and count its number up. */
  function grow(seat, { before, after }, length) {
    const one = lanes[seat];
    one.lane.style.setProperty("--length", `${length}ms`);
    one.lane.classList.add("grows");
    lay(seat, before[seat], after[seat]);
    const [from, to] = [one.shown, after[seat]];
    one.shown = to;
    one.counts += 1;
    const [own, began] = [one.counts, performance.now()];
    const tick = (now) => {
      if (one.counts !== own) return;
      const share = isSkipping() ? 1 : Math.max(0, Math.min(1, (now - began) / length));
      one.number.textContent = minus(Math.round(from + (to - from) * (1 - (1 - share) ** 3)));
      if (share < 1) requestAnimationFrame(tick);
    };
    tick(began);
  }

  /** Start a category: show its title, and the points of earlier categories as one bar. */
  function title(at) {
    const { label, before, rises } = steps[at];
    for (const [seat, { lane, note }] of lanes.entries()) {
      lane.classList.remove("risen", "grows");
      note.textContent = "";
      setNumber(seat, before[seat]);
      lay(seat, before[seat], before[seat]);
    }
    category.textContent = label;
    [, category.dataset.size] = TITLE_SIZES.find(([width]) => widthOf(label) <= width);
    const named = at === 0 && silent.length ? [saySilent(silent, words)] : [];
    aside.textContent = [...named, ...(isStill ? rises.map((rise) => sayPlaces(rise, data, words)) : [])].join(words.clauses);
    if (steps.length > MAX_STROKES) progress.textContent = `${at + 1}/${steps.length}`;
    else progress.querySelectorAll("path").forEach((path, nth) => path.classList.toggle("done", nth <= at));
    dialog.classList.add("counts");
    say([...named, sayStep(steps[at], data, words)].join(words.clauses));
  }

  /** Show the ranking after a category; players who rise are highlighted, unless motion is reduced. */
  function rank({ after, order, rises }) {
    for (const rise of isStill ? [] : rises) {
      lanes[rise.seat].lane.classList.add("risen");
      lanes[rise.seat].note.textContent = `↑ ${sayAhead(rise, data, words)}`;
    }
    place(order);
    for (const [seat, { lane }] of lanes.entries()) lane.classList.toggle("first", data.ranked && after[seat] === after[order[0]]);
  }

  /** Show a category in its final state. */
  function showStill(at) {
    title(at);
    players.forEach((_, seat) => {
      setNumber(seat, steps[at].after[seat]);
      lay(seat, steps[at].before[seat], steps[at].after[seat]);
    });
    rank(steps[at]);
  }

  /** Say by the dialog's description, which is read as it opens, how to go on; as a visible text it would be read twice. */
  function sayHowToGoOn() {
    said.before(make("p", { id: "how-to-go-on", hidden: true }, words.waits));
    dialog.setAttribute("aria-describedby", "how-to-go-on");
  }

  place(players.map((_, seat) => seat));
  return { dialog, category, tiles, lanes, next, pause, end, say, sayHowToGoOn, place, grow, title, rank, showStill };
}

const sizeOf = (element) => Number.parseFloat(getComputedStyle(element).fontSize);

function drawWinner(data, seat, isAlone) {
  const { name, total } = data.players[seat];
  const points = minus(total);
  return make("section", { className: `winner seat-${seat}` },
    make("p", { className: "who" }, chip(seat), " ", make("span", {}, isAlone ? data.headline : name)),
    make("p", { className: `points num digits-${points.length}` }, points), make("i", { className: "edge" }));
}

function move(part, { lane, number }, duration) {
  const points = part.querySelector(".points");
  const [from, to, small, large] = [lane, part, number, points].map((element) => element.getBoundingClientRect());
  const [top, bottom] = [from.top - to.top, to.bottom - from.bottom];
  const shift = `translate(${small.left - large.left}px, ${small.top - large.top}px) scale(${sizeOf(number) / sizeOf(points)})`;
  const options = { duration, easing: "cubic-bezier(.3, 0, .1, 1)", fill: "both" };
  return [
    part.animate({ clipPath: [`inset(${top}px 0 ${bottom}px 0 round 12px)`, "inset(0 0 0 0 round 0px)"] }, options),
    part.querySelector(".edge").animate({ translate: [`0 ${top}px`, "0 0"], opacity: [1, 1, 0] }, options),
    points.animate({ transformOrigin: ["0 0", "0 0"], transform: [shift, "none"] }, options),
  ];
}

/** Cover the screen of `stage` with the winners' colours; return the cover when the animation has ended. */
export async function coverScreen(stage, data, duration) {
  const { winners } = data;
  const isAlone = winners.length === 1;
  const cover = make("div", { className: "winners", ariaHidden: "true" }, ...winners.map((seat) => drawWinner(data, seat, isAlone)));
  const emblem = document.querySelector(".hero > .game-emblem");
  cover.lastChild.append(make("p", { className: "margin" }, isAlone ? data.margin : data.headline), make("p", { className: "reason" }, isAlone ? data.reason : ""));
  if (emblem && isAlone) cover.lastChild.append(emblem.cloneNode(true));
  stage.dialog.append(cover);
  const moves = [...cover.children].flatMap((part, at) => move(part, stage.lanes[winners[at]], duration));
  await Promise.all(moves.map(({ finished }) => finished.catch(() => {})));
  return cover;
}
