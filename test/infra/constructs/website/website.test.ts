import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveHtml } from "#infra/settings/edge-functions.ts";
import { cacheControl, contentSecurityPolicy, securityHeaders } from "#infra/settings/headers.ts";
import { type Endpoint, endpoints, notices } from "#shared/endpoints.ts";
import { portalApp, synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete, dev, unusual } from "#test/infra/support/settings.ts";

const template = synthesized();
const { DistributionConfig: distribution } = onlyResource(
  template,
  "AWS::CloudFront::Distribution",
).properties;
const site = distribution.DefaultCacheBehavior;
const [noticesBehavior, api] = distribution.CacheBehaviors;

/** AWS's own: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const cachingOptimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";

/** The headers that a policy puts on a response, by name. */
function headersOf(policyId: string): Record<string, string> {
  const policy = resourcesOf(template, "AWS::CloudFront::ResponseHeadersPolicy").find(
    ({ id }) => id === policyId,
  );
  const { SecurityHeadersConfig: known, CustomHeadersConfig: custom } =
    policy?.properties.ResponseHeadersPolicyConfig ?? {};
  const transport = known.StrictTransportSecurity;
  const all = [...Object.values<{ Override: boolean }>(known), ...custom.Items];
  expect(all.every(({ Override }) => Override)).toBe(true);
  return {
    "strict-transport-security": `max-age=${transport.AccessControlMaxAgeSec}${transport.IncludeSubdomains ? "; includeSubDomains" : ""}`,
    "x-content-type-options": known.ContentTypeOptions ? "nosniff" : "",
    "x-frame-options": known.FrameOptions.FrameOption,
    "referrer-policy": known.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(
      custom.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
    ),
    ...(known.ContentSecurityPolicy && {
      "content-security-policy": known.ContentSecurityPolicy.ContentSecurityPolicy,
    }),
  };
}

test("every answer has the security headers, and the API's answers are not stored", () => {
  const policy = contentSecurityPolicy(["https://cognito-idp.ap-northeast-1.amazonaws.com"]);
  const ofSite = headersOf(site.ResponseHeadersPolicyId.Ref);
  expect(ofSite).toEqual({ ...securityHeaders, "content-security-policy": policy });
  const ofApi = headersOf(api.ResponseHeadersPolicyId.Ref);
  expect(ofApi).toEqual({ ...securityHeaders, "cache-control": cacheControl.api });
});

test("the scripts of others may be loaded only where they are configured", () => {
  const policies = JSON.stringify(
    resourcesOf(synthesized(complete), "AWS::CloudFront::ResponseHeadersPolicy"),
  );
  const foreign = /js\.stripe\.com|googletagmanager|google-analytics/;
  expect(policies).toContain("script-src 'self' https://js.stripe.com https://www.googletagmanager.com;");
  expect(policies).toContain("frame-src https://js.stripe.com https://hooks.stripe.com;");
  expect(JSON.stringify(resourcesOf(synthesized(dev), "AWS::CloudFront::ResponseHeadersPolicy"))).not.toMatch(
    foreign,
  );
  expect(contentSecurityPolicy([], ["stripe", "tagManager"])).not.toMatch(/unsafe|\*/);
});

test("the user pool may be elsewhere: the policy lets the browser reach it", () => {
  const template = JSON.stringify(synthesized(unusual).toJSON());
  expect(template).toContain(`connect-src 'self' ${unusual.userPoolEndpoint};`);
});

test("HTTP is turned to HTTPS on the site and refused on the API", () => {
  expect(site.ViewerProtocolPolicy).toBe("redirect-to-https");
  expect(api.ViewerProtocolPolicy).toBe("https-only");
});

test("/api/* goes to the HTTP API over TLS 1.2, uncached, by any method", () => {
  const http = onlyResource(template, "AWS::ApiGatewayV2::Api");
  const origin = distribution.Origins.find(({ Id }: { Id: string }) => Id === api.TargetOriginId);
  expect(distribution.CacheBehaviors).toHaveLength(2);
  expect(api).toMatchObject({
    PathPattern: "/api/*",
    CachePolicyId: cachingDisabled,
    AllowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
  });
  expect(origin.DomainName).toEqual({
    "Fn::Select": [2, { "Fn::Split": ["/", { "Fn::GetAtt": [http.id, "ApiEndpoint"] }] }],
  });
  expect(origin.CustomOriginConfig).toMatchObject({
    OriginProtocolPolicy: "https-only",
    OriginSSLProtocols: ["TLSv1.2"],
  });
  const forwarded = onlyResource(template, "AWS::CloudFront::OriginRequestPolicy");
  expect(forwarded.properties.OriginRequestPolicyConfig).toMatchObject({
    HeadersConfig: {
      HeaderBehavior: "whitelist",
      Headers: [
        ...["Authentication", "Content-Type", "Stripe-Signature", "Sec-Fetch-Site"],
        "CloudFront-Viewer-Address",
      ],
    },
    QueryStringsConfig: { QueryStringBehavior: "all" },
    CookiesConfig: { CookieBehavior: "none" },
  });
});

