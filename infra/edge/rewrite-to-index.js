/**
 * CloudFront Function (runtime 2.0) on the site's behaviour: a path without an extension is a screen of the
 * single-page app. `/api/*` has a behaviour of its own and never passes here.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls `handler`
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.substring(request.uri.lastIndexOf("/") + 1);
  if (!lastSegment.includes(".")) request.uri = "/index.html";
  return request;
}
