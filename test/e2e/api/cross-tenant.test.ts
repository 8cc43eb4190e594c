import { CognitoIdentityProviderClient, GetUserCommand } from "@aws-sdk/client-cognito-identity-provider";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { agreements, company } from "#test/support/company.ts";
import {
  type Customer,
  createCustomer,
  getApi,
  newPerson,
  postJson,
  subOf,
  verifyPhone,
} from "../support/customer.ts";
import { local } from "../support/local.ts";
import { startNewSmsHour } from "../support/sms-limits.ts";
import { customerItems, setPlan } from "../support/table.ts";
import { checkoutPath, decideCheckout, openCheckout, prepareUpgrade } from "../support/upgrade.ts";

/** The one who is attacked: has paid by card. The one who attacks: a customer too, on trial or on the standard plan. */
let victim: Customer;
let attacker: Customer;
let victimSession: string;
let victimInvoice: string;

beforeAll(async () => {
  await startNewSmsHour();
  victim = await createCustomer();
  attacker = await createCustomer();
  await prepareUpgrade(victim);
  victimSession = await openCheckout(victim);
  await decideCheckout(victimSession, { outcome: "paid", webhook: false });
  // The page that the browser comes back to, which waits for no webhook.
  await postJson("/api/payment/subscription", { mode: "card" }, victim.idToken);
  const { result } = await (await getApi("/api/contract", victim.idToken)).json();
  victimInvoice = result.invoices[0].id;
});

/** Everything that is the victim's: in the table and in the user pool. */
async function belongings(): Promise<unknown> {
  const { cognito } = await local.services();
  const { endpoint = "", region = "" } = cognito ?? {};
  const client = new CognitoIdentityProviderClient({ endpoint, region });
  const account = await client.send(new GetUserCommand({ AccessToken: victim.accessToken }));
  return { items: await customerItems(subOf(victim.idToken)), account: account.UserAttributes };
}

const ownPlan = (plan: string) => setPlan(subOf(attacker.idToken), plan);
const update = (body: object) => postJson("/api/user", { operation: "update", ...body }, attacker.idToken);

const attempts: Record<string, [expected: number, attempt: () => Promise<Response>]> = {
  "read the record by login ID": [403, () => getApi(`/api/user?name=${victim.loginId}`, attacker.idToken)],
  "open a checkout for the customer's id": [
    403,
    () => getApi(checkoutPath({ customer_id: victim.customerId }), attacker.idToken),
  ],
  "be upgraded by the session that somebody else paid": [
    402,
    () => postJson("/api/payment/subscription", { mode: "card" }, attacker.idToken),
  ],
  "name the session that somebody else paid": [
    400,
    () =>
      postJson(
        "/api/payment/subscription",
        { mode: "card", checkout_session_id: victimSession },
        attacker.idToken,
      ),
  ],
  "see the invoices of somebody else, by a cursor": [
    200,
    () => getApi(`/api/contract?cursor=${victimInvoice}`, attacker.idToken),
  ],
  "cancel the contract of somebody else": [
    400,
    () => postJson("/api/contract", { operation: "cancel", customerId: victim.customerId }, attacker.idToken),
  ],
  "cancel a contract of one's own that is not there": [
    403,
    () => postJson("/api/contract", { operation: "cancel" }, attacker.idToken),
  ],
  "change the card of somebody else": [
    403,
    () => getApi("/api/payment/setup-session?cancel_path=/update&success_path=/update", attacker.idToken),
  ],
  "name somebody else's id in an update": [
    400,
    () => update({ customerId: victim.customerId, corporateName: "乗っ取り" }),
  ],
  "name somebody else's login in an update": [
    400,
    () => update({ loginId: victim.loginId, corporateName: "乗っ取り" }),
  ],
  "name somebody else in an order for a licence key": [
    400,
    () =>
      postJson(
        "/api/licence-key",
        { operation: "reveal", customerId: victim.customerId, name: victim.loginId },
        attacker.idToken,
      ),
  ],
  "close somebody else's account": [
    400,
    () => postJson("/api/account", { operation: "close", name: victim.loginId }, attacker.idToken),
  ],
  "withdraw somebody else's sign-up with a verification of one's own": [
    200,
    async () => {
      const requestId = await verifyPhone(newPerson().phoneNumber);
      const { loginId, email } = victim;
      return postJson("/api/sign-up", { operation: "withdraw", loginId, email, requestId });
    },
  ],
  "take over the e-mail address": [403, () => update({ email: victim.email })],
  "take over the phone number, without a verification": [
    403,
    () => update({ chargePhoneNumber: victim.phoneNumber }),
  ],
  "take over the phone number with a verification of one's own": [
    403,
    async () => {
      const requestId = await verifyPhone(newPerson().phoneNumber);
      return update({ chargePhoneNumber: victim.phoneNumber, requestId });
    },
  ],
  "sign up with the victim's address": [
    403,
    () =>
      postJson(
        "/api/user",
        {
          operation: "signup",
          ...signupFields,
          chargePhoneNumber: victim.phoneNumber,
          email: victim.email,
          requestId: "1",
        },
        attacker.idToken,
      ),
  ],
  "call Stripe's webhook in Stripe's name": [
    400,
    () =>
      postJson("/api/stripe/webhook", {
        type: "customer.subscription.deleted",
        data: { object: { id: victimSession, metadata: { sub: subOf(victim.idToken) } } },
      }),
  ],
};

const signupFields = { ...company, ...agreements, corporateName: "乗っ取り", kintoneDomain: "evil" };

describe.each(["trial", "standard"])("a customer on plan %s cannot", (plan) => {
  beforeEach(() => ownPlan(plan));
  const possible = Object.entries(attempts).filter(
    // A standard customer without a card gets the answer that there is nothing to upgrade.
    ([name]) => plan === "trial" || !name.startsWith("be upgraded"),
  );
  test.each(possible)("%s", async (_, [expected, attempt]) => {
    const before = await belongings();
    const response = await attempt();
    const answer = await response.text();
    expect([response.status, answer]).toEqual([expected, expect.any(String)]);
    for (const secret of [victim.email, victim.phoneNumber, victim.customerId, victimInvoice])
      expect(answer).not.toContain(secret);
    expect(await belongings()).toEqual(before);
  });
});

test("a consumed verification cannot be used by another customer", async () => {
  await ownPlan("trial");
  const { phoneNumber: chargePhoneNumber } = newPerson();
  const requestId = await verifyPhone(chargePhoneNumber);
  const body = { operation: "update", chargePhoneNumber, requestId };
  expect((await postJson("/api/user", body, victim.idToken)).status).toBe(200);
  const before = await belongings();
  const refused = await postJson("/api/user", body, attacker.idToken);
  expect(refused.status).toBe(403);
  expect(await belongings()).toEqual(before);
  expect(JSON.stringify(await customerItems(subOf(attacker.idToken)))).not.toContain(chargePhoneNumber);
});
