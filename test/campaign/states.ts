/** How a customer comes to be somewhere: always by what the site would call, so that every row is a true one. */
import { SetUserMFAPreferenceCommand } from "@aws-sdk/client-cognito-identity-provider";
import { auditRow } from "#functions/platform/audit.ts";
import { transactWrite } from "#functions/platform/table.ts";
import type { TimeEvent } from "#scripts/local/emulators/stripe/simulate.ts";
import type { FaultRequest } from "#scripts/local/faults.ts";
import { switchOnAuthenticator } from "#scripts/local/seed/sign-in-methods.ts";
import { withPlan } from "#scripts/operator/plan/change-plan.ts";
import type { EndpointName } from "#shared/endpoints.ts";
import { limits } from "#shared/limits.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import { advance } from "#test/functions/support/portal.ts";
import { verifyPhone } from "#test/functions/support/verified-phone.ts";
import { contact } from "#test/functions/support/world/customers.ts";
import { successPath } from "#test/functions/support/world/purchases.ts";
import { asOperator } from "#test/scripts/support/as-operator.ts";
import { billing, voiceProvider } from "./requests.ts";
import type { Answer, Call, Customer, World } from "./world.ts";

/** Throws unless it was answered as on a good day: whoever is on the way to a state is not what is tested. */
async function must(world: World, name: EndpointName, call: Call, customer: Customer): Promise<Answer> {
  const answer = await world.send(name, call, customer);
  if (answer.status !== 200)
    throw new Error(`on the way, ${name} ${JSON.stringify(call)}: ${answer.status} ${answer.text}`);
  return answer;
}

export const upgrade = { operation: "upgrade", ...voiceProvider, ...billing };

/** Whom a customer wants to be told of the invoices, too. */
export const ccAddressOf = ({ email }: Customer): string => `cc-${email}`;
export const checkoutCall = (customer: Customer): Call => ({
  query: {
    cancel_path: "/upgrade",
    success_path: successPath(),
    ...contact,
    ccAddresses: ccAddressOf(customer),
  },
});
export const invoiceCall = (customer: Customer): Call => ({
  body: { mode: "invoice", ...contact, orderNumber: "PO-1", ccAddresses: ccAddressOf(customer) },
});

async function toCodeSent(world: World, customer: Customer): Promise<void> {
  const call = { body: { mode: "send", phone_number: customer.phoneNumber } };
  customer.verification = String((await must(world, "verify", call, customer)).json.request_id);
}

async function toAccount(world: World, customer: Customer): Promise<void> {
  world.portal.seedAccount(customer);
  customer.verification = await verifyPhone(world.portal, customer);
  await world.tokensOf(customer);
}

async function toTrial(world: World, customer: Customer): Promise<void> {
  await toAccount(world, customer);
  await must(world, "post-user", { body: signupOf(customer, customer.verification) }, customer);
  await must(world, "post-user", { body: upgrade }, customer);
  // The trigger's part: the pool of the campaign has none.
  await world.recordSignIn(customer);
  // Another SMS may be sent to the number by then.
  advance(2 * 60_000);
}

async function toOpenPage(world: World, customer: Customer): Promise<void> {
  await toTrial(world, customer);
  await must(world, "checkout-session", checkoutCall(customer), customer);
}

async function toPaying(world: World, customer: Customer): Promise<void> {
  await toOpenPage(world, customer);
  pay(world, customer);
}

/** Pays on the page that was opened last; nobody tells us yet. */
export function pay(world: World, { sub }: Customer): void {
  const { sessions } = world.stripeState();
  const open = sessions.findLast((each) => each.client_reference_id === sub && each.status === "open");
  if (open) world.emulator.decide(open.id, { outcome: "paid" });
}

async function toCard(world: World, customer: Customer): Promise<void> {
  await toPaying(world, customer);
  await must(world, "subscription", { body: { mode: "card" } }, customer);
  await world.deliverEvents();
}

