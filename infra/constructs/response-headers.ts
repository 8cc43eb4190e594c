/** infra/settings/headers.ts in CloudFront's terms. */
import { Duration } from "aws-cdk-lib";
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { securityHeaders } from "../settings/headers.ts";

const override = true;

interface ResponseHeadersProps {
  contentSecurityPolicy?: string;
  cacheControl?: string;
}

/** The security headers on every response, whatever the origin says. */
export class ResponseHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, props: ResponseHeadersProps) {
    const { contentSecurityPolicy, cacheControl } = props;
    super(scope, id, {
      securityHeadersBehavior: {
        ...knownToCloudFront,
        ...(contentSecurityPolicy && { contentSecurityPolicy: { contentSecurityPolicy, override } }),
      },
      customHeadersBehavior: {
        customHeaders: Object.entries({
          "permissions-policy": securityHeaders["permissions-policy"],
          "cross-origin-opener-policy": securityHeaders["cross-origin-opener-policy"],
          ...(cacheControl && { "cache-control": cacheControl }),
        }).map(([header, value]) => ({ header, value, override })),
      },
    });
  }
}

/** CloudFront refuses these as custom headers: they have fields of their own. */
const knownToCloudFront: ResponseSecurityHeadersBehavior = {
  strictTransportSecurity: {
    accessControlMaxAge: Duration.seconds(maxAge(securityHeaders["strict-transport-security"])),
    includeSubdomains: securityHeaders["strict-transport-security"].includes("includeSubDomains"),
    override,
  },
  contentTypeOptions: { override },
  frameOptions: { frameOption: HeadersFrameOption[securityHeaders["x-frame-options"]], override },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
};

function maxAge(header: string): number {
  return Number(/max-age=(\d+)/.exec(header)?.[1]);
}
