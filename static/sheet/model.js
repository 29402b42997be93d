// The fields of a sheet's form by the names that links use, each with its texts. What somebody enters here is a change; what a browser does
// to the form is none: Safari may empty it when a page comes back.
import { LETTERS } from "../common/dom.js";

const DIGITS = "0123456789KL"; // how a link spells a seat in one character
const NO_FIELDS = new Set(["button", "fieldset", "image", "output", "reset", "submit"]);
const isChoice = ({ type }) => type === "checkbox" || type === "radio";
const isHidden = (controls) => controls.every(({ type }) => type === "hidden");

/** Return whether two lists of texts are equal. */
export const isSame = (one = [], other = []) => one.length === other.length && one.every((text, at) => text === other[at]);

/** Return the names of the fields that an event says somebody changed: that of its target, unless it names them itself. */
export const namesOf = ({ target, detail }) => detail?.names ?? (target.name ? [target.name] : []);

/** Tell the form that somebody changed these controls, as one step. */
export function report(...controls) {
  controls[0].dispatchEvent(new CustomEvent("input", { bubbles: true, detail: { names: controls.map(({ name }) => name) } }));
}

/** Tell the form that somebody chose something in this control, as a browser does. */
export function reportChoice(control) {
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Format a row of slots as the form does: seat letters, and a dash for each free slot. */
function asLetters(text, places) {
  const row = [...text].map((sign) => (DIGITS.includes(sign) ? LETTERS[DIGITS.indexOf(sign)] : sign.toUpperCase())).join("");
  return row && places ? row.padEnd(Number(places), "-") : row;
}

/** Format a painting as the form does: a line for each row, with blanks between squares. */
const asPainting = (text) => text.toUpperCase().split(/[/\n-]/).map((row) => (row.match(/[A-Z]\d?|\S/g) ?? []).join(" ")).join("\n");

/** Write a text; if the control has the focus, select it, so that the next digit replaces it. */
function writeText(control, text) {
  if (control.value === text) return;
  control.value = text;
  if (control === document.activeElement) control.select();
}

/** Whether a control spells a text differently from a link: slots, paintings and lands. */
const isFormatted = ({ classList, dataset, name }) => Boolean(classList?.contains("slots") || dataset?.grid || name.endsWith(".map"));

function writeControl(control, texts, at) {
  const text = texts[at] ?? "";
  const { type, dataset = {} } = control;
  if (type === "checkbox") control.checked = texts.includes(control.value);
  else if (type === "radio") control.checked = control.value === (texts[0] ?? "");
  else if (type === "select-one" && !text) control.selectedIndex = 0;
  else if (type === "select-one") control.value = text;
  else if (control.classList?.contains("slots")) writeText(control, asLetters(text, dataset.slots));
  else if (dataset.grid) writeText(control, asPainting(text));
  else writeText(control, control.name.endsWith(".map") ? text.split("/").map((row) => row.trim()).join(" /\n") : text);
}

/** Write texts, as a link spells them, into the controls of a field. */
export function writeField(controls, texts) {
  controls.forEach((one, at) => writeControl(one, texts, at));
}

const textsIn = (controls) => controls.filter((one) => !isChoice(one) || one.checked).map(({ value }) => value).filter((text) => text !== "");

/** Return the texts with which the page came. */
function defaultTexts(controls) {
  const texts = controls.filter((one) => !isChoice(one) || one.defaultChecked).map((control) => {
    if (control.type !== "select-one") return isChoice(control) ? control.value : control.defaultValue;
    return ([...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0])?.value ?? "";
  });
  return texts.filter((text) => text !== "");
}

/** Create the model of `form`, which begins with the form as it stands. */
export function createModel(form) {
  const fields = new Map();
  const shown = new Map(); // what the controls of formatted fields showed then
  const seen = new WeakSet();
  const noEntries = new Set(form.dataset.notEntries?.split(" ")); // fields of the page, not of the sheet

  /** Return the controls that can hold a field, by name. */
  function controlsByName() {
    const all = new Map();
    for (const control of form.elements) {
      if (!control.name || control.disabled || NO_FIELDS.has(control.type)) continue;
      if (!all.has(control.name)) all.set(control.name, []);
      all.get(control.name).push(control);
    }
    return all;
  }
  const controlsOf = (name) => controlsByName().get(name) ?? [];
  // Hidden fields are derived by scripts; nobody enters them.
  const textsOf = (name, controls) => (isHidden(controls) ? textsIn(controls) : fields.get(name) ?? defaultTexts(controls));

  /** Read the controls that are new in the form. */
  function refresh() {
    for (const [name, controls] of controlsByName()) {
      if (!controls.every((one) => seen.has(one))) keep(name, controls);
      for (const one of controls) seen.add(one);
    }
  }
  const collect = (read) => new Map([...controlsByName()].map(([name, controls]) => [name, read(name, controls)]));
  const asQuery = (values) => new URLSearchParams([...values].filter(([name]) => !noEntries.has(name)).flatMap(([name, texts]) => texts.map((text) => [name, text])));

  function write(name, texts) {
    const controls = controlsOf(name);
    writeField(controls, texts);
    if (controls.length) keep(name, controls, controls.some(isFormatted) ? texts.filter((text) => text !== "") : undefined);
    return controls.length > 0;
  }

  /** Keep a field as the form spells it, or as a link has spelled what was written into the form. */
  function keep(name, controls, spelled) {
    const texts = textsIn(controls);
    fields.set(name, spelled ?? texts);
    if (spelled) shown.set(name, texts);
    else shown.delete(name);
  }

  refresh();
  return {
    refresh,
    /** Write texts into the controls with this name; return whether the form has one. */
    write,
    /** Return the texts of a field; none if the form lacks it. */
    get: (name) => textsOf(name, controlsOf(name)),
    has: (name) => controlsOf(name).length > 0,
    /** Return all fields and their texts. */
    values: () => collect(textsOf),
    /** Return all entries as the query of a sheet's address. */
    query: () => asQuery(collect(textsOf)),
    /** Return the query of what the page came with. */
    initialQuery: () => asQuery(collect((_, controls) => (isHidden(controls) ? textsIn(controls) : defaultTexts(controls)))),
    /** Return what was entered before this script ran, as a step. A field that is blank may have been emptied by the browser. */
    typedBefore() {
      const pairs = [...controlsByName()].map(([name, controls]) => [name, [defaultTexts(controls), textsOf(name, controls)]]);
      return Object.fromEntries(pairs.filter(([, [before, after]]) => after.length && !isSame(before, after)));
    },
    /** Take over what an event says somebody changed; return it as a step: name -> [texts before, texts after]. */
    take(event) {
      const step = {};
      const all = controlsByName();
      for (const name of namesOf(event)) {
        const controls = all.get(name) ?? [];
        const [before, after] = [textsOf(name, controls), textsIn(controls)];
        if (shown.has(name) && isSame(shown.get(name), after)) continue;
        keep(name, controls);
        if (!isSame(before, after)) step[name] = [before, after];
      }
      return step;
    },
    /** Write into the form what was entered, if the browser has changed it; return the names of those fields. */
    restore() {
      const isChanged = ([name, controls]) => !isSame(shown.get(name) ?? textsOf(name, controls), textsIn(controls));
      const names = [...controlsByName()].filter(isChanged).map(([name]) => name);
      for (const name of names) write(name, fields.get(name));
      return names;
    },
  };
}
