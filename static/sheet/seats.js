// Seats of a sheet, their colours, and the highlighted column. What changes names and colours is loaded at the first touch of one.
import { localGet } from "../common/storage.js";

/** Return the seat that an element belongs to, as text, or undefined. */
export const seatOf = (element) => element.closest('[class*="seat-"]')?.className.match(/(?:^| )seat-(\d+)/)?.[1];

/** Return the colour of a seat. */
export const colourOf = (form, seat) => [...form.classList].find((one) => one.startsWith(`c${seat}-`)).split("-")[1];

/** Set up the seats of `form`. Returns a function that highlights the column of a seat. */
export function setUpSeats(form) {
  // Change classes only on the cells themselves, so that the browser restyles two columns only.
  function highlightColumn(seat) {
    for (const cell of form.querySelectorAll(".cell")) cell.classList.toggle("here", cell.matches(`.seat-${seat}`));
    for (const band of form.querySelectorAll(".band")) {
      band.className = `band seat-${seat}`;
      band.style.setProperty("--at", seat);
    }
  }
  form.addEventListener("focusin", ({ target }) => {
    const seat = target.closest(".cell") && seatOf(target.closest(".cell"));
    if (seat) highlightColumn(seat);
  });

  // Suggest names used before; adding the list while a name has the focus makes Chromium scroll.
  const oldNames = (localGet("names") ?? "").split("\n").filter(Boolean);
  document.getElementById("people").append(...oldNames.map((name) => new Option(name, name)));

  const table = form.querySelector(".table");
  let loading;
  const load = () => { loading ??= import("./players/players.js").then(({ setUpPlayers }) => setUpPlayers(form)).catch(() => { loading = null; }); };
  const open = () => {
    load();
    import("./players/drag_seats.js").then(({ setUpDragging }) => setUpDragging(form)).catch(() => {});
  };
  if (table.open) open();
  else table.addEventListener("toggle", open, { once: true });
  for (const touch of ["focusin", "input"]) form.querySelector(".names").addEventListener(touch, load);
  form.addEventListener("stepped", load, { once: true });
  if (form.querySelector(".names").contains(document.activeElement)) load();
  return highlightColumn;
}
