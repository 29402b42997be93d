// Links to calculators include the players of this tab's sheet.
import { sessionGet } from "../common/storage.js";

const players = [...new URLSearchParams(sessionGet(`sheet ${document.documentElement.dataset.game}`) ?? "")]
  .filter(([name]) => /^(n|\d+\.(name|colour))$/.test(name));
for (const link of document.querySelectorAll("[data-calculator]")) link.search = new URLSearchParams(players);
