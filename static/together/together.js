// The shared sheet: the ordinary sheet's form, whose entries are synchronised with every phone at the table.
import { score } from "../common/api.js";
import { now } from "../common/clock.js";
import { fill, holdFocus, loadPage, setText, swapIn } from "../common/dom.js";
import { stepsOf } from "../common/draft.js";
import { replaceAddress } from "../common/page.js";
import { sessionGet, sessionSet } from "../common/storage.js";
import { controlOf, labelOf, setUpController } from "../sheet/controller.js";
import { createModel, isSame } from "../sheet/model.js";
import { highlightColumn, seatOf } from "../sheet/players.js";
import { countOpen } from "../sheet/unanswered.js";
import { chooseHand, dressRows, progressOf } from "./column_view.js";
import { setUpEntries } from "./entries.js";
import { entryIn, fieldOf, joinEntry, markUnsent, splitChange } from "./fields.js";
import { setUpNews } from "./news.js";
import { setUpPeople } from "./people.js";
import { setUpSigns } from "./signs.js";
import { copyPage, documentOf, isStandIn, keepFiles } from "./stand_in.js";
import { rememberTable } from "./tables.js";

const root = document.documentElement;
const form = document.getElementById("sheet");
const { dataset } = form;
const dock = form.querySelector(".dock");
const scope = document.querySelector("[data-scope]");
const mine = dataset.mine === "" ? null : Number(dataset.mine);
let seat = dataset.own === "" ? null : Number(dataset.own); // the seat whose column is shown, or null for all columns
let isUnanswered = false; // whether the last score request failed
let lastResult = null;
let connection = "online"; // its state, and since when it has been another
let since = now();
let isTrying = false; // whether somebody has asked for another attempt

const page = copyPage();
const model = createModel(form); // the form as it stands: something may have been typed already
const typedBefore = isStandIn ? {} : model.typedBefore();
const news = setUpNews(document.getElementById("news"));
root.dataset.by = "category";
dressRows(form);

const entries = setUpEntries(form, model, {
  page,
  news,
  whose: nameOfDevice,
  events: { here, typing: setUpSigns(form, dataset.api) },
  onEntry(names, isNews) {
    if (names.length) controller.updateTotals();
    update();
    if (isNews) tellOthers(names);
  },
  onMissing: redrawForm,
  onAnswer(answer) {
    if (answer.here) here(answer.here);
    tellOthers([]);
    // Open a board that others have filled, so that its counts apply on this phone too.
    if (controller.board && [...controller.board.querySelectorAll("[name]")].some(isFilled)) controller.board.open = true;
    checkReveal();
  },
  onState(state) {
    if (connection === "online" && state !== "online") since = now();
    connection = state;
    if (isOnline() && isUnanswered) controller.updateTotals();
    update();
  },
});
const isOnline = () => connection === "online";
const done = dock.querySelector("[data-done]");
const seatsOfPage = isStandIn ? {} : JSON.parse(dataset.states); // who sits where and who is done, until it is known what the server has
let isAsking = done.value === "ready";
const people = setUpPeople(form, {
  value: (name) => (entries.isOpen() ? entries.value(name) : seatsOfPage[name] ?? []),
  entries: entries.all,
  view: () => ({ seat, mine, isAsking, at: seat ?? mine ?? 0, isOnline: isOnline(), since, result: lastResult }),
});

/** Show who is there: how many seconds ago each phone was heard of. */
function here(seconds) {
  people.hear(seconds);
  update();
}

/** Tell screen readers what others changed in the own column, who sat down, and who is done. */
function tellOthers(names) {
  const own = names.map((name) => [name, controlOf(form, name)]).filter(([, control]) => mine !== null && control && seatOf(control) === String(mine) && !control.closest(".board-part"));
  const changes = own.map(([name, control]) => {
    const label = control.closest(".row, .tile")?.querySelector(".why > summary, span.why, .tile-name")?.textContent.trim() ?? labelOf(control);
    const places = { name: nameOfDevice(entries.known(name)?.device), label, value: model.get(name).join(" ") || "–" };
    return fill(news.words.yours, places);
  });
  const sentence = [...changes, ...people.listArrivals()].join(" · ");
  if (sentence) controller.totals.say(sentence);
}

function nameOfDevice(device) {
  return people.seatOf(device) === undefined ? news.words.somebody : people.nameOf(people.seatOf(device));
}

