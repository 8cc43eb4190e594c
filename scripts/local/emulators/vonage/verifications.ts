/**
 * The verifications in flight. Each moves through its workflow's steps by time: a step is sent when the one
 * before it had its `channel_timeout`, and after the last one's the request is gone.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Scope } from "../../scope.ts";
import type { Clock, Deliver } from "../emulator.ts";
import { problems } from "./problem.ts";

const verificationSchema = z.object({
  id: z.string(),
  brand: z.string(),
  /** The same in every step. */
  code: z.string(),
  /** Milliseconds. */
  stepLength: z.number(),
  steps: z.array(z.object({ channel: z.enum(["sms", "voice"]), to: z.string() })),
  step: z.number(),
  /** Milliseconds since the epoch. */
  stepStartedAt: z.number(),
  startedAt: z.number(),
  wrongCodes: z.number(),
});
type Verification = z.infer<typeof verificationSchema>;

interface NewVerification {
  brand: string;
  workflow: Verification["steps"];
  /** Seconds. */
  channel_timeout: number;
  code: string;
}

/** A call is written down as it is heard: in Japanese, the digits one by one. */
const texts = {
  sms: (brand: string, code: string) => `${brand}の認証コード: ${code}`,
  voice: (brand: string, code: string) => `${brand}の認証コードは、${[...code].join("、")}です。`,
};

const maxWrongCodes = 3;
const earliestCancel = 30_000;
/** Starts that are refused after a cancellation: Vonage takes some time to free the number. */
const usualRefusals = 1;

export function createVerifications(clock: Clock, deliver: Deliver, scope: Scope) {
  const inFlight = new Map<string, Verification>();
  /** Cancelled requests whose numbers are not free yet, by number. */
  const blocked = new Map<string, { id: string; refusals: number }>();
  let refusals = usualRefusals;

  function send({ brand, code, steps, step }: Verification): void {
    const { channel, to } = steps[step] ?? { channel: "sms", to: "" };
    deliver({ channel, to, text: texts[channel](brand, code), code });
  }

  function enterStep(verification: Verification, step: number, at: number): void {
    verification.step = step;
    verification.stepStartedAt = at;
    send(verification);
    schedule(verification);
  }

  const schedule = ({ stepStartedAt, stepLength }: Verification): void =>
    scope.after(stepStartedAt + stepLength - clock(), sendDue);

  const end = ({ id }: Verification): void => void inFlight.delete(id);

  /** Sends every step that is due by the clock. */
  function sendDue(): void {
    for (const verification of inFlight.values()) {
      while (
        inFlight.has(verification.id) &&
        clock() >= verification.stepStartedAt + verification.stepLength
      ) {
        const dueAt = verification.stepStartedAt + verification.stepLength;
        if (verification.step + 1 < verification.steps.length) {
          enterStep(verification, verification.step + 1, dueAt);
        } else end(verification);
      }
    }
  }

  function find(id: string): Verification {
    sendDue();
    const verification = inFlight.get(id);
    if (!verification) throw problems.notFound(id);
    return verification;
  }

  const findByNumber = (numbers: readonly string[]): Verification | undefined =>
    [...inFlight.values()].find(({ steps }) => steps.some(({ to }) => numbers.includes(to)));

  function refuseWhileBlocked(number: string): void {
    const cancelled = blocked.get(number);
    if (!cancelled || cancelled.refusals === 0) return;
    cancelled.refusals -= 1;
    throw problems.concurrent(cancelled.id);
  }

  function reset(): void {
    inFlight.clear();
    blocked.clear();
    refusals = usualRefusals;
  }

  return {
    /** Sends the first step and returns the request's id; 409 while a number of it is in flight. */
    start(wanted: NewVerification): string {
      sendDue();
      const numbers = wanted.workflow.map(({ to }) => to);
      const other = findByNumber(numbers);
      if (other) throw problems.concurrent(other.id);
      numbers.forEach(refuseWhileBlocked);
      const verification = newVerification(wanted, clock());
      inFlight.set(verification.id, verification);
      enterStep(verification, 0, clock());
      return verification.id;
    },
    /** Ends the request when the code is right; 400, and 410 the third time, when it is wrong. */
    check(id: string, code: string) {
      const verification = find(id);
      if (verification.code === code) return end(verification);
      verification.wrongCodes += 1;
      if (verification.wrongCodes < maxWrongCodes) throw problems.wrongCode();
      end(verification);
      throw problems.tooManyWrongCodes();
    },
    /** Sends the next step now; 409 when none is left. */
    next(id: string): void {
      const verification = find(id);
      if (verification.step + 1 >= verification.steps.length) throw problems.noMoreEvents();
      enterStep(verification, verification.step + 1, clock());
    },
    cancel(id: string): void {
      const verification = find(id);
      if (clock() < verification.startedAt + earliestCancel) throw problems.tooEarlyToCancel();
      end(verification);
      for (const { to } of verification.steps) blocked.set(to, { id, refusals });
    },
    /** The starts that are refused after each later cancellation. */
    refuseAfterCancel(starts: number): void {
      refusals = starts;
    },
    /** Moves the request to that number into the past; false when none is in flight. */
    age(to: string, milliseconds: number): boolean {
      const verification = findByNumber([to]);
      if (!verification) return false;
      verification.startedAt -= milliseconds;
      verification.stepStartedAt -= milliseconds;
      schedule(verification);
      return true;
    },
    reset,
    snapshot: () => structuredClone([...inFlight.values()]),
    restore(snapshot: unknown): void {
      reset();
      // Data of an earlier version expires within minutes anyway.
      for (const verification of z.array(verificationSchema).safeParse(snapshot).data ?? []) {
        inFlight.set(verification.id, verification);
        schedule(verification);
      }
    },
  };
}
export type Verifications = ReturnType<typeof createVerifications>;

function newVerification(wanted: NewVerification, now: number): Verification {
  return {
    id: randomUUID(),
    brand: wanted.brand,
    code: wanted.code,
    stepLength: wanted.channel_timeout * 1000,
    steps: wanted.workflow,
    step: 0,
    stepStartedAt: now,
    startedAt: now,
    wrongCodes: 0,
  };
}
