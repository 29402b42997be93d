// The entries of a shared sheet: typed on this device, received from others, replaced ones, and undo of own entries.
import { sessionGet, sessionSet } from "../../common/storage.js";
import { isSame } from "../../sheet/model.js";
import { entryIn, fieldOf, isStructural, joinEntry, labelOf, splitChange, wash } from "./fields.js";
import { change, valueOf } from "./sync.js";

const MAX_UNDO = 100;
const PAUSE = 3000; // milliseconds without a key, after which typing is considered finished

/**
 * Set up the entries of `form`, which are in its `model`. `device` has the records; `send()` sends pending changes, `onEntry(names)` is called after every change on the
 * page, `onMissing()` if the form lacks a field that has a value, `news` shows messages, and `whose(device)` returns the name of a device's user.
 */
export function setUpEntries(form, model, { device, send, onEntry, onMissing, news, whose }) {
  const { record, orphans, save } = device;
  const undoName = `undo ${record.shared}`;
  const undoable = JSON.parse(sessionGet(undoName) ?? "[]");
  const records = () => [...orphans, record];
  /** Return the texts of a field or a state: pending changes of this device take precedence over the server's value. */
  function value(name) {
    const parts = waitingNames().filter((part) => part !== name && fieldOf(form, part) === name);
    return parts.reduce((texts, part) => joinEntry(form, part, texts, valueOf(records(), part)), valueOf(records(), name));
  }
  let hasAnswered = false;
  let typed = null; // the field being typed into, which is not updated meanwhile
  let pause;
  const held = new Set(); // fields with an update that waits until typing stops

  /** Tell boards about entries that were not made on them. */
  const tellSteps = (names, way) => form.dispatchEvent(new CustomEvent("stepped", { detail: { way, names } }));

  const others = form.dataset.notEntries.split(" ");
  const isEntry = (name) => name[0] !== "@" && !name.endsWith(".shown") && !others.includes(name);
  const waitingNames = () => [...new Set(records().flatMap(({ outbox }) => Object.keys(outbox)))];
  function tell(names) {
    form.toggleAttribute("data-sent", hasAnswered && !waitingNames().length);
    onEntry(names);
  }

  function remember(name, before, after) {
    const last = undoable.at(-1);
    if (last?.name === name && isSame(last.after, before) && document.activeElement?.name === name) last.after = after;
    else undoable.push({ name, before, after });
    sessionSet(undoName, JSON.stringify(undoable.slice(-MAX_UNDO)));
  }

  /** Save a step that somebody made here, then send it: nothing else in the form is this phone's to tell. */
  async function enterStep(step, { isUndo = false } = {}) {
    const names = Object.keys(step).filter(isEntry);
    if (!names.length) return;
    for (const [name, before, after] of names.flatMap((field) => splitChange(form, field, ...step[field]))) {
      if (!isUndo) remember(name, before, after);
      change(record, name, after, Date.now());
    }
    if (!isUndo && names.includes(document.activeElement?.name)) type(document.activeElement);
    tell(names);
    await save(record);
    send();
  }

  function type(control) {
    if (!control.matches("input.in, textarea")) return;
    typed = control.name;
    clearTimeout(pause);
    pause = setTimeout(stopTyping, PAUSE);
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
    tell([]);
    await save(record);
    await send();
  }

  /** Enter values in a field as if they were typed. */
  function enter(name, values, options) {
    const field = fieldOf(form, name);
    const before = model.get(field);
    model.write(field, joinEntry(form, name, before, values));
    tellSteps([field], options?.isUndo ? "undo" : "elsewhere");
    return enterStep({ [field]: [before, model.get(field)] }, options);
  }

  /** Undo this device's last entry; one that somebody else has changed since is skipped. */
  function undo() {
    const step = undoable.pop();
    sessionSet(undoName, JSON.stringify(undoable));
    if (!step) return news.say(news.words.nothing);
    if (!isSame(entryIn(form, step.name, model.get(fieldOf(form, step.name))), step.after)) return undo();
    enter(step.name, step.before, { isUndo: true });
    return news.say(news.words.undone.replace("{place}", () => labelOf(form, fieldOf(form, step.name))));
  }

  function offerLost({ field, value: own }) {
    const [current, , from] = record.shadow[field] ?? [[], 0, ""];
    const mine = [own].flat();
    if (field[0] === "@" || from === record.device || isSame(current, mine)) return;
    const places = { name: whose(from), value: current.join(" ") || "–", own: mine.join(" ") || "–" };
    const text = news.words.lost.replace(/\{(\w+)\}/g, (_, place) => places[place]);
    news.ask([labelOf(form, fieldOf(form, field)), text].filter(Boolean).join(" · "), news.words.take, news.words.leave, () => enter(field, mine));
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
      if (!isFirst) for (const name of fresh) wash(form, name);
    }
    tell(fresh);
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
  return { enterStep, setState, undo, receive, refresh, value, waitingFields };
}
