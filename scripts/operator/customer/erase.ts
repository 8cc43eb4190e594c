/** Erases a customer on request, by the code that erases closed accounts. */

import {
  eraseCustomer,
  NotErasable,
  ownRequests,
  requireErasable,
} from "#functions/account/erasure/erase-customer.ts";
import { readCustomerRows } from "#functions/customer/customer-rows.ts";
import { type Key, TransactionCanceled } from "#functions/platform/table.ts";
import { type ChangingCommand, CommandRefused } from "../command.ts";
import { queryIndex } from "../rows.ts";
import { maskEmail } from "../show.ts";
import { type Customer, CustomerNotFound, findCustomer } from "./customer.ts";

export const erase: ChangingCommand = {
  purpose: "Erases a customer who asked for it: data and account. Refused while a subscription is alive.",
  takes: ["loginId"],
  requires: ["reason"],
  allows: ["force"],
  async plan([name = ""], { options }) {
    const customer = await findErasable(name);
    const { sub, account, profile } = customer;
    const isProfileMissing = options.force === true && !profile;
    await requireErasable(sub, isProfileMissing).catch(refuse);
    return {
      steps: () => stepsOf(customer),
      confirmWith: name,
      async apply() {
        const rows = await eraseCustomer({
          sub,
          loginId: account?.userName,
          findOthers: otherRowsOf,
          isProfileMissing,
        }).catch(refuse);
        const text = [
          `${name} is erased: ${rows} rows and the account are gone. The audit trail stays, by ids: npm run admin -- audit ${sub}`,
          ...stripeNote(profile?.stripeCustomerId),
        ].join("\n");
        return { text, data: { sub, rows, stripeCustomerId: profile?.stripeCustomerId } };
      },
    };
  },
};

async function stepsOf(customer: Customer): Promise<string[]> {
  const { sub, account, profile } = customer;
  const { audit, phone, ...rows } = await readCustomerRows(sub);
  const others = await otherRowsOf(sub);
  const count = [...Object.values(rows).flat(), ...ownRequests(phone, sub, others), ...others].length;
  return [
    ...(profile?.stripeCustomerId === undefined
      ? []
      : [`Expire the open payment pages of ${profile.stripeCustomerId} at Stripe.`]),
    `Delete ${count} rows; ${audit.length} rows of the audit trail stay.`,
    ...(profile ? [`Mail ${maskEmail(profile.email)} that the account is erased.`] : []),
    ...(account ? [`Delete the account ${account.userName}.`] : []),
  ];
}

const findErasable = (name: string): Promise<Customer> =>
  findCustomer(name).catch((error: unknown) => {
    if (!(error instanceof CustomerNotFound)) throw error;
    const hint = "If an erasure broke off, it is complete: the account goes last.";
    throw new CommandRefused(`${error.message} ${hint}`, { cause: error });
  });

/**
 * Verifications that the customer has used, and pointers that the profile does not lead to. A verification of the same
 * number that is not used may be somebody else's, in the middle of a sign-up.
 */
export const otherRowsOf = async (sub: string): Promise<Key[]> =>
  (await queryIndex("by-sub", { key: sub })).filter(({ sk }) => sk === "VERIFICATION" || sk === "POINTER");

/** Throws the sentence for the operator. */
function refuse(cause: unknown): never {
  const sentence = sentenceFor(cause);
  throw sentence === undefined ? cause : new CommandRefused(sentence, { cause });
}

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof NotErasable && error.reason === "payment-begun")
    return "A payment is being begun. Run it again in 15 minutes, once reconcile has settled it.";
  if (error instanceof NotErasable && error.reason === "refund-pending")
    return `A payment is still to be refunded: ${error.because.join(", ")} (docs/runbooks/stripe.md). Nothing was erased.`;
  if (error instanceof NotErasable && error.reason === "profile-missing")
    return `The profile is missing, but ${error.because.join(", ")} knows the customer: restore it (docs/runbooks/deletions.md), or erase what is left with --force. Nothing was erased.`;
  if (error instanceof NotErasable)
    return `Stripe still has a subscription: ${error.because.join(", ")}. Cancel it there, settle what is owed, and run it again. Nothing was erased.`;
  if (error instanceof TransactionCanceled)
    return "The customer changed in the meantime, and nothing was written: run it again.";
  return undefined;
}

const stripeNote = (stripeCustomerId: string | undefined): string[] =>
  stripeCustomerId === undefined
    ? []
    : [
        `Stripe keeps ${stripeCustomerId} with its invoices: how to redact it there is in docs/runbooks/customers.md.`,
      ];
