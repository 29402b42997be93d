// The two switches of a sheet, remembered on the device: numbers or board, by category or by player.
// Boards and the view by player are loaded only where a sheet needs them.
import { localGet, localSet } from "../common/storage.js";

const root = document.documentElement;
const MIN_COLUMN_REM = 2.4; // narrower than that, a column cannot hold what is ticked or three digits

/** Load the script of the views if `form` has a board, and set it up; a view that is chosen before the script arrives is shown then. */
export function loadViews(form, press, onChange) {
  if (!form.querySelector(".board-part")) return;
  let wanted = null;
  const keepView = ({ target }) => { wanted = target.closest("button")?.dataset.view ?? wanted; };
  form.addEventListener("click", keepView);
  import("./views.js").then(({ setUpViews }) => {
    form.removeEventListener("click", keepView);
    setUpViews(form, press, onChange, wanted);
  }).catch(() => {});
}

/** Set up the switches of `form`; `highlightColumn(seat)` highlights a player's column, and `onChange()` is called after a switch. */
export function setUpSwitches(form, highlightColumn, onChange) {
  function press(of, value) {
    root.dataset[of] = value;
    for (const button of form.querySelectorAll(`[data-${of}]`)) button.ariaPressed = button.dataset[of] === value;
    if (of === "by") highlightColumn(0);
  }
  const isNarrow = () => form.querySelector(".names .cell").clientWidth < MIN_COLUMN_REM * parseFloat(getComputedStyle(root).fontSize);
  const sizes = new ResizeObserver(loadByPlayer);
  function loadByPlayer() {
    if (root.dataset.by !== "player" && innerHeight > 480 && !isNarrow()) return;
    sizes.disconnect();
    import("./by_player.js").then(({ setUpByPlayer }) => setUpByPlayer(form, highlightColumn, press, isNarrow), () => sizes.observe(form));
  }
  form.addEventListener("click", ({ target }) => {
    const { by } = target.closest("button")?.dataset ?? {};
    if (!by) return;
    localSet("by", by);
    press("by", by);
    onChange();
    loadByPlayer();
  });
  press("by", localGet("by") === "player" ? "player" : "category");
  sizes.observe(form);
  loadViews(form, press, onChange);
}
