/** The order in which a seed tries the experiments, until the time is over. */
import fc from "fast-check";
import { createExperiments, type Experiment } from "./experiments.ts";
import { type Kind, kinds, type Outcome } from "./outcome.ts";
import { type Operation, operations } from "./scenarios.ts";
import type { World } from "./world.ts";

export interface Settings {
  seed: number;
  minutes: number;
  /** Parts of names; empty for all. */
  only: readonly string[];
}

/** Customers who were there before are as many rows, events and invoices to look through. */
const experimentsPerWorld = 40;

const shuffled = <T>(all: readonly T[], seed: number): T[] => {
  const everyOne = fc.shuffledSubarray([...all], { minLength: all.length });
  return fc.sample(everyOne, { seed, numRuns: 1 })[0] ?? [];
};

/** One of each group, then the next one of each. */
function interleaved(all: readonly Experiment[]): Experiment[] {
  const counts = new Map<string | undefined, number>();
  const ranked = all.map((each) => {
    const rank = counts.get(each.group) ?? 0;
    counts.set(each.group, rank + 1);
    return { each, rank };
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ each }) => each);
}

export async function runCampaign(world: World, { seed, minutes, only }: Settings): Promise<Outcome> {
  const { builders, isRecorded, renew, attempt } = createExperiments(world);
  const until = performance.now() + minutes * 60_000;
  const outcome: Outcome = { counts: {}, failures: [] };
  const lists = new Map<string, Experiment[]>();
  let done = 0;

  const isWanted = ({ name }: Experiment): boolean =>
    only.length === 0 || only.some((each) => name.includes(each));
  /** The filter may be a part of an operation's name, or of an experiment's, which contains its operation's. */
  const mayHold = ({ name }: Operation): boolean =>
    only.length === 0 || only.some((each) => each.includes(name) || name.includes(withoutKind(each)));
  const isKindWanted = (kind: Kind): boolean =>
    only.length === 0 || only.some((each) => each.startsWith(kind) || each === withoutKind(each));

  async function tryOne(kind: Kind, operation: Operation, experiment: Experiment): Promise<void> {
    if (done % experimentsPerWorld === 0) await renew();
    const problems = await attempt(experiment);
    outcome.counts[operation.name] ??= {};
    const counts = outcome.counts[operation.name] ?? {};
    const [tried, failed] = counts[kind] ?? [0, 0];
    counts[kind] = [tried + 1, failed + Number(problems.length > 0)];
    if (problems.length > 0) {
      outcome.failures.push({ name: experiment.name, seed, problems });
      // Half an hour is long to wait for the first word of it.
      process.stderr.write(`FAILED  ${experiment.name}\n${problems.join("\n")}\n`);
    }
    // A failed experiment must not fail the next one.
    done = problems.length > 0 ? 0 : done + 1;
  }

  /** The next experiment of that kind, with the operation that waited longest. */
  function next(kind: Kind, queue: Operation[]): [Operation, Experiment] | undefined {
    for (let tries = queue.length; tries > 0; tries -= 1) {
      const operation = queue.shift();
      if (!operation) return undefined;
      queue.push(operation);
      // Its turn comes when its calls are known.
      if (isBreaking(kind) && !isRecorded(operation)) continue;
      const key = `${kind} ${operation.name}`;
      const list =
        lists.get(key) ??
        interleaved(shuffled(builders[kind](operation).filter(isWanted), seed + lists.size));
      lists.set(key, list);
      const experiment = list.shift();
      if (experiment) return [operation, experiment];
    }
    return undefined;
  }

  const wanted = operations.filter(mayHold);
  const queues = new Map(kinds.map((kind, index) => [kind, shuffled(wanted, seed + index)]));
  for (let isAnyLeft = true; isAnyLeft; ) {
    isAnyLeft = false;
    for (const kind of kinds.filter(isKindWanted)) {
      const queue = queues.get(kind) ?? [];
      // A fault or a kill is at a call that the clean run made.
      const [first] = queue;
      const [recording] = first && !isRecorded(first) && isBreaking(kind) ? builders.clean(first) : [];
      const found = first && recording ? ([first, recording] as const) : next(kind, queue);
      if (!found) continue;
      if (performance.now() > until) return outcome;
      isAnyLeft = true;
      await tryOne(recording ? "clean" : kind, ...found);
    }
  }
  return outcome;
}

const isBreaking = (kind: Kind): boolean => kind === "fault" || kind === "kill";
const withoutKind = (name: string): string => name.replace(new RegExp(`^(?:${kinds.join("|")})\\b ?`), "");
