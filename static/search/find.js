// Shows what a search finds while it is typed. Loaded when the search is focused.
import { request as ask } from "../common/api.js";

/** Return a function that shows what is found for the entries of `form`: in place on any page, or as the search page itself. */
export function setUpFinding(form, inPlace) {
  const parts = ["search-says", "search-found"].map((id) => document.getElementById(id));
  let request;

  function show(page) {
    for (const part of parts) part.replaceChildren(...(page?.getElementById(part.id).children ?? []));
  }

  return async function find() {
    request?.abort();
    if (inPlace && !form.elements.q.value.trim()) return show();
    request = new AbortController();
    const query = new URLSearchParams(new FormData(form));
    try {
      const answer = await ask(`${form.action}?${query}`, { signal: request.signal });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      show(page);
      if (inPlace) return;
      history.replaceState(null, "", `?${query}`);
      document.title = page.title;
      for (const link of document.querySelectorAll("[data-twin]")) link.search = query;
    } catch {
      // Aborted by the next letter, or offline: the form can still be submitted.
    }
  };
}
