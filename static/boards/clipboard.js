// Copies and pastes a board's text; without clipboard access, as over plain http, the text is selected for copying by hand.
import { say } from "./board.js";

/** Set up the buttons data-copy and data-paste in `board`: `field()` returns the text field within the details `plain`; `paste(text)` takes a pasted text. */
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
