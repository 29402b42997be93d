// Which half of a sheet is seen, the numbers or the board: as this device remembers it, before anything is drawn.
import { recall } from "./device.js";

document.documentElement.dataset.view = recall(`view ${location.pathname.split("/")[2]}`) === "board" ? "board" : "numbers";
