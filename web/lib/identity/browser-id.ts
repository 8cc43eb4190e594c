const name = "browserId";
/** As long as Chrome lets a cookie live, and as the portal remembers a browser. */
const maxAgeSeconds = 400 * 24 * 60 * 60;

/**
 * What lets the portal tell this browser from one that was never used: a random cookie, because /signin clears local storage.
 * It proves nothing and grants nothing. Written anew each time, so that it does not run out; a browser that refuses cookies is
 * a new one at each sign-in.
 */
export function browserId(): string {
  const known = new RegExp(`(?:^|; )${name}=([\\da-f]{32})(?:;|$)`).exec(document.cookie)?.[1];
  const id = known ?? crypto.randomUUID().replaceAll("-", "");
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox.
  document.cookie = `${name}=${id}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Strict${secure}`;
  return id;
}
