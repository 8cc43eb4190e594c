/**
 * Cookies that recognize a browser. The site writes them, and the edge renews them
 * (`infra/edge/serve-html.js`).
 */
export const lastingCookies = [
  "browserId",
  "passkeyLoginId",
  "passkeyOfferDismissed",
  "dismissedNotices",
] as const;
export type LastingCookie = (typeof lastingCookies)[number];

/** 400 days, the longest that browsers keep a cookie. */
export const lastingCookieSeconds = 400 * 24 * 60 * 60;
