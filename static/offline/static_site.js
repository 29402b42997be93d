// On a static site the file ignores the query. If there is one, the engine renders the page, and the rest of this file is hidden before it
// is painted. Not a module, so that it blocks parsing.
if (location.search) {
  const { dataset, src } = document.currentScript;
  document.write(`<p id="shell" role="status"></p><script type="module" src="${new URL("offline_page.js", src)}"><\/script><plaintext hidden>`);
  const note = document.getElementById("shell");
  note.textContent = dataset.working;
  Object.assign(note.dataset, dataset);
}
