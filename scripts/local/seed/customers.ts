/**
 * Customers in a state that takes a person many screens: by the functions that the screens call, so that every row and every object
 * at Stripe is as theirs would be.
 */
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import * as z from "zod/mini";
import type { FunctionName } from "#infra/settings/functions.ts";
import { toBillingParameters } from "#shared/customer/billing-contact.ts";
import { asClaims } from "../edge/gateway.ts";
import { type CallRequest, eventOf } from "../edge/gateway-event.ts";
import type { TimeEvent } from "../emulators/stripe/simulate.ts";
import { identifiers } from "../identifiers.ts";
import type { Inbox } from "../inbox.ts";
import type { LambdaHost } from "../lambda/lambda-host.ts";
import type { Services } from "../services.ts";
import {
  addPasskey,
  type HeldPasskey,
  heldPasskey,
  newBrowser,
  switchOnAuthenticator,
} from "./sign-in-methods.ts";

/** The way to each state. */
const ways = {
  trial: [],
  /** At the upgrade's last step. */
  beforePayment: [prepare],
  card: [prepare, payByCard],
  invoice: [prepare, payByInvoice],
  /** The first renewal's payment failed. */
  late: [prepare, payByCard, time("payment_failed")],
  /** The second one's, today: the invoices of three months have three days. */
  lateAgain: [
    monthsAgo(2),
    prepare,
    payByCard,
    monthsAgo(1),
    time("period_ended"),
    monthsAgo(0),
    time("payment_failed"),
  ],
  /** Stripe gave that payment up, and keeps the contract until it is paid. */
  onHold: [prepare, payByCard, time("payment_failed"), time("unpaid")],
  closed: [close],
  withAuthenticator: [addAuthenticator],
  withPasskey: [addPasskeyOfBrowser],
  withPasskeyAndAuthenticator: [addPasskeyOfBrowser, addAuthenticator],
} satisfies Record<string, Step[]>;

export type CustomerState = keyof typeof ways;
const states = Object.keys(ways) as [CustomerState, ...CustomerState[]];
const contact = { billingChargeName: z.string(), billingPhoneNumber: z.string(), billingEmail: z.string() };

/** Body of `POST /__local/customers`. `company` is what the sign-up sends of the company, and `upgrade` the first call of the upgrade. */
export const customerRequest = z.strictObject({
  state: z.enum(states),
  userName: z.string(),
  password: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  company: z.record(z.string(), z.unknown()),
  upgrade: z.optional(z.looseObject(contact)),
});
type CustomerRequest = z.infer<typeof customerRequest>;

export interface CustomerParts {
  services: Services;
  lambda: LambdaHost;
  inbox: Inbox;
}

type Call = (name: FunctionName, request: CallRequest) => Promise<Record<string, unknown>>;
interface Customer extends CustomerParts {
  request: CustomerRequest;
  call: Call;
  cognito: CognitoIdentityProviderClient;
  accessToken: string;
  /** A person keeps these outside of the portal. */
  kept: { secret?: string; passkey?: HeldPasskey };
  /** Of the checkout that was paid. */
  subscription?: string;
}
type Step = (customer: Customer) => Promise<void>;

/**
 * Returns the tokens of the first sign-in, the `secret` of an authenticator app and the `passkey`. Resolves once Stripe's webhooks
 * have arrived. Throws when a function answers anything but 200.
 */
export async function makeCustomer(parts: CustomerParts, request: CustomerRequest) {
  const { cognito: emulator, origin } = parts.services;
  const { sub } = emulator.seedUser(request);
  // A closed account could not sign in later.
  const tokens = await emulator.signIn(request.userName);
  const claims = asClaims(decodeJwt(tokens.IdToken));
  const address = addressOf(sub);
  const call: Call = async (name, event) => {
    const reply = response.parse(await parts.lambda.invoke(name, eventOf({ ...event, claims, address })));
    if (reply.statusCode !== 200)
      throw new Error(`For ${request.userName}, ${name} answered ${reply.statusCode} ${reply.body}`);
    return JSON.parse(reply.body);
  };
  const { region } = identifiers;
  const cognito = new CognitoIdentityProviderClient({ region, endpoint: origin("cognito") });
  const customer: Customer = { ...parts, request, call, cognito, accessToken: tokens.AccessToken, kept: {} };
  const customerId = await signUp(customer);
  for (const step of ways[request.state]) await step(customer);
  return { sub, customerId, ...tokens, ...customer.kept };
}

/** Another one for each customer: SMS are limited by address. */
const addressOf = (sub: string): string =>
  ["10", ...[0, 2, 4].map((at) => Number.parseInt(sub.slice(at, at + 2), 16))].join(".");

const response = z.object({ statusCode: z.int(), body: z.string() });

async function signUp({ request, call, inbox }: Customer): Promise<string> {
  const { phoneNumber, email, company } = request;
  const verify = (body: object) => call("verify", { path: "/api/verify", body });
  const { request_id: requestId } = await verify({ mode: "send", phone_number: phoneNumber });
  await verify({ mode: "check", request_id: requestId, code: inbox.list(phoneNumber)[0]?.code });
  const body = { operation: "signup", ...company, chargePhoneNumber: phoneNumber, email, requestId };
  const { result } = await call("post-user", { path: "/api/user", body });
  return z.parse(z.object({ customerId: z.string() }), result).customerId;
}

async function prepare({ request, call }: Customer): Promise<void> {
  await call("post-user", { path: "/api/user", body: { operation: "upgrade", ...request.upgrade } });
}

const billingOf = ({ upgrade }: CustomerRequest) => toBillingParameters(z.parse(z.object(contact), upgrade));

async function payByCard(customer: Customer): Promise<void> {
  const { request, call, services } = customer;
  const { checkout_session_id } = await call("checkout-session", {
    path: "/api/payment/checkout-session",
    query: {
      cancel_path: "/upgrade",
      success_path: "/upgrade/payment?uuid=abcdefghij12345",
      ...billingOf(request),
    },
  });
  const { session } = services.stripe.decide(String(checkout_session_id), { outcome: "paid" });
  customer.subscription = z.parse(z.object({ subscription: z.string() }), session).subscription;
  await services.stripe.webhooks.idle();
}

async function payByInvoice({ request, call, services }: Customer): Promise<void> {
  const body = { mode: "invoice", ...billingOf(request) };
  await call("subscription", { path: "/api/payment/subscription", body });
  await services.stripe.webhooks.idle();
}

function monthsAgo(months: number): Step {
  return async ({ services: { stripe } }) => stripe.goBack(months);
}

function time(event: TimeEvent): Step {
  return async ({ subscription = "", services: { stripe } }) => {
    stripe.passTime(subscription, { event });
    await stripe.webhooks.idle();
  };
}

async function close({ call }: Customer): Promise<void> {
  await call("account", { path: "/api/account", body: { operation: "close" } });
}

async function addAuthenticator(customer: Customer): Promise<void> {
  customer.kept.secret = await switchOnAuthenticator(customer.cognito, customer.accessToken);
  await syncSignInMethods(customer);
}

async function addPasskeyOfBrowser(customer: Customer): Promise<void> {
  const browser = newBrowser();
  await addPasskey(customer.cognito, customer.accessToken, browser);
  customer.kept.passkey = heldPasskey(browser);
  await syncSignInMethods(customer);
}

async function syncSignInMethods({ call, accessToken: access_token }: Customer): Promise<void> {
  await call("sign-in-methods", { path: "/api/sign-in-methods", body: { access_token } });
}
