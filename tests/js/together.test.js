// The page of a shared sheet at a real server, beside another phone that speaks the API. There are no event streams here: the page asks.
import assert from "node:assert/strict";
import test from "node:test";
import { IDBKeyRange } from "fake-indexeddb";
import { openDocuments } from "../../static/common/documents.js";
import { recordLiveRegions } from "../support/live_regions.js";
import { click, control, enter, leave, openPage, settle, tick, type } from "./page.js";

const ask = globalThis.fetch;
const NOW = Date.now();
const NAMES = ["Ann", "Bo", "小明"];
const post = (path, body) => ask(new URL(path, process.env.TALLY), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Open a shared sheet; returns its address, what stands on it, and what another phone writes there. */
async function openShared(game = "qin", facts = {}) {
  const { id } = await (await post("/api/v1/shared", { game, sheet: { players: NAMES.map((name) => ({ name })), ...facts } })).json();
  let n = 0;
  const sync = async (changes) => (await post(`/api/v1/shared/${id}/sync`, { device: "anotherphone01.itsonlypage01", changes })).json();
  return {
    path: `/en/together/${id}`,
    values: async () => Object.fromEntries(Object.entries((await sync([])).values).map(([name, { value }]) => [name, value])),
    write: (name, value, facts = {}) => sync([{ name, value: value === null ? null : [value], n: (n += 1), base: 0, age: 0, ...facts }]),
  };
}

/** Open the page of a sheet on a phone, and wait until it has asked; `?view=all` needs no seat. */
async function look(table, device, view = "?view=all", now = NOW) {
  await openPage(table.path + view, { device, now });
  await settle();
}

/** Take a seat, as the form of the page does. */
async function sit(table, device, seat) {
  await openPage(`${table.path}/seats`, { device, now: NOW });
  const body = new URLSearchParams({ csrf_token: document.querySelector("[name=csrf_token]").value, seat });
  await ask(new URL(`${table.path}/seats`, process.env.TALLY), { method: "POST", body, headers: { Cookie: device.cookie, "Content-Type": "application/x-www-form-urlencoded" }, redirect: "manual" });
  await look(table, device, "");
}

/** Let the page ask for what is new. */
const listen = () => tick(4000);
const bar = () => document.getElementById("news").textContent;
/** Let what the page asks of the shared sheet fail until the function that this returns is called. */
function cutNetwork(refuse = () => Promise.reject(new TypeError("no network"))) {
  const { fetch } = globalThis;
  globalThis.fetch = (address, options) => (String(address).includes("/shared/") ? refuse() : fetch(address, options));
  return () => { globalThis.fetch = fetch; };
}

test("a phone sends what is typed under its field's name, and nothing else", async () => {
  const table = await openShared();
  const before = await table.values();
  await look(table, {});
  assert.deepEqual(await table.values(), before);
  await enter("0.left", "3");
  assert.deepEqual(await table.values(), { ...before, "0.left": ["3"] });
  await enter("0.left", "");
  assert.deepEqual((await table.values())["0.left"], null);
});

test("what another phone types appears, and what it clears goes", async () => {
  const table = await openShared();
  await look(table, {});
  await table.write("1.left", "7");
  await listen();
  assert.equal(control("1.left").value, "7");
  await table.write("1.left", null);
  await listen();
  assert.equal(control("1.left").value, "");
});

test("a page that lacks what it has typed before shows it at once, and sends it when it can", async () => {
  const [table, device] = [await openShared(), {}];
  await look(table, device);
  const restore = cutNetwork();
  await enter("1.left", "7");
  assert.match(bar(), /No connection, carry on/);
  await leave();
  restore();
  await look(table, device);
  assert.equal(control("1.left").value, "7");
  await listen();
  assert.deepEqual((await table.values())["1.left"], ["7"]);
});

test("what is typed just before a page is left is on the next, and is sent with its age", async () => {
  const [table, device] = [await openShared(), {}];
  await look(table, device);
  const restore = cutNetwork();
  await enter("0.left", "2");
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new DOMException("left", "AbortError"); }; // a page gives its transactions up
  type("0.left", "3");
  type("1.left", "7");
  await leave();
  IDBObjectStore.prototype.put = put;
  restore();
  await table.write("1.left", "8"); // later than the 7, and without having seen it
  await look(table, device, "?view=all", NOW + 60_000);
  await listen();
  assert.deepEqual([control("0.left").value, control("1.left").value], ["3", "8"]);
  const { "0.left": one, "1.left": other } = await table.values();
  assert.deepEqual([one, other], [["3"], ["8"]]);
});

