import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { stripeWebhook, verify } from "../../shared/endpoints.ts";
import type { Traffic } from "../config.ts";
import { Log } from "./log.ts";

interface FirewallProps {
  traffic: Traffic;
}

type Rule = CfnWebACL.RuleProperty;

/** AWS WAF web ACL for the CloudFront distribution. */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { traffic }: FirewallProps) {
    super(scope, id);
    const rules = [
      rate("verify-rate", traffic.verifyPerAddress, path("STARTS_WITH", verify.path)),
      // Stripe sends the events of many payments from few addresses.
      rate("webhook-rate", traffic.webhookPerAddress, isWebhook),
      rate("address-rate", traffic.perAddress, exceptWebhook),
      managed("AWSManagedRulesAmazonIpReputationList"),
      managed("AWSManagedRulesKnownBadInputsRuleSet"),
      managed("AWSManagedRulesCommonRuleSet", {
        // A request with a private key exceeds 8 kB, a Japanese billing name makes a query string of more than 2 kB, and a
        // customer's webhook URL may have an IP address.
        counted: ["SizeRestrictions_BODY", "SizeRestrictions_QUERYSTRING", "GenericRFI_BODY"],
        // Stripe's events contain text that customers wrote; the function verifies their signature.
        scopeDownStatement: exceptWebhook,
      }),
    ];
    const acl = new CfnWebACL(this, "WebAcl", {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visibility("all"),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
      // The log would also contain the text that matched a rule.
      dataProtectionConfig: { dataProtections: [substituted("BODY"), substituted("QUERY_STRING")] },
    });
    this.arn = acl.attrArn;
    this.log(acl);
  }

  /** Logs blocked requests only, without their content. */
  private log(acl: CfnWebACL): void {
    const logGroup = new Log(this, "Log", {
      // WAF requires the prefix. With a fixed name, a retained log group would block the next deployment.
      logGroupName: `aws-waf-logs-${Stack.of(this).stackName}`,
      removalPolicy: RemovalPolicy.DESTROY,
      holds: "blocked requests without their content",
    });
    new CfnLoggingConfiguration(this, "Logging", {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [logGroup.logGroupArn],
      redactedFields: [
        { queryString: {} },
        ...["authentication", "stripe-signature", "cookie"].map((Name) => ({ singleHeader: { Name } })),
      ],
      loggingFilter: {
        DefaultBehavior: "DROP",
        Filters: [
          {
            Behavior: "KEEP",
            Requirement: "MEETS_ANY",
            Conditions: [{ ActionCondition: { Action: "BLOCK" } }],
          },
        ],
      },
    });
  }
}

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

const substituted = (fieldType: string): CfnWebACL.DataProtectProperty => ({
  action: "SUBSTITUTION",
  field: { fieldType },
});

interface Exceptions {
  /** Rules that count instead of blocking. */
  counted: readonly string[];
  scopeDownStatement: CfnWebACL.StatementProperty;
}

/** A rule group managed by AWS. */
const managed = (name: string, exceptions?: Exceptions): Omit<Rule, "priority"> => ({
  name,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      ...(exceptions && {
        scopeDownStatement: exceptions.scopeDownStatement,
        ruleActionOverrides: exceptions.counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
    },
  },
});

/** Blocks an IP address above `limit` requests in five minutes, with 429, which the site has a message for. */
const rate = (
  name: string,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): Omit<Rule, "priority"> => ({
  name,
  action: {
    block: {
      customResponse: { responseCode: 429, responseHeaders: [{ name: "retry-after", value: "300" }] },
    },
  },
  visibilityConfig: visibility(name),
  statement: {
    rateBasedStatement: { limit, evaluationWindowSec: 300, aggregateKeyType: "IP", scopeDownStatement },
  },
});

/** The gateway's reading of a path: `/api//verify`, `/api/x/../verify` and `/api/%76erify` are `/api/verify`. */
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
