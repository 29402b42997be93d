// Tiles with an owner. The owner decides which fields belong to the tile, so its rows are reloaded.
import { request } from "../../common/api.js";

/** Reload the rows of a tile whose owner was chosen in `target`, on the sheet at `address`, and open the next tile without an owner. */
export async function giveTile(target, address, model) {
  const tile = target.closest(".tile");
  const category = tile.closest(".category");
  const next = target.value && tile.closest(".tray") && tile.nextElementSibling?.querySelector("summary").id;
  const answer = await request(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["carried", category.id]) document.getElementById(id).replaceWith(page.getElementById(id));
  model.refresh();
  const control = document.getElementById(`t-${target.name}`);
  if (next) document.getElementById(next).parentElement.open = true;
  const count = control.closest(".tile").querySelector("input.in");
  (count ?? control).focus();
}
