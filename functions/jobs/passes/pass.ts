/**
 * Passes: a job's look at everything, in parts. A run continues where the last one ended, holds one part in
 * memory, and ends within its time. docs/architecture.md, "Passes".
 */
import pMap from "p-map";
import { ignoreErased } from "#functions/platform/table.ts";
import { log } from "#functions/runtime/log.ts";
import { measureSeconds } from "#functions/runtime/metrics.ts";
import { runAndLogFailure } from "#functions/runtime/run-and-log-failure.ts";
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

/** Cursor of the next part, and the counts so far. Without a cursor, the pass is complete. */
export type NextPart = Pick<Pass, "cursor" | "counts">;

interface PassSettings {
  name: PassName;
  /** The metric of the seconds since the last complete pass began. */
  age: "AccountsAge" | "ExpiringCardsAge" | "UndeliveredEventsAge";
  /** A pass begins once in each period, after the last one has ended. */
  period: string;
  /** Time of one run. A part that has begun is completed. */
  timeMs: number;
  /** Does one part. It is repeated if it throws, or if the run ends before its progress is saved. */
  part(pass: Pass): Promise<NextPart>;
  /** Runs before the pass counts as complete. */
  end?(pass: Pass): Promise<unknown>;
}

export interface PassRun {
  /** Parts of this run. */
  parts: number;
  counts: Pass["counts"];
  isComplete: boolean;
}

/** Does the due parts, within the time of one run. */
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

const concurrency = 4;

/**
 * Does the work for each object of a page, several at once. A failure is logged and counted, and delays no
 * other object.
 */
export const processPage = <T extends { id: string }>(
  page: readonly T[],
  work: (each: T) => Promise<unknown>,
  failure: string,
): Promise<boolean[]> =>
  pMap(page, (each) => runAndLogFailure(failure, () => ignoreErased(() => work(each)), { row: each.id }), {
    concurrency,
  });
