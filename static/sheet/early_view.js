// Runs before the first paint: applies the view that was last used, and reserves space for drafts, recent players and the last evening of a group.
import { localGet } from "../common/storage.js";

const { dataset } = document.documentElement;
const slug = dataset.game;
dataset.view = localGet(`view ${slug}`) === "board" ? "board" : "numbers";
const slugs = (localGet("kept") ?? "").split(" ").filter(Boolean);
if (slug ? slugs.includes(slug) : slugs.length) dataset.kept = "";
if (localGet("tables")) dataset.tables = "";
if (localGet("groups")) dataset.groups = "";
