import { join } from "node:path";
import { Validations } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Construct } from "constructs";
import type { Price } from "../../shared/site-config.ts";
import type { Domain } from "../config.ts";
import { cacheControl, contentSecurityPolicy } from "../settings/headers.ts";
import type { Api } from "./api.ts";
import type { Auth } from "./auth.ts";
import { PrivateBucket } from "./private-bucket.ts";
import { ResponseHeaders } from "./response-headers.ts";
import { SiteFiles } from "./site-files.ts";

interface WebsiteProps {
  siteDirectory: string;
  auth: Auth;
  api: Api;
  domain: Domain | undefined;
  price: Price;
}

/** What a browser's `/api/*` call tells the functions. CloudFront forwards at most ten headers by name. */
const headersForApi = [
  "Authentication",
  "Content-Type",
  "Stripe-Signature",
  /** The caller's address, for the limits per address: to the API the caller is CloudFront. */
  "CloudFront-Viewer-Address",
];

/** The one origin that customers see: the site, and the API under `/api/*`. */
export class Website extends Construct {
  readonly url: string;
  /** CloudFront's own name for the site: what a domain of ours points to. */
  readonly distributionDomain: string;

  constructor(scope: Construct, id: string, { siteDirectory, auth, api, domain, price }: WebsiteProps) {
    super(scope, id);
    const bucket = new PrivateBucket(this, "Bucket");
    const distribution = new Distribution(this, "Distribution", {
      defaultRootObject: "index.html",
      defaultBehavior: this.siteBehavior(bucket, auth),
      additionalBehaviors: { "/api/*": this.apiBehavior(api) },
      httpVersion: HttpVersion.HTTP2_AND_3,
      /** Includes Japan. */
      priceClass: PriceClass.PRICE_CLASS_200,
      ...(domain && this.ownDomain(domain)),
    });
    // The root object is set, and no path without an extension reaches the bucket: nobody sees a listing.
    Validations.of(distribution).acknowledge({
      id: "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
      reason: "defaultRootObject is set",
    });
    this.distributionDomain = distribution.distributionDomainName;
    this.url = `https://${domain?.name ?? this.distributionDomain}`;
    new SiteFiles(this, "Files", { bucket, siteDirectory, config: { ...auth.siteConfig, price } });
  }

  private siteBehavior(bucket: PrivateBucket, auth: Auth): BehaviorOptions {
    const rewriteToIndex = new EdgeFunction(this, "RewriteToIndex", {
      code: FunctionCode.fromFile({ filePath: join(import.meta.dirname, "../edge/rewrite-to-index.js") }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        // Who may list is told 404 for a missing file; who may not, 403.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: new ResponseHeaders(this, "SiteHeaders", {
        contentSecurityPolicy: contentSecurityPolicy([auth.origin]),
      }),
      functionAssociations: [{ function: rewriteToIndex, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  private apiBehavior(api: Api): BehaviorOptions {
    return {
      origin: new HttpOrigin(api.domainName),
      // A redirected call would already have sent its token in the clear.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(this, "ApiRequests", {
        headerBehavior: OriginRequestHeaderBehavior.allowList(...headersForApi),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
      responseHeadersPolicy: new ResponseHeaders(this, "ApiHeaders", { cacheControl: cacheControl.api }),
    };
  }

  private ownDomain({ name, certificateArn }: Domain): Partial<DistributionProps> {
    return {
      domainNames: [name],
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}
