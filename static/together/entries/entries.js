// The entries of a shared sheet: typed on this device, received from others, and replaced ones.
import { after } from "../../common/clock.js";
import { track } from "../../common/documents.js";
import { controlOf, isStructural, labelOf } from "../../sheet/controller.js";
import { isSame } from "../../sheet/model.js";
import { fieldOf, flash, joinEntry, splitChange } from "./fields.js";
import { change, valueOf } from "./sync.js";

const PAUSE = 3000; // milliseconds without a key, after which typing is considered finished

/**
 * Set up the entries of `form`, which are in its `model`. `device` has the records; `send()` sends pending changes, `onEntry(names, isNews)` is
 * called after every change, with those that came from others, and whether they came since the page did; `onMissing()` if the form lacks a field
 * that has a value, `news` shows messages, and `whose(device)` returns the name of a device's user.
 */
export function setUpEntries(form, model, { device, send, onEntry, onMissing, news, whose }) {
  const { record, orphans, save } = device;
  const records = () => [...orphans, record];
  /** Return the texts of a field or a state: pending changes of this device take precedence over the server's value. */
  function value(name) {
    const parts = waitingNames().filter((part) => part !== name && fieldOf(form, part) === name);
    return parts.reduce((texts, part) => joinEntry(form, part, texts, valueOf(records(), part)), valueOf(records(), name));
  }
  let hasAnswered = false;
  let typed = null; // the field being typed into, which is not updated meanwhile
  let endPause = () => {};
  const held = new Set(); // fields with an update that waits until typing stops

  /** Tell boards about entries that were not made on them. */
  const tellSteps = (names, way) => form.dispatchEvent(new CustomEvent("stepped", { detail: { way, names } }));

  const others = form.dataset.notEntries.split(" ");
  const isEntry = (name) => name[0] !== "@" && !name.endsWith(".shown") && !others.includes(name);
  const waitingNames = () => [...new Set(records().flatMap(({ outbox }) => Object.keys(outbox)))];
  /** Save a step that somebody made here, then send it: nothing else in the form is this phone's to tell. */
  async function enterStep(step, cell = "") {
    const names = Object.keys(step).filter(isEntry);
    if (!names.length) return;
    for (const [name, , texts] of names.flatMap((field) => splitChange(form, field, ...step[field]))) change(record, name, texts, Date.now());
    if (names.includes(cell)) type(document.activeElement);
    onEntry([]);
    await track(Promise.resolve(save(record)).then(send));
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

  /** Change a state that has no field in the form: who is done, the reveal, the number of seats. */
  async function setState(changes) {
    for (const [name, values] of Object.entries(changes)) change(record, name, values, Date.now());
    onEntry([]);
    await track(Promise.resolve(save(record)).then(send));
  }

  /** Enter values in a field as if they were typed. */
  function enter(name, texts) {
    const field = fieldOf(form, name);
    const before = model.get(field);
    model.write(field, joinEntry(form, name, before, texts));
    tellSteps([field], "elsewhere");
    enterStep({ [field]: [before, model.get(field)] });
    onEntry([field]);
  }

  function offerLost({ field, value: own }) {
    const [current, , from] = record.shadow[field] ?? [[], 0, ""];
    const mine = [own].flat();
    if (field[0] === "@" || from === record.device || isSame(current, mine)) return;
    const places = { name: whose(from), value: current.join(" ") || "–", own: mine.join(" ") || "–" };
    const text = news.words.lost.replace(/\{(\w+)\}/g, (_, place) => places[place]);
    news.ask([labelOf(controlOf(form, fieldOf(form, field))), text].filter(Boolean).join(" · "), news.words.take, news.words.leave, () => enter(field, mine));
  }

  /** Show a field's current value; return whether it changed. */
  function show(name, isRefused = false) {
    const before = model.get(name);
    const now = value(name);
    if (!model.has(name) || (name in record.outbox && !isRefused) || isSame(before, now)) return false;
    if (name === typed && !isRefused) {
      held.add(name);
      return false;
    }
    model.write(name, now);
    return !isSame(before, model.get(name));
  }

  /** Show fields, notify boards and totals, and return the changed ones. */
  function showAll(names, refused = new Set(), isFirst = false) {
    const fresh = names.filter((name) => show(name, refused.has(name)));
    if (fresh.length) {
      tellSteps(fresh, "elsewhere");
      if (!isFirst) for (const name of fresh) flash(form, name);
    }
    onEntry(fresh, !isFirst);
    return fresh;
  }

  /** Show a response or an event in which these fields may have changed. */
  function receive(names, { faults = [], lost = [] }) {
    const isFirst = !hasAnswered;
    hasAnswered = true;
    const refused = new Set(faults.map(({ path }) => path));
    for (const { message } of faults) news.say(news.words.refused.replace("{reason}", () => message));
    lost.forEach(offerLost);
    const entries = [...new Set(names.filter((name) => name[0] !== "@").map((name) => fieldOf(form, name)))];
    const fresh = showAll(entries, refused, isFirst);
    const isMissing = (name) => !form.elements.namedItem(name) && value(name).length > 0;
    if (fresh.some((name) => isStructural(form, name)) || (!isFirst && entries.some(isMissing))) onMissing();
  }

  /** Fill in what is known after parts of the form were replaced. */
  function refresh() {
    model.refresh();
    const waiting = waitingFields();
    for (const name of model.values().keys()) if (name in record.shadow || waiting.includes(name)) model.write(name, value(name));
  }

  const waitingFields = () => [...new Set(waitingNames().map((name) => fieldOf(form, name)))];
  return { enterStep, setState, receive, refresh, value, waitingFields };
}
