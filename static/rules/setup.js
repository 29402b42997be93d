// The set-up page: remembers ticked steps in this tab, across languages, and picks a first player at random.
import { sessionGet, sessionSet } from "../common/storage.js";

const name = `setup ${document.querySelector("[data-setup]").dataset.setup}`;
const boxes = [...document.querySelectorAll(".steps input")];
const again = document.querySelector(".again");

function saveTicks() {
  const ticks = boxes.filter((box) => box.checked).map((box) => box.value);
  sessionSet(name, ticks.length ? ticks.join(" ") : null);
  again.hidden = !ticks.length;
}
const before = (sessionGet(name) ?? "").split(" ");
for (const box of boxes) {
  box.checked = before.includes(box.value);
  box.addEventListener("change", saveTicks);
}
again.hidden = !boxes.some((box) => box.checked);
again.addEventListener("click", () => {
  for (const box of boxes) box.checked = false;
  saveTicks();
});

const chooseFirst = document.querySelector("[data-pick]");
if (chooseFirst) {
  const chance = chooseFirst.closest(".chance");
  for (const part of chance.querySelectorAll("[hidden]")) part.hidden = false;
  chance.querySelector(".by-hand").hidden = true;
  chooseFirst.addEventListener("click", () => {
    const { pick: letters, says } = chooseFirst.dataset;
    chance.querySelector("output").textContent = says.replace("…", letters[Math.floor(Math.random() * letters.length)]);
  });
}
