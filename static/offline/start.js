// Starts offline support when the page has loaded and is idle, so that it never delays the page.
const begin = () => (window.requestIdleCallback ?? setTimeout)(() => import("./install.js"));
if (document.readyState === "complete") begin();
else addEventListener("load", begin, { once: true });
