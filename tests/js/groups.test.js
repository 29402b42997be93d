// A group's scorebook on its phones: a result is kept in it, moved, imported; names are joined; a link dies.
import assert from "node:assert/strict";
import test from "node:test";
import { click, openPage as open, settle } from "./page.js";
import { addResults, qinResult } from "./results.js";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const textOf = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
const texts = (selector, within) => all(selector, within).map(textOf);
const text = (selector) => texts(selector)[0];
const button = (name, within = document) => all("button", within).find((one) => (one.getAttribute("aria-label") || textOf(one)).startsWith(name));
/** Open a page while time stands still, so that nothing is asked for by itself. */
const openPage = (path, options) => open(path, { now: Date.UTC(2026, 10, 27), ...options });
const press = (name, within) => click(button(name, within));

/** Make a group; return its two links. */
async function makeGroup() {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${process.env.TALLY}/api/v1/groups`, { method: "POST", headers, body: JSON.stringify({ name: "Our games" }) });
  return answer.json();
}

const openBook = (link, device, part = "") => openPage(`/en/groups/${link}${part}`, { device });
const openLinks = (link, device) => openBook(link, device, "/links");
const openResult = (device, ann, bo) => openPage(`/en/qin/score?n=2&0.name=Ann&1.name=Bo&0.left=${ann}&1.left=${bo}`, { device });

/** Keep a result, in which of 24 pagodas these are left, in the group that the phone has. */
async function keep(device, ann, bo) {
  await openResult(device, ann, bo);
  if (!textOf(button("Keep")).includes("Our games")) {
    await press("Keep");
    return press("Our games");
  }
  return press("Keep in “Our games”");
}

/** Make a group with a result; return its links. */
async function makeGroupWithResult(device) {
  const links = await makeGroup();
  await openBook(links.write, device);
  await keep(device, 4, 2);
  return links;
}

test("the first result that is kept asks where, and the next does not", async () => {
  const device = {};
  const { write } = await makeGroup();
  await openBook(write, device);
  await openResult(device, 4, 2);
  await press("Keep in the scorebook");
  assert.equal(textOf(document.activeElement), "This device’s scorebook");
  await press("Our games");
  assert.equal(textOf(document.activeElement), "Open “Our games”");
  assert.equal(text(".to-scorebook [role=status]"), "✓ It is in “Our games”");
  await openResult(device, 3, 2);
  await press("Keep in “Our games”");
  const { hash } = new URL(all(".to-scorebook a")[0].href);
  await openBook(write, device, hash);
  assert.deepEqual(texts("#results .row .num"), ["22", "22"]);
  assert.equal(document.activeElement, document.querySelector(`${hash} .row`));
});

test("a group is made from a result, and the device's own scorebook stays empty", async () => {
  const device = {};
  await openPage("/zh-Hant/qin/score?n=2&0.name=Ann&1.name=小明&0.left=4&1.left=2", { device });
  const more = document.querySelector(".share-menu");
  more.open = true;
  more.dispatchEvent(new Event("toggle"));
  await press("建立群組戰績簿");
  assert.equal(textOf(document.activeElement), "打開「我們的桌遊」");
  const [, link] = document.activeElement.href.match(/groups\/([\w-]{34})/);
  await openPage(`/zh-Hant/groups/${link}`, { device });
  assert.match(texts("#results .row").join(), /^[^,]*小明[^,]*$/);
  await openPage("/zh-Hant/scorebook", { device });
  assert.match(text("#count"), /^還沒有/);
});

test("a phone's own scorebook is imported once, and equal games of another phone are asked about", async () => {
  const [ann, bo] = [{}, {}];
  const { write } = await makeGroup();
  const bring = async (device) => {
    await openLinks(write, device);
    await click("#bring button");
    return text("#heard");
  };
  const count = async () => {
    await openBook(write, {});
    return all("#results .row").length;
  };
  await openPage("/en/scorebook", { device: ann });
  await addResults([qinResult(0), qinResult(1), qinResult(2)]);
  assert.equal(await bring(ann), "3 new or changed, 0 already here.");
  assert.equal(await bring(ann), "0 new or changed, 3 already here.");
  await openPage("/en/scorebook", { device: bo });
  await addResults([qinResult(2, { id: "mine" }), qinResult(7)]);
  assert.match(await bring(bo), /^1 new or changed, 1 already here\. With the same day and numbers/);
  assert.equal(await count(), 4);
  await openLinks(write, bo);
  await click("#bring button");
  await press("They are other games: add them");
  assert.equal(text("#heard"), "1 new or changed, 1 already here.");
  assert.equal(await count(), 5);
  await openPage("/en/scorebook", { device: bo });
  assert.equal(all("#results .row").length, 2);
});

test("a result moves between scorebooks from its menu", async () => {
  const device = {};
  const { write } = await makeGroup();
  await openBook(write, device);
  await openPage("/en/scorebook", { device });
  await addResults([qinResult(1)]);
  for (const place of ["Our games", "This device’s scorebook"]) {
    const details = document.querySelector(".kept details");
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
    await settle();
    await press("Put it into another scorebook");
    await press(place);
    assert.ok(text(".gone").includes(`It is in “${place}”`));
    assert.equal(all(".kept").length, 0);
    await openBook(write, device);
    assert.equal(all("#results .row").length, place === "Our games" ? 1 : 0);
  }
  await openPage("/en/scorebook", { device });
  assert.equal(all("#results .row").length, 1);
});

test("names that are joined are one person on every phone", async () => {
  const [ann, bo] = [{}, {}];
  const { write } = await makeGroupWithResult(ann);
  const people = async (device) => {
    await openBook(write, device, "#people");
    return all("#page ol li").length;
  };
  assert.deepEqual([await people(bo), await people(ann)], [2, 2]);
  const [name, other] = all("#page select");
  name.value = "Bo";
  other.value = "Ann";
  await press("Merge");
  assert.equal(await people(bo), 1);
  assert.ok(text("#page").includes("Bo counts as Ann"));
  await press("Separate");
  assert.deepEqual([await people(bo), await people(ann)], [2, 2]);
});

test("a link that reads offers no change", async () => {
  const [ann, bo] = [{}, {}];
  const { read } = await makeGroupWithResult(ann);
  await openBook(read, bo);
  const details = document.querySelector(".kept details");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await settle();
  assert.ok(texts(".kept a").includes("Who changed what"));
  assert.equal(button("Delete"), undefined);
  assert.deepEqual(all("[data-part=play]").filter(({ hidden }) => !hidden), []);
  await openResult(bo, 3, 9);
  const more = document.querySelector(".share-menu");
  more.open = true;
  more.dispatchEvent(new Event("toggle"));
  assert.deepEqual(texts(".places button"), ["This device’s scorebook", "A new group’s scorebook"]);
});

test("a group that was deleted says so, and can be removed from every phone", async () => {
  const [ann, bo] = [{}, {}];
  const { write } = await makeGroupWithResult(ann);
  await openBook(write, bo);
  await openLinks(write, ann);
  document.getElementById("delete-all").dispatchEvent(new Event("submit"));
  await settle();
  await openPage("/en/scorebook", { device: ann });
  assert.equal(all(".groups li").length, 0);
  await openBook(write, bo);
  assert.equal((await fetch(`/api/v1/groups/${write}`, { method: "DELETE", headers: { "Content-Type": "application/json" } })).status, 204);
  dispatchEvent(new Event("online"));
  await settle();
  assert.match(text("#sync"), /^This link no longer leads anywhere/);
  assert.equal(all("#results .row").length, 1);
  await openPage("/en/scorebook", { device: bo });
  assert.match(text(".groups li"), /Deleted, or its link was renewed/);
  await press("Remove from this phone");
  assert.equal(all(".groups li").length, 0);
});

test("who leaves a group is warned of what was not sent, which is sent first where it can be", async () => {
  const device = {};
  const { write } = await makeGroupWithResult(device);
  const cut = () => {
    const whole = globalThis.fetch;
    globalThis.fetch = () => Promise.reject(new TypeError("no network"));
    return () => { globalThis.fetch = whole; };
  };
  for (const left of [5, 6]) {
    await openResult(device, left, 2);
    cut();
    await press("Keep in “Our games”");
    assert.match(text(".to-scorebook [role=status]"), /It will be sent/);
  }
  await openLinks(write, device);
  const mend = cut();
  await click("#leave button");
  assert.equal(text("#heard"), "Not sent yet: 2. Press again to leave the scorebook without them.");
  mend();
  await openLinks(write, device);
  await click("#leave button");
  assert.equal(text("#heard"), "");
  await openBook(write, {});
  assert.equal(all("#results .row").length, 3);
});

test("a group's file can be added to a phone's own scorebook", async () => {
  const device = {};
  const { write } = await makeGroupWithResult(device);
  const { results, group } = await (await fetch(`/en/groups/${write}/export/json`)).json();
  assert.equal(group.name, "Our games");
  await openPage("/en/scorebook", { device });
  await addResults(results);
  assert.equal(text("#heard"), "1 new or changed, 0 already here.");
  assert.deepEqual(texts("#results .row .num"), ["22"]);
});

test("a link with the numbers of a kept game asks whether it is that game", async () => {
  const device = {};
  await openPage("/en/qin/score?n=2&0.left=4&1.left=2", { device, now: Date.UTC(2026, 5, 20, 12) });
  await press("Keep in the scorebook");
  for (const [answer, count] of [["Yes, that game", 1], ["No, another game", 2]]) {
    await openPage("/en/qin/score?n=2&0.left=4&1.left=2", { device }); // in a tab that does not know the sheet
    await press("Keep in the scorebook");
    assert.match(text(".to-scorebook [role=status]"), /^Is this the game of June 20, 2026\?/);
    assert.equal(textOf(document.activeElement), "Yes, that game");
    await press(answer);
    assert.equal(textOf(document.activeElement), "Open the scorebook");
    await openPage("/en/scorebook", { device });
    assert.equal(all("#results .row").length, count);
  }
});
