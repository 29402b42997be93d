// Random phones, tabs, networks and servers: what is shown agrees in the end, and nothing that was entered is lost.
import assert from "node:assert/strict";
import test from "node:test";
import { IDBFactory, IDBKeyRange, IDBObjectStore } from "fake-indexeddb";
import { openDocuments } from "../../static/common/documents.js";
import { between, chance as chanceOf, pick } from "./chance.js";
import { FakeClock, ModelServer } from "./model_server.js";

const RUNS = Number(process.env.RUNS ?? 40);
const STEPS = Number(process.env.STEPS ?? 45);
const NAMES = ["0.left", "1.left", "2.left", "@seat.0", "n"];
const ID = "sheet";

/** One browser with its database, and the pages that are open in it. */
class Device {
  constructor(number, clock) {
    this.name = `phone-${String(number).padStart(6, "0")}`;
    this.indexedDB = new IDBFactory();
    this.skew = [0, -7_200_000, 5000, 86_400_000 * 400][number % 4];
    this.clock = Object.assign(Object.create(clock), { now: () => clock.now() + this.skew });
    this.tabs = [];
  }

  async open() {
    const documents = openDocuments({ phone: this.name, clock: this.clock, indexedDB: this.indexedDB, keyRange: IDBKeyRange });
    await documents.remember(ID, "shared", { address: "api/v1/shared/x" });
    this.tabs.push(documents);
    return documents;
  }
}

const late = new Map(); // answers on their way: tab -> what is done when its answer comes

/** Send one request of a tab, once the one before is answered, and take its answer unless it is lost. */
async function exchange(server, tab, fate = "") {
  await late.get(tab)?.();
  late.delete(tab);
  const next = await tab.prepare(ID);
  if (fate === "lost") return false;
  const [status, data] = server.sync(next.request);
  if (fate === "doubled") server.sync(next.request);
  if (fate === "answer lost" || status !== 200) return false;
  if (fate === "late") {
    late.set(tab, () => tab.take(ID, data, next.request));
    return false;
  }
  await tab.take(ID, data, next.request);
  return !data.more && next.isLast && !(await tab.countWaiting(ID));
}

/** Let a tab be left in the middle of a write, or where nothing can be stored; the next page takes what it left. */
async function leaveWithin(device, tab, entries) {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new DOMException("left", "AbortError"); };
  await tab.enter(ID, entries);
  IDBObjectStore.prototype.put = put;
  device.tabs.splice(device.tabs.indexOf(tab), 1);
  late.delete(tab);
  await (await device.open()).enterLeft(tab.listUnstored());
}

async function run(seed) {
  const random = chanceOf(seed);
  const below = (most) => between(random, 0, most - 1);
  const of = (list) => pick(random, list);
  const clock = new FakeClock();
  const server = new ModelServer(() => clock.now());
  const devices = [0, 1, 2].map((number) => new Device(number, clock));
  for (const device of devices) await device.open();
  let tokens = new Set(); // what must be found in the end
  let backup = null;
  let count = 0;
  let isCopied = false;
  for (let step = 0; step < STEPS; step += 1) {
    const device = of(devices);
    const tab = of(device.tabs);
    clock.time += below(20_000);
    const kind = random();
    if (kind < 0.4) {
      const name = of(NAMES);
      const token = String(count += 1);
      const [shown] = (await tab.values(ID)).get(name) ?? [];
      if (!server.rows.log.some(({ value: one }) => one?.[0] === shown)) tokens.delete(shown); // replaced by somebody who saw it
      const value = random() < 0.15 ? null : [token];
      if (random() < 0.1) await leaveWithin(device, tab, [[name, value]]);
      else await tab.enter(ID, [[name, value]]);
      if (value) tokens.add(token);
    } else if (kind < 0.75) await exchange(server, tab, of(["", "", "lost", "answer lost", "doubled", "late"]));
    else if (kind < 0.82) {
      const [left] = device.tabs.splice(device.tabs.indexOf(tab), 1); // a tab is closed, or its browser dies
      late.delete(left); // with the answer that was on its way
      if (!device.tabs.length || random() < 0.5) await device.open();
    } else if (kind < 0.87 && device.tabs.length < 3) await device.open();
    else if (kind < 0.9) device.skew += of([-3_600_000, 3_600_000]);
    else if (kind < 0.95) backup = server.copy();
    else if (backup) {
      tokens = await stillKnown(tokens, server, devices, backup);
      server.restore(backup);
      late.clear(); // as a server that is set back is stopped before
      isCopied = true;
    }
  }
  await settle(server, devices);
  const shown = await Promise.all(devices.map(async ({ tabs }) => Object.fromEntries([...await tabs[0].values(ID)].filter(([, value]) => value !== null).sort())));
  const standing = Object.fromEntries([...server.rows.values].filter(([, { value }]) => value !== null).map(([name, { value }]) => [name, value]).sort());
  for (const one of shown) assert.deepEqual(one, standing, `seed ${seed}: phones show the same as the server`);
  const logged = server.rows.log.map(({ value }) => value?.[0]).filter(Boolean);
  const missing = [...tokens].filter((token) => !logged.includes(token));
  assert.deepEqual(missing, [], `seed ${seed}: nothing entered is lost`);
  assert.ok(isCopied || new Set(logged).size === logged.length, `seed ${seed}: nothing is taken twice`);
}

/** Return the tokens that must be found after the server is set back: those in the backup, waiting, or standing and known to a phone. */
async function stillKnown(tokens, server, devices, backup) {
  const needed = new Set(backup.log.map(({ value }) => value?.[0]));
  const standing = new Set([...server.rows.values.values()].map(({ value }) => value?.[0]));
  for (const { tabs: [tab] } of devices) {
    const { values, outbox } = await tab.transact(async (rows) => ({ values: await rows.values.all(ID), outbox: await rows.outbox.all(ID) }));
    for (const { value } of outbox) needed.add(value?.[0]);
    const waiting = new Set(outbox.map(({ name }) => name));
    for (const { name, value } of values) if (value && standing.has(value[0]) && !waiting.has(name)) needed.add(value[0]);
  }
  return new Set([...tokens].filter((token) => needed.has(token)));
}

async function settle(server, devices) {
  for (let round = 0; round < 4; round += 1) {
    for (const { tabs: [tab] } of devices) {
      let tries = 0;
      while (!(await exchange(server, tab))) assert.ok((tries += 1) < 60, "it ends");
    }
  }
}

test("phones agree in the end, and nothing entered is lost", async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) await run(seed);
});
