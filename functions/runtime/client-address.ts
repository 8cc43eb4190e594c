import { isIP } from "node:net";

interface Request {
  headers: Record<string, string | undefined>;
  requestContext: { http: { sourceIp: string } };
}

/**
 * The browser's IP address. Behind CloudFront it is the address in `CloudFront-Viewer-Address`, which ends with the port:
 * `198.51.100.10:46532`, `[2001:db8::1]:46532` or `2001:db8::1:46532`. Otherwise it is the gateway's source address.
 */
export function clientAddressOf({ headers, requestContext }: Request): string {
  const viewer = headers["cloudfront-viewer-address"] ?? "";
  const withoutPort = viewer.replace(/:\d+$/, "");
  const address = [withoutPort, viewer].map(withoutBrackets).find((each) => isIP(each));
  return address ?? requestContext.http.sourceIp;
}

const withoutBrackets = (address: string): string => address.replace(/^\[(.*)\]$/, "$1");
