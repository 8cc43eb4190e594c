/**
 * `npm run preflight -- -c env=prod [-c customers=100000]`: checks what a deployment needs, for so many customers too, and says what to
 * do. Changes nothing.
 */
import { mistakesIn } from "#infra/config.ts";
import type { Environment } from "#infra/environment.ts";
import { newProgram } from "#scripts/program.ts";
import { accountCheck, awsChecks } from "./aws-checks.ts";
import { capacityCheck } from "./capacity-check.ts";
import { fix, runChecks } from "./check.ts";
import { readEnvironment, runScript } from "./environment.ts";
import { providerChecks } from "./provider-checks.ts";

const signs = { ok: "ok     ", fix: "FIX    ", unknown: "unknown" } as const;

/** Prints a line for each check. Returns true if nothing needs to be fixed. */
export async function preflight(args: readonly string[], env = process.env): Promise<boolean> {
  const program = newProgram(
    "preflight",
    "Checks what a deployment needs, and says what to do. Changes nothing.",
  );
  const { environment, json, customers } = readEnvironment(program, args);
  const settings = mistakesIn(environment).map((sentence) => ({ title: "Setting", ...fix(sentence) }));
  const [aws, providers] = await Promise.all([
    runAwsChecks(environment),
    runChecks(providerChecks(environment, env)),
  ]);
  const capacity = customers === undefined ? [] : [capacityCheck(environment, customers)];
  const findings = [...settings, ...aws, ...providers, ...(await runChecks(capacity))];
  if (json) console.log(JSON.stringify({ findings }, null, 2));
  else
    for (const { status, title, sentence } of findings)
      console.log(`${signs[status]}  ${title}: ${sentence}`);
  return findings.every(({ status }) => status !== "fix");
}

/** Only of the right account, and once it answers: one sentence is enough otherwise. */
async function runAwsChecks(environment: Environment) {
  const account = await runChecks([accountCheck(environment)]);
  const isReached = account.every(({ status }) => status === "ok");
  return isReached ? [...account, ...(await runChecks(awsChecks(environment)))] : account;
}

if (import.meta.main) await runScript(preflight);
