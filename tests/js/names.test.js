// Names: the same as the server makes of them, and which of them differ only in case or width.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { cleanName, findAlike } from "../../static/common/names.js";

const NAMES = JSON.parse(readFileSync(new URL("../support/names.json", import.meta.url), "utf-8"));

test("names are read as the server reads them", () => {
  for (const [typed, name] of NAMES) assert.equal(cleanName(typed), name, JSON.stringify(typed));
});

test("whatever Unicode lets a font leave out is not part of a name", () => {
  const shown = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/\p{Default_Ignorable_Code_Point}|\p{Cc}/u.test(letter) && cleanName(letter) !== "") shown.push(code.toString(16));
  }
  assert.deepEqual(shown, []);
});

test("names that differ only in case or width are alike", () => {
  assert.deepEqual(findAlike(["Ann", "Bo", "ann", "Ａｎｎ", "小明", "bo\u200b"]), [["Ann", "ann", "Ａｎｎ"], ["Bo", "bo\u200b"]]);
  assert.deepEqual(findAlike(["Ann", "Anna", "José", "Jose"]), [], "an accent makes another name");
});
