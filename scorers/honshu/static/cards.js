// Lays printed cards into a land: the board shows a preview, the server checks whether the card fits, and then it can be laid.
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
  let beneath = false; // whether it goes under the squares that it meets
  let others = new Set(); // squares that are exceptions to `beneath`
  let verdict = null;
  let request = null;
  let pending = null;
  let verdictLand = ""; // the land that the verdict is about
  let isMoved = false; // whether the user has moved the card
  let startCard = null; // the start card laid last: how often it was turned, where, and the land's text

  const isShown = () => !panel.hidden && card in faces;
  const isStartCard = () => isShown() && rules.start_cards.includes(card);

  /** Return the turned card's squares by place. */
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
      if (!cell) continue; // outside the drawn area
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
    say(board, faults ? "" : tell("fits", { card }), faults?.map(land.renamePlace), words.then);
  }

  function redraw() {
    land.draw();
    pending = checkCard();
  }

  /** Redraw the card after a change; until the user moves it, it is placed automatically. */
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

  /** Lay a start card at once; it can be turned as long as it is the only card. */
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

  /** Return the nearest place where the card shares one square with the land and hides no lake. */
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
    if (!verdict && !card) say(board, "", (await ask(form, "lay", { map: land.text() })).faults); // reports that no card was chosen
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

  // Dragging moves the card; tapping a shared square switches which is on top.

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
    /** Whether a card is chosen but not laid yet. */
    isWaiting: () => !panel.hidden && card !== "",
    /** Return the places of the card. */
    places: () => [...cardWords().keys()],
    drawCard,
    /** Call when laying begins or ends. */
    show: redraw,
    /** Call when another land is shown. */
    changeLand() {
      [isMoved, at] = [false, "0,0"];
      land.draw();
      if (beneath) toggleBeneath();
      else updateCard();
    },
    /** Handle a tap on a square: move the card there, or switch which is on top. */
    touch(place) {
      if (!isShown() || grip?.moved) return;
      if (!overlap().includes(place)) return move(place);
      isMoved = true;
      if (!others.delete(place)) others.add(place);
      redraw();
    },
    /** Handle Enter on a square: move the card there, or lay it if it is there already. */
    enter(place) {
      if (place !== at) move(place);
      else layCard();
    },
  };
}
