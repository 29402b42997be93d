// The set-up with a script: what is ticked off stays so in this tab, whatever the language, and chance can pick who begins.
import { sessionGet, sessionSet } from "../common/storage.js";

const name = `setup ${document.querySelector("[data-setup]").dataset.setup}`;
const boxes = [...document.querySelectorAll(".steps input")];
const again = document.querySelector(".again");

function keep() {
  const ticks = boxes.filter((box) => box.checked).map((box) => box.value);
  sessionSet(name, ticks.length ? ticks.join(" ") : null);
  again.hidden = !ticks.length;
}
const before = (sessionGet(name) ?? "").split(" ");
for (const box of boxes) {
  box.checked = before.includes(box.value);
  box.addEventListener("change", keep);
}
again.hidden = !boxes.some((box) => box.checked);
again.addEventListener("click", () => {
  for (const box of boxes) box.checked = false;
  keep();
});

const pick = document.querySelector("[data-pick]");
if (pick) {
  const chance = pick.closest(".chance");
  for (const part of chance.querySelectorAll("[hidden]")) part.hidden = false;
  chance.querySelector(".by-hand").hidden = true;
  pick.addEventListener("click", () => {
    const { pick: letters, says } = pick.dataset;
    chance.querySelector("output").textContent = says.replace("…", letters[Math.floor(Math.random() * letters.length)]);
  });
}
