import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { stripeWebhook, verify } from "#shared/endpoints.ts";
import type { Environment, ManagedRuleVersions } from "../../environment.ts";
import { rate, visibility, type WebAclRule } from "./web-acl.ts";

/** The managed rule group with the most false positives. */
export const commonRules = "AWSManagedRulesCommonRuleSet";

/** Rules of the web ACL for the CloudFront distribution. */
export const cloudFrontRules = ({ traffic, ...groups }: Environment): WebAclRule[] => [
  apiRate("verify-rate", traffic.verifyPerAddress, path("STARTS_WITH", verify.path)),
  // Counts Stripe's events too: at three for a renewal, 2,000 are 8,000 renewals an hour from one address.
  apiRate("address-rate", traffic.perAddress),
  managed("AWSManagedRulesAmazonIpReputationList", groups),
  managed("AWSManagedRulesKnownBadInputsRuleSet", groups),
  managed(commonRules, groups, {
    // A request with a private key exceeds 8 kB, a Japanese billing name makes a query string of more than 2 kB, and a
    // customer's webhook URL may have an IP address.
    counted: ["SizeRestrictions_BODY", "SizeRestrictions_QUERYSTRING", "GenericRFI_BODY"],
    // Stripe's events contain text that customers wrote; the function verifies their signature.
    scopeDownStatement: exceptWebhook,
  }),
];

interface Exceptions {
  /** Rules that count instead of blocking. */
  counted: readonly string[];
  scopeDownStatement: CfnWebACL.StatementProperty;
}

/** A rule group managed by AWS. Its samples show the requests that matched. */
function managed(
  name: keyof ManagedRuleVersions | "AWSManagedRulesAmazonIpReputationList",
  { managedRules, managedRuleVersions = {} }: Pick<Environment, "managedRules" | "managedRuleVersions">,
  exceptions?: Exceptions,
): WebAclRule {
  const versions: Partial<Record<typeof name, string | undefined>> = managedRuleVersions;
  const version = versions[name];
  return {
    name,
    overrideAction: managedRules === "block" ? { none: {} } : { count: {} },
    visibilityConfig: { ...visibility(name), sampledRequestsEnabled: true },
    statement: {
      managedRuleGroupStatement: {
        vendorName: "AWS",
        name,
        ...(version && { version }),
        ...(exceptions && {
          scopeDownStatement: exceptions.scopeDownStatement,
          ruleActionOverrides: exceptions.counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        }),
      },
    },
  };
}

/** Answers 429, for which the site has a message. */
const apiRate = (name: string, limit: number, scopeDownStatement?: CfnWebACL.StatementProperty): WebAclRule =>
  rate(name, {
    limit,
    ...(scopeDownStatement && { scopeDownStatement }),
    customResponse: { responseCode: 429, responseHeaders: [{ name: "retry-after", value: "300" }] },
  });

/** Paths as the gateway reads them: `/api//verify`, `/api/x/../verify` and `/api/%76erify` are `/api/verify`. */
const textTransformations = ["URL_DECODE", "NORMALIZE_PATH", "LOWERCASE"].map((type, priority) => ({
  type,
  priority,
}));

const path = (
  positionalConstraint: "STARTS_WITH" | "EXACTLY",
  searchString: string,
): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint,
    searchString,
    textTransformations,
  },
});

const isWebhook = path("EXACTLY", stripeWebhook.path);
const exceptWebhook: CfnWebACL.StatementProperty = { notStatement: { statement: isWebhook } };