async function toInvoiceDue(world: World, customer: Customer): Promise<void> {
  await toTrial(world, customer);
  await must(world, "subscription", invoiceCall(customer), customer);
  await world.deliverEvents();
}

async function toInvoice(world: World, customer: Customer): Promise<void> {
  await toInvoiceDue(world, customer);
  const { subscriptionId } = await world.profileOf(customer);
  world.emulator.simulate.invoicePaid(await world.latestInvoiceOf(subscriptionId));
  await world.deliverEvents();
}

async function pass(world: World, customer: Customer, event: TimeEvent): Promise<void> {
  const { subscriptionId = "" } = await world.profileOf(customer);
  world.emulator.passTime(subscriptionId, { event });
  await world.deliverEvents();
}

async function toPastDue(world: World, customer: Customer): Promise<void> {
  await toCard(world, customer);
  await pass(world, customer, "payment_failed");
}

async function toCancelling(world: World, customer: Customer): Promise<void> {
  await toCard(world, customer);
  await must(world, "post-contract", { body: { operation: "cancel" } }, customer);
  await world.deliverEvents();
}

async function toSuspended(world: World, customer: Customer): Promise<void> {
  await toCard(world, customer);
  await pass(world, customer, "gave_up");
}

/** Stripe gave up the renewal, and keeps the subscription until it is paid. */
async function toOnHold(world: World, customer: Customer): Promise<void> {
  await toPastDue(world, customer);
  await pass(world, customer, "unpaid");
}

/** The next period has begun, whose invoice Stripe holds back. */
async function toHeldBack(world: World, customer: Customer): Promise<void> {
  await toOnHold(world, customer);
  await pass(world, customer, "period_ended");
}

/** The due day has passed, of which Stripe tells nobody. */
async function toInvoiceLate(world: World, customer: Customer): Promise<void> {
  await toInvoiceDue(world, customer);
  const { subscriptionId } = await world.profileOf(customer);
  await world.stripe.invoices.finalizeInvoice(await world.latestInvoiceOf(subscriptionId));
  await world.deliverEvents();
  advance(32 * 24 * 60 * 60_000);
}

/** An operator has set the end at Stripe, later than the period's. */
async function toEndingLater(world: World, customer: Customer): Promise<void> {
  await toCard(world, customer);
  const { subscriptionId = "" } = await world.profileOf(customer);
  const cancel_at = Math.floor(Date.now() / 1000) + 200 * 24 * 60 * 60;
  await world.stripe.subscriptions.update(subscriptionId, { cancel_at });
  await world.deliverEvents();
}

/** An operator gives the plan to somebody whose contract has ended. */
async function toProvided(world: World, customer: Customer): Promise<void> {
  await toSuspended(world, customer);
  world.portal.become("operator");
  await asOperator(async () => {
    const { sub } = customer;
    const profile = await world.profileOf(customer);
    const details = { action: "plan-changed", from: profile.plan, to: "standard" } as const;
    await transactWrite([
      withPlan(sub, profile, { plan: "standard", isGiven: true }),
      auditRow(sub, details),
    ]);
  });
}

/** Two tabs: the page of an earlier attempt was paid after the other one. */
async function toPaidTwice(world: World, customer: Customer): Promise<void> {
  await toCard(world, customer);
  world.emulator.decide(await world.openedElsewhere(customer), { outcome: "paid" });
}

/** A service fails while that is called, and answers again afterwards. */
async function whileItFails(world: World, fault: FaultRequest, work: () => Promise<unknown>): Promise<void> {
  world.isFaulty = true;
  world.portal.faults.add(fault);
  await work();
  world.portal.faults.clear();
  world.isFaulty = false;
  // The next try waits a moment.
  advance(2 * 60_000 + 1000);
}

async function toErase(world: World, customer: Customer): Promise<void> {
  await must(world, "account", { body: { operation: "close" } }, customer);
  await world.settle();
  advance(31 * 24 * 60 * 60_000);
}

