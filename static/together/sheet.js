// The shared sheet: the ordinary sheet's form, whose entries are synchronised with every phone at the table.
import { score } from "../common/api.js";
import { isShown } from "../common/dom.js";
import { sessionSet } from "../common/storage.js";
import { seatOf, setUpSeats } from "../sheet/seats.js";
import { createModel, namesOf } from "../sheet/model.js";
import { setUpTotals } from "../sheet/totals.js";
import { loadViews } from "../sheet/view_switch.js";
import { chooseHand, dressRows, progressOf } from "./column_view.js";
import { keepFiles, openRecord } from "./entries/device.js";
import { setUpEntries } from "./entries/entries.js";
import { isStructural, markUnsent } from "./entries/fields.js";
import { setUpNews } from "./news.js";
import { setUpPeople } from "./people.js";
import { redraw } from "./redraw.js";
import { setUpSigns } from "./signs.js";
import { connect } from "./entries/sync.js";
import { setUpTaps } from "./taps.js";

const root = document.documentElement;
const form = document.getElementById("sheet");
const { dataset } = form;
const [dock, board] = [".dock", "[data-script]"].map((part) => form.querySelector(part));
const scope = document.querySelector("[data-scope]");
const isStandIn = "shell" in document.body.dataset;
const mine = dataset.mine === "" ? null : Number(dataset.mine);
let seat = dataset.own === "" ? null : Number(dataset.own); // the seat whose column is shown, or null for all columns
let lastResult = null;
let isUnanswered = false; // whether the last score request failed
let connection = { state: { online: true }, send() {}, wake() {} };

const device = await openRecord(dataset, isStandIn);
const model = createModel(form);
const typedBefore = isStandIn ? {} : model.typedBefore();
const news = setUpNews(document.getElementById("news"));
const totals = setUpTotals(form);
const highlightColumn = setUpSeats(form);
root.dataset.by = "category";
dressRows(form);

const entries = setUpEntries(form, model, {
  device,
  news,
  send: () => connection.send(),
  whose: nameOfDevice,
  onEntry(names) {
    if (names.length) updateTotals();
    update();
  },
  onMissing: redrawForm,
});
const people = setUpPeople(form, {
  phone: dataset.phone,
  state: entries.value,
  entries: () => device.record.shadow,
  view: () => ({ seat, mine, at: seat ?? mine ?? 0, isOnline: connection.state.online, since: connection.state.since, result: lastResult }),
});

function nameOfDevice(device) {
  return people.seatOf(device) === undefined ? news.words.somebody : people.nameOf(people.seatOf(device));
}

function update() {
  people.update();
  if (isAsking) showQuestion();
  markUnsent(form, connection.state.online ? [] : entries.waitingFields());
}

// Totals

let pendingScore;
async function updateTotals() {
  pendingScore?.abort();
  const current = (pendingScore = new AbortController());
  const result = await score(form, current.signal);
  if (current !== pendingScore || !result) return;
  if (result.faults?.[0]?.message === dataset.silence) return dropPoints(); // the bar above already says so
  isUnanswered = false;
  totals.show(people.cover(result), filledFields().filter((one) => Number(seatOf(one)) === mine));
  const parts = (result.players ?? []).flatMap(({ lines }) => lines.flatMap((line) => line.parts ?? []));
  for (const place of form.querySelectorAll(".pays")) place.textContent = parts.find(({ at }) => at.includes(place.dataset.at))?.points ?? "";
  if (result.players) lastResult = result;
  form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  update();
}
// Without a response, show no points rather than outdated ones.
function dropPoints() {
  isUnanswered = true;
  lastResult = null;
  for (const place of form.querySelectorAll(".pays")) place.textContent = "";
  form.dispatchEvent(new Event("unscored"));
  update();
}
/** The entries as the query of a sheet's address, without the fields of this page. */
function sheetQuery() {
  const query = model.query();
  for (const name of dataset.notEntries.split(" ")) query.delete(name);
  return query;
}
const isFilled = (one) => (one.matches("[type=checkbox], [type=radio]") ? one.checked && one.value !== "" : one.value);
const filledFields = () => [...form.querySelectorAll(".category [name], .position [name]")].filter(isFilled);

