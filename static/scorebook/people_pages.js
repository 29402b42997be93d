// The people of a scorebook, and the page of one person: all games as marks, wins and scores by game, and head-to-head results.
import { chip, fill, make, makeButton } from "../common/dom.js";
import { findAlike } from "../common/names.js";
import { titleOf } from "./book_list.js";
import { bar, day, groundOf, hint, marks, MAX_MARKS, number, section, strokes, wood } from "./charts.js";
import { opponents, people, personOf, rivalry } from "./statistics.js";

const initial = (name) => [...name][0] ?? "";
const piece = (name, colour) => make("span", { className: wood(colour) }, chip(0, initial(name)));
const unseen = (text) => make("span", { className: "unseen" }, text);
/** Show how many games were won of how many; to screen readers it says so. */
const winsOf = (wins, plays, words) => make("span", {},
  make("span", { ariaHidden: "true" }, make("b", { className: "num" }, number(wins)), ` / ${number(plays)}`), unseen(fill(words.won_of, { wins: number(wins), plays: number(plays) })));

/** Offer to join names, first those that differ only in case or width, and to part those that were joined. */
function joining(everyone, { words, writes, join, part, joined }) {
  if (!writes) return [];
  const names = everyone.map(({ name }) => name);
  const offers = findAlike(names).map((alike) => make("p", { className: "alike" },
    fill(words.alike, { names: alike.join(words.list) }), " ", makeButton(fill(words.join, { name: alike[0] }), () => join(alike.slice(1), alike[0]))));
  const parts = Object.entries(joined()).map(([name, other]) => make("p", { className: "alike" },
    fill(words.counts_as, { name, other }), " ", makeButton(words.part, () => part(name))));
  if (names.length < 2) return [...offers, ...parts];
  const choose = (label, some) => make("label", {}, label, " ", make("select", {}, ...some.map((name) => new Option(name, name))));
  const [one, other] = [choose(words.this_name, [...names].reverse()), choose(words.counts_as_name, names)];
  const valueOf = (label) => label.querySelector("select").value;
  const press = () => { if (valueOf(one) !== valueOf(other)) join([valueOf(one)], valueOf(other)); };
  const form = make("p", { className: "alike" }, one, " ", other, " ", makeButton(words.merge, press));
  return [...offers, ...parts, make("details", { className: "joining" }, make("summary", {}, words.two_names), form)];
}

/** Draw the list of named people, most wins first. */
export function drawPeople(results, book) {
  const { words } = book;
  const everyone = people(results);
  if (!everyone.length) return [hint(words.nobody)];
  return [make("p", { className: "hint of-rows", ariaHidden: "true" }, words.wins_plays), make("ol", { className: "rows" }, ...everyone.map(({ name, colour, plays, wins }) => make("li", { className: wood(colour) },
    make("a", { href: `#${new URLSearchParams({ person: name })}` }, chip(0, initial(name)), make("bdi", {}, name)),
    make("span", { className: "seat-0" }, bar(["full", wins / plays])), winsOf(wins, plays, words)))), ...joining(everyone, book)];
}

function winsByGame(person, { games, words }) {
  return section(words.wins_by_game, words.full_bar, make("ul", { className: "rows" }, ...person.games.map(({ slug, plays, wins }) => make("li", { className: groundOf(games, slug) },
    make("a", { className: "title", href: `#game=${slug}` }, titleOf(games, slug)),
    bar(["full", wins / plays]),
    winsOf(wins, plays, words)))));
}

function scoresByGame(person, { games, words }) {
  const drawn = person.games.filter(({ slug }) => !games[slug]?.cooperative);
  if (!drawn.length) return [];
  const [low, high] = [Math.min(0, ...drawn.map(({ scores }) => Math.min(...scores))), Math.max(1, ...drawn.map(({ scores }) => Math.max(...scores)))];
  return [section(words.scores, fill(words.one_scale, { low: number(low), high: number(high) }), make("ul", { className: "rows" },
    ...drawn.map(({ slug, scores, average }) => make("li", { className: groundOf(games, slug) }, make("span", { className: "title" }, titleOf(games, slug)),
      strokes(scores, average, low, high), make("span", {}, unseen(`${fill(words.range, { low: number(Math.min(...scores)), high: number(Math.max(...scores)) })}${words.list}`), `${words.mean} `, make("b", { className: "num" }, number(Math.round(average))))))))];
}

function against(person, results, { games, words }) {
  const others = opponents(results, games, person.name);
  if (!others.length) return [];
  const colourOf = new Map(people(results).map(({ name, colour }) => [name, colour]));
  const choice = make("select", { ariaLabel: words.against }, ...others.map((name) => new Option(name, name)));
  const place = make("div", { role: "status" });
  function show() {
    const { plays, ahead, level } = rivalry(results, games, person.name, choice.value);
    const drawing = make("span", { className: `shares c0-${person.colour} c1-${colourOf.get(choice.value)}` },
      bar(["mine", ahead[0] / plays], ["level", level / plays], ["theirs", ahead[1] / plays]));
    place.replaceChildren(make("p", { className: "versus" }, piece(person.name, person.colour), make("b", { className: "num" }, number(ahead[0])), drawing,
      make("b", { className: "num" }, number(ahead[1])), piece(choice.value, colourOf.get(choice.value))),
    hint(fill(words.met, { name: person.name, other: choice.value, count: number(plays), level: number(level), more: number(ahead[0]), fewer: number(ahead[1]) })));
  }
  choice.addEventListener("change", show);
  show();
  return [section(words.against, "", choice, place)];
}

function bests(person, { games, words }) {
  const drawn = person.games.filter(({ slug }) => !games[slug]?.cooperative);
  if (!drawn.length) return [];
  return [section(words.bests, "", make("ul", { className: "bests" }, ...drawn.map(({ slug, best, date }) => make("li", { className: groundOf(games, slug) },
    make("b", { className: "num" }, number(best)), make("span", { className: "title" }, titleOf(games, slug)), make("small", {}, day.format(new Date(date)))))))];
}

/** Draw the page of a person; nothing if the results lack that name. */
export function drawPerson(results, book, name) {
  const { words } = book;
  const person = personOf(results, book.games, name);
  if (!person.plays) return [hint(words.none)];
  const count = fill(words.plays_wins, { plays: number(person.plays), wins: number(person.wins) });
  const note = person.marks.length > MAX_MARKS ? fill(words.last_marks, { count: number(MAX_MARKS) }) : words.marks;
  return [
    make("p", { className: "whose" }, piece(name, person.colour), make("span", {}, count)),
    section(words.every_game, note, make("div", { className: wood(person.colour) }, make("div", { className: "seat-0" }, marks(person.marks)), unseen(person.marks.slice(-MAX_MARKS).map((won) => (won ? words.won : words.lost)).join(words.list)))),
    winsByGame(person, book), ...scoresByGame(person, book), ...against(person, results, book), ...bests(person, book),
  ];
}
