import { scheduledFunctions } from "#infra/settings/functions.ts";
import type { Scope } from "../scope.ts";
import type { LambdaHost } from "./lambda-host.ts";

type ScheduledName = keyof typeof scheduledFunctions;
const isScheduled = (name: string): name is ScheduledName => name in scheduledFunctions;

/** Runs the scheduled functions: as often as deployed, or every `seconds`; with 0, and the canary, a visitor more, only when asked. */
export function startSchedules(lambda: LambdaHost, seconds: number | undefined, scope: Scope) {
  const run = (name: ScheduledName): Promise<unknown> =>
    lambda.invoke(name, { source: "aws.scheduler", time: new Date().toISOString() });
  const onTheClock = Object.entries(scheduledFunctions).filter(
    ([name]) => seconds !== 0 && name !== "canary",
  );
  for (const [name, { everyMinutes }] of onTheClock)
    scope.every((seconds ?? everyMinutes * 60) * 1000, () => isScheduled(name) && run(name));
  return {
    /** Now; undefined when there is none of that name. */
    run: async (name: string) => (isScheduled(name) ? { result: await run(name) } : undefined),
  };
}
export type Schedules = ReturnType<typeof startSchedules>;
