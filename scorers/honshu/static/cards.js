// Lays printed cards into a land: a card is shown on the board as a ghost, the server says whether it fits, and then it can be laid.
import { say } from "../../boards/board.js";
import { ask } from "../../common/api.js";
import { key, spot } from "./squares.js";

/** Set up the panel for laying cards into `land`, an object that land.js makes. */
export function setUpLaying(land) {
  const { board, cells, form, grid, rules, tell, words } = land;
  const panel = board.querySelector(".for-lay");
  const number = panel.querySelector("input");
  const under = panel.querySelector("[data-under]");
  const layIt = panel.querySelector("[data-lay]");
  const faces = rules.cards;
  let card = "";
  let turns = 0;
  let at = "0,0"; // where its top left square lies
  let beneath = false; // whether it is pushed under what it meets
  let others = new Set(); // squares where it is the other way round
  let verdict = null;
  let request = null;
  let pending = null;
  let verdictLand = ""; // the land that the verdict is about
  let isMoved = false; // whether somebody has moved the card
  let startCard = null; // the start card laid last: how often it was turned, where, and the land's text

  const isShown = () => !panel.hidden && card in faces;
  const isStartCard = () => isShown() && rules.start_cards.includes(card);

  /** The card's words by place, turned. */
  function cardWords(from = at) {
    if (!isShown()) return new Map();
    const squares = faces[card].flatMap((row) => row.split(" "));
    const rows = rules.turns[turns].map((row) => row.map((number) => squares[number]));
    const [left, top] = spot(from);
    return new Map(rows.flatMap((row, y) => row.map((word, x) => [key(left + x, top + y), word])));
  }

  const overlap = () => [...cardWords().keys()].filter((place) => land.squares().has(place));
  const above = () => overlap().filter((place) => beneath !== others.has(place));

  function drawCard() {
    panel.querySelector(".starts").hidden = land.squares().size > 0;
    if (isShown() && verdictLand !== land.text()) pending = checkCard();
    const stays = above();
    for (const [place, word] of cardWords()) {
      const cell = cells.get(place);
      if (!cell) continue; // beyond what is drawn
      if (!stays.includes(place)) land.dress(cell, word);
      cell.classList.add("ghost");
      cell.dataset.card = tell("card", { card }) + words.list;
    }
    for (const cell of grid.querySelectorAll("[data-card]")) {
      if (cardWords().has(cell.dataset.at)) continue;
      cell.classList.remove("ghost");
      delete cell.dataset.card;
    }
  }

  async function checkCard() {
    request?.abort();
    verdict = null;
    verdictLand = land.text();
    layIt.setAttribute("aria-disabled", "true");
    delete board.dataset.fits;
    if (panel.hidden) return;
    if (!card || (!isShown() && Object.keys(faces).some((one) => one.startsWith(card)))) return say(board, words.lay);
    request = new AbortController();
    const [[x, y], [left, top]] = [spot(at), land.corner()];
    const id = (place) => `r${spot(place)[1] - top + 1}c${spot(place)[0] - left + 1}`;
    const place = { row: y - top + 1, column: x - left + 1 };
    const answer = await ask(form, "lay", { map: land.text(), card, turns, ...place, above: above().map(id) }, request.signal);
    if (!answer) return;
    const { faults } = answer;
    if (!faults) verdict = answer;
    layIt.setAttribute("aria-disabled", String(Boolean(faults)));
    board.dataset.fits = faults ? "no" : "yes";
    if (faults && !isMoved && isShown() && !isStartCard() && land.text()) faults.push({ message: words.drag });
    say(board, faults ? "" : tell("fits", { card }), faults, words.then);
  }

  function redraw() {
    land.draw();
    pending = checkCard();
  }

  /** Draw the card after it has changed; until somebody moves it, it finds its place itself. */
  function updateCard() {
    others = new Set();
    if (!isMoved) at = findStart();
    redraw();
    if (!isMoved && isShown()) land.centre(cardWords().keys());
  }

  function choose(value) {
    card = value.trim().toUpperCase();
    if (isStartCard() && !land.text()) return layStartCard({ start: card, by: turns, from: land.middle() });
    number.value = card;
    isMoved &&= card !== "";
    updateCard();
  }

  /** A start card has one place: it is laid at once, and turned there as long as it lies alone. */
  async function layStartCard(now) {
    startCard = Object.assign(now, { text: land.text() });
    card = "";
    turns = 0;
    at = now.from;
    number.value = "";
    const answer = await ask(form, "lay", { map: "", card: now.start, turns: now.by % 4, row: 1, column: 1 });
    if (startCard !== now || land.text() !== now.text) return;
    if (answer.faults) return say(board, "", answer.faults, words.then);
    const hasFocus = panel.querySelector(".starts").contains(document.activeElement);
    land.put(answer.map, spot(at), tell("begun", { card: now.start }));
    now.text = land.text();
    if (card) updateCard();
    if (hasFocus) cells.get(at).focus({ preventScroll: true });
  }

  /** Where the card shares but one square with the land, and hides no lake there: as near as can be to what is seen. */
  function findStart() {
    const [squares, middle] = [land.squares(), spot(land.middle())];
    const far = (place) => Math.hypot(...spot(place).map((one, i) => one - middle[i]));
    const parts = [...cardWords("0,0").keys()].map(spot);
    const spots = [...squares.keys()].map(spot).flatMap(([x, y]) => parts.map(([right, down]) => key(x - right, y - down)));
    const fits = (place) => {
      const words = cardWords(place);
      const [meeting, ...more] = [...words.keys()].filter((one) => squares.has(one));
      return !more.length && (beneath ? words : squares).get(meeting) !== rules.stays_in_sight;
    };
    return spots.filter(fits).toSorted((one, other) => far(one) - far(other))[0] ?? land.middle();
  }

  function move(to) {
    isMoved = true;
    at = to;
    updateCard();
  }

  function turn() {
    if (!card && startCard?.text === land.text()) return layStartCard({ ...startCard, by: startCard.by + 1 });
    turns = (turns + 1) % 4;
    updateCard();
  }

  function toggleBeneath() {
    beneath = !beneath;
    under.setAttribute("aria-pressed", String(beneath));
    updateCard();
  }

  async function layCard() {
    await pending;
    if (!verdict && !card) say(board, "", (await ask(form, "lay", { map: land.text() })).faults); // what is missing
    if (!verdict) return;
    const [[x, y], { map, row, column }, told] = [spot(at), verdict, tell("laid", { card })];
    card = "";
    turns = 0;
    isMoved = false;
    number.value = "";
    if (beneath) toggleBeneath();
    verdict = null;
    layIt.setAttribute("aria-disabled", "true");
    land.put(map, [x - column + 1, y - row + 1], told);
  }

  number.addEventListener("input", (event) => {
    event.stopPropagation();
    choose(number.value);
  });
  number.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    cells.get(at)?.focus();
  });
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.card) choose(button.dataset.card);
    else if (button === layIt) layCard();
    else if (button === under) toggleBeneath();
    else if (button) turn();
  });

  // Dragged by a finger or a mouse; what it meets is tapped to go under or over.

  let grip = null;
  grid.addEventListener("pointerdown", (event) => {
    grip = null;
    const cell = event.target.closest(".ghost");
    if (isShown() && cell) grip = { from: spot(at), by: spot(cell.dataset.at), held: true, moved: false };
  });
  addEventListener("pointermove", (event) => {
    const over = grip?.held && land.under(event);
    if (!over) return;
    const [x, y] = spot(over);
    const to = key(grip.from[0] + x - grip.by[0], grip.from[1] + y - grip.by[1]);
    if (to === at) return;
    grip.moved = true;
    move(to);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { if (grip) grip.held = false; });

  return {
    /** Whether a card was named and is not laid yet. */
    isWaiting: () => !panel.hidden && card !== "",
    /** The places that the card covers or is under. */
    places: () => [...cardWords().keys()],
    drawCard,
    /** To be called where laying begins or ends. */
    show: redraw,
    /** To be called where it goes on in another land. */
    changeLand() {
      [isMoved, at] = [false, "0,0"];
      land.draw();
      if (beneath) toggleBeneath();
      else updateCard();
    },
    /** A tap on a square: the card goes there, or where it meets the land, over or under it. */
    touch(place) {
      if (!isShown() || grip?.moved) return;
      if (!overlap().includes(place)) return move(place);
      isMoved = true;
      if (!others.delete(place)) others.add(place);
      redraw();
    },
    /** Enter on a square: the card goes there, and is laid where it already lies. */
    enter(place) {
      if (place !== at) move(place);
      else layCard();
    },
  };
}
