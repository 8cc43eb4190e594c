/** Registers the demo customers the way real ones are: through the functions, with the code from the inbox. */
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import type { FunctionName } from "#infra/settings/functions.ts";
import { toBillingParameters } from "#shared/customer/billing-contact.ts";
import { getContract } from "#shared/endpoints.ts";
import { type CallRequest, claimsOf, eventOf } from "../edge/gateway-event.ts";
import type { Inbox } from "../inbox.ts";
import type { LambdaHost } from "../lambda/lambda-host.ts";
import type { Services } from "../services.ts";
import { newKeyPair } from "../store.ts";
import { type DemoCustomer, demoStandard, demoUser } from "./demo-user.ts";

const companies: Record<DemoCustomer["userName"], object> = {
  "demo-user": {
    corporateName: "株式会社サンプル電話",
    postalCode: "100-0001",
    prefecture: 13,
    city: "千代田区",
    streetAddress: "千代田1-1 サンプルビル3F",
    chargeLastName: "山田",
    chargeFirstName: "花子",
    kintoneDomain: "sample-denwa",
  },
  "demo-standard": {
    corporateName: "株式会社スタンダード商事",
    postalCode: "530-0001",
    prefecture: 27,
    city: "大阪市北区",
    streetAddress: "梅田1-1 スタンダードビル5F",
    chargeLastName: "鈴木",
    chargeFirstName: "一郎",
    kintoneDomain: "standard-shoji",
  },
};

const billingContact = {
  billingChargeName: "経理 良子",
  billingPhoneNumber: "06-1234-5678",
  billingEmail: "billing@example.com",
};

export interface DemoParts {
  services: Services;
  lambda: LambdaHost;
  inbox: Inbox;
}

/** The trial customer. */
export const seedDemoUser = (parts: DemoParts): Promise<unknown> => signUp(parts, demoUser);

/** The paying customer. Waits until the webhooks have arrived; throws after 30 seconds. */
export async function seedDemoStandard(parts: DemoParts): Promise<void> {
  const { stripe } = parts.services;
  const call = await signUp(parts, demoStandard);
  await call("post-user", {
    path: "/api/user",
    body: {
      operation: "upgrade",
      applicationId: "5c0f3f2a-6c1e-4d55-9c66-8f1f0a4be201",
      apiKey: "b2c3d4e5",
      apiSecret: "Secret1234",
      privateKey: Buffer.from(newKeyPair().privateKey).toString("base64"),
      webhookUrl: "https://hooks.example.com/incoming",
      ...billingContact,
    },
  });
  const { checkout_session_id } = await call("checkout-session", {
    path: "/api/payment/checkout-session",
    query: {
      cancel_path: "/upgrade",
      success_path: "/upgrade/payment?uuid=abcdefghij12345",
      ...toBillingParameters(billingContact),
    },
  });
  const { session } = stripe.decide(String(checkout_session_id), { outcome: "paid" });
  await waitFor("standard", async () => (await contractOf(call)).plan);
  const { subscription } = z.object({ subscription: z.string() }).parse(session);
  stripe.passTime(subscription, { event: "period_ended" });
  stripe.passTime(subscription, { event: "payment_failed" });
  await waitFor("past_due", async () => (await contractOf(call)).status);
}

const contractOf = async (call: Call) =>
  getContract.response.parse(await call("get-contract", { path: "/api/contract" })).result;

type Call = (name: FunctionName, request: CallRequest) => Promise<Record<string, unknown>>;

/** Returns what makes the customer's calls. */
async function signUp({ services, lambda, inbox }: DemoParts, customer: DemoCustomer): Promise<Call> {
  const { sub } = services.cognito.seedUser(customer);
  const { phoneNumber, email } = customer;
  const claims = claimsOf({ ...customer, sub });
  const call: Call = async (name, request) => {
    const reply = response.parse(await lambda.invoke(name, eventOf({ ...request, claims })));
    if (reply.statusCode !== 200)
      throw new Error(`Seeding ${customer.userName}: ${name} answered ${reply.statusCode} ${reply.body}`);
    return JSON.parse(reply.body);
  };
  const verify = (body: object) => call("verify", { path: "/api/verify", body });
  const { request_id } = await verify({ mode: "send", phone_number: phoneNumber });
  const code = inbox.list(phoneNumber)[0]?.code;
  await verify({ mode: "check", request_id, code });
  await call("post-user", {
    path: "/api/user",
    body: {
      operation: "signup",
      ...companies[customer.userName],
      customerKbn: 0,
      agreedTerms: true,
      agreedBusinessUse: true,
      chargePhoneNumber: phoneNumber,
      email,
      requestId: request_id,
    },
  });
  return call;
}

const response = z.object({ statusCode: z.int(), body: z.string() });

async function waitFor(expected: string, read: () => Promise<string>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while ((await read()) !== expected) {
    if (Date.now() > deadline) throw new Error(`Seeding: still not ${expected}.`);
    await sleep(50);
  }
}