// Typing and tapping

form.addEventListener("input", (event) => {
  if (!namesOf(event).length) return;
  const step = model.take(event);
  updateTotals();
  entries.enterStep(step);
  resetDone();
});
form.addEventListener("change", async (event) => {
  const { target } = event;
  await entries.enterStep(model.take(event));
  if (target.name && isStructural(form, target.name)) redrawForm();
});

let drawing = null;
function redrawForm() {
  drawing ??= (async () => {
    await connection.send();
    if (!connection.state.online) return; // keep the form as it is until there is a connection
    await redraw(form, seat, () => {
      entries.refresh();
      return setUpParts();
    });
    people.showView();
    highlightColumn(seat ?? mine ?? 0);
    updateTotals();
    update();
  })().catch(() => {}).finally(() => { drawing = null; });
  return drawing;
}

setUpTaps(form);

for (const button of document.querySelectorAll("[data-undo-own]")) {
  button.hidden = false;
  button.addEventListener("click", entries.undo);
}
document.addEventListener("keydown", (event) => {
  const isTyped = event.target.matches("input:not([type=checkbox], [type=radio]), textarea"); // text fields have their own undo
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || isTyped) return;
  event.preventDefault();
  entries.undo();
});

// In the view of all columns, focusing a number shows who changed it last.
form.addEventListener("focusin", ({ target }) => {
  const [, , from] = device.record.shadow[target.name] ?? [];
  if (!from || seat !== null || target.name in device.record.outbox) return;
  const text = people.isOwn(from) ? news.words.you : news.words.changed.replace("{name}", () => nameOfDevice(from));
  news.say(text, `${form.getAttribute("action")}/history?field=${encodeURIComponent(target.name)}`);
});

// Whose column is shown

function setView(to) {
  seat = to;
  people.showView();
  if (scope) {
    scope.hidden = seat === null && mine === null;
    scope.querySelector("span").textContent = seat === null ? scope.dataset.own : scope.dataset.all;
  }
  highlightColumn(seat ?? mine ?? 0);
  resetDone();
  chooseHand(board, seat);
  history.replaceState(history.state, "", seat === null ? "?view=all" : seat === mine ? location.pathname : `?seat=${seat}`);
  update();
}

// A second tap on a player's tab focuses the name, which the panel's script draws when the panel is opened.
function goToName() {
  const table = form.querySelector(".table");
  const focusName = () => { const field = table.querySelector(`.place.seat-${seat} > .in`); field?.focus(); return field; };
  table.open = true;
  if (!focusName()) new MutationObserver((_, observer) => focusName() && observer.disconnect()).observe(table, { childList: true, subtree: true });
}

// "Done" is a state, not a lock. If numbers are missing, it asks first.
const done = dock.querySelector("[data-done]");
let isAsking = done.value === "ready";
function resetDone() {
  isAsking = false;
  if (done.textContent !== done.dataset.say) done.textContent = done.dataset.say;
}
function showQuestion() {
  const { filled, count } = progressOf(form, seat);
  return (dock.querySelector(".missing").textContent = people.words.ask.replace("{count}", count - filled));
}
async function sayDone() {
  const { filled, count } = progressOf(form, seat);
  if (filled < count && !isAsking) {
    isAsking = true;
    done.textContent = done.dataset.sure;
    totals.say(showQuestion());
    return;
  }
  resetDone();
  if (root.dataset.view === "board") form.querySelector('[data-view="numbers"]').click(); // the board would cover the tile
  await entries.setState({ [`@ready.${seat}`]: ["1"] });
  scrollTo(0, 0);
  form.querySelector(".face-down h2").focus({ preventScroll: true });
}
async function changeAgain() {
  await entries.setState({ [`@ready.${seat}`]: [] });
  form.querySelector(`.category .cell.seat-${seat} input.in`)?.focus({ preventScroll: true });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { submitter } = event;
  if (!submitter) return;
  if (submitter === scope) setView(seat === null ? mine : null);
  else if (submitter.ariaCurrent === "true") goToName();
  else if (submitter.closest(".strip")) setView(Number(submitter.value));
  else if (submitter === done) sayDone();
  else if ("change" in submitter.dataset) changeAgain();
  else if ("reveal" in submitter.dataset) reveal();
  else if (submitter.name === "seats") entries.setState({ n: [submitter.value] }).then(() => location.reload());
  else connection.wake();
});

