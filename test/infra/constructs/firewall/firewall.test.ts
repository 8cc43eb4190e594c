import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { edgeAlarms } from "#infra/settings/alarms.ts";
import { securityHeaders } from "#infra/settings/headers.ts";
import { portalApp, synthesized } from "#test/infra/support/portal.ts";
import { onlyResource, resourcesOf } from "#test/infra/support/resources.ts";
import { complete } from "#test/infra/support/settings.ts";

const template = synthesized(complete);
const edge = Template.fromStack(portalApp(complete).stacks.edge);
const acl = onlyResource(edge, "AWS::WAFv2::WebACL");
const distribution = onlyResource(template, "AWS::CloudFront::Distribution").properties.DistributionConfig;

interface Rule {
  Name: string;
  Action?: { Block: { CustomResponse: { ResponseCode: number } } };
  Statement: {
    RateBasedStatement?: { Limit: number; ScopeDownStatement: unknown };
    ManagedRuleGroupStatement?: {
      Version?: string;
      ScopeDownStatement?: unknown;
      RuleActionOverrides?: { Name: string; ActionToUse: unknown }[];
    };
  };
}
const ruleNamed = (name: string): Rule => acl.properties.Rules.find((rule: Rule) => rule.Name === name);

test("it stands in us-east-1, in front of CloudFront", () => {
  expect(portalApp(complete).stacks.edge.region).toBe("us-east-1");
  expect(acl.properties.Scope).toBe("CLOUDFRONT");
  expect(distribution.WebACLId).toEqual({ "Fn::GetAtt": [acl.id, "Arn"] });
});

test("AWS's own rules refuse known attacks", () => {
  for (const name of ["AmazonIpReputationList", "KnownBadInputsRuleSet", "CommonRuleSet"]) {
    expect(ruleNamed(`AWSManagedRules${name}`)).toMatchObject({ OverrideAction: { None: {} } });
  }
});

test("one address may ask only so often, and for codes far less often", () => {
  const { perAddress, verifyPerAddress } = complete.traffic;
  expect(ruleNamed("address-rate").Statement.RateBasedStatement?.Limit).toBe(perAddress);
  const verify = ruleNamed("verify-rate");
  expect(verify.Statement.RateBasedStatement?.Limit).toBe(verifyPerAddress);
  expect(JSON.stringify(verify.Statement)).toContain('"SearchString":"/api/verify"');
  expect(verify.Action?.Block.CustomResponse.ResponseCode).toBe(429);
  expect(verifyPerAddress).toBeLessThan(perAddress);
});

/** Paths are compared as the gateway reads them, whatever their spelling. */
const asRead = [
  { Priority: 0, Type: "URL_DECODE" },
  { Priority: 1, Type: "NORMALIZE_PATH" },
  { Priority: 2, Type: "LOWERCASE" },
];
const webhook = {
  ByteMatchStatement: {
    FieldToMatch: { UriPath: {} },
    PositionalConstraint: "EXACTLY",
    SearchString: "/api/stripe/webhook",
    TextTransformations: asRead,
  },
};

test("the limit of an address counts every request, those to the webhook too", () => {
  expect(ruleNamed("address-rate").Statement.RateBasedStatement).not.toHaveProperty("ScopeDownStatement");
});

test("every rule on a path decodes and normalizes it first", () => {
  const found: unknown[] = [];
  JSON.stringify(acl.properties.Rules, (key, value) => {
    if (key === "ByteMatchStatement") found.push(value.TextTransformations);
    return value;
  });
  expect(found.length).toBe(2);
  for (const transformations of found) expect(transformations).toEqual(asRead);
});

test("key files, long names and Stripe's events pass AWS's common rules", () => {
  const group = ruleNamed("AWSManagedRulesCommonRuleSet").Statement.ManagedRuleGroupStatement;
  expect(group?.ScopeDownStatement).toEqual({ NotStatement: { Statement: webhook } });
  const counted = group?.RuleActionOverrides?.map(({ Name, ActionToUse }) => [Name, ActionToUse]);
  expect(counted).toEqual([
    ["SizeRestrictions_BODY", { Count: {} }],
    ["SizeRestrictions_QUERYSTRING", { Count: {} }],
    ["GenericRFI_BODY", { Count: {} }],
  ]);
});

