// The documents of this device for the pages that keep something on it.
import { after } from "./clock.js";
import { newId, openDocuments } from "./documents.js";
import { localGet, localSet } from "./storage.js";
import { upgrade } from "./upgrade.js";

const PHONE_KEY = "phone"; // this device's secret: the server tells others a name that is derived from it
const MAX_WAIT = 5000; // milliseconds for what older versions kept
const LEFT_KEY = "left"; // changes that a page could not store before it was left
const LATER = 1500; // milliseconds until the page has drawn what it has
const NEWS_KEY = "news"; // what one tab tells the others
const UPGRADED_KEY = "upgraded"; // set once what older versions kept has been taken over

/** The other tabs, which the browser tells what is stored. */
const tabs = {
  tell(news) {
    localSet(NEWS_KEY, JSON.stringify(news));
    localSet(NEWS_KEY, null);
  },
  listen: (act) => addEventListener("storage", ({ key, newValue }) => { if (key === NEWS_KEY && newValue) act(JSON.parse(newValue)); }),
};

/** The documents of this device, opened for this page. */
export const documents = openDocuments({ phone: readPhone(), tabs });

// What a page cannot store before it is left waits for the next page, unless its own comes back.
const readLeft = () => JSON.parse(localGet(LEFT_KEY) ?? "[]");
const keepLeft = (rows) => localSet(LEFT_KEY, rows.length ? JSON.stringify(rows) : null);
const left = readLeft();
if (left.length) {
  keepLeft([]);
  documents.track(documents.enterLeft(left)); // this page's first transaction, so that what it shows has them
}
addEventListener("pagehide", () => keepLeft([...readLeft(), ...documents.listUnstored()]));
addEventListener("pageshow", () => keepLeft(readLeft().filter(({ device }) => device !== documents.device)));

/** Return this device's secret. Pages of shared sheets say which one the server knows it by, where forms are sent without scripts. */
function readPhone() {
  const known = localGet(PHONE_KEY);
  const phone = document.querySelector("[data-phone]")?.dataset.phone ?? known ?? newId();
  if (phone !== known) localSet(PHONE_KEY, phone);
  return phone;
}

/** Take over what older versions kept; where that fails, it is tried again at the next start. */
const takeOver = () => upgrade(documents).then(() => localSet(UPGRADED_KEY, "1"), () => {});

/** Resolves once what older versions kept is here: at the first start after the update one waits for it, later it comes in beside the page. */
export const upgraded = localGet(UPGRADED_KEY) ? Promise.resolve() : Promise.race([takeOver(), new Promise((late) => { after(MAX_WAIT, late); })]);
if (localGet(UPGRADED_KEY)) after(LATER, takeOver); // a tab of an older version may have written since
