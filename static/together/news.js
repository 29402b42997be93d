// The message bar of a shared sheet: the connection, replaced entries to restore, and who changed a number last.
import { after } from "../common/clock.js";
import { make, makeButton, setText } from "../common/dom.js";

/** Set up the bar, which shows one thing at a time: the connection, a sentence, or a question with two answers. */
export function setUpNews(bar) {
  const words = JSON.parse(bar.dataset.words);
  const line = bar.querySelector("p");
  const questions = [];
  let retry = () => {};
  let reopen = () => {};
  let problem = null; // a problem: its sentence, the number of pending entries, and a button
  let cancel = () => {};

  function show(...parts) {
    line.replaceChildren(...parts);
    bar.hidden = false;
  }
  /** Update the texts in place, so that the button keeps the focus. */
  function showProblem() {
    const [sentence, unsent, label, act] = problem;
    let text = line.querySelector(".what");
    const before = line.querySelector("button");
    if (!text) {
      text = make("span", { className: "what" }, make("b"), make("small"));
      show(text, makeButton(label, act));
    } else if (before.textContent !== label) before.replaceWith(makeButton(label, act));
    setText(text.firstChild, sentence);
    setText(text.lastChild, unsent);
  }
  function describe({ state, isTrying, waiting }) {
    if (state === "online" && !isTrying) return null;
    const unsent = waiting ? (waiting === 1 ? words.waits : words.wait).replace("{count}", waiting) : "";
    const again = [words.again, () => retry()];
    if (isTrying) return [words.reconnecting, unsent, ...again];
    if (state === "gone") return [words.gone, "", words.reopen, () => reopen()];
    if (state === "full" || state === "busy") return [words.full, "", ...again];
    return [words.away, unsent, ...again];
  }
  /** Show the problem if there is one, else the next question, else nothing. */
  function showNext() {
    cancel();
    bar.classList.toggle("away", Boolean(problem));
    if (problem) showProblem();
    else if (questions.length) {
      const [{ text, yes, no, act }] = questions;
      const next = () => { questions.shift(); showNext(); };
      show(make("span", {}, text), makeButton(yes, () => { act(); next(); }), makeButton(no, next));
    } else {
      line.replaceChildren();
      bar.hidden = true;
    }
  }
  return {
    words,
    onRetry(act) { retry = act; },
    onReopen(act) { reopen = act; },
    /** Show the `state` of the connection, whether another attempt is made (`isTrying`), and how many entries wait (`waiting`). */
    showState(state) {
      const before = problem;
      problem = describe(state);
      if (problem || before) showNext();
    },
    say(text, address) {
      if (problem || questions.length) return;
      show(address ? make("a", { href: address }, text) : make("span", {}, text));
      cancel();
      cancel = after(6000, showNext);
    },
    ask(text, yes, no, act) {
      questions.push({ text, yes, no, act });
      showNext();
    },
  };
}