/** As browsers do it: at Cognito. */
async function toAuthenticatorOn(world: World, customer: Customer): Promise<void> {
  await toTrial(world, customer);
  await switchOnAuthenticator(world.cognito, customer.tokens?.access ?? "");
}

export const states = {
  /** Without an account. */
  visitor: async () => undefined,
  /** An SMS is on its way. */
  "code sent": toCodeSent,
  /** The SMS has not come for so long that a call may bring its code. */
  "SMS is late": async (world, customer) => {
    await toCodeSent(world, customer);
    advance(limits.callAfterSmsSeconds * 1000);
  },
  /** The e-mail's code was not typed in. */
  unconfirmed: async (world, customer) => {
    customer.verification = await verifyPhone(world.portal, customer);
    await world.signUp(customer, customer.verification);
  },
  /** Confirmed, with a proven phone and no profile. */
  account: toAccount,
  /** With everything that an upgrade needs. */
  trial: toTrial,
  /** Stands before Stripe's page. */
  "page open": toOpenPage,
  /** Has paid by card, and nobody told us yet. */
  paying: toPaying,
  card: toCard,
  invoice: toInvoice,
  "invoice due": toInvoiceDue,
  "past due": toPastDue,
  cancelling: toCancelling,
  suspended: toSuspended,
  "invoice late": toInvoiceLate,
  "on hold": toOnHold,
  "held back": toHeldBack,
  "ends later": toEndingLater,
  provided: toProvided,
  "paid twice": toPaidTwice,
  /** Has proven another phone number. */
  "new phone": async (world, customer) => {
    await toCard(world, customer);
    customer.phoneNumber = newPerson().phoneNumber;
    customer.verification = await verifyPhone(world.portal, customer);
  },
  /** Has proven another e-mail address to the pool, and the browser never came back. */
  "new e-mail": async (world, customer) => {
    await toCard(world, customer);
    await must(world, "post-user", { body: { operation: "update", billingEmail: customer.email } }, customer);
    customer.newEmail = newPerson().email;
    await world.storeEmailChange(customer, customer.newEmail);
    await world.prove(customer, customer.newEmail);
  },
  /** By invoice, before the page at Stripe that takes a card. */
  "card page open": async (world, customer) => {
    await toInvoice(world, customer);
    const body = { operation: "change-payment-type", paymentType: "card" };
    await must(world, "post-contract", { body }, customer);
  },
  /** Signed up while no mail could be sent. */
  "without a key": async (world, customer) => {
    await toAccount(world, customer);
    const signUp = { body: signupOf(customer, customer.verification) };
    await whileItFails(world, { service: "ses", status: 500 }, () =>
      must(world, "post-user", signUp, customer),
    );
  },
  /** Closed while Stripe did not end the contract. */
  closing: async (world, customer) => {
    await toCard(world, customer);
    const fault = {
      service: "stripe",
      operation: "DELETE /v1/subscriptions/{id}",
      status: 500,
      times: 9,
    } as const;
    const close = { body: { operation: "close" } };
    await whileItFails(world, fault, () => must(world, "account", close, customer));
  },
  "authenticator on": toAuthenticatorOn,
  /** It was on, as the portal knows. */
  "authenticator off": async (world, customer) => {
    await toAuthenticatorOn(world, customer);
    const AccessToken = customer.tokens?.access;
    await must(world, "sign-in-methods", { body: { access_token: AccessToken } }, customer);
    const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
    await world.cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
  },
  /** Whose 30 days are over. */
  "to be erased": async (world, customer) => {
    await toCard(world, customer);
    await toErase(world, customer);
  },
  /** The same of somebody whom Stripe knows and who never paid. */
  "to be erased unpaid": async (world, customer) => {
    await toOpenPage(world, customer);
    await toErase(world, customer);
  },
} as const satisfies Record<string, (world: World, customer: Customer) => Promise<void>>;
export type StateName = keyof typeof states;

export async function arrange(world: World, state: StateName): Promise<Customer> {
  const customer = world.newCustomer();
  await states[state](world, customer);
  return customer;
}
