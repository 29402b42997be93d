// The shared sheet: what is typed here goes to every phone at the table, and what others type comes in, into the form of the ordinary sheet.
import { score } from "../common/api.js";
import { list, newId, put, remove } from "../common/database.js";
import { localGet, sessionGet, sessionSet } from "../common/storage.js";
import { setUpSeats } from "../sheet/seats.js";
import { setUpTotals } from "../sheet/totals.js";
import { dressRows, progressOf, showPoints, showProgress } from "./column_view.js";
import { change, connect, isSame, newRecord, valueOf } from "./sync.js";
import { setUpNews } from "./news.js";

const NOT_ENTRIES = new Set(["csrf_token", "once", "base", "shown", "whose", "scope", "to", "seats", "more", "move", "remove"]);
const SEATS = "ABCDEFGHIJKL";
const DIGITS = "0123456789KL"; // how a link spells a seat in one character
const OFFLINE_AFTER = 40; // seconds without a sign of a phone
const MAX_UNDO = 100;

const form = document.getElementById("sheet");
const { id, phone, api, slug } = form.dataset;
const { lang } = document.documentElement;
const strip = form.querySelector(".strip");
const roll = form.querySelector(".roll");
const dock = form.querySelector(".dock");
const words = JSON.parse(dock.dataset.words);
const letters = form.dataset.letters;
const mine = form.dataset.mine === "" ? null : Number(form.dataset.mine);
let seat = form.dataset.own === "" ? null : Number(form.dataset.own); // whose column is in view; null: everybody's
const isShell = "shell" in document.body.dataset;
const pageHtml = { main: document.getElementById("main").innerHTML, head: document.querySelector(".masthead").innerHTML };

// The tab: a device of its own, so that two tabs never share a counter. A tab that was copied begins another.
const freeTab = sessionGet("free tab");
sessionSet("free tab", null);
const tab = freeTab ?? newId();
addEventListener("pagehide", () => sessionSet("free tab", tab));
addEventListener("pageshow", () => sessionSet("free tab", null));

const all = (await list("shared").catch(() => [])).filter((one) => one.shared === id);
const device = `${phone}.${tab}`;
const record = all.find((one) => one.device === device) ?? newRecord(id, device);
const latest = all.reduce((best, one) => (one.since > best.since ? one : best), record);
Object.assign(record, { since: latest.since, shadow: latest.shadow });
const orphans = all.filter((one) => one.device !== device && Object.keys(one.outbox).length);
for (const one of all) if (one.device !== device && !orphans.includes(one)) remove("shared", one.id).catch(() => {});
const records = () => [...orphans, record];
let isKept = true; // whether this browser lets entries be kept
const save = (one) => put("shared", { ...one, ...(one === record ? { phone, slug, lang, page: isShell ? latest.page : page(), time: Date.now() } : {}) })
  .then(() => { isKept = true; }, () => { isKept = false; });

/** What the shell needs to show this page again without a server. */
function page() {
  const styles = [...document.querySelectorAll("head link[rel=stylesheet]")].map(({ href }) => href);
  return { ...pageHtml, styles, title: document.title, classes: document.body.className, game: slug };
}

// Fields of the form, as the server knows them: a name and its texts

function currentValues() {
  const values = new Map();
  for (const { name } of form.elements) if (name && !NOT_ENTRIES.has(name) && name[0] !== "@") values.set(name, []);
  for (const [name, value] of new FormData(form)) if (value !== "" && values.has(name)) values.get(name).push(value);
  return values;
}
let shown = currentValues(); // as the form stood when it was last compared

/** A row of letters as the form writes it: letters for the seats, and a dash for each free place. */
function asLetters(text, places) {
  const row = [...text].map((sign) => (DIGITS.includes(sign) ? SEATS[DIGITS.indexOf(sign)] : sign.toUpperCase())).join("");
  return row && places ? row.padEnd(Number(places), "-") : row;
}

/** Write values into the control of a name. Returns whether the form has one. */
function writeField(name, values) {
  const control = form.elements.namedItem(name);
  if (!control) return false;
  for (const one of control instanceof RadioNodeList ? control : [control]) {
    if (one.matches("[type=checkbox], [type=radio]")) one.checked = values.includes(one.value) || (!values.length && one.type === "radio" && one.value === "");
    else if (one.matches(".slots")) one.value = asLetters(values[0] ?? "", one.dataset.slots);
    else if (one.matches("select") && !values.length) one.selectedIndex = 0;
    else one.value = one.name.endsWith(".map") ? (values[0] ?? "").split("/").map((row) => row.trim()).join(" /\n") : values[0] ?? "";
  }
  shown.set(name, currentValues().get(name) ?? []);
  return true;
}

