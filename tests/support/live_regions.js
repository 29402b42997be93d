// What a page tells screen readers: each text that appears in a live region, in order.

const LIVE = "[role=status], [role=alert], [aria-live]:not([aria-live=off]), output:not([role])";

/** Record from now on what the live regions of `document` say; returns the list, which grows. */
export function recordLiveRegions(document) {
  const said = [];
  const isHeard = (region) => !region.closest("[hidden], [inert], [aria-hidden=true]") && (region.checkVisibility?.() ?? true);
  new document.defaultView.MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes, type } of changes) {
      const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
      if (region && (type === "characterData" || addedNodes.length)) regions.add(region);
    }
    for (const region of regions) {
      const text = region.textContent.replace(/\s+/g, " ").trim();
      if (text && isHeard(region)) said.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  return said;
}
