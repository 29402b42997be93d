// On a site of plain files a page is the same whatever its query. Where there is one, the engine renders the page, and what follows of the
// file is put away before it is seen. This is no module, so that the rest of the file waits for it.
if (location.search) {
  const { dataset, src } = document.currentScript;
  document.write(`<p id="shell" role="status"></p><script type="module" src="${new URL("offline_page.js", src)}"><\/script><plaintext hidden>`);
  const note = document.getElementById("shell");
  note.textContent = dataset.working;
  Object.assign(note.dataset, dataset);
}
