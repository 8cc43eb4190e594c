/** The headers of infra/settings/headers.ts as a CloudFront response headers policy. */
import { Duration } from "aws-cdk-lib";
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { contentSecurityPolicy, securityHeaders, type ThirdParty } from "../../settings/headers.ts";

const override = true;

interface ResponseHeadersProps {
  contentSecurityPolicy?: string;
  cacheControl?: string;
}

/** Sets the security headers on every response; they override the origin's. */
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

/** CloudFront has fields for these and rejects them as custom headers. */
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

/** The site's content security policy. The browser calls the user pool at its own origin. */
export function contentSecurityPolicyOf(environment: Environment): string {
  const { region, userPoolEndpoint, stripePriceId, tagManagerId } = environment;
  const allowed: ThirdParty[] = [];
  if (stripePriceId !== undefined) allowed.push("stripe");
  if (tagManagerId !== undefined) allowed.push("tagManager");
  return contentSecurityPolicy([userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`], allowed);
}
