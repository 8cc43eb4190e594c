import { isDeepStrictEqual } from "node:util";
import { newMail } from "#functions/mail/outbox.ts";
import { deliverCustomerMail } from "#functions/mail/texts/customer-mail.ts";
import { ApiError } from "#functions/runtime/api-error.ts";
import { log } from "#functions/runtime/log.ts";
import { count } from "#functions/runtime/metrics.ts";
import { changeContract, refreshContract } from "../billing-table.ts";
import { type Customer, findCustomerOf } from "../customer/find-customer.ts";
import { cancelSubscription, readSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";
import { type ContractChange, nextChange } from "./contract-change.ts";

const maxRounds = 8;

export interface SyncedContract {
  subscription: SubscriptionFacts;
  /** Whose it is, if the record names another subscription or none; nothing was written then. */
  unrecordedFor: Customer | undefined;
}

/**
 * Keeps the record in sync with the subscription that it names: writes what the record does not say yet, until a look at both finds
 * nothing. So a writer that was late corrects itself, and events may come in any order.
 */
export async function syncContract(id: string): Promise<SyncedContract> {
  for (let round = 0; round < maxRounds; round += 1) {
    const subscription = await readSubscription(id);
    const customer = await findCustomerOf(subscription);
    if (customer?.profile.subscriptionId !== id) return { subscription, unrecordedFor: customer };
    const { sub, profile } = customer;
    const change = nextChange(sub, profile, subscription);
    if (change) await apply(customer, { change, subscription });
    else if (isDeepStrictEqual(profile.contract, subscription.contract))
      return { subscription, unrecordedFor: undefined };
    else await refreshContract(sub, profile, subscription);
  }
  throw new ApiError("conflict");
}

interface DueChange {
  change: ContractChange;
  subscription: SubscriptionFacts;
}

/** Writes nothing if the record has changed since it was read. */
async function apply({ sub, profile }: Customer, { change, subscription }: DueChange): Promise<void> {
  const { action, mail } = change;
  const outgoing = mail && { content: mail, row: newMail(mail) };
  const mails = outgoing ? [outgoing.row] : [];
  if (!(await changeContract(sub, profile, change, { subscription, mails }))) return;
  log("info", "contract changed", { customer: sub, action, reason: subscription.endReason });
  if (action === "plan-suspended" && subscription.endReason === "unpaid") count("PaymentsLost");
  if (outgoing) await deliverCustomerMail(profile, outgoing.content, outgoing.row.put);
}

/** Ends a former contract, so that one that Stripe only gave up does not come back later. False if it is in force again. */
export async function endContract(id: string): Promise<boolean> {
  const { subscription } = await syncContract(id);
  if (subscription.isInForce) return false;
  if (subscription.status !== "canceled") await cancelSubscription(id);
  return true;
}
