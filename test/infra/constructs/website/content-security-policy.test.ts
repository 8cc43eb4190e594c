import { expect, test } from "vitest";
import { contentSecurityPolicy } from "#infra/settings/headers.ts";
import { synthesized } from "#test/infra/support/portal.ts";
import { resourcesOf } from "#test/infra/support/resources.ts";
import { complete, dev, unusual } from "#test/infra/support/settings.ts";

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
