// Adds a result to a group's scorebook: one of this device's groups with a writable link, or a new group.
import { make } from "../common/dom.js";
import { localGet, localSet } from "../common/storage.js";
import { listGroups, readBook, readEntry, readOutbox, remember, write } from "./store.js";
import { addressOf, askServer, noteEvening, sync } from "./sync.js";

const LAST_PLACE_KEY = "keep in"; // the group in which a result was kept last, or "device"
const PATIENCE = 2000; // milliseconds that the server has to tell what others kept
const say = (text, name) => text.replace("{name}", () => name);

function placeOf({ id: group, name, link }, words) {
  return {
    id: group,
    title: name,
    label: say(words.keep, name),
    openLabel: say(words.open, name),
    kept: say(words.kept, name),
    address: addressOf(link),
    async find(id) {
      const value = id ? await readEntry(group, id) : null;
      return value ? { ...value, id } : undefined;
    },
    async list() {
      await Promise.race([sync(group), new Promise((late) => setTimeout(late, PATIENCE))]);
      return [...(await readBook(group)).values].filter(([path, value]) => path[0] !== "@" && value).map(([id, value]) => ({ ...value, id }));
    },
    put: (one) => write(group, [[one.id, one]]),
    remove: (id) => write(group, [[id, null]]),
    async send() {
      const { isChanged } = await sync(group);
      if (!isChanged) await noteEvening(group);
      return (await readOutbox(group)).length ? words.waits : "";
    },
  };
}

/** Return the groups' scorebooks as places, the most recently used first. */
export async function groupPlaces(words) {
  const groups = await listGroups().catch(() => []);
  return groups.filter(({ writes, isGone }) => writes && !isGone).map((record) => placeOf(record, words));
}

/** Return the place that was last chosen, or null. */
export const lastPlace = (places) => places.find(({ id }) => id === localGet(LAST_PLACE_KEY)) ?? null;

/** Create a group with this name; return it as a place. */
export async function makeGroup(name, words) {
  const made = await askServer("", { name });
  localSet(LAST_PLACE_KEY, made.group);
  return placeOf(await remember({ ...made, name, writes: true, used: Date.now() }), words);
}

/** List places as buttons in `list`, which call `choose(place)`; if a group can be created, its button calls `begin()`. */
export function drawPlaces(list, places, words, choose, begin) {
  const button = (text, act) => {
    const element = make("button", { type: "button" }, text);
    element.addEventListener("click", act);
    return element;
  };
  const known = places.map((place) => button(place.title, () => {
    localSet(LAST_PLACE_KEY, place.id);
    choose(place);
  }));
  list.replaceChildren(make("span", {}, words.legend), ...known, ...(begin ? [button(words.new, begin)] : []));
  list.hidden = false;
}
