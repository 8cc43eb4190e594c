/** Cookies by which a browser is known again. The site writes them, and the edge sets them anew (`infra/edge/serve-html.js`). */
export const lastingCookies = [
  "browserId",
  "passkeyLoginId",
  "passkeyOfferDismissed",
  "dismissedNotices",
] as const;
export type LastingCookie = (typeof lastingCookies)[number];

/** 400 days, as long as browsers let a cookie live. */
export const lastingCookieSeconds = 400 * 24 * 60 * 60;
