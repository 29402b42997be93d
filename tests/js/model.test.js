// The fields of a form: what somebody enters is a change, and what the browser does to the form is none.
import assert from "node:assert/strict";
import test from "node:test";
import { createModel } from "../../static/sheet/model.js";

globalThis.document ??= {};
const text = (name, value = "", defaultValue = "") => ({ name, type: "text", value, defaultValue });
const choice = (name, value, { type = "radio", checked = false } = {}) => ({ name, type, value, checked, defaultChecked: checked });
const formOf = (...elements) => ({ elements, dataset: {} });
const ids = (model) => String(model.query());

test("a digit typed in a form that the browser emptied changes that field alone", () => {
  const [one, other] = [text("0.left", "3", ""), text("1.left", "5", "")];
  const boxes = [choice("0.keys", ""), choice("0.keys", "4", { checked: true })];
  const model = createModel(formOf(one, other, ...boxes));
  one.value = other.value = ""; // as Safari does on the way back
  [boxes[0].checked, boxes[1].checked] = [true, false];
  one.value = "4";
  assert.deepEqual(model.take({ target: one }), { "0.left": [["3"], ["4"]] });
  assert.equal(ids(model), "0.left=4&1.left=5&0.keys=4");
});

test("an emptied form is filled in again", () => {
  const [one, note] = [text("0.left", "3", ""), text("note", "x", "x")];
  const model = createModel(formOf(one, note));
  one.value = "";
  assert.deepEqual(model.restore(), ["0.left"]);
  assert.deepEqual([one.value, note.value], ["3", "x"]);
  assert.deepEqual(model.restore(), []);
});

test("what was typed before the script ran is known, what was emptied is not", () => {
  const select = { name: "edition", type: "select-one", value: "b", options: [{ value: "a", defaultSelected: true }, { value: "b" }] };
  const box = { ...choice("0.actions", "yes", { type: "checkbox" }), checked: true };
  const model = createModel(formOf(text("0.left", "3", ""), text("1.left", "", "7"), text("2.left", "4", "4"), select, box));
  assert.deepEqual(model.typedBefore(), { "0.left": [[], ["3"]], edition: [["a"], ["b"]], "0.actions": [[], ["yes"]] });
  assert.equal(String(model.initialQuery()), "1.left=7&2.left=4&edition=a");
});

test("one act of a board names all fields that it changed", () => {
  const [wall, threats, rest] = [text("wall", "A"), text("threats", "0"), text("0.left", "1")];
  const model = createModel(formOf(wall, threats, rest));
  [wall.value, threats.value, rest.value] = ["A B", "0 2", ""];
  assert.deepEqual(model.take({ target: wall, detail: { names: ["wall", "threats"] } }), { wall: [["A"], ["A B"]], threats: [["0"], ["0 2"]] });
  assert.deepEqual(model.get("0.left"), ["1"]);
});

test("controls that come later are read as they come", () => {
  const form = formOf(text("rounds.0", "2"));
  const model = createModel(form);
  const next = text("rounds.1");
  form.elements.push(next);
  model.refresh();
  next.value = "5";
  assert.deepEqual(model.take({ target: next }), { "rounds.1": [[], ["5"]] });
  form.elements[0] = text("rounds.0", "9"); // replaced by the server's
  model.refresh();
  assert.equal(ids(model), "rounds.0=9&rounds.1=5");
});

test("writing chooses, ticks and fills as the form spells it", () => {
  const radios = [choice("0.keys", "", { checked: true }), choice("0.keys", "2")];
  const boxes = ["0", "1"].map((value) => choice("owners", value, { type: "checkbox" }));
  const slots = { ...text("emden"), classList: { contains: (name) => name === "slots" }, dataset: { slots: "3" } };
  const [grid, land] = [{ ...text("0.rows"), dataset: { grid: "{}" } }, text("0.map")];
  const model = createModel(formOf(...radios, ...boxes, slots, grid, land));
  for (const [name, texts] of Object.entries({ "0.keys": ["2"], owners: ["0", "1"], emden: ["01"], "0.rows": ["a2b/c"], "0.map": ["F L/T"] })) assert.ok(model.write(name, texts));
  assert.deepEqual([radios, boxes].map((group) => group.map(({ checked }) => checked)), [[false, true], [true, true]]);
  assert.deepEqual([slots.value, grid.value, land.value], ["AB-", "A2 B\nC", "F L /\nT"]);
  model.write("0.keys", []);
  assert.deepEqual(radios.map(({ checked }) => checked), [true, false]);
  assert.equal(model.write("gone", ["1"]), false);
});

test("what an undo writes into a land is no change of its own, whichever way the form spells it", () => {
  const land = text("0.map", "A L/B T");
  const model = createModel(formOf(land));
  model.write("0.map", ["A L/Pb T"]);
  assert.equal(land.value, "A L /\nPb T");
  assert.equal(model.query().get("0.map"), "A L/Pb T");
  assert.deepEqual([model.take({ target: land }), model.restore()], [{}, []]);
  land.value = "";
  assert.deepEqual(model.take({ target: land }), { "0.map": [["A L/Pb T"], []] });
});

test("buttons and disabled controls are no fields, hidden ones are as scripts leave them", () => {
  const hidden = { ...text("offices", "0"), type: "hidden" };
  const model = createModel(formOf({ ...text("more", "1"), type: "submit" }, { ...text("x", "1"), disabled: true }, { ...text("", "1") }, hidden));
  hidden.value = "1";
  assert.equal(ids(model), "offices=1");
});
