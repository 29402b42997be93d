// The root page of a static site: redirects to the best of the browser's languages.
const links = [...document.querySelectorAll("main [hreflang]")];
const best = navigator.languages.map((tag) => links.find(({ hreflang }) => hreflang.startsWith(tag.split("-")[0]))).find(Boolean);
location.replace((best ?? links[0]).href);
