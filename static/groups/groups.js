// The groups whose scorebooks this device has: their links, what the device knows of them, and the exchange with the server.
import { documents, upgraded } from "../common/device.js";
import { localSet } from "../common/storage.js";
import { exchange } from "../common/sync.js";
import { openBook } from "../scorebook/kept_book.js";

const ID_LENGTH = 12; // letters that both links of a group begin with
const MAX_WAIT = 15_000; // milliseconds that an answer may take
const ROOT = new URL("../../../", import.meta.url).pathname; // scripts are at static/…/groups/
const { lang } = document.documentElement;

/** Return the document of the group in a link. */
export const groupOf = (link) => `group ${link.slice(0, ID_LENGTH)}`;

/** Return the address of a group's scorebook, or of a page below it. */
export const addressOf = (link, part = "") => `${ROOT}${lang}/groups/${link}${part && `/${part}`}`;

/** Make a group on the server; returns its link. */
async function askForGroup(name) {
  const answer = await fetch(`${ROOT}api/v1/groups?lang=${lang}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }),
    signal: AbortSignal.timeout(MAX_WAIT), credentials: "omit",
  });
  const { write } = answer.ok ? await answer.json() : {};
  if (!write) throw new Error(answer.statusText);
  return write;
}

/** Make a group; returns its record on this device. */
export async function makeGroup(name) {
  return remember({ link: await askForGroup(name), name, writes: true, used: Date.now() });
}

/** Return the records of all groups on this device, the most recently used first. */
export async function listGroups() {
  await upgraded;
  return (await documents.list("group")).sort((one, other) => other.used - one.used);
}

/** Return a group's record, or undefined. */
export async function getGroup(id) {
  await upgraded;
  return documents.get(id);
}

/** Store a group or new information about it; a link that only reads does not replace one that writes. */
export async function remember({ link, ...facts }) {
  await upgraded;
  const record = await documents.remember(groupOf(link), "group", (known) => {
    if (known.writes && !known.isGone && !facts.writes && known.link !== link) return {};
    return { used: 0, who: "", evening: null, count: 0, ...known, ...facts, link, address: `api/v1/groups/${link}`, isGone: false };
  });
  localSet("groups", "1");
  return record;
}

/** Change a group's record, if there is one. */
export async function updateGroup(id, facts) {
  if (await documents.get(id)) await documents.remember(id, "group", facts);
}

/** Delete a group from this device. */
export async function forget(id) {
  await documents.forget(id);
  if (!(await documents.list("group")).length) localSet("groups", null);
}

/** What the connection of a group's scorebook needs, beside what a page does with news. */
export const connection = { lang, about: ({ who }) => (who ? { who } : {}) };

/** Store what an answer says about a group. */
export async function noteAnswer(id, names, { writes, expires }) {
  const facts = writes === undefined ? {} : { writes, expires };
  const name = names.includes("name") ? (await documents.values(id, ["name"])).get("name") : undefined;
  if (typeof name === "string") facts.name = name;
  if (Object.keys(facts).length) await updateGroup(id, facts);
}

/**
 * Exchange a group's scorebook with the server once. Returns {isChanged, refused, status}; the status is 200, 0 if no server of ours has
 * answered, 404 if the link leads nowhere any longer, or the server's refusal. Never throws.
 */
export async function sync(id) {
  const names = new Set();
  const refused = [];
  let latest;
  const onValues = (some, answer) => {
    latest = answer;
    for (const name of some) names.add(name);
  };
  let status = 200;
  try {
    const record = await getGroup(id);
    const sends = record?.writes !== false;
    await documents.track(exchange(documents, id, { ...connection, sends, onValues, onRefused: (rows) => refused.push(...rows) }));
  } catch (reason) {
    status = reason.status ?? 0;
    if (status === 404) await updateGroup(id, { isGone: true }).catch(() => {});
  }
  if (latest) await noteAnswer(id, [...names], latest).catch(() => {});
  if (names.size) await summarise(id);
  return { isChanged: names.size > 0, refused, status };
}

/** Store the summary of a group's scorebook for pages that do not read all of it. */
async function summarise(id) {
  const book = openBook(documents, { id, kind: "group" });
  await book.load();
  await book.summarise();
}
