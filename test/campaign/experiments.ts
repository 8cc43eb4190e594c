/** Every experiment with an operation, by kind. Each has a customer of its own, and ends with the invariants. */
import { AsyncLocalStorage } from "node:async_hooks";
import { unsubscribeToken } from "#functions/mail/unsubscribe-links.ts";
import type { ServiceName } from "#scripts/local/emulators/emulator.ts";
import type { FaultRequest } from "#scripts/local/faults.ts";
import { hasEffect, keepWorld, life } from "#test/functions/support/kill.ts";
import { newPerson } from "#test/functions/support/people.ts";
import { oddRequests } from "./corpus.ts";
import { violations, watch } from "./invariants.ts";
import { losses, problemsOfLoss } from "./lost-rows.ts";
import type { Kind } from "./outcome.ts";
import { patience, patient } from "./patience.ts";
import { requestsOf } from "./requests.ts";
import { type Operation, operations } from "./scenarios.ts";
import { arrange, type StateName } from "./states.ts";
import { tokenKinds } from "./tokens.ts";
import type { Answer, Call, Customer, World } from "./world.ts";

export interface Experiment {
  /** Says all of it: the same name is the same experiment. */
  name: string;
  /** Of each group comes one, then the next one of each. */
  group?: string;
  /** Returns what was found wrong. */
  run(): Promise<string[]>;
}

/** A call that an operation makes to a service; so many of the same come before. */
interface Point {
  service: ServiceName;
  operation: string;
  skip: number;
}

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
/** The reactions of people to a failure. */
const reactions = ["left alone", "asked again"] as const;
/**
 * Where the first of two operations is when the second begins: after so many answers, or before so many effects. It may wait
 * there until the second has ended, or until the second is before an effect, which waits until the first has ended.
 */
interface Place {
  at: "onAnswer" | "beforeEffect";
  calls: number;
  waits: boolean;
  secondEffect?: number;
}
const places: readonly Place[] = [
  ...[0, 1, 2, 4, 8].map((calls): Place => ({ at: "onAnswer", calls, waits: false })),
  ...[1, 2, 4, 8].map((calls): Place => ({ at: "onAnswer", calls, waits: true })),
  ...[1, 2, 3, 4].map((calls): Place => ({ at: "beforeEffect", calls, waits: true })),
  ...[1, 2, 3].flatMap((calls) =>
    [1, 2].map((secondEffect): Place => ({ at: "beforeEffect", calls, waits: true, secondEffect })),
  ),
];
const nameOf = ({ at, calls, waits, secondEffect }: Place): string => {
  if (at === "onAnswer") return `after ${calls} calls${waits ? ", at which it waits" : ""}`;
  const meeting =
    secondEffect === undefined ? "" : `, until the other one waits before effect ${secondEffect}`;
  return `which waits before effect ${calls}${meeting}`;
};

/** A request that goes again is answered, unless a limit or another write is in the way. */
const refusalsOfSame = (answers: readonly Answer[]): string[] =>
  answers
    .filter(({ status }) => status >= 400 && status !== 409 && status !== 429)
    .map(({ status, text }) => `of the same request twice, one was answered ${status} ${text}`);

/** Looks for what is wrong once everything has settled. */
type Check = () => Promise<string[]>;

/** Everything gone but a bystander. */
async function beginWorld(world: World) {
  await world.begin();
  const somebody = await arrange(world, "card");
  // Completes the work that the way to that state has left.
  await world.settle();
  return { bystander: await watch(world, somebody), bringBack: await keepWorld(world.portal) };
}

