/** What payments change about a customer. Each is one transaction, with its audit row and the event that told of it. */
import type { Profile } from "../customer/profile.ts";
import { type AuditContext, auditRow } from "../platform/audit.ts";
import {
  getItem,
  type Put,
  updateItem,
  type Write,
  WritesRefused,
  writeTogether,
} from "../platform/table.ts";
import { type BillingContact, fulfilment } from "./checkout-table.ts";
import { seen } from "./stripe/events.ts";

const profileKey = (sub: string) => ({ pk: `CUSTOMER#${sub}`, sk: "PROFILE" });

const eventSeen = ({ eventId }: AuditContext): Put[] => (eventId === undefined ? [] : [seen(eventId)]);

/** The customer's id at Stripe: this one, or the one that somebody else kept first. */
export async function keepStripeCustomer(sub: string, stripeCustomerId: string): Promise<string> {
  const isKept = await updateItem({
    update: profileKey(sub),
    expression: "SET stripeCustomerId = :id",
    condition: "attribute_exists(pk) AND attribute_not_exists(stripeCustomerId)",
    values: { ":id": stripeCustomerId },
  });
  return isKept ? stripeCustomerId : String((await getItem(profileKey(sub)))?.stripeCustomerId);
}

export interface Payment {
  sub: string;
  customerId: string;
  subscriptionId: string;
  paymentType: "card" | "invoice";
  contact: BillingContact;
  mail: Put;
}

/** Trial becomes standard. `refused`: it was not trial any more, or the event had its effect. */
export function becomeStandard(payment: Payment, audit: AuditContext): Promise<"written" | "refused"> {
  const { sub, customerId, subscriptionId, paymentType, contact, mail } = payment;
  return writeOnce([
    {
      update: profileKey(sub),
      expression: `SET #plan = :standard, paymentType = :paymentType, subscriptionId = :subscription,
        billingChargeName = :name, billingPhoneNumber = :phone, billingEmail = :email ADD version :one`,
      condition: "#plan = :trial AND attribute_not_exists(subscriptionId)",
      names: { "#plan": "plan" },
      values: {
        ":standard": "standard",
        ":trial": "trial",
        ":paymentType": paymentType,
        ":subscription": subscriptionId,
        ":name": contact.name,
        ":phone": contact.phoneNumber,
        ":email": contact.email,
        ":one": 1,
      },
    },
    ...fulfilment(sub, { mode: paymentType, reference: subscriptionId }),
    auditRow(sub, { action: "upgraded", customerId, subscriptionId, paymentType }, audit),
    mail,
    ...eventSeen(audit),
  ]);
}

/** The plan follows its subscription. */
export function changePlan(
  sub: string,
  { customerId, plan, subscriptionId = "" }: Profile,
  next: "standard" | "suspended",
  audit: AuditContext,
): Promise<"written" | "refused"> {
  return writeOnce([
    {
      update: profileKey(sub),
      expression: "SET #plan = :next ADD version :one",
      condition: "#plan = :seen AND subscriptionId = :subscription",
      names: { "#plan": "plan" },
      values: { ":next": next, ":seen": plan, ":subscription": subscriptionId, ":one": 1 },
    },
    auditRow(sub, { action: `plan-${next}`, customerId, subscriptionId }, audit),
    ...eventSeen(audit),
  ]);
}

/** A second payment is about to be given back: told once, however often it takes. */
export const recordDuplicate = (
  sub: string,
  customerId: string,
  subscriptionId: string,
  { requestId, eventId }: AuditContext,
): Promise<"written" | "refused"> =>
  writeOnce([
    {
      put: {
        pk: `CUSTOMER#${sub}`,
        sk: `AUDIT#DUPLICATE#${subscriptionId}`,
        action: "duplicate-payment-undone",
        customerId,
        subscriptionId,
        at: new Date().toISOString(),
        requestId,
        eventId,
      },
      condition: "attribute_not_exists(pk)",
    },
  ]);

/** The card that is charged from now on was left at `leftAt`, in seconds since the epoch. */
export const recordCard = (sub: string, customerId: string, leftAt: number, audit: AuditContext) =>
  writeOnce([
    {
      update: profileKey(sub),
      expression: "SET cardLeftAt = :leftAt",
      condition: "attribute_exists(pk) AND (attribute_not_exists(cardLeftAt) OR cardLeftAt < :leftAt)",
      values: { ":leftAt": leftAt },
    },
    auditRow(sub, { action: "card-changed", customerId }, audit),
    ...eventSeen(audit),
  ]);

/** Writes that are an event's effect, and that it had it. */
export const writeForEvent = (writes: readonly Write[], audit: AuditContext) =>
  writeOnce([...writes, ...eventSeen(audit)]);

async function writeOnce(writes: readonly Write[]): Promise<"written" | "refused"> {
  try {
    await writeTogether(writes);
    return "written";
  } catch (error) {
    if (!(error instanceof WritesRefused) || !error.reasons.includes("ConditionalCheckFailed")) throw error;
    return "refused";
  }
}