const isStructural = (name) => name === "n" || Boolean(form.querySelector(`.options [name="${CSS.escape(name)}"], .holders [name="${CSS.escape(name)}"]`));

// What is typed here

const undoable = JSON.parse(sessionGet(`undo ${id}`) ?? "[]");
function remember(name, before, after) {
  const last = undoable.at(-1);
  if (last?.name === name && isSame(last.after, before) && document.activeElement?.name === name) last.after = after;
  else undoable.push({ name, before, after });
  sessionSet(`undo ${id}`, JSON.stringify(undoable.slice(-MAX_UNDO)));
}

/** Take in what differs from what the form showed before: the database first, the server afterwards. */
async function takeIn({ isUndo = false } = {}) {
  const values = currentValues();
  const names = [...values.keys()].filter((name) => !isSame(values.get(name), shown.get(name)));
  if (!names.length) return;
  for (const name of names) {
    if (!isUndo) remember(name, shown.get(name) ?? [], values.get(name));
    change(record, name, values.get(name), Date.now());
  }
  shown = values;
  markWaiting();
  update();
  await save(record);
  connection.send();
}

/** Change what stands in no field of the form: who sits, who is done, the reveal. */
async function setState(changes) {
  for (const [name, value] of Object.entries(changes)) change(record, name, value, Date.now());
  update();
  await save(record);
  return connection.send();
}

form.addEventListener("input", ({ target }) => {
  if (target === form) return;
  updateTotals();
  takeIn();
});
form.addEventListener("change", ({ target }) => {
  takeIn();
  if (target.name && isStructural(target.name)) redraw();
});

// A second tap on a choice clears it, and the buttons beside a number count it up and down.
let choice = null;
form.addEventListener("pointerdown", ({ target }) => { choice = target.closest(".pick")?.querySelector("input[type=radio]:checked") ?? null; });
form.addEventListener("click", ({ target }) => {
  if (choice && target === choice) {
    form.querySelector(`[name="${CSS.escape(choice.name)}"][value=""]`).checked = true;
    for (const type of ["input", "change"]) choice.dispatchEvent(new Event(type, { bubbles: true }));
    choice = null;
  }
  const cell = target.dataset.step && target.parentNode.querySelector("input");
  const count = Number(cell?.value) + Number(target.dataset.step);
  if (!cell || !(count >= 0)) return;
  cell.value = count;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
});

function undo() {
  const step = undoable.pop();
  sessionSet(`undo ${id}`, JSON.stringify(undoable));
  if (!step) return news.say(news.words.nothing);
  // What somebody else has changed since then is left as it is.
  if (!isSame(valueOf(records(), step.name), step.after) && !isSame(shown.get(step.name), step.after)) return undo();
  const before = shown.get(step.name);
  if (!writeField(step.name, step.before)) return undefined;
  const control = form.elements.namedItem(step.name);
  const cell = control instanceof RadioNodeList ? control[0] : control;
  shown.set(step.name, before);
  takeIn({ isUndo: true });
  tellSteps([step.name], "undo");
  updateTotals();
  return news.say(news.words.undone.replace("{place}", cell.ariaLabel || cell.closest(".row, .tile")?.querySelector(".why")?.textContent.trim() || ""));
}
for (const button of document.querySelectorAll("[data-undo-own]")) {
  button.hidden = false;
  button.addEventListener("click", undo);
}
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("input:not([type=checkbox], [type=radio]), textarea")) return;
  event.preventDefault();
  undo();
});

// What comes in

/** Boards hear of entries that were not made on them. */
const tellSteps = (names, way) => form.dispatchEvent(new CustomEvent("stepped", { detail: { way, names } }));