export async function createExperiments(world: World) {
  const recorded = new Map<Operation, Point[]>();
  const { bystander, bringBack } = await beginWorld(world);
  const kept = new Map<StateName, { customer: Customer; bringBack: () => Promise<void> }>();

  /** Somebody in that state, in a world with nobody but the bystander. */
  async function arrive(state: StateName): Promise<Customer> {
    const known = kept.get(state);
    await (known ?? { bringBack }).bringBack();
    if (known) return structuredClone(known.customer);
    const customer = await arrange(world, state);
    // The reconciler's process remembers the events that it has seen: those still to come must be new each time.
    if (world.pendingEvents().length === 0)
      kept.set(state, { customer: structuredClone(customer), bringBack: await keepWorld(world.portal) });
    return customer;
  }

  /** Every service answers again, at once, and functions live on. */
  function mend(): void {
    world.portal.faults.clear();
    world.isFaulty = false;
    world.isErasing = false;
    life.callsLeft = Number.POSITIVE_INFINITY;
    life.onAnswer = async () => {};
    life.beforeEffect = async () => {};
    patience.share = patient;
  }

  /** A customer comes to where the operation can be called, `work` is done, everything settles: what is wrong now? */
  async function examine(
    { state }: Operation,
    work: (customer: Customer) => Promise<Check | undefined>,
    mayRepeatMail = false,
  ): Promise<string[]> {
    const customer = await arrive(state);
    const check = await work(customer);
    mend();
    await world.settle();
    const found = check ? await check() : [];
    return [...found, ...(await violations(world, customer, { mayRepeatMail, bystander }))];
  }

  const promiseOf =
    ({ scenario }: Operation, customer: Customer, answer: Answer): Check =>
    async () => {
      if (!scenario || answer.status !== 200) return [];
      const profile = await world.profileOf(customer);
      const { result = {} } = answer.json as { result?: Record<string, unknown> };
      const holds = await scenario.holds({ world, customer, profile, answer, result });
      return holds ? [] : [`answered 200 and does not hold: ${answer.text.slice(0, 200)}`];
    };

  function clean(operation: Operation): Experiment[] {
    const run = () => {
      // Also when it fails on the way.
      recorded.set(operation, []);
      return examine(operation, async (customer) => {
        const perform = await operation.prepare(world, customer);
        world.portal.requests.clear();
        const answer = await perform();
        const counts = new Map<string, number>();
        // Calls that go out at once come in any order.
        const points = world.portal.requests
          .list()
          .toSorted((one, other) =>
            `${one.service} ${one.operation}`.localeCompare(`${other.service} ${other.operation}`),
          );
        recorded.set(
          operation,
          points.map(({ service, operation: name }) => {
            const skip = counts.get(`${service} ${name}`) ?? 0;
            counts.set(`${service} ${name}`, skip + 1);
            return { service: service as ServiceName, operation: name, skip };
          }),
        );
        if (answer.status >= 400) return async () => [`was answered ${answer.status} ${answer.text}`];
        return promiseOf(operation, customer, answer);
      });
    };
    return [{ name: `clean ${operation.name}`, run }];
  }

  const token = (operation: Operation): Experiment[] =>
    tokenKinds(operation).map(({ name, attempt }) => ({
      name: `token ${operation.name} ${name}`,
      run: async () => attempt(world, await arrive(operation.state)),
    }));

  function corpus(operation: Operation): Experiment[] {
    const { endpoint, scenario, state, which } = operation;
    if (endpoint === undefined || scenario?.from[0] !== state) return [];
    const oddOnes = (requester: Requester) => {
      const all = requestsOf(requester)[endpoint] as readonly Call[];
      const request = all.find(({ body }) => Object.values(Object(body)).includes(which)) ?? all[0];
      return request ? [...oddRequests(request)] : [];
    };
    const oddOnesOf = async (customer: Customer) => {
      world.portal.become("announce");
      const { customerId = "" } = (await world.profileOf(customer)) ?? {};
      return oddOnes({
        ...customer,
        customerId,
        accessToken: customer.tokens?.access ?? "",
        requestId: customer.verification,
        unsubscribeToken: await unsubscribeToken(customer.sub),
      });
    };
    const run = (parameter: string) =>
      examine(operation, async (first) => {
        let customer = first;
        let all = await oddOnesOf(customer);
        for (let index = 0; index < all.length; index += 1) {
          const odd = all[index];
          if (odd?.parameter !== parameter) continue;
          const before = world.complaints.length;
          const { status } = await world.send(endpoint, odd.request as Call, customer);
          if (world.complaints.length > before) world.complaints.push(`when ${odd.what}`);
          if (status === 400) continue;
          // An accepted request changed the customer, and a counted one would refuse the next request early.
          customer = await arrange(world, state);
          all = await oddOnesOf(customer);
        }
        return undefined;
      });
    const parameters = oddOnes({ ...newPerson(), ...nobody }).map(({ parameter }) => parameter);
    return [...new Set(parameters)].map((each) => ({
      name: `corpus ${operation.name} ${each}`,
      run: () => run(each),
    }));
  }

  /** Calls of the first operation that run at once do not wait for themselves. */
  const isOfSecond = new AsyncLocalStorage<true>();

  function race(operation: Operation): Experiment[] {
    if (operation.isRead) return [];
    const others = operations.filter(({ state, isRead }) => state === operation.state && !isRead);
    /** It ends before it has made so many calls: to wait at a later one is the same experiment. */
    const ends = { onAnswer: Number.POSITIVE_INFINITY, beforeEffect: Number.POSITIVE_INFINITY };
    /** Without another one, the same request goes again, as after a double click or a lost answer. */
    async function run(other: Operation | undefined, { at, calls, waits, secondEffect }: Place) {
      if (calls > ends[at]) return [];
      return examine(operation, async (customer) => {
        const first = await operation.prepare(world, customer);
        const second = other ? await other.prepare(world, customer) : first;
        const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        let left = calls;
        life[at] = async () => {
          left -= 1;
          if (left !== 0) return;
          begun.resolve();
          if (waits) await released.promise;
        };
        const one = first();
        // It may make fewer calls.
        await Promise.race([calls > 0 ? begun.promise : undefined, one]);
        life[at] = async () => {};
        if (secondEffect !== undefined) {
          let before = secondEffect;
          life.beforeEffect = async () => {
            if (!isOfSecond.getStore()) return;
            before -= 1;
            if (before !== 0) return;
            released.resolve();
            await Promise.allSettled([one]);
          };
        }
        // An event that waits is not sent again before Stripe has given it up.
        const two = isOfSecond.run(true, second);
        const [answer] = await Promise.all([two, waits ? undefined : world.deliverEvents(true)]).finally(
          released.resolve,
        );
        const answers = [await one, answer];
        if (left > 0) ends[at] = Math.min(ends[at], calls);
        return other ? undefined : async () => refusalsOfSame(answers);
      });
    }
    return [undefined, ...others].flatMap((other) =>
      places.map((place) => ({
        name: `race ${operation.name} and ${other?.name ?? "itself"} ${nameOf(place)}`,
        group: other?.name ?? "itself",
        run: () => run(other, place),
      })),
    );
  }

  /** Something breaks while the operation runs; then it is left alone, or the same request goes again: the same must come of it. */
  const broken = (
    name: string,
    operation: Operation,
    { group, breakIt, mayRepeatMail }: { group: string; breakIt: () => void; mayRepeatMail: boolean },
  ): Experiment[] =>
    reactions.map((reaction) => ({
      name: `${name} and ${reaction}`,
      group,
      run: () =>
        examine(
          operation,
          async (customer) => {
            const perform = await operation.prepare(world, customer);
            world.isFaulty = true;
            breakIt();
            await perform();
            mend();
            if (reaction === "left alone" || !operation.endpoint) return undefined;
            const again = await perform();
            const check = promiseOf(operation, customer, again);
            return async () => [...refusalsOfSame([again]), ...(await check())];
          },
          mayRepeatMail,
        ),
    }));

  const fault = (operation: Operation): Experiment[] =>
    (recorded.get(operation) ?? []).flatMap((point) =>
      Object.entries(faults).flatMap(([what, how]) => {
        const { service, skip } = point;
        const name = `fault ${operation.name}: ${service} ${point.operation} #${skip + 1} ${what}`;
        const breakIt = () => {
          world.portal.faults.add({ ...point, ...how });
          patience.share = what === "hanging" ? 0.1 : patient;
        };
        // The table does not show that SES accepted the mail.
        const mayRepeatMail = service === "ses" || service === "dynamodb";
        return broken(name, operation, { group: service, breakIt, mayRepeatMail });
      }),
    );

  const kill = (operation: Operation): Experiment[] =>
    (recorded.get(operation) ?? [])
      .filter((point) => hasEffect(point.operation))
      .flatMap((_, index) => {
        const breakIt = () => {
          life.callsLeft = index + 1;
        };
        const name = `kill ${operation.name} after effect ${index + 1}`;
        return broken(name, operation, { group: "", breakIt, mayRepeatMail: true });
      });

  /** Rows of the customer are lost, and every job runs for a month and a half. Once from each state. */
  function loss(operation: Operation): Experiment[] {
    const isFirst = operations.find(({ state }) => state === operation.state) === operation;
    return (isFirst ? Object.entries(losses) : []).map(([what, isLost]) => ({
      name: `loss ${operation.name}: ${what}`,
      run: async () => {
        const customer = await arrive(operation.state);
        return problemsOfLoss(world, customer, isLost);
      },
    }));
  }

  /** Returns what was found wrong, and by whom. */
  async function attempt({ run }: Experiment): Promise<string[]> {
    world.complaints.length = 0;
    world.finalTrails.clear();
    world.portal.logged.length = 0;
    const thrown = (error: unknown) => [`threw ${error instanceof Error ? error.stack : error}`];
    const found = await run().catch(thrown);
    mend();
    return [...new Set([...found, ...world.complaints])];
  }

  return {
    builders: { clean, token, corpus, race, fault, kill, loss } satisfies Record<Kind, unknown>,
    /** Calls are known, so that they can fail. */
    isRecorded: (operation: Operation): boolean => recorded.has(operation),
    attempt,
    /** Returns the names of those that found something wrong, with what it was. */
    async attemptAll(experiments: readonly Experiment[]): Promise<(readonly [string, string[]])[]> {
      const outcomes: (readonly [string, string[]])[] = [];
      for (const each of experiments) outcomes.push([each.name, await attempt(each)]);
      return outcomes.filter(([, problems]) => problems.length > 0);
    },
  };
}

type Requester = Parameters<typeof requestsOf>[0];
const nobody = { customerId: "", accessToken: "", requestId: "", unsubscribeToken: "" };
