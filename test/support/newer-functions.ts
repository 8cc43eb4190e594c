/**
 * Functions that some of the oldest browsers of `shared/site/browsers.ts` lack, and the one that had each last, by
 * https://developer.mozilla.org.
 */
export const newerFunctions: Readonly<Record<string, string>> = {
  "URL.parse": "Safari 18",
  "Promise.try": "Safari 18.2",
  "RegExp.escape": "Chrome 136",
  "Error.isError": "Safari 26",
  "Array.fromAsync": "Chrome 121",
  "AbortSignal.any": "Firefox 124",
  "Intl.Segmenter": "Firefox 125",
  "Intl.DurationFormat": "Firefox 136",
  "Uint8Array.fromBase64": "Chrome 140",
  "Uint8Array.fromHex": "Chrome 140",
  "Set.prototype.union": "Firefox 127",
  "Set.prototype.intersection": "Firefox 127",
  "Set.prototype.difference": "Firefox 127",
  "Set.prototype.symmetricDifference": "Firefox 127",
  "Set.prototype.isSubsetOf": "Firefox 127",
  "Set.prototype.isSupersetOf": "Firefox 127",
  "Set.prototype.isDisjointFrom": "Firefox 127",
  "Iterator.prototype.map": "Safari 18.4",
  "Iterator.prototype.filter": "Safari 18.4",
  "Iterator.prototype.take": "Safari 18.4",
  "Iterator.prototype.toArray": "Safari 18.4",
  "Document.prototype.startViewTransition": "Firefox 144",
  "HTMLElement.prototype.showPopover": "Firefox 125",
  "Element.prototype.setHTMLUnsafe": "Chrome 124",
  "window.scheduler": "Safari, which has none",
  "window.navigation": "Safari 26.2",
  "window.cookieStore": "Safari 18.4",
};
