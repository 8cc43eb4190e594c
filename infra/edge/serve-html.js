/**
 * CloudFront Function (runtime 2.0) on the site's behaviour; `/api/*` has a behaviour of its own and never passes here.
 * `htmlFiles`, `notFoundFile` and `redirects` come from shared/site/paths.ts, `relatedOrigins` from the environment, the rest from
 * shared/site/cookies.ts (infra/settings/edge-functions.ts).
 */

/** A path whose last segment has an extension is a file's own name. */
function fileOf(uri) {
  const lastSegment = uri.substring(uri.lastIndexOf("/") + 1);
  if (lastSegment.includes(".")) return uri;
  const path = lastSegment === "" && uri.length > 1 ? uri.slice(0, -1) : uri;
  return htmlFiles[path] || notFoundFile;
}

/**
 * Safari keeps for seven days what a script has stored, and a cookie that a response has set for as long as that says:
 * https://webkit.org/tracking-prevention/
 */
function keepCookies(event) {
  for (const name of lastingCookies) {
    const cookie = event.request.cookies[name];
    if (cookie && /^[\w.~!*'()%-]+$/.test(cookie.value)) {
      const attributes = `Max-Age=${lastingCookieSeconds}; Path=/; SameSite=Lax; Secure`;
      event.response.cookies[name] = { value: cookie.value, attributes };
    }
  }
}

/** Related Origin Requests: browsers take no other content type. https://www.w3.org/TR/webauthn-3/#sctn-related-origins */
function answerOf(uri) {
  if (redirects[uri]) {
    return { statusCode: 302, statusDescription: "Found", headers: { location: { value: redirects[uri] } } };
  }
  if (uri !== "/.well-known/webauthn" || relatedOrigins.length === 0) return undefined;
  const headers = { "content-type": { value: "application/json" }, "cache-control": { value: "no-cache" } };
  const data = JSON.stringify({ origins: relatedOrigins });
  return { statusCode: 200, statusDescription: "OK", headers, body: { encoding: "text", data } };
}

/**
 * Viewer request: replaces the path by its file. Viewer response: keeps the cookies, and sets the status of the page for
 * unknown paths. `fileOf` has the same result for a path and for its file, because a viewer response may see either.
 * CloudFront calls no viewer response after an origin's 400 or more, or after an answer of the viewer request.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls `handler`
function handler(event) {
  const file = fileOf(event.request.uri);
  if (event.context.eventType === "viewer-request") {
    const answer = answerOf(event.request.uri);
    if (answer) return answer;
    event.request.uri = file;
    return event.request;
  }
  // Not with other files, which a company's proxy may cache for all its users.
  if (file.endsWith(".html")) keepCookies(event);
  if (file === notFoundFile && event.response.statusCode === 200) {
    event.response.statusCode = 404;
    event.response.statusDescription = "Not Found";
  }
  return event.response;
}
