import type { ApiEvent } from "./caller.ts";

/** The browser's IP address: CloudFront's `address:port` where it is in front, else the gateway's own view. */
export function clientAddressOf({ headers, requestContext }: ApiEvent): string {
  const viewer = headers["cloudfront-viewer-address"];
  return viewer?.replace(/:\d+$/, "") || requestContext.http.sourceIp;
}
