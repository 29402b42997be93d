// One player's column on a phone that is passed around; the ordinary sheet's script does the rest.
import { chooseHand, dressRows, settleOwners, showPoints, showProgress } from "./column_view.js";

const form = document.getElementById("sheet");
const strip = document.querySelector(".strip");
const dock = form.querySelector(".dock");
const own = Number(form.dataset.own);

dressRows(form);
const update = () => {
  settleOwners(form);
  showProgress(form, strip, dock, own);
};
for (const event of ["input", "stepped"]) form.addEventListener(event, update);
form.addEventListener("scored", ({ detail: { players } }) => {
  if (players) showPoints(form, dock, own, players[own]);
  update();
});
form.addEventListener("grown", () => {
  dressRows(form);
  update();
});
update();

const takeHand = () => chooseHand(form.querySelector("[data-script]"), own);
form.addEventListener("boarded", takeHand);
takeHand(); // its script may have been there before this one
