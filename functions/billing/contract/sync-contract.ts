import { isDeepStrictEqual } from "node:util";
import { type Profile, profileKey } from "#functions/customer/profile.ts";
import { prepareMail } from "#functions/mail/texts/customer-mail.ts";
import { auditRow } from "#functions/platform/audit.ts";
import { tryTransactWrite, updateItem } from "#functions/platform/table.ts";
import { HttpError } from "#functions/runtime/http-error.ts";
import { log } from "#functions/runtime/log.ts";
import { countMetric } from "#functions/runtime/metrics.ts";
import { type Customer, findCustomerOf } from "../customer/find-customer.ts";
import { cancelSubscription, readSubscription, type SubscriptionFacts } from "../stripe/subscriptions.ts";
import { contractEndTask } from "../stripe-tasks/stripe-task-table.ts";
import { nextChange, type PlanChange } from "./plan-change.ts";

const maxRounds = 8;

interface SyncedContract {
  subscription: SubscriptionFacts;
  /**
   * The subscription's customer, if the profile names another subscription or none: then nothing was written.
   */
  unlinkedCustomer: Customer | undefined;
}

/**
 * Syncs the profile with the subscription that it names: writes one difference after another until there is
 * none. So a late writer corrects itself, and events can arrive in any order.
 */
export async function syncContract(id: string): Promise<SyncedContract> {
  for (let round = 0; round < maxRounds; round += 1) {
    const subscription = await readSubscription(id);
    const customer = await findCustomerOf(subscription);
    if (customer?.profile.subscriptionId !== id) return { subscription, unlinkedCustomer: customer };
    if (isInSync(customer, subscription)) return { subscription, unlinkedCustomer: undefined };
    // Re-read, so that stale state overwrites nothing.
    await catchUp(customer, await readSubscription(id));
  }
  throw new HttpError("conflict");
}

const isInSync = ({ sub, profile }: Customer, subscription: SubscriptionFacts): boolean =>
  nextChange(sub, profile, subscription) === undefined &&
  isDeepStrictEqual(profile.contract, subscription.contract);

async function catchUp(customer: Customer, subscription: SubscriptionFacts): Promise<void> {
  const { sub, profile } = customer;
  const change = nextChange(sub, profile, subscription);
  if (change) await apply(customer, change, subscription);
  else await refreshContract(sub, profile, subscription);
}

/**
 * Writes a change with its audit row and mail, in one transaction. Writes nothing if the profile has changed
 * since it was read.
 */
async function apply(
  { sub, profile }: Customer,
  change: PlanChange,
  subscription: SubscriptionFacts,
): Promise<void> {
  const { action, plan, paymentType } = change;
  const { customerId, version } = profile;
  const { id: subscriptionId, contract, endReason } = subscription;
  const mail = change.mail && prepareMail(change.mail);
  const endsAt = action === "cancellation-scheduled" ? contract.cancelAt : undefined;
  const isWritten = await tryTransactWrite([
    {
      update: profileKey(sub),
      set: { plan, paymentType, contract },
      add: { version: 1 },
      condition: "version = :version AND subscriptionId = :subscription",
      values: { ":version": version, ":subscription": subscriptionId },
    },
    auditRow(sub, { action, customerId, subscriptionId, paymentType, endsAt }, `PLAN#${version}`),
    ...(endsAt === undefined ? [] : [contractEndTask(sub, subscriptionId, endsAt)]),
    ...(mail ? [mail.row] : []),
  ]);
  if (!isWritten) return;
  log("info", "contract changed", { customer: sub, action, reason: endReason });
  if (action === "plan-suspended" && endReason === "unpaid") countMetric("PaymentsLost");
  await mail?.send(profile);
}

/**
 * Refreshes the cached contract, without audit row and mail. Returns false if the profile has changed since
 * it was read: a stale read would revert a cancellation and mail it again.
 */
export const refreshContract = (
  sub: string,
  { version }: Profile,
  { id, contract }: SubscriptionFacts,
): Promise<boolean> =>
  updateItem({
    update: profileKey(sub),
    set: { contract },
    condition: "subscriptionId = :subscription AND version = :version",
    values: { ":subscription": id, ":version": version },
  });

/**
 * Ends a former contract, so that one that is on hold does not come back later. Returns false if it is in
 * force again.
 */
export async function endContract(id: string): Promise<boolean> {
  const { state } = (await syncContract(id)).subscription.contract;
  if (state === "in-force") return false;
  if (state !== "over") await cancelSubscription(id);
  return true;
}
