import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { CfnLoggingConfiguration, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { authenticationHeader } from "#shared/headers.ts";
import { Log } from "../log.ts";

const secretHeaders = [authenticationHeader.toLowerCase(), "stripe-signature", "cookie"];

/** A rule; its place in the list is its priority. */
export type WebAclRule = Omit<CfnWebACL.RuleProperty, "priority">;

interface WebAclProps {
  scope: "CLOUDFRONT" | "REGIONAL";
  rules: readonly WebAclRule[];
}

/** An AWS WAF web ACL that allows all that no rule blocks, with a log of the blocked requests. */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(parent: Construct, id: string, { scope, rules }: WebAclProps) {
    super(parent, id);
    const acl = new CfnWebACL(this, "WebAcl", {
      scope,
      defaultAction: { allow: {} },
      // A dimension of every metric of the rules, which two environments of an account must not share.
      visibilityConfig: visibility(Stack.of(this).stackName),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
      // For samples, and for logs, which also quote the text that matched a rule.
      dataProtectionConfig: {
        dataProtections: [
          substituted({ fieldType: "BODY" }),
          substituted({ fieldType: "QUERY_STRING" }),
          substituted({ fieldType: "SINGLE_HEADER", fieldKeys: [...secretHeaders] }),
        ],
      },
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
      redactedFields: [{ queryString: {} }, ...secretHeaders.map((Name) => ({ singleHeader: { Name } }))],
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

export const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

const substituted = (field: CfnWebACL.FieldToProtectProperty): CfnWebACL.DataProtectProperty => ({
  action: "SUBSTITUTION",
  field,
});

interface Rate {
  /** Requests in five minutes from one IP address. */
  limit: number;
  /** The requests that count; all without it. */
  scopeDownStatement?: CfnWebACL.StatementProperty;
  customResponse?: CfnWebACL.CustomResponseProperty;
}

/** Blocks an IP address above `limit` until its rate is below again. */
export const rate = (name: string, { limit, scopeDownStatement, customResponse }: Rate): WebAclRule => ({
  name,
  action: { block: { ...(customResponse && { customResponse }) } },
  visibilityConfig: visibility(name),
  statement: {
    rateBasedStatement: {
      limit,
      evaluationWindowSec: 300,
      aggregateKeyType: "IP",
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  },
});
