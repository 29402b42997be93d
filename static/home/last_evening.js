// On the first page: the last evening of the group that played last, once this device knows a group. What others kept since then comes in.
import { make } from "../common/dom.js";
import { localGet } from "../common/storage.js";
import { addressOf, listGroups, sync } from "../groups/groups.js";

const place = document.getElementById("last-evening");
const words = JSON.parse(place.dataset.words);
const { lang, dataset } = document.documentElement;
const day = new Intl.DateTimeFormat(lang, { month: "numeric", day: "numeric", weekday: "short", timeZone: "UTC" });

function describe({ evening }) {
  if (!evening) return words.none;
  const { date, count, wins } = evening;
  const winners = wins.map(([name, won]) => (won > 1 ? `${name} ${won}` : name)).join(words.list);
  return [day.format(new Date(date)), (count === 1 ? words.play : words.plays).replace("{count}", count), winners && `★ ${winners}`].filter(Boolean).join(" · ");
}

async function show() {
  const groups = (await listGroups()).filter(({ isGone }) => !isGone);
  const [latest] = groups.sort((one, other) => (other.evening?.date ?? "").localeCompare(one.evening?.date ?? ""));
  if (!latest) delete dataset.groups;
  else place.replaceChildren(make("a", { className: "button", href: addressOf(latest.link) }, make("span", {}, make("b", {}, latest.name), make("small", {}, describe(latest)))));
  return groups;
}

async function start() {
  const groups = await show();
  const news = await Promise.all(groups.map(({ id }) => sync(id)));
  if (news.some(({ isChanged }) => isChanged)) await show();
}

if (localGet("groups")) start().catch(() => { delete dataset.groups; });