test("notices are cached for their declared time, for any query, and by no browser", () => {
  expect(noticesBehavior).toMatchObject({
    PathPattern: notices.path,
    TargetOriginId: api.TargetOriginId,
    CachePolicyId: cachingOptimized,
    ViewerProtocolPolicy: "https-only",
    AllowedMethods: ["GET", "HEAD"],
    ResponseHeadersPolicyId: api.ResponseHeadersPolicyId,
  });
  expect(noticesBehavior.OriginRequestPolicyId).toBeUndefined();
});

test("no other answer of the contract is cached at the edge", () => {
  const retained = Object.values<Endpoint>(endpoints).filter(({ edgeSeconds }) => edgeSeconds !== undefined);
  expect(retained.map(({ path }) => path)).toEqual([notices.path]);
  for (const { method, authentication, query } of retained)
    expect([method, authentication, query]).toEqual(["GET", "none", undefined]);
});

test("only the site's paths are rewritten; an error of the API stays what it is", () => {
  const functions = resourcesOf(template, "AWS::CloudFront::Function");
  expect(site.FunctionAssociations).toEqual(
    ["viewer-request", "viewer-response"].map((EventType, index) => ({
      EventType,
      FunctionARN: { "Fn::GetAtt": [functions[index]?.id, "FunctionARN"] },
    })),
  );
  for (const { properties } of functions) {
    expect(properties.FunctionConfig.Runtime).toBe("cloudfront-js-2.0");
    expect(properties.FunctionCode).toBe(serveHtml());
  }
  expect(api.FunctionAssociations).toBeUndefined();
  // These would apply to the API as well.
  expect(distribution.CustomErrorResponses).toBeUndefined();
});

test("the bucket opens to this distribution alone, which learns what is missing", () => {
  const bucket = onlyResource(template, "AWS::S3::Bucket", "Website");
  const origin = distribution.Origins.find(({ Id }: { Id: string }) => Id === site.TargetOriginId);
  expect(origin).toMatchObject({
    DomainName: { "Fn::GetAtt": [bucket.id, "RegionalDomainName"] },
    OriginAccessControlId: { "Fn::GetAtt": [expect.any(String), "Id"] },
  });
  const policy = onlyResource(template, "AWS::S3::BucketPolicy", "Website");
  expect(policy.properties.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Effect: "Allow",
      Action: ["s3:GetObject", "s3:ListBucket"],
      Principal: { Service: "cloudfront.amazonaws.com" },
    }),
  );
  expect(distribution.DefaultRootObject).toBe("index.html");
});

test("assets come first and stay for ever; documents are asked for again", () => {
  const assets = onlyResource(template, "Custom::CDKBucketDeployment", "Assets");
  const documents = onlyResource(template, "Custom::CDKBucketDeployment", "Documents");
  expect(assets.properties).toMatchObject({
    Exclude: ["*"],
    Include: ["assets/*"],
    Prune: false,
    SystemMetadata: { "cache-control": cacheControl.assets },
  });
  expect(documents.properties).toMatchObject({
    Exclude: ["assets/*", "deployments/*"],
    SystemMetadata: { "cache-control": cacheControl.documents },
  });
  const retained = onlyResource(template, "Custom::CDKBucketDeployment", "Kept");
  expect(retained.properties).toMatchObject({
    DestinationBucketKeyPrefix: "deployments/v1.2.0",
    SystemMetadata: { "cache-control": cacheControl.documents },
    RetainOnDelete: true,
  });
  expect(retained).toMatchObject({ DependsOn: expect.arrayContaining([documents.id]) });
  expect(documents).toMatchObject({ DependsOn: expect.arrayContaining([assets.id]) });
  const pool = onlyResource(template, "AWS::Cognito::UserPool").id;
  const client = onlyResource(template, "AWS::Cognito::UserPoolClient", "SiteClient").id;
  expect(Object.values(documents.properties.SourceMarkers[1])).toEqual([{ Ref: pool }, { Ref: client }]);
});

test("config.json has price, seller, trial's length, plugin's addresses and passkeys", () => {
  const { pluginAddresses, company } = complete;
  const price = { amountYen: 132_000, interval: "year", taxRatePercent: 10 } as const;
  const { directory } = portalApp({ ...complete, price }).app.synth();
  const configIn = (assembly: string): object => {
    const [config] = globSync(join(assembly, "asset.*", "config.json"));
    return JSON.parse(readFileSync(config ?? "", "utf8"));
  };
  expect(configIn(directory)).toMatchObject({
    region: "ap-northeast-1",
    price,
    pluginAddresses,
    company,
    trialPeriod: "30日間",
    passkeys: true,
  });
  expect(configIn(portalApp(dev).app.synth().directory)).not.toHaveProperty("passkeys");
  const [contact] = globSync(join(directory, "asset.*", ".well-known", "security.txt"));
  expect(readFileSync(contact ?? "", "utf8")).toContain(`Contact: ${company?.contactUrl}\n`);
});

test("under a name of its own the site refuses TLS below 1.2", () => {
  const own = onlyResource(synthesized(complete), "AWS::CloudFront::Distribution").properties
    .DistributionConfig;
  expect(own).toMatchObject({
    Aliases: ["portal.example.jp", "portal.example.com"],
    ViewerCertificate: {
      AcmCertificateArn: complete.domain?.certificateArn,
      MinimumProtocolVersion: "TLSv1.2_2021",
    },
  });
});
