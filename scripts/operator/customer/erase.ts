/**
 * Erases a customer on request. The account is disabled first and deleted last, so that an interrupted run finds the login ID
 * again. The audit trail is kept: it has ids only.
 */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { writeAudit } from "../audit.ts";
import { type Command, type CommandContext, CommandRefused } from "../command.ts";
import { expirePages, liveSubscriptions } from "../stripe/subscriptions.ts";
import { readRow } from "../table.ts";
import { type Customer, CustomerNotFound, findCustomer, idsOf } from "./customer.ts";
import { eraseRows } from "./erase-rows.ts";

export const erase: Command = {
  purpose: "Erases a customer who asked for it: data and account. Refused while a subscription is alive.",
  takes: ["loginId"],
  requires: ["reason", "confirm"],
  async run([name = ""], context) {
    if (context.options.confirm !== name) throw new CommandRefused("--confirm must repeat the login ID.");
    const customer = await findErasable(name, context);
    const { sub, profile } = customer;
    const checkout = await readRow(context, { pk: `CUSTOMER#${sub}`, sk: "CHECKOUT" });
    if (checkout?.state === "creating") throw new CommandRefused(`A payment is being begun. ${later}`);
    await refuseIfSubscribed(customer, context);
    await writeAudit(sub, "erasure-begun", context, idsOf(customer));
    await expirePages(profile, context);
    // A session may have been paid a moment ago.
    await refuseIfSubscribed(customer, context);
    await withAccount(customer, AdminDisableUserCommand, context);
    const removed = await eraseRows(customer, checkout, context);
    await withAccount(customer, AdminDeleteUserCommand, context);
    return [
      `${name} is erased: ${removed} rows and the account are gone. The audit trail stays, by ids: npm run admin -- audit ${sub}`,
      ...stripeNote(profile?.stripeCustomerId),
    ].join("\n");
  },
};

const later = "Run it again in 10 minutes, once reconcile has settled it.";

const findErasable = (name: string, context: CommandContext): Promise<Customer> =>
  findCustomer(name, context).catch((error: unknown) => {
    if (!(error instanceof CustomerNotFound)) throw error;
    const hint = "If an erasure broke off, it is complete: the account goes last.";
    throw new CommandRefused(`${error.message} ${hint}`, { cause: error });
  });

async function refuseIfSubscribed({ profile }: Customer, context: CommandContext): Promise<void> {
  const live = await liveSubscriptions(profile, context);
  if (live.length === 0) return;
  const named = live.map(({ id, status }) => `${id} (${status})`).join(", ");
  throw new CommandRefused(
    `Stripe still has a subscription: ${named}. Cancel it there, settle what is owed, and run it again. Nothing was erased.`,
  );
}

type AccountCommand = typeof AdminDisableUserCommand | typeof AdminDeleteUserCommand;

/** Does nothing if the account was deleted. */
async function withAccount(
  { account }: Customer,
  AccountCommand: AccountCommand,
  { cognito, userPoolId }: CommandContext,
): Promise<void> {
  if (!account) return;
  const command = new AccountCommand({ UserPoolId: userPoolId(), Username: account.userName });
  await cognito.send(command).catch((error: unknown) => {
    if (!(error instanceof UserNotFoundException)) throw error;
  });
}

const stripeNote = (stripeCustomerId: string | undefined): string[] =>
  stripeCustomerId === undefined
    ? []
    : [
        `Stripe keeps ${stripeCustomerId} with its invoices: how to redact it there is in docs/runbooks/customers.md.`,
      ];
