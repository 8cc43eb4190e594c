/** Everything that the pool remembers, and how it becomes JSON and back. */
import { z } from "zod";
import { challengeRecord } from "./records/challenge.ts";
import { userRecord } from "./records/user.ts";

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
  device: z.object({ key: z.string(), groupKey: z.string().optional() }),
});

const passwordFailures = z.object({
  count: z.number(),
  lastAt: milliseconds,
  lockedUntil: milliseconds,
});

/** A map is saved as its entries. */
const mapOf = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((entries) => (Array.isArray(entries) ? new Map(entries) : entries), z.map(z.string(), value));

const poolState = z.object({
  /** By `userKey`: the name, folded when the pool ignores case. */
  users: mapOf(userRecord),
  /** By the handle that the client hands back. Those of an older version are dropped: they live for minutes. */
  challenges: mapOf(challengeRecord).catch(() => new Map()),
  /** By event id. */
  signIns: mapOf(signIn),
  /** By operation and user: when it was attempted within the last hour. */
  attempts: mapOf(z.array(milliseconds)),
  /** By `userKey`, which need not exist. */
  passwordFailures: mapOf(passwordFailures),
});

export type SignIn = z.output<typeof signIn>;
export type PoolState = z.output<typeof poolState>;

export const emptyState = (): PoolState =>
  loadState({ users: [], challenges: [], signIns: [], attempts: [], passwordFailures: [] });

export function saveState(state: PoolState): unknown {
  return structuredClone(
    Object.fromEntries(Object.entries(state).map(([name, values]) => [name, [...values]])),
  );
}

/** Throws when `saved` is not what `saveState` gave. */
export const loadState = (saved: unknown): PoolState => poolState.parse(saved);
