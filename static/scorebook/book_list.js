// The evenings of a scorebook: the results of each day, newest first, with the game's colour and the winners' pieces.
import { chip, fill, make, makeButton, minus, people, seatColours } from "../common/dom.js";
import { number } from "./charts.js";
import { evenings, marginOf } from "./statistics.js";

const { lang } = document.documentElement;
const format = (options) => new Intl.DateTimeFormat(lang, { ...options, timeZone: "UTC" });
const parts = { day: "numeric", month: "long", weekday: "short" };
const [thisYear, anyYear, fullDate] = [format(parts), format({ ...parts, year: "numeric" }), format({ dateStyle: "full" })];

/** Split a date into its day, which is shown large, and the rest. */
function splitDate(date, today = new Date()) {
  const all = (date.startsWith(String(today.getFullYear())) ? thisYear : anyYear).formatToParts(new Date(date));
  const at = all.findIndex(({ type }) => type === "day");
  const rest = all.filter((_, nth) => nth !== at).map(({ value }, nth) => (nth === at ? value.replace(/日 ?/, "，") : value)).join("");
  return [all[at].value, rest.replace(" ,", ",").trim()];
}

/** Return a game's title, or its slug if this version of Tally does not know it. */
export const titleOf = (games, slug) => (Object.hasOwn(games, slug) ? games[slug].title : slug);

/** Draw a game's emblem on its colour, from the page's template. */
export function token(games, slug) {
  const emblem = document.getElementById("emblems").content.querySelector(`[data-game="${CSS.escape(slug)}"] svg`);
  return make("span", { className: `token ground-${games[slug]?.ground ?? "slate"}`, ariaHidden: "true" }, ...(emblem ? [emblem.cloneNode(true)] : []));
}

/** Draw the pieces of some seats with their names. */
function winnersOf({ players }, seats, words) {
  const names = seats.flatMap((seat, at) => [at ? words.list : "", make("bdi", {}, players[seat].name)]);
  return make("span", { className: `winners ${seatColours(players.map(({ colour }) => colour))}` }, ...seats.map((seat) => chip(seat)), " ", ...names);
}

/** Say how a result was won. */
export function sayMargin(one, games, words) {
  const { kind, points, seats = [] } = marginOf(one, games[one.slug]);
  const names = seats.map((seat) => one.result.players[seat].name).join(words.list);
  return fill(words.margins[kind], { points: number(points ?? 0), names });
}

/** Return whether a result was scored with house rules, which its link contains. */
const hasHouseRules = ({ query }) => [...new URLSearchParams(query).keys()].some((name) => name.startsWith("house."));

/** Draw everybody's points in ranking order. */
function ranking({ players, winners }, words) {
  const order = players.map((_, seat) => seat).sort((a, b) => players[a].rank - players[b].rank);
  const group = people(players.map(({ name }) => name), players.map(({ colour }) => colour), (seat) => {
    const points = make("b", {}, ` ${minus(players[seat].total)}`);
    if (winners.includes(seat)) points.append(" ★", make("span", { className: "unseen" }, ` ${words.winner}`));
    return points;
  });
  const seats = [...group.children];
  group.replaceChildren(...order.flatMap((seat) => [seats[seat], " "]));
  return group;
}

/** Draw a result in the list. Its buttons are created when it is opened; `actions` are edit(one, item) and delete(one, item). */
function row(one, { games, words, actions, waysTo }) {
  const { result, slug } = one;
  const seats = result.winners.length ? result.winners : result.players.map((_, seat) => seat);
  const isKnown = Object.hasOwn(games, slug);
  const top = result.players[seats[0]].total;
  const name = words.colon + [titleOf(games, slug), one.date].join(words.list);
  const content = [token(games, slug), make("span", { className: "title" }, titleOf(games, slug)), winnersOf(result, seats, words),
    make("small", {}, [sayMargin(one, games, words), hasHouseRules(one) ? words.house : ""].filter(Boolean).join(" · ")), make("b", { className: "num" }, games[slug]?.cooperative ? "" : minus(top))];
  const link = make(isKnown ? "a" : "p", { className: `row ground-${games[slug]?.ground ?? "slate"}` }, ...content);
  if (isKnown) link.href = `${games[slug].address}?${one.query}#sheet-${one.id}`;
  const more = make("details", { className: "whole" }, make("summary", { ariaLabel: words.more + name }, make("span", { className: "dots", ariaHidden: "true" })));
  const item = make("li", { className: "kept", id: `r-${one.id}` }, link, more);
  more.addEventListener("toggle", () => {
    const ways = make("p", { className: "ways" });
    if (isKnown) {
      ways.append(make("a", { href: `${games[slug].address}?${one.query}#sheet-${one.id}` }, words.result),
        make("a", { href: `${games[slug].address}?${one.query}&to=sheet#sheet-${one.id}` }, words.sheet), make("a", { href: `#game=${slug}` }, words.game));
    }
    ways.append(...(waysTo?.(one) ?? []).map(([text, href]) => make("a", { href }, text)));
    ways.append(...Object.entries(actions).map(([act, run]) => makeButton(words[act], () => run(one, item), { ariaLabel: words[act] + name })));
    const time = one.minutes ? fill(words.minutes, { count: number(one.minutes) }) : "";
    const start = result.players[one.starter] ? fill(words.started, { name: result.players[one.starter].name }) : "";
    const about = [fullDate.format(new Date(one.date)), one.place, time, start, one.note].filter(Boolean).join(" · ");
    more.append(ranking(result, words), make("small", {}, about), ways);
  }, { once: true });
  return item;
}

/** Draw the evenings of some results, newest first. `book` is {games, words, actions}. */
export function drawEvenings(results, book) {
  const { words } = book;
  return evenings(results).map(({ date, results: played }) => {
    const [day, rest] = splitDate(date);
    const count = fill(played.length === 1 ? words.play : words.plays, { count: number(played.length) });
    const heading = make("h2", {}, make("b", { className: "num" }, day), " ", make("span", {}, rest), " ", make("small", {}, count));
    return make("section", { className: "evening" }, heading, make("ol", { className: "kept-list" }, ...played.map((one) => row(one, book))));
  });
}