function onFields(names, answer) {
  const isFirst = !hasAnswered;
  hasAnswered = true;
  const own = new Set(answer.faults?.map(({ path }) => path));
  for (const { message } of answer.faults ?? []) {
    news.say(news.words.refused.replace("{reason}", () => message));
  }
  for (const lost of answer.lost ?? []) offerLost(lost);
  const fresh = names.filter((name) => name[0] !== "@" && showField(name, own.has(name)));
  if (fresh.length) {
    tellSteps(fresh, "elsewhere");
    updateTotals();
    if (!isFirst) fresh.forEach(wash);
  }
  const isMissing = (name) => name[0] !== "@" && !form.elements.namedItem(name) && record.shadow[name][0].length > 0;
  if (fresh.some(isStructural) || (names.some(isMissing) && !isFirst)) redraw();
  if (record.shadow["@reveal"]?.[0].length) goToResult();
  markWaiting();
  update();
}
let hasAnswered = false;

/** Show what stands in a field. Returns whether that is another value than before. */
function showField(name, isRefused) {
  const value = valueOf(records(), name);
  const before = shown.get(name);
  if (before === undefined || (!isRefused && name in record.outbox)) return false;
  if (document.activeElement?.name === name && isSame(before, value)) return false;
  writeField(name, value);
  return !isSame(before, shown.get(name));
}

/** What just came in shows for a moment. */
function wash(name) {
  const control = form.elements.namedItem(name);
  const cell = (control instanceof RadioNodeList ? [...control].find(({ checked }) => checked) ?? control[0] : control)?.closest(".cell, .tile, .row");
  if (!cell || cell.closest(".board-part")) return;
  cell.classList.remove("fresh");
  requestAnimationFrame(() => cell.classList.add("fresh"));
  cell.addEventListener("animationend", () => cell.classList.remove("fresh"), { once: true });
}

const seatOfDevice = (from) => {
  const found = Object.entries(record.shadow).find(([name, [value]]) => name.startsWith("@seat.") && value[0]?.slice(0, 12) === from.slice(0, 12));
  return found ? Number(found[0].slice("@seat.".length)) : null;
};
const nameOf = (at) => form.elements[`${at}.name`]?.value.trim() || letters[at] || String(at + 1);
const whoseDevice = (from) => (seatOfDevice(from) === null ? news.words.somebody : nameOf(seatOfDevice(from)));

function offerLost({ field, value }) {
  const [current, , from] = record.shadow[field] ?? [[], 0, ""];
  if (field[0] === "@" || isSame(current, value)) return;
  const control = form.elements.namedItem(field);
  const cell = control instanceof RadioNodeList ? control[0] : control;
  const place = cell?.ariaLabel || field;
  const text = news.words.lost.replace("{name}", () => whoseDevice(from)).replace("{value}", () => current.join(" ") || "–").replace("{own}", () => [].concat(value).join(" ") || "–");
  news.ask(`${place}: ${text}`, news.words.take, news.words.leave, () => {
    writeField(field, [].concat(value));
    shown.set(field, current);
    takeIn();
    tellSteps([field], "elsewhere");
    updateTotals();
  });
}

