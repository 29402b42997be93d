// Remembers a shared sheet at which this phone sits, with the players' names, when its page is opened and when it is left; and for this tab
// that its rules belong to the shared sheet.
import { sessionSet } from "../common/storage.js";
import { rememberTable } from "./tables.js";

const form = document.getElementById("sheet");
const { id, slug, mine, expires, result } = form.dataset;

sessionSet(`table ${slug}`, form.getAttribute("action"));

function remember() {
  const names = [...form.querySelectorAll(".strip bdi")].map((name) => name.textContent);
  rememberTable({ id, slug, address: form.getAttribute("action"), expires: Number(expires), result, names });
}
if (mine !== "") {
  remember();
  addEventListener("pagehide", remember);
}