test("entries that wait are counted, and sent once there is a network", async () => {
  const table = await openShared();
  await look(table, {});
  const restore = cutNetwork();
  await enter("0.left", "3");
  assert.match(bar(), /1 entry waits on this phone/);
  await enter("1.left", "4");
  assert.match(bar(), /2 entries wait on this phone/);
  assert.equal(document.querySelectorAll(".unsent").length, 2);
  restore();
  await tick(20_000);
  assert.equal(bar(), "");
  assert.equal(document.querySelectorAll(".unsent").length, 0);
  const { "0.left": one, "1.left": other } = await table.values();
  assert.deepEqual([one, other], [["3"], ["4"]]);
});

test("what somebody typed later stands, and the earlier can be had back", async () => {
  const table = await openShared();
  await look(table, {});
  const restore = cutNetwork();
  await enter("1.left", "2");
  await tick(60_000);
  await table.write("1.left", "3");
  restore();
  await tick(20_000);
  assert.equal(control("1.left").value, "3");
  assert.match(bar(), /typed 3 there later; yours was 2/);
  await click([...document.querySelectorAll("#news button")].find(({ textContent }) => textContent === "Use mine"));
  assert.deepEqual((await table.values())["1.left"], ["2"]);
});

test("what somebody types over an entry that they have not seen is offered back, too", async () => {
  const table = await openShared();
  await look(table, {});
  await enter("1.left", "2");
  await table.write("1.left", "3", { base: 1 });
  await listen();
  assert.equal(control("1.left").value, "3");
  assert.match(bar(), /typed 3 there later; yours was 2/);
});

test("a number being typed is not replaced by what another types there", async () => {
  const table = await openShared();
  await look(table, {});
  const put = async (name, text) => {
    control(name).value = text;
    control(name).dispatchEvent(new Event("input", { bubbles: true }));
    await settle();
  };
  control("1.left").focus();
  await put("1.left", "1");
  await table.write("1.left", "30", { base: 1 });
  await put("0.left", "4"); // the answer brings the other's entry, and no pause has ended the typing
  assert.equal(control("1.left").value, "1");
  await put("1.left", "12");
  assert.deepEqual((await table.values())["1.left"], ["12"]);
});

test("what somebody types who has seen the entry is not offered back", async () => {
  const table = await openShared();
  await look(table, {});
  await enter("1.left", "2");
  const { seq } = await table.write("0.left", "9");
  await table.write("1.left", "3", { base: seq });
  await listen();
  assert.equal(control("1.left").value, "3");
  assert.equal(bar(), "");
});

test("a value that the server refuses is told, and the field shows what stands", async () => {
  const table = await openShared();
  await table.write("1.left", "3");
  await look(table, {});
  await enter("1.left", "many");
  assert.match(bar(), /Not kept: /);
  assert.equal(control("1.left").value, "3");
});

test("a sheet without room keeps what is typed, and says so", async () => {
  const table = await openShared();
  await look(table, {});
  const full = new Response('{"faults": []}', { status: 503, headers: { "Content-Type": "application/json", "Retry-After": "5" } });
  const restore = cutNetwork(() => Promise.resolve(full.clone()));
  await enter("1.left", "3");
  assert.match(bar(), /Not kept yet: the server has no room/);
  restore();
  await tick(20_000);
  assert.equal(bar(), "");
  assert.deepEqual((await table.values())["1.left"], ["3"]);
});

test("a sheet that is gone goes on as another, with what was typed", async () => {
  const table = await openShared();
  await look(table, {});
  cutNetwork(() => Promise.resolve(new Response('{"faults": []}', { status: 404, headers: { "Content-Type": "application/json" } })));
  await enter("1.left", "3");
  assert.match(bar(), /This shared sheet is gone\. What is on it is still on this phone\./);
  assert.equal(control("1.left").value, "3");
});

