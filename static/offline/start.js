// Starts offline support when the page has loaded and is idle, so that it never delays the page.
const begin = () => (window.requestIdleCallback ?? setTimeout)(() => import("./install.js").catch(() => {})); // without a network there is nothing to install
if (document.readyState === "complete") begin();
else addEventListener("load", begin, { once: true });
