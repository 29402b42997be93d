// The map of Hansa Teutonica: taps write offices into the form's text boxes; the score returns who controls the cities.
import { playerName, watchSteps, isJustChanged, letter, listSources, nearest, palette, hideCounted, roving, say, show as showBelow } from "../../boards/board.js";
import { fill } from "../../common/dom.js";
import { report } from "../../sheet/model.js";
import { showField } from "../../sheet/views.js";
import { finder } from "./city_search.js";
import { along, firstPlace, fitPlate, indexOf, isOfMap, lineOf, loadDrawing, owns, readCities, rowsOf, seatsBeside } from "./map_parts.js";
import { radios } from "./slots.js";
import { zoomable } from "./zoom.js";

const form = document.getElementById("sheet");
const board = document.getElementById("map");
const field = board.querySelector(".field");
field.innerHTML = await loadDrawing(field.dataset.drawing);
const svg = field.querySelector("svg");
const words = JSON.parse(board.dataset.words);
const tell = (key, places) => fill(words[key], places);
const all = (selector, within = svg) => [...within.querySelectorAll(selector)];

const PITCH = Number(board.dataset.pitch); // distance between offices in SVG units
const missions = JSON.parse(board.dataset.missions); // cities of each card
const COUNTS = /^(cities|network|mission_.*|(wales|scotland)_.*)$/; // entries that the map yields
const ONLY_WITH_MAP = /^mission$/;
const EXTRA_KINDS = ["annex", "permanent"]; // slots left and right of the printed offices
const SEATS = [...form.dataset.letters].map((_, seat) => `seat-${seat}`);
const view = zoomable(board, field, svg, PITCH);

// The plain controls, and the cities with their drawn elements

const special = all("[data-special]").map((spot) => ({ spot, select: radios(form, `coellen.${spot.dataset.special}`) }));
const cities = readCities(svg, form, { pitch: PITCH, annexes: Number(board.dataset.annexes), permanents: Number(board.dataset.permanents) });
const controls = () => [...[...cities.values()].flatMap(rowsOf), ...special.map((one) => one.select)];
const cityOf = (target) => cities.get(target.closest("[data-city]").dataset.city);
const nameOfSeat = (seat) => playerName(form, seat);

// The map counts as filled also where the only occupied cities have no printed offices.
const onlyGreen = Object.assign(document.createElement("input"), { type: "hidden", name: "offices", disabled: true });
board.append(onlyGreen);

// Drawing: first the controls, then the score

function setSeat(target, seat) {
  target.classList.remove("taken", ...SEATS);
  if (seat !== "") target.classList.add("taken", `seat-${seat}`);
}

function paint(target, seat, empty) {
  setSeat(target, seat);
  target.querySelector("text").textContent = seat === "" ? empty : letter(seat);
}

function label(target, name, seat) {
  const { piece } = target.dataset;
  const ink = ["white", "orange", "pink", "black"].find((one) => piece && target.classList.contains(one));
  const place = ink ? [name, words[piece], words[ink]].join(words.list) : name;
  target.ariaLabel = tell("holds", { place, who: seat === "" ? words.free : nameOfSeat(seat) });
}

const nameOf = (office, city) => tell("office", { city: city.name, number: Number(office.dataset.slot) + 1 });

function draw() {
  const occupied = [...cities.values()].filter((city) => rowsOf(city).some((select) => select.value));
  document.querySelector('#carried [name="offices"]')?.remove();
  Object.assign(onlyGreen, { value: "0", disabled: !occupied.length || occupied.some((city) => city.offices.length) });
  for (const city of cities.values()) {
    city.offices.forEach((office, i) => {
      const seat = city.rows.office[i].value;
      paint(office, seat, office.dataset.ink);
      label(office, nameOf(office, city), seat);
    });
    const open = !city.offices.length || rowsOf(city).some((select) => select.value);
    for (const kind of EXTRA_KINDS) {
      const seats = seatsBeside(city, kind);
      city[kind].forEach((place, i) => {
        const seat = seats[indexOf(kind, i, seats)] ?? "";
        place.ariaHidden = place.toggleAttribute("hidden", !open || i > seats.length) ? "true" : null; // Chromium's tree keeps what is only hidden
        paint(place, seat, "+");
        if (seat !== "") label(place, `${city.name}${words.list}${words[kind]} ${i + 1}`, seat);
        else place.ariaLabel = tell(`add_${kind}`, { city: city.name, who: nameOfSeat(hand) });
      });
    }
    const [left, right] = EXTRA_KINDS.map((kind) => seatsBeside(city, kind).length);
    fitPlate(city, { printed: city.offices.length, left, right }, PITCH, svg.viewBox.baseVal.x);
  }
  for (const { spot, select } of special) {
    paint(spot, select.value, spot.dataset.special);
    label(spot, spot.dataset.name, select.value);
  }
  for (const who of board.querySelectorAll(".who")) {
    const seat = who.closest("[data-value]").dataset.value;
    who.classList.toggle("unseen", nameOfSeat(seat) === letter(seat));
  }
}

