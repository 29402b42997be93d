// Lists the shared sheets that this phone sits at, of one game or of all, on the pages from which people look for them.
import { make, makeButton } from "../common/dom.js";
import { forgetTable, listTables } from "./tables.js";

const section = document.getElementById("joined");
const words = JSON.parse(section.dataset.words);
const games = JSON.parse(section.dataset.games);
const { lang } = document.documentElement;

function item({ id, slug, address, names }) {
  const link = make("a", { className: "button", href: address.replace(/^(.*?\/)[\w-]+(?=\/together\/)/, `$1${lang}`) },
    make("span", {}, make("b", {}, games[slug].title), " ", make("small", {}, [words.shared, names.join(words.list)].join(" · "))));
  const away = () => { forgetTable(id); show(); };
  return make("li", {}, link, makeButton("✕", away, { ariaLabel: words.forget + games[slug].title }));
}

function show() {
  const tables = listTables().filter(({ slug, isOver }) => !isOver && Object.hasOwn(games, slug));
  section.querySelector("ul").replaceChildren(...tables.map(item));
  section.hidden = !tables.length;
}
show();
addEventListener("pageshow", ({ persisted }) => { if (persisted) show(); });
