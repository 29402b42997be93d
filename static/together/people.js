// The players at the table: presence, progress, who is done, and the buttons at the foot of the page.
import { every, now } from "../common/clock.js";
import { fill, setText } from "../common/dom.js";
import { controlOf } from "../sheet/controller.js";
import { seatOf as seatOfCell } from "../sheet/players.js";
import { progressOf, settleLabels, settleOwners, showPoints, showProgress } from "./column_view.js";

const OFFLINE_AFTER = 50; // seconds without a sign of a phone; the server reports present ones every 20

/**
 * Set up the strip, the roll and the dock of `form`. `value(name)` returns the texts of a state, and `entries()` what the server has, {value, seq,
 * device} by name; a device is known by its handle. `view()` returns the `seat` whose column is shown (null for all), the seat `at` shown in
 * the dock, this phone's seat (`mine`), the state of the connection (`isOnline`, `since`), and the last `result`.
 */
export function setUpPeople(form, { value, entries, view }) {
  const [strip, roll, dock, face, note] = [".strip", ".roll", ".dock", ".face-down", ".at-table"].map((part) => form.querySelector(part));
  const words = JSON.parse(dock.dataset.words);
  const { letters, you } = form.dataset;
  const seats = [...letters].map((_, at) => at);
  const lastHeard = new Map(); // device -> time; a phone without scripts, which is silent between two forms, has none

  const holderOf = (at) => value(`@seat.${at}`)[0];
  const isReady = (at) => value(`@ready.${at}`).length > 0;
  const nameOf = (at) => form.elements[`${at}.name`]?.value.trim() || letters[at] || String(at + 1);
  const seatOf = (device) => (device ? seats.find((at) => holderOf(at) === device) : undefined);

  function presenceOf(at) {
    const holder = holderOf(at);
    if (!holder) return ["free", words.free];
    const time = lastHeard.get(holder);
    const seconds = (now() - time) / 1000;
    if (holder === you || time === undefined || seconds <= OFFLINE_AFTER) return ["", ""];
    const minutes = Math.floor(seconds / 60);
    return ["away", minutes && minutes < 60 ? words.offline_for.replace("{count}", minutes) : words.offline];
  }

  /** Return who fills in for each seat: the phone that typed the column's latest number, if it is not the seat's own. */
  function helpersOf() {
    const latest = new Map(); // seat -> [seq, device]
    for (const [name, { value: texts, seq, device }] of entries()) {
      const cell = texts && name[0] !== "@" && controlOf(form, name)?.closest(".category .cell, .counts-part .cell");
      const at = cell && !cell.closest(".owners") && seatOfCell(cell);
      if (at && seq > (latest.get(at)?.[0] ?? 0)) latest.set(at, [seq, device]);
    }
    const helpers = [...latest].map(([at, [, device]]) => [Number(at), seatOf(device)]);
    return new Map(helpers.filter(([at, helper]) => helper !== undefined && helper !== at));
  }

  function showPerson(at, missing, helper) {
    const [kind, presence] = presenceOf(at);
    const [tab, line] = [strip, roll].map((part) => part.querySelector(`[data-seat="${at}"]`));
    for (const place of [tab, line]) {
      place.classList.toggle("ready", isReady(at));
      for (const one of ["away", "free"]) place.classList.toggle(one, kind === one);
    }
    const short = isReady(at) ? words.done : kind === "away" ? words.offline : "";
    tab.querySelector(".state").classList.toggle("said", Boolean(short));
    setText(tab.querySelector(".words"), short);
    tab.querySelector(".state .unseen").hidden = isReady(at); // who is done has nothing to go
    const left = missing ? words.missing.replace("{count}", missing) : words.whole;
    const status = presence && helper ? fill(words.helped, { presence, helper }) : [presence, left].filter(Boolean).join(" · ");
    setText(line.querySelector(".words"), isReady(at) ? words.done : status);
    const waiting = dock.querySelector(`.waiting-for [data-seat="${at}"]`);
    waiting.hidden = isReady(at) || !missing;
    setText(waiting.querySelector("b"), String(missing));
  }

  function update() {
    const { seat, at, mine, isAsking, isOnline, since, result } = view();
    showName();
    settleOwners(form);
    showProgress(form, strip, dock, isAsking ? null : at); // the question stays, whatever is heard of others meanwhile
    const helpers = helpersOf();
    const helperOf = (one) => (helpers.has(one) ? nameOf(helpers.get(one)) : "");
    for (const one of seats) {
      const { filled, count } = progressOf(form, one);
      showPerson(one, count - filled, helperOf(one));
    }
    const helper = helperOf(at);
    setText(dock.querySelector(".helper"), helper && fill(at === mine ? words.helps_you : words.helps, { helper }));
    showPoints(form, dock, at, result?.players?.[at], at === mine ? "" : words.covered);
    const away = seats.filter((one) => presenceOf(one)[0] === "away");
    const [helped, alone] = [true, false].map((isHelped) => away.filter((one) => helpers.has(one) === isHelped));
    const notes = helped.map((one) => fill(words.person, { name: nameOf(one), label: fill(words.helped, { presence: words.offline, helper: helperOf(one) }) }));
    if (alone.length) notes.push(words.fill_for.replace("{names}", () => alone.map(nameOf).join(words.list)));
    const time = new Date(since).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    setText(note, !isOnline ? words.as_of.replace("{time}", time) : notes.join(" · "));
    const isDown = seat !== null && isReady(seat);
    form.classList.toggle("is-down", isDown);
    face.classList.toggle("turned", isDown && (face.hidden || face.matches(".turned"))); // it moves, unless the page came with it
    face.hidden = !isDown;
    dock.querySelector(".own-dock").hidden = seat === null || isDown;
    dock.querySelector(".all-dock").hidden = !(seat === null || isDown);
    dock.querySelector("[data-change]").hidden = !isDown;
    dock.classList.toggle("plain", seat === null || isDown);
    const isComplete = seats.every(isReady);
    const reveal = dock.querySelector("[data-reveal]");
    reveal.classList.toggle("main", isComplete && isOnline);
    reveal.ariaDisabled = isOnline ? null : "true";
    setText(reveal, !isOnline ? words.unsent : isComplete ? words.reveal : words.now);
  }

  let known = null; // of each seat, whether somebody sits there and whether they are done, when this was asked last
  /** Return a sentence for each player who sat down or was done since the last call, and one where all are done now. */
  function listArrivals() {
    const present = seats.map((at) => [holderOf(at) !== undefined, isReady(at)]);
    const before = known ?? present;
    known = present;
    const { mine } = view();
    const others = seats.filter((at) => at !== mine);
    const sat = others.filter((at) => present[at][0] && !before[at][0]).map((at) => fill(words.arrived, { name: nameOf(at) }));
    const done = others.filter((at) => present[at][1] && !before[at][1]).map((at) => fill(words.person, { name: nameOf(at), label: words.done }));
    const isComplete = present.every(([, isDone]) => isDone) && !before.every(([, isDone]) => isDone);
    return [...sat, ...done, ...(isComplete ? [words.all_done] : [])];
  }

  /** Note how many seconds ago each device was seen. */
  function hear(seconds) {
    for (const [device, ago] of Object.entries(seconds)) {
      lastHeard.set(device, Math.max(lastHeard.get(device) ?? 0, now() - ago * 1000));
    }
  }

  /** Show the colour and name of the shown column's player in the dock, the tile and the categories. */
  function showView() {
    const { seat, at } = view();
    form.classList.remove(...[...form.classList].filter((name) => /^own-\d+$/.test(name)));
    if (seat !== null) form.classList.add(`own-${seat}`);
    form.classList.toggle("scope-all", seat === null);
    form.classList.toggle("scope-own", seat !== null);
    for (const part of [dock, face, ...form.querySelectorAll(".category")]) {
      part.classList.remove(...[...part.classList].filter((name) => /^seat-\d+$/.test(name)));
      if (seat !== null || part === face) part.classList.add(`seat-${at}`);
    }
    settleLabels(form);
    form.elements.scope.value = seat === null ? "all" : "";
    form.elements.whose.value = seat ?? "";
    for (const tab of strip.children) tab.ariaCurrent = Number(tab.dataset.seat) === seat ? "true" : null;
    dock.querySelector(".own-dock bdi").dataset.who = at;
    for (const letter of face.querySelectorAll("b")) letter.textContent = letters[at];
    showName();
  }

  /** Show the name of the shown column's player, which may have just changed, in the heading, the dock and the tile. */
  function showName() {
    const { seat, at } = view();
    const heading = document.querySelector("h1");
    const title = seat === null ? words.everyone : words.column.replace("{name}", () => nameOf(at));
    document.title = document.title.replace(heading.textContent, () => title);
    setText(heading, title);
    setText(dock.querySelector(".own-dock bdi"), nameOf(at));
    setText(face.querySelector("h2"), face.dataset.words.replace("{name}", () => nameOf(at)));
  }

  /** Return a result without the other players' totals, which stay secret until the reveal. */
  const cover = (result) => ({ ...result, players: result.players?.map((player, at) => (at === view().mine ? player : { ...player, total: 0 })) });
  for (const [at, none] of form.querySelectorAll(".totals small").entries()) if (`${at}` !== form.dataset.mine) none.textContent = words.covered;

  every(15_000, update);
  return { update, hear, listArrivals, showView, cover, words, nameOf, isOwn: (device) => device === you, seatOf };
}