function describe() {
  for (const city of cities.values()) city.group.querySelector(".name").ariaLabel = summary(city);
  const places = [...cities.values()].flatMap(rowsOf);
  function empty() {
    for (const place of places) place.value = "";
    draw();
    describe();
    return places;
  }
  const onMap = places.some((place) => place.value);
  hideCounted(form, (seat, key) => (onMap ? COUNTS : ONLY_WITH_MAP).test(key), faults);
  listSources(form, onMap ? [{ empty }] : []);
}

const describeControl = ({ controller }) => (controller === "" ? words.nobody : tell("controls", { who: nameOfSeat(controller) }));

/** Describe a city; only by its name while the sheet has faults. */
function summary(city) {
  if (faults.length) return city.name;
  const facts = [describeControl(city), ...city.networks.map(([seat, part]) => tell("in", { who: nameOfSeat(seat), ...part }))];
  return tell("holds", { place: city.land ? `${city.name}${words.list}${city.land}` : city.name, who: facts.join(words.stop) });
}

/** Describe what the last tap changed: who controls the city, and the network of the player whose piece it was. */
function describeOutcome(result) {
  if (!doneAt || faults.length) return "";
  const facts = [describeControl(doneAt)];
  const network = hand !== "" && lineOf(result.players[hand], "network");
  if (network.points) facts.push(tell("in", { who: nameOfSeat(hand), ...network }));
  return words.stop + facts.join(words.stop);
}

function show(result) {
  for (const city of cities.values()) Object.assign(city, { controller: "", networks: [] });
  const nets = result.players.map((player, seat) => {
    for (const part of lineOf(player, "cities").parts ?? []) cities.get(part.at[0]).controller = String(seat);
    for (const part of lineOf(player, "network").parts ?? []) cities.get(part.at[0]).networks.push([seat, part]);
    return new Set((lineOf(player, "network").parts ?? []).map((part) => part.at[0]));
  });
  for (const city of cities.values()) {
    const badge = city.group.querySelector(".badge");
    badge.toggleAttribute("hidden", city.controller === "");
    paint(badge, city.controller, "");
    setSeat(city.group.querySelector(".plate"), city.controller);
  }
  nets.forEach((network, seat) => svg.querySelector(`[data-net="${seat}"]`).setAttribute("d", along(all(".road"), network, seat, nets.length)));
  board.querySelectorAll(".hand .sum").forEach((sum, seat) => { sum.textContent = `${result.players[seat].total}`.replace("-", "−"); });
  for (const button of board.querySelectorAll("[data-light]")) {
    const [seat, key] = button.dataset.light.split(".");
    const line = lineOf(result.players[seat], key);
    button.querySelector("b").textContent = line.points;
    button.querySelector("small").textContent = line.working;
  }
}

function showFaults() {
  for (const city of cities.values()) city.group.classList.toggle("bad", faults.some(({ path }) => path.split(".")[1] === city.id));
  board.classList.toggle("stale", faults.length > 0);
  if (faults.length) light(null);
  describe();
}

// Acting

let faults = [];
const speak = (text, announce = say) => announce(board, text, faults, words.stop);
let hand = "0";
let [lastAction, doneAt] = ["", null]; // the last action and its city, announced together with its effect

watchSteps(form, controls, (way, control) => {
  draw();
  if (!words[way]) return;
  doneAt = cities.get(control.name.split(".")[1]) ?? null;
  lastAction = tell(way, { place: doneAt?.name ?? special.find((one) => one.select === control).spot.dataset.name });
  light(null);
  showBelow(board, lastAction);
});
const pick = palette(board.querySelector(".hand"), (seat) => {
  hand = seat;
  lastAction = "";
  draw();
  speak(seat === "" ? words.clear : tell("chosen", { who: nameOfSeat(seat) }));
});

function put(target, seat) {
  const city = target.dataset.special ? null : cityOf(target);
  const isOffice = target.matches(".office") && city;
  const kind = EXTRA_KINDS.find((one) => target.matches(`.${one}`));
  const name = isOffice ? nameOf(target, city) : target.dataset.name ?? `${city.name}${words.list}${words[kind]}`;
  let now;
  if (kind) {
    const seats = seatsBeside(city, kind);
    const at = indexOf(kind, city[kind].indexOf(target), seats);
    now = seats[at] === seat && !isJustChanged(city.rows[kind][0].name) ? "" : seat;
    if (at < 0) seats.unshift(now);
    else seats[at] = now;
    const rest = seats.filter(Boolean);
    city.rows[kind].forEach((select, i) => { select.value = rest[i] ?? ""; });
  } else {
    const select = city ? city.rows.office[target.dataset.slot] : special.find((one) => one.spot === target).select;
    now = select.value === seat && !isJustChanged(select.name) ? "" : seat;
    select.value = now;
  }
  lastAction = now === "" ? tell("took", { place: name }) : tell("holds", { place: name, who: nameOfSeat(now) });
  doneAt = city;
  light(null);
  showBelow(board, lastAction);
  draw();
  report(...(city ? rowsOf(city) : [form.elements[`coellen.${target.dataset.special}`][0]]));
  if (target.hasAttribute("hidden")) focus(firstPlace(city));
}

