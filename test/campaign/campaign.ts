/** Which experiments there are, in which order a seed tries them, and what came of them. */
import { setTimeout as sleep } from "node:timers/promises";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import type { ServiceName } from "#scripts/local/emulators/emulator.ts";
import type { FaultRequest } from "#scripts/local/faults.ts";
import { life } from "#test/functions/support/kill.ts";
import { oddRequests } from "./corpus.ts";
import { type Bystander, violations, watch } from "./invariants.ts";
import { type Kind, kinds, type Outcome } from "./outcome.ts";
import { patience } from "./patience.ts";
import { requestsOf } from "./requests.ts";
import { type Operation, operations } from "./scenarios.ts";
import { arrange } from "./states.ts";
import { tokenKinds } from "./tokens.ts";
import type { Answer, Call, Customer, World } from "./world.ts";

interface Experiment {
  /** Says all of it: the same name is the same experiment. */
  name: string;
  /** Comes sooner than others of its operation; 1 if left out. */
  weight?: number;
  /** Returns what was found wrong. */
  run(): Promise<string[]>;
}

export interface Settings {
  seed: number;
  minutes: number;
  /** Parts of names; empty for all. */
  only: readonly string[];
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const shuffled = <T extends object>(all: readonly T[], random: () => number): T[] =>
  all
    .map((each) => [random() * ("weight" in each ? Number(each.weight) : 1), each] as const)
    .sort(([one], [other]) => one - other)
    .map(([, each]) => each);

/** How a service can fail at one call. */
const faults: Readonly<Record<string, Partial<FaultRequest>>> = {
  "refused once": { status: 429 },
  refused: { status: 429, times: 1000 },
  "failed once": { status: 500 },
  failed: { status: 500, times: 1000 },
  "failed after the work": { status: 500, after: true },
  "dropped once": { status: 0 },
  dropped: { status: 0, times: 1000 },
  "dropped after the work": { status: 0, after: true },
  hanging: { status: 0, delayMs: 1500, times: 1000 },
};

interface Point {
  service: ServiceName;
  operation: string;
  /** So many calls of that operation come before. */
  skip: number;
}

/** Pauses before the second of two, in milliseconds, and what Stripe takes for each call. */
const pauses = [0, 10, 30, 80];
const latencies = [0, 40];
/** Customers who were there before are as many rows, events and invoices to look through. */
const experimentsPerWorld = 40;

export async function runCampaign(world: World, { seed, minutes, only }: Settings): Promise<Outcome> {
  const random = randomOf(seed);
  const until = performance.now() + minutes * 60_000;
  const outcome: Outcome = { counts: {}, failures: [] };
  const recorded = new Map<Operation, Point[]>();
  const lists = new Map<string, Experiment[]>();
  let bystander: Bystander | undefined;
  let done = 0;

  /** Every service answers again, at once. */
  function mend(): void {
    world.portal.faults.clear();
    world.emulator.latencyMs = 0;
    world.isFaulty = false;
    life.left = Number.POSITIVE_INFINITY;
    patience.share = 1;
  }

  /** A customer comes to where the operation can be called, `work` is done, everything settles: what is wrong now? */
  async function examine(
    { state }: Pick<Operation, "state">,
    work: (customer: Customer) => Promise<(() => Promise<string[]>) | undefined>,
    mayRepeatMail = false,
  ): Promise<string[]> {
    const customer = await arrange(world, state);
    const check = await work(customer);
    mend();
    await world.settle();
    const broken = (await check?.()) ?? [];
    if (!bystander) throw new Error("Nobody watches");
    return [...broken, ...(await violations(world, customer, { mayRepeatMail, bystander }))];
  }

  const promiseOf =
    ({ scenario }: Operation, customer: Customer, answer: Answer) =>
    async (): Promise<string[]> => {
      if (!scenario || answer.status !== 200) return [];
      const record = await world.recordOf(customer);
      const { result = {} } = answer.json as { result?: Record<string, unknown> };
      const holds = await scenario.holds({ world, customer, record, answer, result });
      return holds ? [] : [`answered 200 and does not hold: ${answer.text.slice(0, 200)}`];
    };

  function clean(operation: Operation): Experiment[] {
    const run = () =>
      examine(operation, async (customer) => {
        world.portal.requests.clear();
        const answer = await operation.perform(world, customer);
        const counts = new Map<string, number>();
        const calls = world.portal.requests.list().toReversed();
        const points = calls.map(({ service, operation: name }) => {
          const skip = counts.get(`${service} ${name}`) ?? 0;
          counts.set(`${service} ${name}`, skip + 1);
          return { service: service as ServiceName, operation: name, skip };
        });
        recorded.set(
          operation,
          points.filter(({ operation: name }) => name !== "InitiateAuth"),
        );
        if (answer.status >= 400) return async () => [`was answered ${answer.status} ${answer.text}`];
        return promiseOf(operation, customer, answer);
      });
    return [{ name: `clean ${operation.name}`, run }];
  }

  function token(operation: Operation): Experiment[] {
    const { endpoint } = operation;
    if (endpoint === undefined) return [];
    return tokenKinds(endpoint).map(({ name, try: attempt }) => ({
      name: `token ${operation.name} ${name}`,
      run: async () => attempt(world, await arrange(world, operation.state), operation),
    }));
  }

  function corpus(operation: Operation): Experiment[] {
    const { endpoint, scenario, state } = operation;
    if (endpoint === undefined || scenario?.from[0] !== state) return [];
    const nobody = world.newCustomer();
    const named = { ...nobody, customerId: "", accessToken: "", requestId: "", unsubscribeToken: "" };
    const which = /\/(\S+)/.exec(operation.name)?.[1];
    const requestFor = (requester: Parameters<typeof requestsOf>[0]): Call =>
      requestsOf(requester)[endpoint].find(
        (each) => which === undefined || Object.values(Object(Object(each).body)).includes(which),
      ) as Call;
    const parameters = new Set([...oddRequests(requestFor(named))].map(({ parameter }) => parameter));
    const run = (wanted: string) =>
      examine(operation, async (first) => {
        let customer = first;
        const [count] = [
          [...oddRequests(requestFor(named))].filter(({ parameter }) => parameter === wanted).length,
        ];
        for (let index = 0; index < count; index += 1) {
          world.portal.become("reconcile");
          const request = requestFor({
            ...customer,
            customerId: (await world.recordOf(customer))?.customerId ?? "",
            accessToken: customer.tokens?.access ?? "",
            requestId: customer.verification,
            unsubscribeToken: await unsubscribeToken(customer.sub),
          });
          const odd = [...oddRequests(request)].filter(({ parameter }) => parameter === wanted)[index];
          if (!odd) continue;
          const before = world.complaints.length;
          const { status } = await world.send(endpoint, odd.request as Call, customer);
          if (world.complaints.length > before) world.complaints.push(`... when ${odd.what}`);
          // What was taken changed the customer, and what was counted would refuse the next one early.
          if (status !== 400) customer = await arrange(world, state);
        }
        return undefined;
      });
    return [...parameters].map((each) => ({
      name: `corpus ${operation.name} ${each}`,
      run: () => run(each),
    }));
  }

  function race(operation: Operation): Experiment[] {
    if (operation.isRead) return [];
    const others = operations.filter(({ state, isRead }) => state === operation.state && !isRead);
    return others.flatMap((other) =>
      pauses.flatMap((pause) =>
        latencies.map((latency) => ({
          name: `race ${operation.name} and ${other.name} ${pause} ms later with Stripe at ${latency} ms`,
          run: () =>
            examine(operation, async (customer) => {
              world.emulator.latencyMs = latency;
              const later = async (milliseconds: number, work: () => Promise<unknown>) => {
                await sleep(milliseconds);
                await work();
              };
              await Promise.all([
                operation.perform(world, customer),
                later(pause, () => other.perform(world, customer)),
                later(2 * pause, () => world.deliverEvents(true)),
              ]);
              return undefined;
            }),
        })),
      ),
    );
  }

  /** Left alone, or asked once more as people do: the same must come of it. */
  const afterwards = (operation: Operation, then: string, customer: Customer) => async () => {
    mend();
    if (then !== "asked again" || !operation.endpoint) return [];
    const answer = await operation.perform(world, customer);
    await world.settle();
    return promiseOf(operation, customer, answer)();
  };

  function fault(operation: Operation): Experiment[] {
    return (recorded.get(operation) ?? []).flatMap((point) =>
      Object.entries(faults).flatMap(([what, how]) =>
        ["left alone", "asked again"].map((then) => ({
          name: `fault ${operation.name}: ${point.service} ${point.operation} #${point.skip + 1} ${what} and ${then}`,
          // Most calls are the table's.
          weight: point.service === "dynamodb" ? 1 : 3,
          run: () =>
            examine(
              operation,
              async (customer) => {
                world.isFaulty = true;
                world.portal.faults.add({ ...point, ...how });
                patience.share = what === "hanging" ? 0.1 : 1;
                await operation.perform(world, customer);
                const found = await afterwards(operation, then, customer)();
                return async () => found;
              },
              // Of a mail that SES took and nobody wrote down.
              point.service === "ses" || point.service === "dynamodb",
            ),
        })),
      ),
    );
  }

  function kill(operation: Operation): Experiment[] {
    const calls = recorded.get(operation)?.length ?? 0;
    return Array.from({ length: calls }, (_, index) => index + 1).flatMap((after) =>
      ["left alone", "asked again"].map((then) => ({
        name: `kill ${operation.name} after call ${after} and ${then}`,
        run: () =>
          examine(
            operation,
            async (customer) => {
              const call = operation.scenario && (await operation.scenario.call(customer, world));
              world.isFaulty = true;
              const token = customer.tokens && (await world.tokensOf(customer)).id;
              life.left = after;
              if (operation.endpoint && call) await world.send(operation.endpoint, call, customer, token);
              else await operation.perform(world, customer);
              const found = await afterwards(operation, then, customer)();
              return async () => found;
            },
            true,
          ),
      })),
    );
  }

  const builders: Record<Kind, (operation: Operation) => Experiment[]> = {
    clean,
    token,
    corpus,
    race,
    fault,
    kill,
  };
  const isWanted = (name: string): boolean => only.length === 0 || only.some((each) => name.includes(each));
  /** A name that is asked for may be an experiment's, which has its operation's in it. */
  const mayHold = ({ name }: Operation): boolean =>
    only.length === 0 ||
    only.some((each) => name.includes(each) || each.includes(name)) ||
    only.some((each) => kinds.some((kind) => kind === each));

  async function attempt(kind: Kind, operation: Operation, { name, run }: Experiment): Promise<void> {
    if (done % experimentsPerWorld === 0) await renew();
    done += 1;
    world.complaints.length = 0;
    world.portal.logged.length = 0;
    const thrown = (error: unknown) => [`threw ${error instanceof Error ? error.stack : error}`];
    const found = [...new Set([...(await run().catch(thrown)), ...world.complaints])];
    mend();
    outcome.counts[operation.name] ??= {};
    const counts = outcome.counts[operation.name] ?? {};
    const [tried, failed] = counts[kind] ?? [0, 0];
    counts[kind] = [tried + 1, failed + Number(found.length > 0)];
    if (found.length > 0) outcome.failures.push({ name, seed, problems: found });
    if (found.length > 0) done = 0;
  }

  async function renew(): Promise<void> {
    await world.begin();
    bystander = await watch(world, await arrange(world, "card"));
  }

  /** The next experiment of that kind, of the operation that waited longest. */
  function next(kind: Kind, queue: Operation[]): [Kind, Operation, Experiment] | undefined {
    for (let tries = queue.length; tries > 0; tries -= 1) {
      const operation = queue.shift();
      if (!operation) return undefined;
      const needsCalls = kind === "fault" || kind === "kill";
      const [recording] = clean(operation);
      if (needsCalls && recording && !recorded.has(operation)) {
        queue.unshift(operation);
        recorded.set(operation, []);
        return ["clean", operation, recording];
      }
      queue.push(operation);
      const key = `${kind} ${operation.name}`;
      const list =
        lists.get(key) ??
        shuffled(
          builders[kind](operation).filter(({ name }) => isWanted(name)),
          random,
        );
      lists.set(key, list);
      const experiment = list.pop();
      if (experiment) return [kind, operation, experiment];
    }
    return undefined;
  }

  const wanted = operations.filter(mayHold);
  const queues = new Map(kinds.map((kind) => [kind, shuffled(wanted, random)]));
  const isKindWanted = (kind: Kind): boolean =>
    !only.some((each) => kinds.some((other) => each.startsWith(other) && other !== kind));
  for (let isAnyLeft = true; isAnyLeft; ) {
    isAnyLeft = false;
    for (const kind of kinds.filter(isKindWanted)) {
      if (performance.now() > until) return outcome;
      const found = next(kind, queues.get(kind) ?? []);
      if (!found) continue;
      isAnyLeft = true;
      await attempt(...found);
    }
  }
  return outcome;
}
