// What this device remembers and a page must know before anything is drawn: which half of a sheet is seen, the numbers or the board; and
// whether sheets to continue, or tables of before, will be offered, so that there is room for them.
import { recall } from "../common/local_storage.js";

const { dataset } = document.documentElement;
const slug = dataset.game;
dataset.view = recall(`view ${slug}`) === "board" ? "board" : "numbers";
const slugs = (recall("kept") ?? "").split(" ").filter(Boolean);
if (slug ? slugs.includes(slug) : slugs.length) dataset.kept = "";
if (recall("tables")) dataset.tables = "";
