// The first page of a site of plain files: on to the best language that the browser names.
const links = [...document.querySelectorAll("main [hreflang]")];
const best = navigator.languages.map((tag) => links.find(({ hreflang }) => hreflang.startsWith(tag.split("-")[0]))).find(Boolean);
location.replace((best ?? links[0]).href);