test("a shared sheet that has expired is forgotten, unless something on it was never sent", async () => {
  const [sent, unsent, other, device] = [await openShared(), await openShared(), await openShared(), {}];
  await look(sent, device);
  await look(unsent, device);
  const restore = cutNetwork();
  await enter("1.left", "3");
  await leave();
  restore();
  await look(other, device, "?view=all", NOW + 8 * 86_400_000);
  const documents = openDocuments({ phone: "anyphone01", indexedDB: device.database, keyRange: IDBKeyRange });
  const ids = (await documents.list("shared")).map(({ id }) => `/en/together/${id.slice("shared ".length)}`);
  assert.deepEqual(ids.sort(), [unsent.path, other.path].sort());
});

test("undo takes back what this phone typed, and passes over what others changed since", async () => {
  const table = await openShared();
  await look(table, {});
  await enter("0.left", "3");
  await enter("1.left", "4");
  const { seq } = await table.write("2.left", "1");
  await table.write("1.left", "9", { base: seq });
  await listen();
  await click("[data-undo-own]");
  const { "0.left": one, "1.left": other } = await table.values();
  assert.deepEqual([one, other], [null, ["9"]]);
});

test("each space of a wall is an entry of its own, so that two may lay pieces", async () => {
  const table = await openShared("chang_cheng");
  await look(table, {});
  await enter("wall", "A B");
  await table.write("wall.3", "B");
  await listen();
  assert.equal(control("wall").value, "A B . B");
  await enter("wall", "A . . B");
  const { "wall.0": first, "wall.1": second, "wall.3": fourth } = await table.values();
  assert.deepEqual([first, second, fourth], [["A"], null, ["B"]]);
});

test("who sits, who is done and who fills in is shown by handles", async () => {
  const [table, device] = [await openShared(), {}];
  await sit(table, device, 0);
  const roll = (seat) => document.querySelector(`.roll [data-seat="${seat}"] .words`).textContent;
  assert.equal(document.querySelector("h1").textContent, "Ann's column");
  assert.match(roll(1), /not here yet/);
  await enter("0.left", "3");
  assert.equal(document.querySelector(".dock .helper").textContent, "");
  await table.write("0.left", "4", { base: 99 });
  await table.write("@ready.1", "1");
  await listen();
  assert.equal(roll(1), "done");
  assert.equal(control("0.left").value, "4");
});

test("what others do at a shared sheet is said once, and what they type for themselves is not", async () => {
  const table = await openShared();
  await sit(table, {}, 0);
  await enter("0.left", "3");
  await click("[data-done]");
  await listen(); // Ann's own total is said
  const { seq: base } = await table.write("2.left", "9"); // the other phone has seen Ann's entries
  await listen();
  const said = recordLiveRegions(document);
  for (const [name, text, expected] of [
    ["@seat.1", "bos-phone", ["Bo is here"]],
    ["1.left", "5", []],
    ["0.left", "4", ["Somebody changed Pagodas left: 4"]],
    ["@ready.1", "1", ["Bo: done"]],
    ["@ready.2", "1", ["小明: done · All are done"]],
  ]) {
    await table.write(name, text, { base });
    await listen();
    await listen(); // the next answer has nothing new
    assert.deepEqual(said.splice(0), expected, name);
  }
});

test("a reveal after a question confirms what was asked", async () => {
  const table = await openShared("hansa_teutonica");
  await look(table, {});
  await enter("0.prestige", "20");
  await click("[data-reveal]");
  assert.deepEqual([(await table.values()).sure, (await table.values())["@reveal"]], [undefined, undefined]);
  assert.match(document.getElementById("said").textContent, /^Full abilities: nobody, right\? .* press “.*” again\.$/);
  await click("[data-reveal]");
  const { sure, "@reveal": reveal } = await table.values();
  assert.deepEqual([sure, reveal.length], [["actions privilege book bag", "coellen", "keys"], 1]);
});

test("a form that depends on an option is drawn anew when somebody chooses it", async () => {
  const table = await openShared("honshu");
  await look(table, {});
  assert.equal(control("1.crosses"), null);
  await table.write("end_card", "town_crosses");
  await listen();
  assert.ok(control("1.crosses"));
});
