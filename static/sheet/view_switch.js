// The two switches of a sheet, remembered on the device: numbers or board, category by category or player by player.
// What not every sheet needs is loaded where it does: boards, one player at a time, names and totals in one line.
import { localGet, localSet } from "../common/storage.js";

const root = document.documentElement;
const MIN_COLUMN_REM = 2.4; // narrower than that, a column cannot hold what is ticked or three digits

/** Sets up the switches of `form`; `hold(seat)` takes a player's column in hand, and `onChange` hears when a switch is turned. */
export function switches(form, hold, onChange) {
  function show(of, value) {
    root.dataset[of] = value;
    for (const button of form.querySelectorAll(`[data-${of}]`)) button.ariaPressed = button.dataset[of] === value;
    if (of === "by") hold(0);
  }
  const isNarrow = () => form.querySelector(".names .cell").clientWidth < MIN_COLUMN_REM * parseFloat(getComputedStyle(root).fontSize);
  const sizes = new ResizeObserver(look);
  function look() {
    if (root.dataset.by !== "player" && innerHeight > 480 && !isNarrow()) return;
    sizes.disconnect();
    import("./by_player.js").then(({ byPlayer }) => byPlayer(form, hold, show, isNarrow), () => sizes.observe(form));
  }
  form.addEventListener("click", ({ target }) => {
    const { by } = target.closest("button")?.dataset ?? {};
    if (!by) return;
    localSet("by", by);
    show("by", by);
    onChange();
    look();
  });
  show("by", localGet("by") === "player" ? "player" : "category");
  sizes.observe(form);
  if (form.querySelector(".board-part")) import("./views.js").then(({ views }) => views(form, show, onChange));
}
