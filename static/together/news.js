// What the shared sheet says: how the connection is, what was lost and can be had back, and who changed a number last.

/** Set up the bar; `showState(state, isKept)` shows the connection, `say(text, address)` a sentence, `ask(…)` a question with two answers. */
export function setUpNews(bar) {
  const words = JSON.parse(bar.dataset.words);
  const line = bar.querySelector("p");
  const questions = [];
  let retry = () => {};
  let problem = "";
  let timer;

  const button = (text, act) => {
    const element = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    element.addEventListener("click", act);
    return element;
  };
  function show(...parts) {
    line.replaceChildren(...parts);
    bar.hidden = false;
  }
  /** The most urgent thing: what is wrong, then a question, else nothing. */
  function showNext() {
    clearTimeout(timer);
    bar.classList.toggle("away", Boolean(problem));
    if (problem) show(Object.assign(document.createElement("span"), { textContent: problem }), button(words.again, () => retry()));
    else if (questions.length) {
      const [{ text, yes, no, act }] = questions;
      const next = () => { questions.shift(); showNext(); };
      show(Object.assign(document.createElement("span"), { textContent: text }), button(yes, () => { act(); next(); }), button(no, next));
    } else {
      line.replaceChildren();
      bar.hidden = true;
    }
  }
  return {
    words,
    onRetry(act) { retry = act; },
    showState({ online, status, waiting }, isKept) {
      const before = problem;
      const sent = waiting ? ` · ${words.waiting.replace("{count}", waiting)}` : "";
      if (online && isKept) problem = "";
      else if (status === 404) problem = words.gone;
      else if (status === 503 || status === 409 || status === 413) problem = words.full;
      else problem = online ? "" : words.away + sent;
      if (problem !== before) showNext();
    },
    say(text, address) {
      if (problem || questions.length) return;
      const part = address ? Object.assign(document.createElement("a"), { href: address, textContent: text }) : Object.assign(document.createElement("span"), { textContent: text });
      show(part);
      clearTimeout(timer);
      timer = setTimeout(showNext, 6000);
    },
    ask(text, yes, no, act) {
      questions.push({ text, yes, no, act });
      showNext();
    },
  };
}
