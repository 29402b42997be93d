// The scorebooks in which a result can be kept: this device's own and those of its groups that its link may write to, or a new group's.
import { documents } from "../common/device.js";
import { SCOREBOOK } from "../common/documents.js";
import { after } from "../common/clock.js";
import { make, makeButton } from "../common/dom.js";
import { localGet, localSet } from "../common/storage.js";
import { openBook } from "../scorebook/kept_book.js";
import { addressOf, listGroups, makeGroup, sync } from "./groups.js";

const LAST_PLACE_KEY = "keep in"; // the scorebook in which a result was kept last
const MAX_WAIT = 2000; // milliseconds that the server has to tell what others kept
const say = (text, name) => text.replace("{name}", () => name);

/** Return what a place has of a scorebook; `news()` settles when the book has what others kept, as far as that can be known soon. */
function placeOf(id, kind, facts, news = () => {}) {
  const book = openBook(documents, { id, kind });
  return {
    id,
    ...facts,
    find: (result) => book.find(result).catch(() => undefined),
    async list() {
      await news();
      await book.load();
      return book.results;
    },
    ids: async () => (await book.load(), book.ids),
    put: async (one) => (await book.load(), book.put(one)),
    remove: async (result) => (await book.load(), book.remove(result)),
  };
}

/** Return this device's own scorebook as a place. */
export const ownPlace = (facts) => placeOf(SCOREBOOK, "book", { ...facts, send: async () => "" });

function groupPlace({ id, name, link }, words) {
  const facts = { title: name, label: say(words.keep, name), openLabel: say(words.open, name), kept: say(words.kept, name), address: addressOf(link) };
  const send = async () => {
    await sync(id);
    return await documents.countWaiting(id) ? words.waits : "";
  };
  return { ...placeOf(id, "group", facts, () => Promise.race([sync(id), new Promise((late) => { after(MAX_WAIT, late); })])), send };
}

/** Return the groups' scorebooks as places, the most recently used first. */
export async function groupPlaces(words) {
  const groups = await listGroups().catch(() => []);
  return groups.filter(({ writes, isGone }) => writes && !isGone).map((record) => groupPlace(record, words));
}

/** Return the place that was last chosen, or null; older versions remembered a group by its letters alone. */
export const lastPlace = (places, last = localGet(LAST_PLACE_KEY)) => places.find(({ id }) => id === last || id === `group ${last}`) ?? null;

/** Make a group with this name; return it as a place. */
export async function makePlace(name, words) {
  const record = await makeGroup(name);
  localSet(LAST_PLACE_KEY, record.id);
  return groupPlace(record, words);
}

/** List places as buttons in `list`, which call `choose(place)`; if a group can be made, its button calls `begin()`. */
export function drawPlaces(list, places, words, choose, begin) {
  const known = places.map((place) => makeButton(place.title, () => {
    localSet(LAST_PLACE_KEY, place.id);
    choose(place);
  }));
  list.replaceChildren(make("span", {}, words.legend), ...known, ...(begin ? [makeButton(words.new, begin)] : []));
  list.hidden = false;
}
