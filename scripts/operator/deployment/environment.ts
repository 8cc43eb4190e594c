import { parseArgs } from "node:util";
import { type Environment, settingsOf } from "../../../infra/config.ts";

/** Of `-c env=prod`, as the CDK CLI takes it. The settings may be incomplete. Throws `SettingsError` for an unknown name. */
export function chosenEnvironment(args: readonly string[]): {
  environment: Environment;
  outputs: string | undefined;
} {
  const { values } = parseArgs({
    args: [...args],
    options: { context: { type: "string", short: "c", multiple: true }, outputs: { type: "string" } },
  });
  const named = values.context?.find((each) => each.startsWith("env="));
  return { environment: settingsOf(named?.slice("env=".length)), outputs: values.outputs };
}