function update() {
  news.showState({ state: connection, isTrying, waiting: entries.countWaiting() });
  markUnsent(form, isOnline() ? [] : entries.waitingFields());
  people.update();
  if (isAsking) showQuestion();
}

// Entries: each is a step of this phone, by the names of the server's entries. One that somebody else has changed since is skipped by undo.

const undoName = `undo ${dataset.id}`;
const steps = stepsOf({ at: "", ...JSON.parse(sessionGet(undoName) ?? "{}") });
function keepSteps() {
  const { past, future } = steps.state;
  sessionSet(undoName, JSON.stringify({ past, future }));
}
const asEntries = (step) => Object.fromEntries(Object.entries(step).flatMap(([field, [before, after]]) => splitChange(form, field, before, after)).map(([name, ...sides]) => [name, sides]));

/** Return a step of entries as one of fields, each from its texts now to those of a side. */
function asFields(step, side) {
  const fields = {};
  for (const [name, sides] of Object.entries(step)) {
    const field = fieldOf(form, name);
    fields[field] ??= [model.get(field), model.get(field)];
    fields[field][1] = joinEntry(form, name, fields[field][1], sides[side]);
  }
  return fields;
}
function takeBack(way, side) {
  const isUnchanged = (name, sides) => isSame(entryIn(form, name, model.get(fieldOf(form, name))), sides[1 - side]);
  const step = steps[way](isUnchanged);
  keepSteps();
  if (!step) news.say(news.words.nothing);
  return step && asFields(step, side);
}

const controller = setUpController(form, model, {
  ready: Promise.resolve(),
  enter(step, { way, cell }) {
    if (way === "typed") steps.add(asEntries(step), cell);
    keepSteps();
    resetDone();
    return entries.enterStep(step, cell);
  },
  undo: () => takeBack("undo", 0),
  redo: () => takeBack("redo", 1),
  canUndo: () => steps.canUndo,
  canRedo: () => steps.canRedo,
  async openStep(step, way, sentence) {
    await entries.enterStep(step);
    await redrawForm();
    if (sentence) controller.totals.say(sentence);
    if (!document.activeElement || document.activeElement === document.body) document.querySelector("[data-undo-own]")?.focus();
  },
  restructure: redrawForm,
  tell: (sentence) => news.say(sentence),
  cover: (result) => people.cover(result),
  counts: (field) => Number(seatOf(field)) === mine,
  isSilent: (result) => result.faults?.[0]?.message === dataset.silence, // the bar says so
  onView: update,
});
form.addEventListener("focusout", () => steps.pause());
form.addEventListener("boarded", () => chooseHand(controller.board, seat));
form.addEventListener("scored", ({ detail }) => {
  isUnanswered = false;
  if (detail.players) lastResult = detail;
  update();
});
form.addEventListener("unscored", () => {
  isUnanswered = true;
  lastResult = null;
  update();
});

// Which drawing a board has, and which lines it counts: if that changes, the page is loaded again.
const boardOf = (of) => [...of.querySelectorAll(".board:has([data-drawing]) :is([data-drawing], [data-light])")]
  .map(({ dataset: { drawing, light } }) => drawing ?? light).join();

let drawing = null;
/** Fetch the categories again after options, tiles or seats changed which fields they have. */
function redrawForm() {
  drawing ??= (async () => {
    await entries.send();
    if (!isOnline()) return; // keep the form as it is until there is a connection
    const page = await loadPage(form.getAttribute("action") + (seat === null ? "?view=all" : `?seat=${seat}`), fetch, { credentials: "same-origin" });
    const fresh = page.getElementById("sheet");
    const isPainted = fresh?.querySelector("[data-grid]") && !form.querySelector("[data-grid]"); // for which the page lacks the script
    if (fresh?.dataset.letters !== dataset.letters || boardOf(fresh) !== boardOf(form) || isPainted) {
      location.reload();
      return;
    }
    const places = [...fresh.querySelectorAll(".category[id]")].map(({ id }) => id);
    for (const gone of form.querySelectorAll(".category[id]")) if (!places.includes(gone.id)) gone.remove();
    places.forEach((id, at) => {
      if (document.getElementById(id)) return;
      const part = document.importNode(page.getElementById(id), true);
      if (at) document.getElementById(places[at - 1]).after(part);
      else form.querySelector(".category[id]").before(part);
    });
    const focus = holdFocus(); // on what is only there once it is drawn, too
    swapIn(page, ".category[id], #carried, .table summary span");
    dressRows(form);
    controller.refresh();
    focus();
    entries.refresh();
    people.showView();
    highlightColumn(form, seat ?? mine ?? 0);
    controller.updateTotals();
    update();
  })().catch(() => {}).finally(() => { drawing = null; });
  return drawing;
}