/** Whether a city counts in a seat's line. */
const counts = {
  cities: ({ controller }, seat) => controller === seat,
  network: ({ networks }, seat) => networks.some(([of]) => String(of) === seat),
  wales: (city, seat) => city.countries.includes("wales") && owns(city, seat),
  scotland: (city, seat) => city.countries.includes("scotland") && owns(city, seat),
  missions: (city, seat) => Boolean(missions[form.elements[`${seat}.mission`].value - 1]?.includes(city.id)) && owns(city, seat),
};
function light(button) {
  const on = button && button.getAttribute("aria-pressed") === "false" ? button : null;
  for (const other of board.querySelectorAll("[data-light]")) other.setAttribute("aria-pressed", String(other === on));
  const [seat, key] = on?.dataset.light.split(".") ?? [];
  const lit = [...cities.values()].filter((city) => on && counts[key](city, seat));
  svg.classList.toggle("dim", Boolean(on));
  for (const city of cities.values()) city.group.classList.toggle("lit", lit.includes(city));
  for (const path of all("[data-net]")) path.classList.toggle("lit", key === "network" && path.dataset.net === seat);
  if (!on) return;
  const names = lit.map((city) => city.name).join(words.list) || "–";
  lastAction = "";
  say(board, tell("line", { who: nameOfSeat(seat), line: on.querySelector(".what").textContent, cities: names }));
}

board.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-light]");
  if (!button) return;
  const [seat, key] = button.dataset.light.split(".");
  // The card is asked for once offices are on the map.
  if (key === "missions" && !form.elements[`${seat}.mission`].value && [...cities.values()].some((city) => rowsOf(city).some(({ value }) => value))) showField(form, `${seat}.mission`, { focus: true });
  else if (faults.length) speak("");
  else light(button);
});

svg.addEventListener("click", (event) => {
  const target = event.target.closest("[role=button]");
  const city = (target ?? event.target).closest("[data-city]") && cityOf(target ?? event.target);
  // The first tap on targets that are too small zooms in.
  if (event.pointerType === "touch" && !view.close) {
    view.approach(event.clientX, event.clientY);
    lastAction = "";
    if (city) view.centre(city.x, city.y);
    speak(city ? tell("zoomed", { city: city.name }) : "");
  } else if (target) act(target);
});

function act(target) {
  focus(target);
  if (target.matches(".name")) speak(summary(cityOf(target)));
  else put(target, hand);
}

// From the keyboard

const targets = () => all("[role=button]").filter((target) => !target.hasAttribute("hidden"));
const focus = roving(svg, targets, (target, key) => {
  if (key === "Home" || key === "End") return targets().at(key === "Home" ? 0 : -1);
  return nearest(target, targets(), key);
});
svg.addEventListener("keydown", (event) => {
  const target = event.target.closest("[role=button]");
  if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const letters = form.dataset.letters.toLowerCase();
  const seat = letters.includes(key) ? letters.indexOf(key) : Number(key) - 1;
  if (key === "enter" || key === " ") act(target);
  else if (board.querySelector(`.hand [data-value="${seat}"]`)) pick(String(seat));
  else if ((key === "delete" || key === "backspace") && !target.matches(".name")) put(target, "");
  else return;
  event.preventDefault();
});

// Finding a city

finder(document.getElementById("find"), board.querySelector(".matches"), [...cities.values()], {
  hit(hits) {
    for (const city of cities.values()) city.group.classList.toggle("found", Boolean(hits?.includes(city)));
    if (!hits) return;
    if (hits.length === 1) view.approach();
    if (hits.length) view.centre(hits[0].x, hits[0].y);
    speak(hits.map((city) => city.name).join(words.list) || words.none);
  },
  go(city) {
    view.approach();
    view.centre(city.x, city.y);
    focus(city.offices.find((_, i) => city.rows.office[i].value === "") ?? firstPlace(city));
    speak(summary(city));
  },
});

// Changes from elsewhere: the list, names, the score

form.addEventListener("change", ({ target }) => { if (controls().some((one) => one.input === target || one.includes?.(target))) draw(); });
form.addEventListener("input", (event) => { if (event.target.name?.endsWith(".name")) draw(), describe(); });
form.addEventListener("scored", ({ detail }) => {
  if (!detail.faults && !isOfMap(detail, board, cities)) return;
  const before = faults;
  faults = detail.faults ?? [];
  if (!detail.faults) show(detail);
  showFaults();
  const isNew = lastAction || String(faults.map(({ message }) => message)) !== String(before.map(({ message }) => message));
  if (lastAction || faults[0] || before[0]) speak(lastAction && lastAction + describeOutcome(detail), isNew ? say : showBelow);
  lastAction = "";
});
form.addEventListener("unscored", () => {
  if (lastAction) speak(lastAction);
  lastAction = "";
});

board.hidden = false;
const list = board.parentElement.querySelector(".as-list");
list.open = Boolean(list.querySelector(".error"));
draw();
describe();
focus(firstPlace(cities.values().next().value), false);
addEventListener("pageshow", draw);
