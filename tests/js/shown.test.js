// What the server accepts can be drawn: random documents, each of their pages with its scripts, for every holder of a link or a seat.
import assert from "node:assert/strict";
import test from "node:test";
import { between, chance, pick, times } from "./chance.js";
import { leave, openPage, settle, tick } from "./page.js";

const ask = globalThis.fetch;
const NOW = Date.now();
const DOCUMENTS = Number(process.env.DOCUMENTS ?? 1); // of each kind
const at = (path) => new URL(path, process.env.TALLY);
const post = async (path, body) => (await ask(at(path), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
const ODD = [
  "", " ", "0", "-1", "1.5", "9".repeat(20), "9".repeat(21), "NaN", "true", "A", "<b>&\"'", "\u202e=1", "\0\x1b", "\ud800", "x".repeat(200),
  "漢".repeat(41), "__proto__", "constructor", "1 2 3", "F T/F T", "1-2", "٣", "😀", "%s{0}{{", "javascript:alert(1)", "2", "3", "5", "20", "8-1", "red",
];
const SLUGS = ["hansa_teutonica", "honshu", "trajan", "qin", "chang_cheng"];
const AGES = [0, 0, 0, 1.5, 3600, -5, 1e15, 1e308];
const STATES = ["@seat.0", "@seat.1", "@seat.3", "@ready.0", "@ready.2", "@reveal", "@next", "n", "sure", "0.name", "1.name", "1.colour"];

/** Send random changes as a phone of its own; return the answer. */
const send = (path, changes) => post(`/api/v1/${path}/sync`, { device: "astranger0001.page000001", changes: changes.map((one, n) => ({ n: n + 1, ...one })) });

/** Open a page on a device, let it ask and draw for a while, and say what went wrong. */
async function draw(path, device) {
  const said = [];
  const { error } = console;
  const note = (...texts) => said.push(texts.map((one) => one?.stack ?? String(one)).join(" "));
  const hear = (failed) => note(failed);
  console.error = note;
  process.on("unhandledRejection", hear);
  try {
    await openPage(path, { device, now: NOW });
    await tick(4000);
    for (const details of document.querySelectorAll("details:not([open])")) details.open = true;
    for (const menu of document.querySelectorAll("main select")) menu.dispatchEvent(new Event("change", { bubbles: true }));
    await settle();
    assert.ok(document.querySelector("main"), path);
    await leave();
  } catch (failed) {
    note(failed);
  } finally {
    console.error = error;
    process.off("unhandledRejection", hear);
  }
  assert.deepEqual(said, [], path);
}

/** The names of the fields of a game's form. */
async function fieldsOf(path) {
  const text = await (await ask(at(`${path}?view=all`))).text();
  return [...new Set([...text.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name))].filter((name) => /^[a-z0-9_.]+$/.test(name) && name !== "csrf_token");
}

/** Take the second seat, as the form of the page does. */
async function sit(path, device) {
  await openPage(`${path}/seats`, { device, now: NOW });
  const body = new URLSearchParams({ csrf_token: document.querySelector("[name=csrf_token]").value, seat: 1 });
  await ask(at(`${path}/seats`), { method: "POST", body, headers: { Cookie: device.cookie, "Content-Type": "application/x-www-form-urlencoded" }, redirect: "manual" });
}

test("every accepted shared sheet is drawn", async () => {
  for (const seed of times(DOCUMENTS, (one) => one)) {
    const random = chance(seed);
    const { id } = await post("/api/v1/shared", { game: SLUGS[seed % SLUGS.length], sheet: { players: [{}, {}, {}] } });
    const [path, device] = [`/en/together/${id}`, {}];
    const names = [...await fieldsOf(path), ...STATES];
    await sit(path, device);
    const texts = () => times(between(random, 0, 2), () => pick(random, ODD));
    const changes = times(60, () => ({ name: pick(random, names), value: pick(random, [texts(), texts(), null]), age: pick(random, AGES) }));
    const answer = await send(`shared/${id}`, changes);
    assert.ok(answer.kept > 0, JSON.stringify(answer));
    for (const page of ["", "/history"]) await draw(path + page, device);
    await draw(`${path}?view=all`, {});
  }
});

/** A random result, of which much is odd and may be refused. */
function oddResult(random, id) {
  const text = () => pick(random, ODD);
  const players = times(between(random, 1, 12), () => ({
    name: text(), colour: pick(random, ["", "red", "a b", "\u202ered", "<i>"]), total: between(random, -(2 ** 40), 2 ** 40), rank: between(random, -3, 99),
    ...(random() < 0.4 ? { lines: { [text()]: between(random, -9, 9) } } : {}),
  }));
  const winners = players.map((_, seat) => seat).filter(() => random() < 0.3);
  return {
    id, slug: pick(random, [...SLUGS, "elsewhere", "<x>", "../.."]), date: pick(random, ["2026-03-06", "0001-01-01", "9999-12-31", "2024-02-29"]),
    place: text(), note: text(), query: pick(random, ["", "n=2&0.left=3&1.left=5", "n=99", "z=0", "&&&", "0.name=%00", "x".repeat(500)]),
    changed: pick(random, [0, 1, -1, 1e15, 2 ** 53 - 1, 1.5]), result: { players, winners, ...(random() < 0.5 ? { decided_by: text() } : {}) },
    ...(random() < 0.3 ? { minutes: between(random, 0, 10_000), starter: between(random, 0, 2), extra: [{ [text()]: null }] } : {}),
  };
}

test("every accepted scorebook of a group is drawn", async () => {
  for (const seed of times(DOCUMENTS, (one) => 1000 + one)) {
    const random = chance(seed);
    const { write, read } = await post("/api/v1/groups", { name: "Friday" });
    const changes = times(40, (number) => {
      const id = `r${between(random, 0, 25)}`;
      const [name, value] = number % 4 ? [`results/${id}`, random() < 0.9 ? oddResult(random, id) : null] : [`people/${pick(random, ODD).slice(0, 100) || "A"}`, pick(random, ODD)];
      return { name, value, age: pick(random, AGES) };
    });
    const answer = await send(`groups/${write}`, [...changes, { name: "name", value: "<b>&\"' {{ %s" }]);
    assert.ok(answer.kept > 0, JSON.stringify(answer));
    const results = Object.entries(answer.values).filter(([name, { value }]) => name.startsWith("results/") && value);
    assert.ok(results.length > 2, "some results are accepted");
    const device = {};
    for (const page of ["", "/links", "/deleted", "/play", `/${results[0][0]}`, `/${results.at(-1)[0]}`]) await draw(`/en/groups/${write}${page}`, device);
    await draw(`/en/groups/${read}`, {});
  }
});
