// Runs before the first paint: which view this device chose last, and whether there will be drafts or former tables to leave room for.
import { localGet } from "../common/storage.js";

const { dataset } = document.documentElement;
const slug = dataset.game;
dataset.view = localGet(`view ${slug}`) === "board" ? "board" : "numbers";
const slugs = (localGet("kept") ?? "").split(" ").filter(Boolean);
if (slug ? slugs.includes(slug) : slugs.length) dataset.kept = "";
if (localGet("tables")) dataset.tables = "";
