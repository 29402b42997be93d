// What this device remembers and a page must know before anything is drawn: which half of a sheet is seen, the numbers or the board; and
// whether sheets to continue, or tables of before, will be offered, so that there is room for them.
import { localGet } from "../common/storage.js";

const { dataset } = document.documentElement;
const slug = dataset.game;
dataset.view = localGet(`view ${slug}`) === "board" ? "board" : "numbers";
const slugs = (localGet("kept") ?? "").split(" ").filter(Boolean);
if (slug ? slugs.includes(slug) : slugs.length) dataset.kept = "";
if (localGet("tables")) dataset.tables = "";