// Options, tiles and seats change what the form asks for: those parts come from the server again, once it has what was typed here.
let redrawing = null;
function redraw() {
  redrawing ??= (async () => {
    await connection.send();
    if (Object.keys(record.outbox).length) return; // without a connection everything stays as it is
    const { action } = form;
    const answer = await fetch(`${action}${location.search || (seat === null ? "?view=all" : `?seat=${seat}`)}`, { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (fresh.getElementById("sheet")?.dataset.letters !== letters) {
      location.reload();
      return;
    }
    const focus = document.activeElement?.name;
    for (const part of fresh.querySelectorAll(".category[id], #carried")) replacePart(part);
    if ([...form.querySelectorAll(".category")].some((part) => !fresh.getElementById(part.id)) || fresh.querySelectorAll(".category").length !== form.querySelectorAll(".category").length) {
      location.reload();
      return;
    }
    form.querySelector(".table summary span").replaceChildren(...fresh.querySelector(".table summary span").childNodes);
    shown = currentValues();
    for (const name of shown.keys()) showField(name, false);
    dressRows(form);
    setSeatClasses();
    if (focus && document.activeElement === document.body) form.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
    updateTotals();
    update();
  })().catch(() => {}).finally(() => { redrawing = null; });
  return redrawing;
}
function replacePart(part) {
  const before = document.getElementById(part.id);
  if (!before) return;
  const isOpen = (of) => [...of.querySelectorAll("details")].map(({ open }) => open);
  const open = isOpen(before);
  before.replaceWith(part);
  if (part.querySelectorAll("details").length === open.length) part.querySelectorAll("details").forEach((one, at) => { one.open = open[at]; });
}

// Totals, progress, who is there

let pendingScore;
let lastResult = null;
async function updateTotals() {
  pendingScore?.abort();
  const current = (pendingScore = new AbortController());
  const result = await score(form, current.signal);
  const isSilent = result?.faults?.[0]?.message === form.dataset.silence; // the bar above says so already
  if (current !== pendingScore || !result || isSilent) return;
  totals.show(result, filledFields());
  for (const place of form.querySelectorAll(".pays")) {
    const parts = (result.players ?? []).flatMap(({ lines }) => lines.flatMap((line) => line.parts ?? []));
    place.textContent = parts.find(({ at }) => at.includes(place.dataset.at))?.points ?? "";
  }
  if (result.players) lastResult = result;
  form.dispatchEvent(new CustomEvent("scored", { detail: result }));
  update();
}
const filledFields = () => [...form.querySelectorAll(".category [name], .position [name]")].filter((one) => (one.matches("[type=checkbox], [type=radio]") ? one.checked && one.value !== "" : one.value));

const lastSeen = new Map(); // the first letters of a phone's id -> when it was last there
function onHere(seconds) {
  const now = Date.now();
  for (const [from, ago] of Object.entries(seconds)) lastSeen.set(from.slice(0, 12), Math.max(lastSeen.get(from.slice(0, 12)) ?? 0, now - ago * 1000));
  update();
}
const startTime = Date.now();
setInterval(() => update(), 15_000);

const state = (name) => valueOf(records(), name);
const isReady = (at) => state(`@ready.${at}`).length > 0;
const holderOf = (at) => state(`@seat.${at}`)[0];
function presenceOf(at) {
  const holder = holderOf(at);
  if (!holder) return { kind: "free", text: words.free };
  if (holder.slice(0, 12) === phone.slice(0, 12)) return { kind: "", text: "" };
  const ago = (Date.now() - (lastSeen.get(holder.slice(0, 12)) ?? startTime)) / 1000;
  if (ago <= OFFLINE_AFTER) return { kind: "", text: "" };
  const minutes = Math.floor(ago / 60);
  return { kind: "away", text: minutes && lastSeen.has(holder.slice(0, 12)) ? words.offline_for.replace("{count}", minutes) : words.offline };
}

function update() {
  showProgress(form, strip, dock, seat ?? mine ?? 0);
  const counts = [...letters].map((_, at) => progressOf(form, at));
  const waiting = counts.map(({ filled, count }) => count - filled);
  [...letters].forEach((_, at) => {
    const presence = presenceOf(at);
    const missing = waiting[at] ? words.missing.replace("{count}", waiting[at]) : words.whole;
    for (const place of [strip, roll].map((part) => part.querySelector(`[data-seat="${at}"]`))) {
      place.classList.toggle("ready", isReady(at));
      place.classList.toggle("away", presence.kind === "away");
      place.classList.toggle("free", presence.kind === "free");
    }
    const tabState = strip.querySelector(`[data-seat="${at}"] .state`);
    let note = tabState.querySelector(".words");
    const short = isReady(at) ? words.done : presence.kind === "away" ? words.offline : "";
    if (short && !note) {
      note = Object.assign(document.createElement("span"), { className: "words" });
      tabState.append(note);
    }
    if (note && note.textContent !== short) note.textContent = short;
    tabState.classList.toggle("said", Boolean(short));
    const line = roll.querySelector(`[data-seat="${at}"] .words`);
    const text = isReady(at) ? words.done : [presence.text, missing].filter(Boolean).join(" · ");
    if (line.textContent !== text) line.textContent = text;
    const left = dock.querySelector(`.waiting-for [data-seat="${at}"]`);
    left.hidden = isReady(at) || !waiting[at];
    left.querySelector("b").textContent = waiting[at];
  });
  showPoints(form, dock, seat ?? mine ?? 0, lastResult?.players?.[seat ?? mine ?? 0]);
  const isDown = seat !== null && isReady(seat);
  form.classList.toggle("is-down", isDown);
  form.querySelector(".face-down").hidden = !isDown;
  dock.querySelector(".own-dock").hidden = seat === null || isDown;
  dock.querySelector(".all-dock").hidden = !(seat === null || isDown);
  dock.querySelector("[data-change]").hidden = !isDown;
  const isComplete = [...letters].every((_, at) => isReady(at));
  const reveal = dock.querySelector("[data-reveal]");
  reveal.classList.toggle("main", isComplete);
  const label = !connection.state.online ? words.unsent : isComplete ? words.reveal : words.now;
  if (reveal.textContent !== label) reveal.textContent = label;
  reveal.ariaDisabled = connection.state.online ? null : "true";
  dock.classList.toggle("plain", seat === null || isDown);
}

/** A dot stands beside what the server does not have yet. */
function markWaiting() {
  for (const cell of form.querySelectorAll(".unsent")) cell.classList.remove("unsent");
  if (connection?.state.online !== false) return;
  for (const name of records().flatMap(({ outbox }) => Object.keys(outbox))) {
    const control = form.elements.namedItem(name);
    (control instanceof RadioNodeList ? control[0] : control)?.closest(".cell, .tile, .row")?.classList.add("unsent");
  }
}

// Whose column is in view

function setSeatClasses() {
  const at = seat ?? mine ?? 0;
  for (const part of [dock, form.querySelector(".face-down"), ...form.querySelectorAll(".category")]) {
    part.classList.remove(...[...part.classList].filter((name) => /^seat-\d+$/.test(name)));
    if (seat !== null || !part.matches(".category, .dock")) part.classList.add(`seat-${at}`);
  }
}
function setView(to) {
  seat = to;
  const at = seat ?? mine ?? 0;
  form.classList.remove(...[...form.classList].filter((name) => /^own-\d+$/.test(name)));
  if (seat !== null) form.classList.add(`own-${seat}`);
  form.classList.toggle("scope-all", seat === null);
  form.classList.toggle("scope-own", seat !== null);
  setSeatClasses();
  form.elements.scope.value = seat === null ? "all" : "";
  form.elements.whose.value = seat ?? "";
  for (const one of strip.children) {
    if (Number(one.dataset.seat) === seat) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
  const who = dock.querySelector(".own-dock bdi");
  who.dataset.who = at;
  who.textContent = nameOf(at);
  const face = form.querySelector(".face-down");
  face.querySelectorAll("b").forEach((letter) => { letter.textContent = letters[at]; });
  face.querySelector("h2").textContent = face.dataset.words.replace("{name}", () => nameOf(at));
  if (scope) {
    scope.hidden = seat === null && mine === null;
    scope.querySelector("span").textContent = seat === null ? scope.dataset.own : scope.dataset.all;
  }
  highlightColumn(at);
  resetDone();
  history.replaceState(history.state, "", seat === null ? "?view=all" : seat === mine ? location.pathname : `?seat=${seat}`);
  update();
  scrollTo(0, 0);
}
const scope = document.querySelector("[data-scope]");

// Done: a state, not a lock. Where numbers are missing it asks first.
const done = dock.querySelector("[data-done]");

let isAsking = done.value === "ready";
function resetDone() {
  isAsking = false;
  done.textContent = done.dataset.say;
}
async function sayDone() {
  const { filled, count } = progressOf(form, seat);
  if (filled < count && !isAsking) {
    isAsking = true;
    done.textContent = done.dataset.sure;
    dock.querySelector(".missing").textContent = words.ask.replace("{count}", count - filled);
    totals.say(dock.querySelector(".missing").textContent);
    return;
  }
  resetDone();
  await setState({ [`@ready.${seat}`]: ["1"] });
  scrollTo(0, 0);
  form.querySelector(".face-down h2").focus({ preventScroll: true });
}
form.addEventListener("input", () => { if (isAsking) resetDone(); });

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { submitter } = event;
  if (!submitter || submitter.disabled) return;
  if (submitter === scope) setView(seat === null ? mine : null);
  else if (submitter.closest(".strip")) setView(Number(submitter.value));
  else if (submitter === done) sayDone();
  else if ("change" in submitter.dataset) setState({ [`@ready.${seat}`]: [] }).then(() => form.querySelector(".category input.in")?.focus({ preventScroll: true }));
  else if ("reveal" in submitter.dataset) reveal();
  else if (["seats", "more"].includes(submitter.name)) setState({ n: [submitter.name === "seats" ? submitter.value : String(letters.length + 1)] }).then(() => location.reload());
  else connection.wake();
});

async function reveal() {
  if (!connection.state.online) return;
  await setState({ "@reveal": ["1"] });
  if (record.shadow["@reveal"]?.[0].length) goToResult();
}

// The hook of the reveal: every phone goes to the ordinary result, which turns the tiles first.
let isLeaving = false;
function goToResult() {
  if (isLeaving) return;
  isLeaving = true;
  sessionSet("together", form.getAttribute("action"));
  location.replace(`${form.getAttribute("action")}?now=1`);
}

// The page

const news = setUpNews(document.getElementById("news"));
const totals = setUpTotals(form);
const highlightColumn = setUpSeats(form);
document.documentElement.dataset.by = "category";

let connection = { state: { online: true }, send() {}, wake() {} };
dressRows(form);
if (isShell) for (const name of Object.keys(record.shadow)) if (name[0] !== "@") writeField(name, valueOf(records(), name));
for (const name of new Set(records().flatMap(({ outbox }) => Object.keys(outbox)))) if (name[0] !== "@") writeField(name, valueOf(records(), name));
{
  // What was typed before this script ran
  const now = currentValues();
  for (const one of form.querySelectorAll("input.in, textarea")) if (!isShell && one.value !== one.defaultValue && !(one.name in record.outbox)) shown.set(one.name, one.defaultValue ? [one.defaultValue] : []);
  if ([...now].some(([name, value]) => !isSame(value, shown.get(name)))) setTimeout(takeIn);
}

connection = connect({
  api, lang, record, orphans, save, onFields, onHere,
  onState(now) {
    news.showState(now, isKept);
    markWaiting();
    update();
  },
});
news.onRetry(() => connection.wake());

// Whoever asks who changed a number last is told below it.
form.addEventListener("focusin", ({ target }) => {
  const [, , from] = record.shadow[target.name] ?? [];
  if (!from || seat !== null || target.name in record.outbox) return;
  news.say(from.slice(0, 12) === phone.slice(0, 12) ? news.words.you : news.words.changed.replace("{name}", () => whoseDevice(from)), `${form.getAttribute("action")}/history?field=${encodeURIComponent(target.name)}`);
});

// Boards, keys and the keypad are those of the ordinary sheet.
const board = form.querySelector("[data-script]");
async function openBoard() {
  if (!board?.open) return;
  board.removeEventListener("toggle", openBoard);
  await import(board.dataset.script).then(updateTotals, () => board.addEventListener("toggle", openBoard));
}
if (form.querySelector(".board-part")) {
  const press = (of, value) => {
    document.documentElement.dataset[of] = value;
    for (const button of form.querySelectorAll(`[data-${of}]`)) button.ariaPressed = String(button.dataset[of] === value);
  };
  import("../sheet/views.js").then(({ setUpViews }) => setUpViews(form, press, update));
}
board?.addEventListener("toggle", openBoard);
openBoard();
const cells = () => [...form.querySelectorAll(":is(.category, .counts-part) input.in[placeholder]")].filter((cell) => cell.checkVisibility());
import("../sheet/entering.js").then(({ setUpKeys }) => setUpKeys(form, totals.say)).catch(() => {});
if (matchMedia("(pointer: coarse)").matches && localGet("keypad") !== "off") {
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../sheet/keypad.css", import.meta.url) });
  document.head.append(style);
  import("../sheet/keypad.js").then(({ setUpKeypad }) => setUpKeypad(form, cells)).catch(() => {});
}
/** What this page is made of stays on this device, so that it can be opened again without a server. */
async function keepFiles() {
  const version = document.documentElement.dataset.offlineBase?.match(/offline\/(.+)\/$/)?.[1];
  if (!version || !window.caches) return;
  const cache = await caches.open(`tally ${version}`);
  const paths = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === location.origin && pathname.includes("/static/"));
  for (const { pathname } of paths) if (!await cache.match(pathname, { ignoreVary: true })) await cache.add(pathname);
}
if (navigator.serviceWorker?.controller) setTimeout(() => keepFiles().catch(() => {}), 3000);
else navigator.serviceWorker?.ready.then(keepFiles).catch(() => {});

setView(seat);
updateTotals();
document.body.dataset.ready = "";

