// The entries of a shared sheet: typed on this device, received from others, and replaced ones. They lie in a document of this device, under the
// names of the server's entries, each with its texts.
import { after, now } from "../common/clock.js";
import { documents, upgraded } from "../common/device.js";
import { track } from "../common/documents.js";
import { fill } from "../common/dom.js";
import { cleanName } from "../common/names.js";
import { connect } from "../common/sync.js";
import { controlOf, isStructural, labelOf } from "../sheet/controller.js";
import { isSame } from "../sheet/model.js";
import { fieldOf, flash, isRow, joinEntry, splitChange } from "./fields.js";
import { documentOf, isStandIn } from "./stand_in.js";

const PAUSE = 3000; // milliseconds without a key, after which typing is considered finished

/**
 * Set up the entries of `form`, which are in its `model`, and connect them with the server; `page` is a copy of the page. `onEntry(names, isNews)`
 * is called after every change, with those that came from others, and whether they came since the page did; `onMissing()` if the form lacks a
 * field that has a value, `onAnswer(answer)` when the server has told something, `onState(state)` as by `connect`. `events` are those of the stream,
 * `news` shows messages, and `whose(handle)` returns the name of a device's user.
 */
export function setUpEntries(form, model, { page, events, onEntry, onMissing, onAnswer, onState, news, whose }) {
  const { id: secret, api, you } = form.dataset;
  const id = documentOf(secret);
  const address = api.slice(api.indexOf("api/v1/"));
  let known = new Map(); // what the server has: name -> row
  let waiting = new Map(); // what it is not known to have
  const entering = new Map(); // what is just being stored: name -> texts
  let [isOpen, hasAnswered] = [false, false];
  let typed = null; // the field being typed into, which is not updated meanwhile
  let endPause = () => {};
  const held = new Set(); // fields with an update that waits until typing stops

  const textsOf = (name) => entering.get(name) ?? (waiting.get(name) ?? known.get(name))?.value ?? [];
  const isWaiting = (name) => entering.has(name) || waiting.has(name);
  const waitingNames = () => [...new Set([...entering.keys(), ...waiting.keys()])];
  const waitingFields = () => [...new Set(waitingNames().map((name) => fieldOf(form, name)))];
  /** Return the texts of a field or a state: pending changes of this device take precedence over the server's value. */
  function value(name) {
    if (name[0] === "@" || !isRow(form, name)) return textsOf(name);
    const spaces = [...new Set([...waitingNames(), ...known.keys()])].filter((one) => fieldOf(form, one) === name && textsOf(one).length);
    return spaces.reduce((texts, one) => joinEntry(form, one, texts, textsOf(one)), []);
  }

  /** Read what the document has of some names, or all. */
  async function look(names) {
    const rows = await documents.look(id, names).catch(() => null);
    if (!rows) return;
    if (!names) [known, waiting] = [rows.known, rows.waiting];
    for (const name of names ?? []) {
      for (const [map, fresh] of [[known, rows.known], [waiting, rows.waiting]]) {
        if (fresh.has(name)) map.set(name, fresh.get(name));
        else map.delete(name);
      }
    }
  }

  async function open() {
    await upgraded;
    const facts = isStandIn ? {} : { page, expires: Number(form.dataset.expires) };
    await documents.remember(id, "shared", { address, time: Date.now(), ...facts }).catch(() => {});
    await look();
    isOpen = true;
    const shown = [...new Set([...waitingFields(), ...isStandIn ? [...known.keys()].map((name) => fieldOf(form, name)) : []])];
    showAll(shown.filter((name) => name[0] !== "@"), { isFirst: true });
    documents.listen(id, (names) => track(hearTab(names)));
    track(forgetExpired().catch(() => {}));
    const { lang } = document.documentElement;
    return connect(documents, id, { address, lang, events, isPresent: true, onValues: receive, onRefused: refuse, onState });
  }

  /** Forget the shared sheets of before that have expired, unless something was never sent. */
  async function forgetExpired() {
    const old = (await documents.list("shared")).filter((record) => record.id !== id && record.expires * 1000 < now());
    for (const record of old) if (!await documents.countWaiting(record.id)) await documents.forget(record.id);
  }

  /** Show what another tab has stored, or what an older version's tab had, and send it if that does not. */
  async function hearTab(names) {
    await look(names);
    showEntries(names);
    if (waiting.size) (await opening).send();
  }

  /** Store changes of the server's entries, [name, texts] each, and send them. */
  async function keep(changes) {
    for (const [name, texts] of changes) entering.set(name, texts);
    onEntry([]);
    await documents.enter(id, changes.map(([name, texts]) => [name, texts.length ? texts : null]), opening);
    (await opening).send();
    await look(changes.map(([name]) => name));
    for (const [name, texts] of changes) if (entering.get(name) === texts) entering.delete(name);
    onEntry([]);
  }

  let storing = Promise.resolve(); // settles when the last change is stored
  const enter = (changes) => (storing = track(keep(changes)));

  /** Tell boards about entries that were not made on them. */
  const tellSteps = (names, way) => form.dispatchEvent(new CustomEvent("stepped", { detail: { way, names } }));

  const others = form.dataset.notEntries.split(" ");
  const isEntry = (name) => name[0] !== "@" && !name.endsWith(".shown") && !others.includes(name);
  /** Keep a step that somebody made here: nothing else in the form is this phone's to tell. */
  function enterStep(step, cell = "") {
    const names = Object.keys(step).filter(isEntry);
    if (!names.length) return storing;
    if (names.includes(cell)) type(document.activeElement);
    return enter(names.flatMap((field) => splitChange(form, field, ...step[field])).map(([name, , texts]) => [name, texts]));
  }

  function type(control) {
    typed = control.name;
    endPause();
    endPause = after(PAUSE, stopTyping);
  }

  /** Show updates that arrived during typing. */
  function stopTyping() {
    typed = null;
    const names = [...held];
    held.clear();
    if (names.length) showAll(names);
  }
  form.addEventListener("focusout", stopTyping);

  /** Enter values in a field as if they were typed. */
  function enterAgain(name, texts) {
    const field = fieldOf(form, name);
    const before = model.get(field);
    model.write(field, joinEntry(form, name, before, texts));
    tellSteps([field], "elsewhere");
    enterStep({ [field]: [before, model.get(field)] });
    onEntry([field]);
  }

  function offerLost({ name, value: own }) {
    const { value: current, device } = known.get(name) ?? {};
    if (name[0] === "@" || device === you || isSame(current ?? [], own ?? [])) return;
    const places = { name: whose(device), value: current?.join(" ") || "–", own: own?.join(" ") || "–" };
    const control = controlOf(form, fieldOf(form, name));
    news.ask([control && labelOf(control), fill(news.words.lost, places)].filter(Boolean).join(" · "), news.words.take, news.words.leave, () => enterAgain(name, own ?? []));
  }

  /** Show a field's current value; return whether it changed. */
  function show(name, isRefused) {
    const before = model.get(name);
    const texts = value(name);
    if (!model.has(name) || isSame(before, texts) || (name.endsWith(".name") && isSame(before.map(cleanName), texts))) return false;
    if (name === typed && !isRefused) {
      held.add(name);
      return false;
    }
    model.write(name, texts);
    return !isSame(before, model.get(name));
  }

  /** Show fields, notify boards and totals, and return the changed ones. */
  function showAll(names, { isRefused = false, isFirst = false } = {}) {
    const fresh = names.filter((name) => show(name, isRefused));
    if (fresh.length) {
      tellSteps(fresh, "elsewhere");
      if (!isFirst) for (const name of fresh) flash(form, name);
    }
    onEntry(fresh, !isFirst);
    return fresh;
  }

  /** Show entries that may be others now, and have the form drawn anew where it lacks one. */
  function showEntries(names, { isFirst = false } = {}) {
    const fields = [...new Set(names.filter((name) => name[0] !== "@").map((name) => fieldOf(form, name)))];
    const fresh = showAll(fields, { isFirst });
    const isMissing = (name) => isEntry(name) && !form.elements.namedItem(name) && value(name).length > 0;
    if (fresh.some((name) => isStructural(form, name)) || (!isFirst && fields.some(isMissing))) onMissing();
  }

  async function receive(names, answer) {
    await look(names);
    const isFirst = !hasAnswered;
    hasAnswered = true;
    answer.lost?.forEach(offerLost);
    showEntries(names, { isFirst });
    onAnswer(answer);
  }

  async function refuse(changes, faults) {
    for (const { message } of faults.filter(({ n }) => n === undefined || changes.some((one) => one.n === n))) {
      news.say(news.words.refused.replace("{reason}", () => message));
    }
    const names = changes.map(({ name }) => name);
    await look(names);
    showAll([...new Set(names.map((name) => fieldOf(form, name)))], { isRefused: true });
  }

  /** Fill in what is known after parts of the form were replaced. */
  function refresh() {
    model.refresh();
    const fields = new Set([...known.keys(), ...waitingNames()].map((name) => fieldOf(form, name)));
    for (const name of model.values().keys()) if (fields.has(name)) model.write(name, value(name));
  }

  const opening = track(open());
  return {
    enterStep, refresh, value, waitingFields, isWaiting,
    /** Whether it is known what the device and the server have. */
    isOpen: () => isOpen && (known.size > 0 || hasAnswered),
    /** Return what the server has under a name, {value, seq, device}, or undefined; or all, by name. */
    known: (name) => known.get(name),
    all: () => known,
    /** Change states that have no field in the form, name -> texts: who is done, the reveal, the number of seats. */
    setState: (changes) => enter(Object.entries(changes)),
    countWaiting: () => waitingNames().length,
    /** Send what waits now. */
    async send() {
      await storing;
      return (await opening).send();
    },
    wake: async () => (await opening).wake(),
  };
}
