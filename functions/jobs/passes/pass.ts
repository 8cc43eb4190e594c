/**
 * A job's look at everything, in parts: a run goes on where the last one ended, holds one part in memory, and ends within its time.
 * docs/architecture.md, "Passes".
 */
import { log } from "#functions/runtime/log.ts";
import { measureSeconds } from "#functions/runtime/metrics.ts";
import {
  claimPass,
  endPass,
  type Pass,
  type PassName,
  readPass,
  releasePass,
  saveProgress,
} from "./pass-table.ts";

export type { Pass } from "./pass-table.ts";

/** The place of the next part, and the counts so far. Without a cursor the pass is complete. */
export type NextPart = Pick<Pass, "cursor" | "counts">;

interface PassSettings {
  name: PassName;
  /** Metric of the time since which everything was looked at. */
  age: "AccountsAge" | "ExpiringCardsAge" | "UndeliveredEventsAge";
  /** A pass begins once in each, and not before the last one has ended. */
  period: string;
  /** Of one run: a part that has begun is ended. */
  timeMs: number;
  /** Does one part. It is done again if the run ends before its progress is saved. Throws if the next run is to do it. */
  part(pass: Pass): Promise<NextPart>;
  /** Before the pass counts as complete. */
  end?(pass: Pass): Promise<unknown>;
}

export interface PassRun {
  /** Parts of this run. */
  parts: number;
  counts: Pass["counts"];
  isComplete: boolean;
}

/** Does the parts that are due, as far as the time of a run goes. */
export async function runPass(settings: PassSettings): Promise<PassRun> {
  const claimed = await claimPass(settings.name, settings.period);
  try {
    return claimed ? await doParts(claimed, settings) : { parts: 0, counts: {}, isComplete: false };
  } finally {
    await measureAge(settings);
  }
}

async function doParts(claimed: Pass, { part, end, timeMs, name }: PassSettings): Promise<PassRun> {
  const until = performance.now() + timeMs;
  let pass = claimed;
  try {
    for (let parts = 1; ; parts += 1) {
      pass = { ...pass, ...(await part(pass)) };
      const { counts } = pass;
      if (pass.cursor === undefined) {
        await end?.(pass);
        await endPass(pass);
        return { parts, counts, isComplete: true };
      }
      if (!(await saveProgress(pass))) throw new Error("Another run took the pass over.");
      if (performance.now() < until) continue;
      log("info", "pass goes on in the next run", { name, startedAt: pass.startedAt, ...counts });
      return { parts, counts, isComplete: false };
    }
  } finally {
    await releasePass(claimed);
  }
}

async function measureAge({ name, age }: PassSettings): Promise<void> {
  const pass = await readPass(name);
  if (pass) measureSeconds(age, (Date.now() - Date.parse(pass.completeSince ?? pass.startedAt)) / 1000);
}
