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

/** The web application firewall in front of CloudFront. */
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
        // Key files are larger than 8 kB, a billing name in Japanese makes a query of more than 2 kB, and a webhook
        // address may be an IP address.
        counted: ["SizeRestrictions_BODY", "SizeRestrictions_QUERYSTRING", "GenericRFI_BODY"],
        // What Stripe's events quote of a customer may look like anything; their signature is checked.
        scopeDownStatement: exceptWebhook,
      }),
    ];
    const acl = new CfnWebACL(this, "WebAcl", {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visibility("all"),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
      // Which words a rule matched would stand in the log too.
      dataProtectionConfig: { dataProtections: [substituted("BODY"), substituted("QUERY_STRING")] },
    });
    this.arn = acl.attrArn;
    this.log(acl);
  }

  /** Refused requests only, without what a person sent. */
  private log(acl: CfnWebACL): void {
    const logGroup = new Log(this, "Log", {
      // WAF writes only to names that begin so. A log that stayed would be in the way of the next one.
      logGroupName: `aws-waf-logs-${Stack.of(this).stackName}`,
      removalPolicy: RemovalPolicy.DESTROY,
      holds: "refused requests without their secrets",
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
  /** Rules that only count. */
  counted: readonly string[];
  scopeDownStatement: CfnWebACL.StatementProperty;
}

/** AWS's own rules. */
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

/** More than `limit` requests in five minutes from one address are refused, with the status that the screens know. */
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

/** As a path is read behind the firewall: `/api//verify`, `/api/x/../verify` and `/api/%76erify` are `/api/verify`. */
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
