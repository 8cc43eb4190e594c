/** Checks the limits of the settings and of other services for a number of customers. It reads only the settings. */
import type { Environment } from "#infra/environment.ts";
import { type CapacityLimit, capacityLimits, customersAt, limitsMetBy, neededBy } from "#infra/limits.ts";
import { type Check, type Finding, fix, ok } from "./check.ts";

export const capacityCheck = (environment: Environment, customers: number): Check => ({
  title: `Limits for ${customers.toLocaleString("en")} customers`,
  run: async () => checkLimits(environment, customers),
});

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

/** Two digits that count. */
export function rounded(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 2 });
}
