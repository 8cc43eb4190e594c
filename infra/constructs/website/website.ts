import { Duration } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
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
import { notices } from "#shared/endpoints.ts";
import { authenticationHeader, originSecretHeader } from "#shared/headers.ts";
import { type Environment, relatedOrigins } from "../../environment.ts";
import { serveHtml } from "../../settings/edge-functions.ts";
import { cacheControl } from "../../settings/headers.ts";
import { acknowledge } from "../acknowledge.ts";
import type { Gateway } from "../api/gateway.ts";
import { PrivateBucket } from "../storage/private-bucket.ts";
import type { OriginSecrets } from "./origin-secrets.ts";
import { contentSecurityPolicyOf, ResponseHeaders } from "./response-headers.ts";

interface WebsiteProps {
  environment: Environment;
  gateway: Gateway;
  originSecrets: OriginSecrets;
  edge: EdgeArns;
}

/** CloudFront's resources in us-east-1. */
export interface EdgeArns {
  firewallArn: string | undefined;
  /** Needed with a domain. */
  certificateArn: string | undefined;
}

/** Headers that CloudFront forwards to the API, ten at most. */
const headersForApi = [
  authenticationHeader,
  "Content-Type",
  "Stripe-Signature",
  /** Whether a page of another site made the request. */
  "Sec-Fetch-Site",
  /** The client's IP address, for limits by address: the API itself sees CloudFront's. */
  "CloudFront-Viewer-Address",
];

/** The CloudFront distribution: the site, and the API under `/api/*`. */
export class Website extends Construct {
  readonly bucket: PrivateBucket;
  readonly url: string;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: WebsiteProps) {
    const { environment, edge } = props;
    const { domain } = environment;
    super(scope, id);
    this.bucket = new PrivateBucket(this, "Bucket");
    this.bucket.addLifecycleRule({ noncurrentVersionExpiration: Duration.days(30) });
    const distribution = new Distribution(this, "Distribution", {
      defaultRootObject: "index.html",
      defaultBehavior: this.siteBehavior(environment),
      // CloudFront uses the first one that matches.
      additionalBehaviors: this.apiBehaviors(props),
      httpVersion: HttpVersion.HTTP2_AND_3,
      /** Includes Japan. */
      priceClass: PriceClass.PRICE_CLASS_200,
      ...(edge.firewallArn && { webAclId: edge.firewallArn }),
      ...(domain &&
        edge.certificateArn && {
          domainNames: domain.names,
          certificate: Certificate.fromCertificateArn(this, "Certificate", edge.certificateArn),
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        }),
    });
    acknowledgeRules(distribution);
    if (!edge.firewallArn) acknowledge(distribution, "only dev does without a firewall", "AwsSolutions-CFR2");
    this.distribution = distribution;
    this.url = `https://${domain?.names[0] ?? distribution.distributionDomainName}`;
  }

  /** For the stack's outputs. */
  get outputs(): Record<string, string> {
    return {
      SiteUrl: this.url,
      DistributionDomain: this.distribution.distributionDomainName,
      SiteBucket: this.bucket.bucketName,
    };
  }

  private siteBehavior(environment: Environment): BehaviorOptions {
    const contentSecurityPolicy = contentSecurityPolicyOf(environment);
    const code = FunctionCode.fromInline(serveHtml(relatedOrigins(environment)));
    const onEvent = (eventType: FunctionEventType, name: string) => ({
      eventType,
      function: new EdgeFunction(this, name, { code, runtime: FunctionRuntime.JS_2_0 }),
    });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        // With ListBucket, S3 answers 404 for a missing file instead of 403.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: new ResponseHeaders(this, "SiteHeaders", { contentSecurityPolicy }),
      functionAssociations: [
        onEvent(FunctionEventType.VIEWER_REQUEST, "ChooseHtml"),
        onEvent(FunctionEventType.VIEWER_RESPONSE, "HtmlStatus"),
      ],
    };
  }

  private apiBehaviors({ gateway, originSecrets }: WebsiteProps): Record<string, BehaviorOptions> {
    const shared = {
      origin: new HttpOrigin(gateway.domainName, {
        customHeaders: { [originSecretHeader]: originSecrets.sent },
      }),
      responseHeadersPolicy: new ResponseHeaders(this, "ApiHeaders", { cacheControl: cacheControl.api }),
      // A redirect would come too late: the request has already sent its token without encryption.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    };
    return {
      // The answer is the same for everybody: no query and no header is forwarded.
      [notices.path]: {
        ...shared,
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        // Caches for as long as the function's answer says.
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      },
      "/api/*": {
        ...shared,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: new OriginRequestPolicy(this, "ApiRequests", {
          headerBehavior: OriginRequestHeaderBehavior.allowList(...headersForApi),
          queryStringBehavior: OriginRequestQueryStringBehavior.all(),
        }),
      },
    };
  }
}

function acknowledgeRules(distribution: Distribution): void {
  acknowledge(
    distribution,
    "nobody sees a listing: the root object is set, and no path without an extension reaches the bucket",
    "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
  );
  acknowledge(distribution, "customers may sign in from any country", "AwsSolutions-CFR1");
  acknowledge(
    distribution,
    "its log would hold IP addresses and query strings; the API's access log holds neither",
    "AwsSolutions-CFR3",
  );
  acknowledge(
    distribution,
    "without `domain`, CloudFront offers no choice; with it the minimum is TLS 1.2",
    "AwsSolutions-CFR4",
  );
}
