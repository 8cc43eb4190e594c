import type { Duration } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { type Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Environment } from "../../environment.ts";
import { rolloutAlarms } from "../../settings/alarms.ts";
import {
  deployedName,
  endpointFunctions,
  type FunctionName,
  namesOf,
  userPoolTriggers,
} from "../../settings/functions.ts";
import { acknowledge } from "../acknowledge.ts";
import type { Gateway } from "../api/gateway.ts";
import { allow, functionArn, InlineRole } from "../iam.ts";
import { newAlarm } from "../monitoring/alarms.ts";
import { rolloutMetrics } from "../monitoring/metrics.ts";
import { portalNameOf } from "../portal-name.ts";

interface DeploymentProps {
  environment: Environment;
  gateway: Gateway;
  deploymentName: string;
}

/** Functions that customers call. Calls of a scheduled function cannot be divided. */
const gradual: readonly FunctionName[] = namesOf({ ...endpointFunctions, ...userPoolTriggers });

/**
 * Name and function versions of the deployment. With `rollout: "gradual"` CodeDeploy moves the calls of each changed
 * function, and an alarm rolls the whole stack back (docs/decisions/0033-versions-and-rollout.md).
 */
export class Deployment extends Construct {
  readonly name: string;
  /** By function name, for a rollback. */
  readonly versions: Record<string, string> = {};
  private readonly rollout: { application: LambdaApplication; role: Role; alarms: Alarm[] } | undefined;

  constructor(scope: Construct, id: string, { environment, gateway, deploymentName }: DeploymentProps) {
    super(scope, id);
    this.name = deploymentName;
    if (environment.rollout !== "gradual") return;
    const metrics = (period: Duration) => rolloutMetrics(this, period, gateway);
    this.rollout = {
      application: new LambdaApplication(this, "Rollout", { applicationName: portalNameOf(this) }),
      role: this.role(),
      alarms: Object.entries(rolloutAlarms).map(([name, settings]) => {
        const alarm = newAlarm(this, name, settings, metrics);
        acknowledge(
          alarm,
          "CodeDeploy reads it and ends the deployment",
          "NIST.800.53.R5-CloudWatchAlarmAction",
        );
        return alarm;
      }),
    };
  }

  /** Adds the version of a function; with a gradual rollout CodeDeploy moves its alias. */
  add(name: FunctionName, live: Alias): void {
    this.versions[`${portalNameOf(this)}-${deployedName(name)}`] = live.version.version;
    if (!this.rollout || !gradual.includes(name)) return;
    const { application, role, alarms } = this.rollout;
    // Beside the alias, in its stack.
    new LambdaDeploymentGroup(live, "Rollout", {
      application,
      alias: live,
      alarms,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      // The CDK would add AWS's policy, which holds for every function of the account.
      role: role.withoutPolicyUpdates(),
    });
  }

  /**
   * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html without
   * hooks.
   */
  private role(): Role {
    const functions = gradual.map((name) => functionArn(this, `${portalNameOf(this)}-${deployedName(name)}`));
    const role = new InlineRole(this, "Role", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
      policyName: "Shift",
      statements: [
        allow(["lambda:GetAlias", "lambda:GetProvisionedConcurrencyConfig", "lambda:UpdateAlias"], functions),
        allow(["cloudwatch:DescribeAlarms"], "*"),
      ],
    });
    acknowledge(
      role,
      "CodeDeploy asks for the state of all alarms at once",
      "AwsSolutions-IAM5[Resource::*]",
    );
    return role;
  }
}
