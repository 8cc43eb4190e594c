import createCache, { type EmotionCache } from "@emotion/cache";

/** Begins the name of every class. */
export const emotionKey = "css";

/** Emotion's cache; it knows which styles the built page's style sheet holds, and does not add them again. */
export function createEmotionCache(root: HTMLElement): EmotionCache {
  const cache = createCache({ key: emotionKey });
  for (const { classList } of root.querySelectorAll(`[class*="${emotionKey}-"]`)) {
    for (const name of classList) {
      if (name.startsWith(`${emotionKey}-`)) cache.inserted[name.slice(emotionKey.length + 1)] = true;
    }
  }
  return cache;
}
