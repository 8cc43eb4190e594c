/**
 * Computes the terms of a customer's contract: plan, status, next charge and permitted actions. Screens,
 * mails and limits use them, so that the site offers what is permitted.
 */
import { type CachedContract, canSubscribe, type Profile } from "#functions/customer/profile.ts";
import type { ContractAction, ContractStatus } from "#shared/contract.ts";
import type { SubscriptionFacts } from "../stripe/subscriptions.ts";

export interface Terms {
  plan: string;
  status: ContractStatus;
  /** ISO 8601: when the next period is charged; null if it is not. */
  nextChargeAt: string | null;
  actions: ContractAction[];
}

/** `read-contract.ts` removes payment by invoice while an invoice is late. */
const toSubscribe = ["subscribe", "subscribe-by-invoice"] as const;

type BillingProfile = Pick<Profile, "plan" | "paymentType" | "subscriptionId" | "contract">;
type AtStripe = Pick<SubscriptionFacts, "contract" | "paidBy" | "isPastDue">;

/**
 * `subscription`: the one that the profile names. Without it, while Stripe does not answer, the profile's
 * copy counts.
 */
export function termsOf(profile: BillingProfile, subscription?: AtStripe): Terms {
  const { plan, subscriptionId } = profile;
  if (plan === "trial") return { plan, status: "trial", nextChargeAt: null, actions: ["upgrade"] };
  if (subscriptionId !== undefined) return termsOfSubscription(subscription ?? cachedIn(profile));
  if (plan === "standard") return { plan, status: "provided", nextChargeAt: null, actions: [] };
  const actions: ContractAction[] = canSubscribe(profile) ? [...toSubscribe] : [];
  return { plan, status: "ended", nextChargeAt: null, actions };
}

/** Without a copy of the subscription's state, the plan decides. */
function cachedIn({ plan, paymentType, contract }: BillingProfile): AtStripe {
  return {
    contract: contract ?? { startedAt: "", state: plan === "standard" ? "in-force" : "over" },
    paidBy: paymentType === "invoice" ? "invoice" : "card",
    isPastDue: false,
  };
}

/** Returns the terms of the subscription that the profile names. */
export function termsOfSubscription({ contract, paidBy, isPastDue }: AtStripe): Terms {
  const { state, cancelAt } = contract;
  if (state === "over")
    return { plan: "suspended", status: "ended", nextChargeAt: null, actions: [...toSubscribe] };
  if (state !== "in-force")
    return {
      plan: "suspended",
      status: "on_hold",
      nextChargeAt: null,
      actions: ["change-invoice-fields", "cancel"],
    };
  const ends = endsWithinPeriod(contract);
  const scheduled = cancelAt === undefined ? "active" : "cancel_scheduled";
  return {
    plan: "standard",
    status: isPastDue ? "past_due" : scheduled,
    nextChargeAt: ends || isPaused(contract) ? null : (contract.currentPeriodEnd ?? null),
    actions: [
      "change-invoice-fields",
      ...(paidBy === "card" ? (["change-card"] as const) : []),
      ...(ends ? [] : ([paidBy === "card" ? "pay-by-invoice" : "pay-by-card", "cancel"] as const)),
      ...(cancelAt === undefined ? [] : (["resume"] as const)),
    ],
  };
}

/** True if the contract ends with its period, or before. An operator may have set a later date. */
export const endsWithinPeriod = ({ cancelAt, currentPeriodEnd }: CachedContract): boolean =>
  cancelAt !== undefined && (currentPeriodEnd === undefined || cancelAt <= currentPeriodEnd);

/** True if Stripe charges nothing when the next period begins. */
const isPaused = ({ pausedUntil, currentPeriodEnd = "" }: CachedContract): boolean =>
  pausedUntil !== undefined && (pausedUntil === "" || pausedUntil > currentPeriodEnd);
