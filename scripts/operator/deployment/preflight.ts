/**
 * `npm run preflight -- -c env=prod [-c customers=100000] [--accept "<check>: the reason"]`: checks what a deployment
 * needs, for so many customers too, and says what to do. Changes nothing.
 */
import { CloudFrontClient, ListDistributionsCommand } from "@aws-sdk/client-cloudfront";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { mistakesIn } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { type CapacityLimit, capacityLimits, customersAt, limitsMetBy, neededBy } from "#infra/limits.ts";
import { allFunctions } from "#infra/settings/functions.ts";
import { newProgram } from "#scripts/program.ts";
import { CommandRefused } from "../command.ts";
import { readEnvironment } from "../context.ts";
import { runCommand } from "../run-command.ts";
import { accept } from "./accept.ts";
import { alarmChecks } from "./alarm-checks.ts";
import { type Check, type Finding, fix, type NamedFinding, ok, runChecks, unknown } from "./check.ts";
import { deployedResources } from "./deployed.ts";
import { domainChecks } from "./domain-checks.ts";
import { edgeCheck } from "./edge-check.ts";
import { mailChecks } from "./mail-checks.ts";
import { providerChecks } from "./provider-checks.ts";
import { retainedChecks } from "./retained-checks.ts";
import { userPoolChecks } from "./user-pool-checks.ts";

const signs = {
  ok: "ok      ",
  fix: "FIX     ",
  warning: "warning ",
  unknown: "unknown ",
  accepted: "accepted",
} as const;

/** Prints a line for each check. Returns true if nothing needs to be fixed, or the operator accepts it. */
export async function preflight(args: readonly string[], env = process.env): Promise<boolean> {
  const program = newProgram(
    "preflight",
    "Checks what a deployment needs, and says what to do. Changes nothing.",
  ).option("--accept <text>", 'go on although a check asks for a fix: "<check>: the reason"');
  const { accept: text, json = false, ...options } = readEnvironment<{ accept: string }>(program, args);
  const { findings, refusal } = accept(await findingsOf(options, env), text);
  print(findings, json);
  if (refusal !== undefined) throw new CommandRefused(refusal);
  return findings.every(({ status }) => status !== "fix");
}

interface PreflightOptions {
  environment: Environment;
  customers?: number;
}

async function findingsOf({ environment, customers }: PreflightOptions, env: NodeJS.ProcessEnv) {
  const settings = mistakesIn(environment).map((sentence) => ({ title: "Setting", ...fix(sentence) }));
  const [aws, providers] = await Promise.all([
    runAwsChecks(environment),
    runChecks(providerChecks(environment, env)),
  ]);
  const findings: NamedFinding[] = [...settings, ...aws, ...providers];
  if (customers !== undefined) {
    const title = `Limits for ${customers.toLocaleString("en")} customers`;
    findings.push({ title, ...checkLimits(environment, customers) });
  }
  return findings;
}

function print(findings: readonly NamedFinding[], json: boolean): void {
  if (json) console.log(JSON.stringify({ findings }, null, 2));
  else
    for (const { status, title, sentence, reason } of findings)
      console.log(`${signs[status]}  ${title}: ${sentence}${reason ? ` Accepted: ${reason}` : ""}`);
}

/** Runs AWS's other checks only in the right account: otherwise one finding is enough. */
async function runAwsChecks(environment: Environment) {
  const account = await runChecks([{ title: "AWS account", run: () => checkAccount(environment) }]);
  const isReached = account.every(({ status }) => status === "ok");
  return isReached ? [...account, ...(await runChecks(awsChecks(environment)))] : account;
}

/** Concurrency that Lambda keeps unreserved. */
const unreserved = 100;
/** Below this a burst of visitors is throttled. A new account may have 10. */
const leastConcurrency = 100;

function awsChecks(environment: Environment): Check[] {
  const deployed = deployedResources(environment);
  return [
    { title: "Lambda quota", run: () => checkLambda(environment) },
    { title: "CloudFront", run: checkCloudFront },
    edgeCheck(environment),
    ...mailChecks(environment, deployed),
    ...domainChecks(environment, deployed),
    ...userPoolChecks(environment, deployed),
    ...retainedChecks(environment, deployed),
    ...alarmChecks(environment),
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

/** Compares the limits with so many customers. Reads only the settings. */
function checkLimits(environment: Environment, customers: number): Finding {
  const [first, ...others] = limitsMetBy(customers, environment);
  if (!first) {
    const next = limitsMetBy(Number.POSITIVE_INFINITY, environment)[0] ?? capacityLimits(environment)[0];
    return ok(next ? `None is met. ${sentenceOn(next, customers)}` : "None is met.");
  }
  const rest = others.map(({ name }) => name).join(", ");
  return fix(
    `${sentenceOn(first, customers)} ${first.isSetting ? "Raise it in infra/config.ts." : "Ask for more."}${rest && ` Then ${rest} (docs/cost.md).`}`,
  );
}

const sentenceOn = (limit: CapacityLimit, customers: number): string =>
  `The first one is ${limit.name}: ${limit.most.toLocaleString("en")} ${limit.unit}, ${rounded(neededBy(customers, limit))} are needed; it is met at ${customersAt(limit).toLocaleString("en")} customers.`;

/** Two significant digits. */
export function rounded(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 2 });
}

if (import.meta.main) await runCommand(preflight);
