import createCache, { type EmotionCache } from "@emotion/cache";

/** The prefix of all class names. */
export const emotionKey = "css";

/**
 * Returns Emotion's cache. Styles of the prerendered page's style sheet are marked as inserted, so that they
 * are not added again.
 */
export function createEmotionCache(root: HTMLElement): EmotionCache {
  const cache = createCache({ key: emotionKey });
  for (const { classList } of root.querySelectorAll(`[class*="${emotionKey}-"]`)) {
    for (const name of classList) {
      if (name.startsWith(`${emotionKey}-`)) cache.inserted[name.slice(emotionKey.length + 1)] = true;
    }
  }
  return cache;
}
