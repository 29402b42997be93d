// Choices, and what a sheet says when one is made, cleared or taken back.
import assert from "node:assert/strict";
import test from "node:test";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, control, enter, openPage, press, tick } from "./page.js";

const HANSA = "/en/hansa_teutonica/score?n=2&to=sheet&edition=base";
const radio = (name, value) => document.querySelector(`[name="${name}"][value="${value}"]`);

test("a choice that is made again is cleared, and told once", async () => {
  await openPage(HANSA, { now: 0 });
  const said = recordLiveRegions(document);
  // Keys of the value 4, cleared by a click, as Space sends it, by a letter and by Delete.
  for (const clear of [() => click(radio("0.keys", "4")), () => press("4"), () => press("Delete")]) {
    await click(radio("0.keys", "4"));
    await tick(1000);
    radio("0.keys", "4").focus();
    said.length = 0;
    await clear();
    await tick(1000);
    assert.equal(radio("0.keys", "4").checked, false);
    assert.deepEqual(said, ["Cleared: A: City Keys · A: no total yet"]);
  }
});

test("a choice of one in a column is a check box until another player has it", async () => {
  await openPage("/en/hansa_teutonica/column/2?n=2&to=sheet&edition=base", { now: 0 });
  const [other, own] = ["0", "1"].map((seat) => radio("coellen.7", seat));
  const state = () => [own.closest("[role]").getAttribute("role"), own.type, own.checked];
  const sent = () => new FormData(document.getElementById("sheet")).getAll("coellen.7").filter(Boolean);
  const said = recordLiveRegions(document);
  assert.deepEqual([...state(), sent()], ["group", "checkbox", false, []]);
  own.focus();
  // Space is a click; the letter of the player and Delete do the same.
  for (const [make, clear] of [[() => click(own), () => click(own)], [() => press("b"), () => press("Delete")]]) {
    for (const [act, isChecked, total] of [[make, true, "B: 7 so far"], [clear, false, "B: no total yet"]]) {
      said.length = 0;
      await act();
      await tick(1000);
      assert.deepEqual([...state(), sent(), said], ["group", "checkbox", isChecked, isChecked ? ["1"] : [], [total]]);
    }
  }
  // Somebody else has it: a choice of two. Taking it over makes it one's own alone again.
  other.checked = true;
  other.dispatchEvent(new Event("input", { bubbles: true }));
  await tick(1000);
  assert.deepEqual([...state(), sent()], ["radiogroup", "radio", false, ["0"]]);
  await click(own);
  assert.deepEqual([...state(), sent()], ["group", "checkbox", true, ["1"]]);
  await click("[data-undo]");
  assert.deepEqual([...state(), sent()], ["radiogroup", "radio", false, ["0"]]);
});

test("all that one more press confirms is said", async () => {
  await openPage(`${HANSA}&0.prestige=21&0.actions=5`, { now: 0 });
  const said = recordLiveRegions(document);
  await click("button.main");
  assert.deepEqual(said, ["Special spaces: nobody, right? City Keys: all at 1, right? If so, press “Score” again."]);
  const sure = [...document.querySelectorAll(".sure:not([hidden]) input")];
  assert.deepEqual(sure.map(({ checked }) => checked), [false, false]);
  await click("button.main");
  assert.deepEqual(sure.map(({ checked }) => checked), [true, true]);
  assert.deepEqual(new URLSearchParams(location.search).getAll("sure"), ["coellen", "keys"]); // the result must not call them unanswered
});

test("undo and redo name each kind of control", async () => {
  const kinds = [
    ["/en/qin/score?n=2&to=sheet", "A: Pagodas left", () => enter("0.left", "4")],
    [HANSA, "A: City Keys", () => click(radio("0.keys", "4"))],
    [HANSA, "A: Actions", () => click(control("0.actions"))],
    [HANSA, "7, white", () => click(radio("coellen.7", "1"))],
    [HANSA, "Name of player A", () => enter("0.name", "Ann")],
    ["/en/chang_cheng/score?n=2&to=sheet", "Region 1: threat", () => enter("regions.0.threat", "2")],
  ];
  for (const [path, name, act] of kinds) {
    await openPage(path);
    await act();
    for (const way of ["Undone", "Redone"]) {
      await click(way === "Undone" ? "[data-undo]" : "[data-redo]");
      assert.equal(document.getElementById("stepped").textContent, `${way}: ${name}`);
    }
  }
});

test("arrows move in each group of radio buttons and choose nothing", async () => {
  const sheets = { hansa_teutonica: "&edition=big_box", trajan: "", chang_cheng: "", honshu: "", qin: "" };
  for (const [slug, query] of Object.entries(sheets)) {
    await openPage(`/en/${slug}/score?n=3&to=sheet${query}`);
    for (const group of document.querySelectorAll("#sheet [role=radiogroup]")) {
      const radios = [...group.querySelectorAll("input")];
      const [first] = radios.filter((one) => !one.closest(".none"));
      const chosen = radios.map(({ checked }) => checked);
      for (let part = first.closest("details"); part; part = part.parentNode.closest("details")) part.open = true;
      first.focus();
      await press("ArrowRight");
      assert.ok(group.contains(document.activeElement), group.getAttribute("aria-label"));
      assert.deepEqual(radios.map(({ checked }) => checked), chosen, group.getAttribute("aria-label"));
    }
  }
});
