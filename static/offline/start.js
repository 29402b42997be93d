// What is needed without a network is looked after when the page is there and nothing else is going on: it never delays the page.
const begin = () => (window.requestIdleCallback ?? setTimeout)(() => import("./install.js"));
if (document.readyState === "complete") begin();
else addEventListener("load", begin, { once: true });
