/** Checks of the AWS account before a deployment. Sources: the API reference of each service. */
import { CloudFrontClient, ListDistributionsCommand } from "@aws-sdk/client-cloudfront";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import type { Environment } from "#infra/environment.ts";
import { allFunctions } from "#infra/settings/functions.ts";
import { type Check, type Finding, fix, ok, unknown } from "./check.ts";
import { deployedResources } from "./deployed.ts";
import { domainChecks } from "./domain-checks.ts";
import { mailChecks } from "./mail-checks.ts";
import { retainedChecks } from "./retained-checks.ts";

/** Concurrency that Lambda keeps unreserved. */
const unreserved = 100;
/** Below this a burst of visitors is throttled. A new account may have 10. */
const leastConcurrency = 100;

export const accountCheck = (environment: Environment): Check => ({
  title: "AWS account",
  run: () => checkAccount(environment),
});

export function awsChecks(environment: Environment): Check[] {
  const deployed = deployedResources(environment);
  return [
    { title: "Lambda quota", run: () => checkLambda(environment) },
    { title: "CloudFront", run: checkCloudFront },
    ...mailChecks(environment, deployed),
    ...domainChecks(environment, deployed),
    ...retainedChecks(environment, deployed),
  ];
}

async function checkAccount({ account, region }: Environment): Promise<Finding> {
  const { Account } = await new STSClient({ region }).send(new GetCallerIdentityCommand());
  if (account === undefined || Account === account) return ok(`Account ${Account}.`);
  return fix(`Sign in to account ${account}: these credentials are of ${Account}.`);
}

async function checkLambda({ region, costlyConcurrency = 0 }: Environment): Promise<Finding> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand());
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const costly = Object.values(allFunctions).filter((each) => "costsMoney" in each && each.costsMoney);
  const needed = costlyConcurrency === 0 ? leastConcurrency : unreserved + costly.length * costlyConcurrency;
  if (limit >= needed) return ok(`${limit} concurrent executions.`);
  return fix(
    `Ask Service Quotas for ${Math.max(needed, 1000)} concurrent executions (L-B99A9384), or lower costlyConcurrency: there are ${limit}, ${needed} are needed.`,
  );
}

/** AWS verifies new accounts manually, and no API shows the result. */
async function checkCloudFront(): Promise<Finding> {
  const client = new CloudFrontClient({ region: "us-east-1" });
  const { DistributionList } = await client.send(new ListDistributionsCommand({ MaxItems: 1 }));
  if ((DistributionList?.Quantity ?? 0) > 0) return ok("This account has a distribution.");
  return unknown(
    "A new account may have to be verified before its first distribution: ask AWS Support for it (Account and billing, Other account issues).",
  );
}