test("a rule group without exceptions has no list of them, which AWS refused empty", () => {
  for (const { Statement } of acl.properties.Rules as Rule[]) {
    expect(Statement.ManagedRuleGroupStatement?.RuleActionOverrides).not.toEqual([]);
  }
});

test("AWS's rules block or count by setting, and keep samples of what they matched", () => {
  const groups = (acl: { Rules: Rule[] }) =>
    acl.Rules.filter(({ Statement }) => Statement.ManagedRuleGroupStatement);
  const counting = Template.fromStack(portalApp({ ...complete, managedRules: "count" }).stacks.edge);
  const counts = onlyResource(counting, "AWS::WAFv2::WebACL").properties;
  for (const [{ Rules }, OverrideAction] of [
    [acl.properties, { None: {} }],
    [counts, { Count: {} }],
  ] as const) {
    expect(groups({ Rules })).toHaveLength(3);
    for (const group of groups({ Rules }))
      expect(group).toMatchObject({ OverrideAction, VisibilityConfig: { SampledRequestsEnabled: true } });
  }
});

const managedRuleVersions = {
  AWSManagedRulesCommonRuleSet: "Version_1.20",
  AWSManagedRulesKnownBadInputsRuleSet: "Version_1.22",
};
const pinned = { ...complete, managedRuleVersions };
const pinnedEdge = Template.fromStack(portalApp(pinned).stacks.edge);
const versionsIn = (rules: Rule[]) =>
  rules.flatMap(({ Name, Statement }) => {
    const version = Statement.ManagedRuleGroupStatement?.Version;
    return version ? [[Name, version]] : [];
  });

test("AWS's rules have its default versions, or those of the settings", () => {
  expect(versionsIn(acl.properties.Rules)).toEqual([]);
  const rules: Rule[] = onlyResource(pinnedEdge, "AWS::WAFv2::WebACL").properties.Rules;
  expect(Object.fromEntries(versionsIn(rules))).toEqual(managedRuleVersions);
});

test("an alarm rings 30 days before a version of the settings expires", () => {
  const alarms = resourcesOf(pinnedEdge, "AWS::CloudWatch::Alarm").map(({ properties }) => properties);
  for (const [name, group, version] of [
    ["common-rules-expire", "AWSManagedRulesCommonRuleSet", "Version_1.20"],
    ["known-bad-inputs-expire", "AWSManagedRulesKnownBadInputsRuleSet", "Version_1.22"],
  ]) {
    expect(alarms.find(({ AlarmName }) => AlarmName === `Portal-prod-warning-${name}`)).toMatchObject({
      ComparisonOperator: "LessThanThreshold",
      Threshold: 30,
      TreatMissingData: "notBreaching",
      Metrics: [
        {
          Expression: `SELECT MIN("DaysToExpiry") FROM "AWS/WAFV2" WHERE ManagedRuleGroup = '${group}' AND Version = '${version}'`,
          Period: 3600,
        },
      ],
    });
  }
  const oneOnly = { AWSManagedRulesCommonRuleSet: "Version_1.20" };
  const ofOne = Object.keys(edgeAlarms({ ...complete, managedRuleVersions: oneOnly }));
  expect(ofOne.toSorted()).toEqual([...Object.keys(edgeAlarms(complete)), "common-rules-expire"].toSorted());
  expect(Object.keys(edgeAlarms({ ...pinned, firewall: false }))).toEqual([
    "cloudfront-errors",
    "certificate-expires",
  ]);
});

test("logs and samples contain neither queries nor tokens, nor the matches of a rule", () => {
  const { properties } = onlyResource(edge, "AWS::WAFv2::LoggingConfiguration");
  expect(properties.RedactedFields).toEqual(
    expect.arrayContaining([{ QueryString: {} }, { SingleHeader: { Name: "authentication" } }]),
  );
  expect(acl.properties.DataProtectionConfig.DataProtections).toEqual([
    { Action: "SUBSTITUTION", Field: { FieldType: "BODY" } },
    { Action: "SUBSTITUTION", Field: { FieldType: "QUERY_STRING" } },
    {
      Action: "SUBSTITUTION",
      Field: { FieldType: "SINGLE_HEADER", FieldKeys: ["authentication", "stripe-signature", "cookie"] },
    },
  ]);
});

test("browsers keep to HTTPS, for every name below ours", () => {
  expect(securityHeaders["strict-transport-security"]).toContain("includeSubDomains");
});
