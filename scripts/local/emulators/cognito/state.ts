/** Everything that the pool remembers, and how it becomes JSON and back. */
import { z } from "zod";
import { type Challenge, challengeRecord } from "./records/challenge.ts";
import { type User, userRecord } from "./records/user.ts";

const milliseconds = z.number();

/** One sign-in: every token that descends from it carries its ids. */
const signIn = z.object({
  eventId: z.string(),
  originJti: z.string(),
  userKey: z.string(),
  sub: z.string(),
  refreshSecret: z.string(),
  authenticatedAt: milliseconds,
  refreshExpiresAt: milliseconds,
  revoked: z.boolean(),
  /** The browser it came from; `groupKey` while that has yet to register itself. */
  device: z.object({ key: z.string(), groupKey: z.string().optional() }).optional(),
});

const passwordFailures = z.object({
  count: z.number(),
  lastAt: milliseconds,
  lockedUntil: milliseconds,
});

const entries = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([z.string(), value]));

const savedState = z.object({
  users: entries(userRecord),
  /** Those of an older version are dropped: they live for minutes. */
  challenges: entries(challengeRecord).catch([]),
  signIns: entries(signIn),
  attempts: entries(z.array(milliseconds)),
  passwordFailures: entries(passwordFailures),
});

export type SignIn = z.infer<typeof signIn>;

export interface PoolState {
  /** By `userKey`: the name, folded when the pool ignores case. */
  users: Map<string, User>;
  /** By the handle that the client hands back. */
  challenges: Map<string, Challenge>;
  /** By event id. */
  signIns: Map<string, SignIn>;
  /** By operation and user: when it was attempted within the last hour. */
  attempts: Map<string, number[]>;
  /** By `userKey`, which need not exist. */
  passwordFailures: Map<string, z.infer<typeof passwordFailures>>;
}

export function emptyState(): PoolState {
  return {
    users: new Map(),
    challenges: new Map(),
    signIns: new Map(),
    attempts: new Map(),
    passwordFailures: new Map(),
  };
}

export function saveState(state: PoolState): unknown {
  return structuredClone(
    Object.fromEntries(Object.entries(state).map(([name, values]) => [name, [...values]])),
  );
}

/** Throws when `saved` is not what `saveState` gave. */
export function loadState(saved: unknown): PoolState {
  const state = savedState.parse(saved);
  return {
    users: new Map(state.users),
    challenges: new Map(state.challenges),
    signIns: new Map(state.signIns),
    attempts: new Map(state.attempts),
    passwordFailures: new Map(state.passwordFailures),
  };
}