for (const button of document.querySelectorAll("[data-undo-own]")) button.hidden = false;

// In the view of all columns, focusing a number shows who changed it last.
form.addEventListener("focusin", ({ target }) => {
  const from = entries.known(target.name)?.device;
  if (!from || seat !== null || entries.isWaiting(target.name)) return;
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
  highlightColumn(form, seat ?? mine ?? 0);
  resetDone();
  chooseHand(controller.board, seat);
  replaceAddress(seat === null ? "?view=all" : seat === mine ? location.pathname : `?seat=${seat}`);
  update();
}

/** Focus the name in the panel: a second tap on a player's tab. */
function goToName() {
  const table = form.querySelector(".table");
  table.open = true;
  table.querySelector(`.place.seat-${seat} > .in`).focus();
}

// "Done" is a state, not a lock. If numbers are missing, it asks first.
function resetDone() {
  isAsking = false;
  setText(done, done.dataset.say);
}
function showQuestion() {
  const { filled, count } = progressOf(form, seat);
  const question = countOpen(form) ? people.words.ask_open : people.words.ask; // choices that nobody made are no blanks
  return (dock.querySelector(".missing").textContent = question.replace("{count}", count - filled));
}
async function sayDone() {
  const { filled, count } = progressOf(form, seat);
  if (filled < count && !isAsking) {
    isAsking = true;
    done.textContent = done.dataset.sure;
    controller.totals.say(showQuestion());
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
  else if (submitter.name === "seats") entries.setState({ n: [submitter.value] }).then(entries.send).then(() => location.reload());
  else entries.wake();
});

let day; // set if this phone started the reveal and leads it: the date under which a group stores the result
async function reveal() {
  if (!isOnline()) return;
  const { questions = [], unanswered = [] } = await score(form, model.query());
  if (controller.totals.askOnce([...questions.filter(({ code }) => code === "blank"), ...unanswered], dock.querySelector("[data-reveal]")).length) return; // the others' numbers are face down: they are not asked about
  sessionSet("by keys", dock.querySelector("[data-reveal]").matches(":focus-visible") ? "1" : null); // such a reveal waits for taps
  day = new Date().toLocaleDateString("sv"); // the local date, which Swedish writes as ISO 8601 does
  const confirmed = unanswered.map(({ sure }) => sure); // by this press
  await entries.setState({ ...(confirmed.length && { sure: [...model.get("sure"), ...confirmed] }), "@reveal": [day] });
  checkReveal();
}

// Every phone opens the ordinary result page, which plays the reveal; the phone that started it leads.
let isLeaving = false;
function checkReveal() {
  if (isLeaving || !entries.known("@reveal")?.value) return;
  isLeaving = true;
  sessionSet("together", form.getAttribute("action"));
  sessionSet("revealed", JSON.stringify({ id: documentOf(dataset.id), day }));
  location.replace(`${form.getAttribute("action")}?now=1`);
}

// What was typed before this script ran; what waits since before the page is shown once it is known

const isFilled = (one) => (one.matches("[type=checkbox], [type=radio]") ? one.checked && one.value !== "" : one.value);
if (!isStandIn) people.hear(JSON.parse(dataset.here));
news.onRetry(async () => {
  isTrying = true;
  update();
  await entries.wake();
  isTrying = false;
  update();
});
news.onReopen(() => location.assign(`${dataset.start}?${model.query()}`));
entries.enterStep(typedBefore);
form.addEventListener("grown", () => {
  dressRows(form);
  entries.refresh();
  update();
});
controller.refresh();
setView(seat);
controller.updateTotals();
keepFiles().catch(() => {});

// The way back to this shared sheet: for this tab from its rules, and for a phone that sits here from everywhere

sessionSet(`table ${dataset.slug}`, form.getAttribute("action"));
function remember() {
  const names = [...form.querySelectorAll(".strip bdi")].map((name) => name.textContent);
  const { id, slug, expires, result } = dataset;
  rememberTable({ id, slug, address: form.getAttribute("action"), expires: Number(expires), result, names });
}
if (mine !== null) {
  remember();
  addEventListener("pagehide", remember);
}
