/** The profile: its row in the table, and its user record in the API. */
import * as z from "zod/mini";
import {
  type Check,
  type Item,
  type Key,
  type Row,
  readItem,
  type Update,
} from "#functions/platform/table.ts";
import type { SignupRequest, UserRecord } from "#shared/customer/customer.ts";
import { storedShape, toRecorded } from "#shared/customer/customer-field-views.ts";
import { priceIntervals } from "#shared/enums.ts";
import { secretMask } from "#shared/limits.ts";
import { searchAttributes } from "./search-attributes.ts";

/**
 * `in-force`: the plan is standard. `on-hold`: Stripe has given up collecting, or an operator has paused it;
 * the contract can come back. `over`: it cannot. `incomplete`: it waits for its first payment.
 */
const subscriptionStates = ["incomplete", "in-force", "on-hold", "over"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** The last known state of the subscription, used while Stripe does not answer. Times in ISO 8601. */
const cachedContract = z.object({
  state: z.enum(subscriptionStates),
  /** While an operator has paused collection: until when, or empty without a date. */
  pausedUntil: z.optional(z.string()),
  startedAt: z.string(),
  currentPeriodEnd: z.optional(z.string()),
  /** When the contract ends or has ended. */
  cancelAt: z.optional(z.string()),
  /** Tax included. */
  amountYen: z.optional(z.int()),
  interval: z.optional(z.enum(priceIntervals)),
});
export type CachedContract = z.output<typeof cachedContract>;

/** A row that was written before a field existed has the field's default. */
const profile = z.object({
  /** A row with another version cannot be read. Increases with a change that no default expresses. */
  schemaVersion: z.literal(1),
  ...storedShape,
  customerId: z.string(),
  loginId: z.string(),
  optInServiceInfo: z._default(z.boolean(), true),
  optInEvents: z._default(z.boolean(), true),
  /** Flags of the stored secrets: a reader of the profile does not need the values. */
  hasBasicPassword: z._default(z.boolean(), false),
  hasApiSecret: z._default(z.boolean(), false),
  hasPrivateKey: z._default(z.boolean(), false),
  /** Digest of the secrets that were stored last: see `digestOf`. */
  secretsDigest: z.optional(z.string()),
  plan: z.string(),
  paymentType: z._default(z.string(), ""),
  stripeCustomerId: z.optional(z.string()),
  /** The subscription that pays for the plan. */
  subscriptionId: z.optional(z.string()),
  contract: z.optional(cachedContract),
  /** ISO 8601: when the customer closed the account, which is erased later. */
  closedAt: z.optional(z.string()),
  version: z.int(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Profile = z.output<typeof profile>;

export const parseProfile = (item: unknown): Profile => profile.parse(item);

export const profileKey = (sub: string): Key => ({ pk: `CUSTOMER#${sub}`, sk: "PROFILE" });

/** A check that refuses new rows for an account that is closed or erased. */
export const isCustomer = (sub: string): Check => ({
  check: profileKey(sub),
  condition: "attribute_exists(pk) AND attribute_not_exists(closedAt)",
});

/** A check that refuses the erasure of an account with a profile. */
export const notRegistered = (sub: string): Check => ({
  check: profileKey(sub),
  condition: "attribute_not_exists(pk)",
});

/** The write that changes the profile. Refused if the profile changed since it was read. */
export const profileChange = (sub: string, { version }: Profile, set: Item): Update => ({
  update: profileKey(sub),
  set: { ...set, ...searchAttributes(set) },
  add: { version: 1 },
  condition: "#version = :seen",
  values: { ":seen": version },
});

/**
 * Returns the profile; undefined if the account has none. `sub` comes from the user pool, never from a
 * client.
 */
export const readCustomer = (sub: string): Promise<Profile | undefined> => readItem(profileKey(sub), profile);

/** True on trial and after the contract has ended. A contract on hold can come back. */
export const canSubscribe = ({ plan, contract }: Pick<Profile, "plan" | "contract">): boolean =>
  plan === "trial" || (plan === "suspended" && contract?.state !== "on-hold");

/**
 * Returns the profile of a sign-up, with initial values. `email`: the address that the user pool verified.
 * Drops other fields of the request.
 */
export const newProfile = (
  signup: SignupRequest,
  customer: Pick<Profile, "customerId" | "loginId" | "email" | "createdAt">,
): Profile =>
  profile.parse({
    ...signup,
    ...customer,
    schemaVersion: 1,
    hasBasicPassword: Boolean(signup.basicPassword),
    plan: "trial",
    version: 1,
  });

/** Returns the row of a new profile, with its search attributes. */
export function profileRow(sub: string, profile: Profile): Row {
  const keys = Object.entries(searchAttributes(profile)).filter(([, key]) => key !== null);
  return { ...profileKey(sub), ...profile, ...Object.fromEntries(keys) };
}

const masked = (isSet: boolean): string => (isSet ? secretMask : "");

/** Returns the user record: specification section 3. */
export const toUserRecord = (stored: Profile): UserRecord => ({
  ...toRecorded(stored),
  CustomerId: stored.customerId,
  BasicPassword: masked(stored.hasBasicPassword),
  ApiSecret: masked(stored.hasApiSecret),
  PrivateKey: masked(stored.hasPrivateKey),
  Plan: stored.plan,
  PaymentType: stored.paymentType,
  OptInServiceInfo: stored.optInServiceInfo,
  OptInEvents: stored.optInEvents,
  Version: stored.version,
});