let day; // set if this phone started the reveal and leads it: the date under which a group stores the result
async function reveal() {
  if (!connection.state.online) return;
  const { questions = [] } = await score(form);
  if (totals.askOnce(questions.filter(({ code }) => code === "blank")).length) return; // the others' numbers are face down: they are not asked about
  day = new Date().toLocaleDateString("sv"); // the local date, which Swedish writes as ISO 8601 does
  await entries.setState({ "@reveal": [day] });
  checkReveal();
}

// Every phone opens the ordinary result page, which plays the reveal; the phone that started it leads.
let isLeaving = false;
function checkReveal() {
  if (isLeaving || !device.record.shadow["@reveal"]?.[0].length) return;
  isLeaving = true;
  sessionSet("together", form.getAttribute("action"));
  sessionSet("revealed", JSON.stringify({ api: dataset.api, day }));
  location.replace(`${form.getAttribute("action")}?now=1`);
}

// Restore unsent entries and what was typed before this script ran, then connect to the server

const known = isStandIn ? Object.keys(device.record.shadow) : [];
const waiting = entries.waitingFields();
for (const name of new Set([...known, ...waiting])) if (name[0] !== "@") model.write(name, entries.value(name));
for (const name of waiting) delete typedBefore[name];
if (!isStandIn) people.hear(JSON.parse(dataset.here));
connection = connect({
  api: dataset.api,
  lang: root.lang,
  ...device,
  onHere: people.hear,
  onTyping: setUpSigns(form, { api: dataset.api, device: device.record.device }),
  onFields(names, answer) {
    entries.receive(names, answer);
    // Open a board that others have filled, so that its counts apply on this phone too.
    if (board && [...board.querySelectorAll("[name]")].some(isFilled)) board.open = true;
    checkReveal();
  },
  onState(state) {
    news.showState(state, device.canKeep());
    if (state.online && isUnanswered) updateTotals();
    update();
  },
});
news.onRetry(() => connection.wake());
news.onReopen(() => location.assign(`${dataset.start}?${sheetQuery()}`));
entries.enterStep(typedBefore);
addEventListener("pageshow", ({ persisted }) => { if (persisted) model.restore(); });

// Boards, grids, records, keys and the keypad of the ordinary sheet
function openBoard() {
  if (!board?.open) return;
  board.removeEventListener("toggle", openBoard);
  import(board.dataset.script).then(() => chooseHand(board, seat)).then(updateTotals, () => board.addEventListener("toggle", openBoard));
}
function press(of, value) {
  root.dataset[of] = value;
  for (const button of form.querySelectorAll(`[data-${of}]`)) button.ariaPressed = String(button.dataset[of] === value);
}

/** Set up grids and growing records; grids that were replaced are drawn again. */
function setUpParts() {
  const parts = [];
  if (form.querySelector("[data-grid]")) parts.push(import("../sheet/entries/grid.js").then(({ setUpGrids }) => setUpGrids()));
  if (form.querySelector("[data-records]")) parts.push(import("../sheet/entries/records.js").then(({ growRecords }) => growRecords()));
  return Promise.all(parts).catch(() => {});
}
form.addEventListener("grown", () => {
  dressRows(form);
  entries.refresh();
  update();
  setUpParts(); // the next record may be filled already
});
loadViews(form, press, update);
board?.addEventListener("toggle", openBoard);
openBoard();
const numberCells = () => [...form.querySelectorAll(":is(.category, .counts-part) input.in[placeholder]")].filter(isShown);
import("../sheet/keys/entering.js").then(({ setUpKeys }) => setUpKeys(form, totals.say)).catch(() => {});
if (matchMedia("(pointer: coarse)").matches) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../sheet/keypad.css", import.meta.url) }));
  import("../sheet/keys/keypad.js").then(({ setUpKeypad }) => setUpKeypad(form, numberCells)).catch(() => {});
}
setUpParts().then(keepFiles).then(() => { dataset.files = ""; }, () => {});
setView(seat);
updateTotals();
document.body.dataset.ready = "";
