// The list of groups on the device's scorebook page, each with its last evening, and a button for a new one.
import { make, makeButton } from "../common/dom.js";
import { addressOf, forget, listGroups, makeGroup, sync } from "./groups.js";

const section = document.querySelector(".groups");
const words = JSON.parse(section.dataset.words);
const [button, status] = ["p button", "[role=status]"].map((part) => section.querySelector(part));
const day = new Intl.DateTimeFormat(document.documentElement.lang, { month: "numeric", day: "numeric", year: "numeric", timeZone: "UTC" });

function describe({ count, evening, isGone }) {
  if (isGone) return words.gone;
  if (!evening) return words.none;
  return [(count === 1 ? words.play : words.plays).replace("{count}", count), day.format(new Date(evening.date))].join(" · ");
}

function item(one) {
  const link = make("a", { href: addressOf(one.link) }, make("b", {}, one.name), make("small", {}, describe(one)));
  if (!one.isGone) return make("li", {}, link);
  const away = () => forget(one.id).then(show);
  return make("li", {}, link, makeButton(words.forget, away, { ariaLabel: words.forget + words.colon + one.name }));
}

async function show() {
  const groups = await listGroups();
  section.querySelector("ul").replaceChildren(...groups.map(item));
  section.hidden = !groups.length && !("new" in section.dataset);
  if (groups.length) document.querySelector("h1").after(section);
  return groups;
}

button.addEventListener("click", async () => {
  try {
    const { link } = await makeGroup(section.dataset.new);
    location.href = addressOf(link, "links");
  } catch {
    status.textContent = words.away;
  }
});
button.hidden = !("new" in section.dataset);

/** Resolves when the groups are listed. */
export const listed = show().catch(() => []);

/** Fetch new results. */
export async function bringUpToDate() {
  const news = await Promise.all((await listed).filter(({ isGone }) => !isGone).map(({ id }) => sync(id)));
  if (news.some(({ isChanged, status }) => isChanged || status === 404)) await show();
}
