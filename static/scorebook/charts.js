// The statistics of the scorebook as pictures: tables, in which every row is drawn as well, so that the numbers are the picture's text.
import { make } from "../common/dom.js";
import * as statistics from "./statistics.js";

const SVG = "http://www.w3.org/2000/svg";
const language = document.documentElement.lang;
const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
const number = (value) => decimal.format(value).replace("-", "−");
const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A strip a hundred long, with these pieces of it drawn: [class, from, to]. */
function strip(...pieces) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true", class: "strip" })) {
    svg.setAttribute(name, value);
  }
  for (const [kind, from, to] of pieces) {
    const [y, height] = kind === "reach" ? [4.5, 3] : [0, 12];
    const rect = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ class: kind, x: from, y, width: Math.max(0, to - from), height })) rect.setAttribute(name, value);
    svg.append(rect);
  }
  return svg;
}

/** How far points reach: thin from the lowest to the highest, thick as far as most lie from the average, and the average as a mark. */
function range({ lowest, highest, average, spread }) {
  const low = Math.min(0, lowest);
  const at = (points) => (100 * (points - low)) / (Math.max(0, highest) - low || 1);
  const mean = Math.min(98.5, Math.max(0, at(average) - 0.75));
  return strip(["reach", at(lowest), at(highest)], ["most", at(Math.max(lowest, average - spread)), at(Math.min(highest, average + spread))],
    ["mean", mean, mean + 1.5]);
}

/** A table with a strip in each row: `rows` are [label, strip, class names of the strip, ...numbers], under these headings. */
function table(headings, rows) {
  const head = make("tr", {}, ...headings.map((heading) => make("th", { scope: "col" }, heading)));
  const body = rows.map(([label, drawing, colours, ...numbers]) => {
    const content = make("span", { className: colours }, drawing);
    return make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, label), content), ...numbers.map((value) => make("td", {}, value)));
  });
  return make("table", { className: "figures" }, make("thead", {}, head), make("tbody", {}, ...body));
}

const section = (title, ...parts) => make("section", {}, make("h2", {}, title), ...parts);
const sentence = (text) => make("p", { className: "finding" }, text);
const hint = (text) => make("p", { className: "hint" }, text);
const wood = (colour) => `c0-${/^[a-z]+$/.test(colour) ? colour : "grey"}`;

/** A strip in the colour of someone's pieces. */
function piece(drawing) {
  return make("span", { className: "seat-0" }, drawing);
}

function peopleDrawn(results, words) {
  const everyone = statistics.people(results);
  if (!everyone.length) return section(words.people, hint(words.nobody));
  const rows = everyone.map(({ name, plays, wins, rate, colour }) =>
    [name, piece(strip(["well", 0, 100], ["full", 0, 100 * rate])), wood(colour), number(plays), number(wins), percent.format(rate)]);
  return section(words.people, table([words.person, words.plays, words.wins, words.rate], rows));
}

function totalsDrawn(results, games, name, title, words) {
  const rows = statistics.totals(results, games, name).map((one) =>
    [title(one.slug), range(one), `ground-${games[one.slug]?.ground ?? "slate"}`, number(one.plays), number(one.best), number(one.average), number(one.spread)]);
  return section(words.totals, table([words.game, words.plays, words.best, words.average, words.spread], rows), hint(words.strips));
}

function linesDrawn(results, games, name, slug, title, words) {
  const lines = statistics.lines(results, slug, games, name);
  if (lines.length < 2) return []; // the totals say it all
  const label = (key) => games[slug]?.lines[key] ?? key;
  const most = [...lines].sort((a, b) => b.share - a.share)[0];
  const parts = [];
  if (most?.share) parts.push(sentence(say(name ? words.share_of : words.share, { name, share: percent.format(most.share), line: label(most.key) })));
  const rows = lines.map((one) => [label(one.key), strip(["well", 0, 100], ["full", 0, 100 * one.share]), `ground-${games[slug]?.ground ?? "slate"}`,
    percent.format(one.share), number(one.best), number(one.average), number(one.spread)]);
  return [section(say(words.lines, { game: title(slug) }), ...parts, table([words.line, words.part, words.best, words.average, words.spread], rows))];
}

function rivalryDrawn(results, games, name, words) {
  const pair = statistics.rivals(results, games, name);
  if (!pair.length) return [];
  const everyone = statistics.people(results);
  const status = make("div", { role: "status" });
  const choices = pair.map((person) => {
    const options = everyone.map((one) => new Option(one.name, one.name, false, one.name === person));
    return make("select", { ariaLabel: words.person }, ...options);
  });
  function draw() {
    const names = choices.map(({ value }) => value);
    const { plays, ahead, level } = statistics.rivalry(results, games, ...names);
    if (!plays) {
      status.replaceChildren(hint(words.never));
      return;
    }
    const colours = names.map((one) => everyone.find((person) => person.name === one).colour);
    const rows = names.map((one, at) =>
      [one, piece(strip(["well", 0, 100], ["full", 0, (100 * ahead[at]) / plays])), wood(colours[at]), number(ahead[at]), percent.format(ahead[at] / plays)]);
    const even = [words.level, strip(["well", 0, 100], ["full", 0, (100 * level) / plays]), "even", number(level), percent.format(level / plays)];
    const lead = ahead[0] === ahead[1] ? words.even : say(words.ahead, { name: names[ahead[0] > ahead[1] ? 0 : 1], more: Math.max(...ahead), fewer: Math.min(...ahead) });
    status.replaceChildren(sentence(lead), table([say(words.met, { count: number(plays) }), words.before, words.rate_before], [...rows, even]));
  }
  for (const choice of choices) choice.addEventListener("change", draw);
  draw();
  return [section(words.rivalry, make("div", { className: "filters" }, ...choices), status)];
}

function recordsDrawn(results, games, name, title, words) {
  const items = statistics.records(results, games, name).map((one) => {
    const which = say(games[one.slug]?.fewest ? words.lowest : words.highest, { game: title(one.slug) });
    const about = [one.name, day.format(new Date(one.date))].filter(Boolean).join(" · ");
    return make("li", {}, make("b", { className: `num ground-${games[one.slug]?.ground ?? "slate"}` }, number(one.points)), make("span", {}, which, make("small", {}, about)));
  });
  return section(words.records, make("ul", { className: "records" }, ...items));
}

/** Draws into `place` what the results say, of one person and one game where these are chosen. */
export function draw(place, results, games, { name, slug }, title, words) {
  const slugs = slug ? [slug] : statistics.totals(results, games, name).map((one) => one.slug);
  let byLine = [];
  for (const one of slugs) {
    byLine = linesDrawn(results, games, name, one, title, words);
    if (byLine.length) break;
  }
  place.replaceChildren(
    peopleDrawn(results, words),
    totalsDrawn(results, games, name, title, words),
    ...byLine,
    ...rivalryDrawn(results, games, name, words),
    recordsDrawn(results, games, name, title, words),
  );
}
