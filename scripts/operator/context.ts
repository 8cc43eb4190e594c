/** `-c env=prod`, as the CDK CLI takes it: the environment that a command works on. */
import { InvalidArgumentError, Option } from "commander";

const examples = { env: "prod", customers: "100000" } as const;
type ContextKey = keyof typeof examples;
export type Context = Partial<Record<ContextKey, string>>;

/** Takes the given keys, one each time it is written. */
export const contextOption = (description: string, taken: readonly ContextKey[]): Option =>
  new Option("-c, --context <key=value>", description).argParser((text: string, before: Context = {}) => {
    const [written = "", ...value] = text.split("=");
    const key = taken.find((each) => each === written);
    if (key !== undefined && value.length > 0) return { ...before, [key]: value.join("=") };
    throw new InvalidArgumentError(
      `Write ${taken.map((each) => `-c ${each}=${examples[each]}`).join(" or ")}.`,
    );
  });
