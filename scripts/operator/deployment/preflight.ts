/** `npm run preflight -- -c env=prod`: checks what a deployment needs and says what to do. Changes nothing. */
import { SettingsError } from "../../../infra/config.ts";
import { awsChecks } from "./aws-checks.ts";
import { runChecks } from "./check.ts";
import { chosenEnvironment } from "./environment.ts";
import { providerChecks } from "./provider-checks.ts";

const signs = { ok: "ok     ", fix: "FIX    ", unknown: "unknown" } as const;

/** Prints a line for each check. Returns true if nothing needs to be fixed. */
export async function preflight(args: readonly string[], env = process.env): Promise<boolean> {
  const { environment } = chosenEnvironment(args);
  const findings = await runChecks([...awsChecks(environment), ...providerChecks(environment, env)]);
  for (const { status, title, sentence } of findings) console.log(`${signs[status]}  ${title}: ${sentence}`);
  return findings.every(({ status }) => status !== "fix");
}

if (import.meta.main) {
  try {
    process.exitCode = (await preflight(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
