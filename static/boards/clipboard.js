// A board's text through the clipboard; by hand where the page may not use one, as over plain http.
import { say } from "./board.js";

/** Buttons marked data-copy and data-paste in `board`: `field()` is the text meant, in the details `plain`; `paste(text)` hears what comes. */
export function clipboard(board, words, plain, field, paste) {
  const note = Object.assign(document.createElement("p"), { className: "hint", textContent: words.by_hand });

  function select() {
    plain.open = true;
    field().focus({ preventScroll: true });
    field().select();
  }
  function byHand() {
    select();
    field().before(note);
    field().addEventListener("input", () => note.remove(), { once: true });
    note.scrollIntoView({ block: "center" });
    say(board, words.by_hand);
  }
  board.querySelector("[data-copy]").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field().value);
    } catch {
      select();
      if (!document.execCommand("copy")) return byHand();
    }
    say(board, words.copied);
  });
  board.querySelector("[data-paste]").addEventListener("click", async () => {
    try {
      const text = (await navigator.clipboard.readText()).trim();
      if (text) paste(text);
      else say(board, words.none);
    } catch {
      byHand();
    }
  });
}
