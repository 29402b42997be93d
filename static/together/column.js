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

const board = form.querySelector("[data-script]");
const takeHand = () => board.open && import(board.dataset.script).then(() => chooseHand(board, own)).catch(() => {});
if (board) {
  board.addEventListener("toggle", takeHand);
  takeHand();
}
