// The games of a scorebook, and the page of one game: records, closest wins, deciding lines, and where points come from.
import { fill, make } from "../common/dom.js";
import { sayMargin, titleOf, token } from "./book_list.js";
import { bar, day, groundOf, hint, number, section } from "./charts.js";
import { gameOf, lines, records, totals } from "./statistics.js";

const { lang } = document.documentElement;
const percent = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });

/** Draw the list of played games, most plays first. */
export function drawGames(results, { games, words }) {
  return [make("ol", { className: "rows" }, ...totals(results).map(({ slug, plays }) => make("li", { className: groundOf(games, slug) },
    make("a", { href: `#game=${slug}` }, token(games, slug), make("span", { className: "title" }, titleOf(games, slug))), make("span", {}, ""),
    make("span", {}, fill(plays === 1 ? words.play : words.plays, { count: number(plays) })))))];
}

function best(results, slug, { games, words }) {
  const [record] = records(results, games);
  const [{ average }] = totals(results);
  const about = [record.name, day.format(new Date(record.date))].filter(Boolean).join(" · ");
  return [make("li", {}, make("b", { className: "num" }, number(record.points)), make("span", {}, games[slug]?.fewest ? words.lowest : words.highest), make("small", {}, about)),
    make("li", {}, make("b", { className: "num" }, number(Math.round(average))), make("span", {}, words.mean_of_all))];
}

function closest({ one, margin }, { games, words }) {
  const winner = one.result.players[one.result.winners[0]].name;
  const about = make("small", {}, `${winner} · ${sayMargin(one, games, words)} · ${day.format(new Date(one.date))}`);
  const name = Object.hasOwn(games, one.slug) ? make("a", { href: `${games[one.slug].address}?${one.query}` }, words.closest) : make("span", {}, words.closest);
  return make("li", {}, make("b", { className: "num" }, number(margin.points)), name, about);
}

function decisions({ plays, decided, broken, tied }, slug, { games, words }) {
  const rows = decided.map(({ key, count }) => [games[slug]?.lines[key] ?? key, count]);
  if (broken) rows.push([words.by_tie_break, broken]);
  if (tied) rows.push([words.shared, tied]);
  if (!rows.length) return [];
  return [section(words.decided, fill(words.of_games, { count: number(plays) }), make("ul", { className: "rows" }, ...rows.map(([label, count]) =>
    make("li", {}, make("span", {}, label), bar(["full", count / plays]), make("span", {}, make("b", { className: "num" }, number(count)))))))];
}

function shares(results, slug, { games, words }) {
  const own = lines(results, slug);
  if (own.length < 2) return [];
  const rows = own.map(({ key, share, average }) => make("li", {}, make("span", {}, games[slug]?.lines[key] ?? key), bar(["full", share]),
    make("span", {}, make("b", { className: "num" }, percent.format(share)), make("small", {}, ` ${words.mean} ${number(Math.round(average))}`))));
  return [section(words.lines, "", make("ul", { className: "rows" }, ...rows))];
}

/** Draw the page of a game. */
export function drawGame(all, book, slug) {
  const { games, words } = book;
  const results = all.filter((one) => one.slug === slug);
  if (!results.length) return [hint(words.none)];
  const game = gameOf(results, games, slug);
  const facts = games[slug]?.cooperative ? [] : best(results, slug, book);
  if (game.closest) facts.push(closest(game.closest, book));
  return [make("div", { className: `game-page ${groundOf(games, slug)}` },
    make("p", { className: "whose" }, token(games, slug), make("span", {}, fill(game.plays === 1 ? words.play : words.plays, { count: number(game.plays) }))),
    make("ul", { className: "bests" }, ...facts), ...decisions(game, slug, book), ...shares(results, slug, book))];
}
