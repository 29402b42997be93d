// Runs before the first paint: reserves space for the last evening of a group that this device knows.
import { localGet } from "../common/storage.js";

if (localGet("groups")) document.documentElement.dataset.groups = "";
