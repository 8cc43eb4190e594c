/** The order in which a seed tries the experiments, for a number of steps or minutes. */
import fc from "fast-check";
import { createExperiments, type Experiment } from "./experiments.ts";
import { type Kind, kinds, type Outcome } from "./outcome.ts";
import { type Operation, operations } from "./scenarios.ts";
import type { World } from "./world.ts";

export interface Settings {
  seed: number;
  /** Experiments. */
  steps?: number;
  minutes?: number;
  /** Parts of names; empty for all. */
  only: readonly string[];
}

const shuffled = <T>(all: readonly T[], seed: number): T[] => {
  const everyOne = fc.shuffledSubarray([...all], { minLength: all.length });
  return fc.sample(everyOne, { seed, numRuns: 1 })[0] ?? [];
};

/** One of each group, then the next one of each. */
function interleaved<T extends { group?: string }>(all: readonly T[]): T[] {
  const counts = new Map<string | undefined, number>();
  const ranked = all.map((each) => {
    const rank = counts.get(each.group) ?? 0;
    counts.set(each.group, rank + 1);
    return { each, rank };
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ each }) => each);
}

export async function runCampaign(
  world: World,
  { seed, steps = Number.POSITIVE_INFINITY, minutes = Number.POSITIVE_INFINITY, only }: Settings,
): Promise<Outcome> {
  const { builders, isRecorded, attempt } = await createExperiments(world);
  const until = performance.now() + minutes * 60_000;
  const outcome: Outcome = { counts: {}, failures: [] };
  const lists = new Map<string, Experiment[]>();
  let tried = 0;

  const isWanted = ({ name }: Experiment): boolean =>
    only.length === 0 || only.some((each) => name.includes(each));
  /** The filter may be a part of an operation's name, or of an experiment's, which contains its operation's. */
  const mayHold = ({ name }: Operation): boolean =>
    only.length === 0 || only.some((each) => each.includes(name) || name.includes(withoutKind(each)));
  const isKindWanted = (kind: Kind): boolean =>
    only.length === 0 || only.some((each) => each.startsWith(kind) || each === withoutKind(each));

  async function tryOne(kind: Kind, operation: Operation, experiment: Experiment): Promise<void> {
    const problems = await attempt(experiment);
    tried += 1;
    outcome.counts[operation.name] ??= {};
    const counts = outcome.counts[operation.name] ?? {};
    const [all, failed] = counts[kind] ?? [0, 0];
    counts[kind] = [all + 1, failed + Number(problems.length > 0)];
    if (problems.length > 0) {
      outcome.failures.push({ name: experiment.name, seed, problems });
      // Half an hour is long to wait for the first word of it.
      process.stderr.write(`FAILED  ${experiment.name}\n${problems.join("\n")}\n`);
    }
  }

  /** The next experiment of that kind with that operation. */
  function next(kind: Kind, operation: Operation): Experiment | undefined {
    const key = `${kind} ${operation.name}`;
    const list =
      lists.get(key) ?? interleaved(shuffled(builders[kind](operation).filter(isWanted), seed + lists.size));
    lists.set(key, list);
    return list.shift();
  }

  /** The first of the kinds of which anything is left. A fault or a kill is at a call that the clean run made. */
  async function tryAny(operation: Operation, inTurn: readonly Kind[]): Promise<boolean> {
    for (const kind of inTurn) {
      if (isBreaking(kind) && !isRecorded(operation))
        for (const recording of builders.clean(operation)) await tryOne("clean", operation, recording);
      const experiment = next(kind, operation);
      if (experiment) {
        await tryOne(kind, operation, experiment);
        return true;
      }
    }
    return false;
  }

  // One operation of each scenario, then the next one of each.
  const queue = interleaved(shuffled(operations.filter(mayHold), seed));
  const wanted = kinds.filter(isKindWanted);
  for (let pass = 0, isAnyLeft = true; isAnyLeft; pass += 1) {
    isAnyLeft = false;
    for (const [place, operation] of queue.entries()) {
      if (tried >= steps || performance.now() > until) return outcome;
      // At first, three of four run alone: faults and kills are at the calls of a clean run.
      const turn = pass > 0 ? place + pass : place % 4 === 0 ? place / 4 : 0;
      const first = turn % wanted.length;
      const inTurn = [...wanted.slice(first), ...wanted.slice(0, first)];
      if (await tryAny(operation, inTurn)) isAnyLeft = true;
    }
  }
  return outcome;
}

const isBreaking = (kind: Kind): boolean => kind === "fault" || kind === "kill";
const withoutKind = (name: string): string => name.replace(new RegExp(`^(?:${kinds.join("|")})\\b ?`), "");
