/** A look at everything, in parts: each part once, however a run ends. */
import { beforeEach, expect, test } from "vitest";
import { type NextPart, type Pass, runPass } from "#functions/jobs/passes/pass.ts";
import { withContext } from "#functions/runtime/context.ts";
import { minuteMs } from "#shared/durations.ts";
import { advance, startPortal } from "../support/portal.ts";

const portal = await startPortal();
beforeEach(() => portal.remove("PASSES", "expiring-cards"));

const all = ["a", "b", "c", "d"];

/** Parts are letters, each behind the one before. */
function newJob() {
  const done: string[] = [];
  async function part({ cursor, counts }: Pass): Promise<NextPart> {
    const letter = all[cursor === undefined ? 0 : all.indexOf(cursor) + 1] ?? "";
    done.push(letter);
    const isLast = letter === all.at(-1);
    return { cursor: isLast ? undefined : letter, counts: { letters: (counts.letters ?? 0) + 1 } };
  }
  const run = (timeMs = 60_000, changes: { period?: string; part?: typeof part } = {}) => {
    portal.become("reconcile");
    const settings = {
      name: "expiring-cards",
      age: "ExpiringCardsAge",
      period: "2026-11-30",
      timeMs,
      part,
      ...changes,
    } as const;
    return withContext({ kind: "job", requestId: "r" }, () => runPass(settings));
  };
  return { done, part, run };
}

test("a run without time for more does one part, and the next one goes on", async () => {
  const { done, run } = newJob();
  const runs = [await run(0), await run(0), await run()];
  expect(runs.map(({ isComplete, counts }) => [isComplete, counts.letters])).toEqual([
    [false, 1],
    [false, 2],
    [true, 4],
  ]);
  expect(done).toEqual(all);
});

test("a complete pass begins again in the next period", async () => {
  const { done, run } = newJob();
  await run();
  expect(await run()).toMatchObject({ parts: 0 });
  expect(await run(0, { period: "2026-12-01" })).toMatchObject({ counts: { letters: 1 } });
  expect(done).toEqual([...all, "a"]);
});

test("one that has not ended goes on in the next period, and does not begin again", async () => {
  const { done, run } = newJob();
  await run(0);
  await run(60_000, { period: "2026-12-01" });
  expect(done).toEqual(all);
});

test("a part that fails is done again by the next run, and those before it are not", async () => {
  const { done, part, run } = newJob();
  await run(0);
  const failing = async () => Promise.reject(new Error("Stripe is down"));
  await expect(run(60_000, { part: failing })).rejects.toThrow("Stripe is down");
  await run(60_000, { part });
  expect(done).toEqual(all);
});

test("of two runs at once one does the parts", async () => {
  const { done, run } = newJob();
  await Promise.all([run(), run()]);
  expect(done).toEqual(all);
});

test("a run that was killed blocks the others for as long as its lease", async () => {
  const { done, part, run } = newJob();
  const killed = async (pass: Pass) => {
    await part(pass);
    // The lease is not given back.
    portal.become("operator");
    return new Promise<never>(() => undefined);
  };
  void run(60_000, { part: killed });
  await expect.poll(() => done).toEqual(["a"]);
  expect(await run()).toMatchObject({ parts: 0 });
  advance(16 * minuteMs + 1);
  expect(await run()).toMatchObject({ isComplete: true });
  expect(done).toEqual(["a", ...all]);
});
