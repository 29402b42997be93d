// Copies and pastes a board's text; without clipboard access, as over plain http, the text is selected for copying by hand.
import { copyText } from "../common/copying.js";
import { make } from "../common/dom.js";
import { say } from "./board.js";

/** Set up the buttons data-copy and data-paste in `board`: `field()` returns the text field within the details `plain`; `paste(text)` takes a pasted text. */
export function clipboard(board, words, plain, field, paste) {
  const note = make("p", { className: "hint" }, words.by_hand);

  function byHand() {
    plain.open = true;
    field().focus({ preventScroll: true });
    field().select();
    field().before(note);
    field().addEventListener("input", () => note.remove(), { once: true });
    note.scrollIntoView({ block: "center" });
    say(board, words.by_hand);
  }
  board.querySelector("[data-copy]").addEventListener("click", async () => {
    if (await copyText(field().value)) say(board, words.copied);
    else byHand();
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
