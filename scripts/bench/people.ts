/** Customers of the benchmark, and what they send. */
import { randomUUID } from "node:crypto";
import { claimsOf } from "#scripts/local/edge/gateway-event.ts";
import { newKeyPair } from "#scripts/local/store.ts";
import { toBillingParameters } from "#shared/customer/billing-contact.ts";

export interface Person {
  loginId: string;
  phoneNumber: string;
  email: string;
  claims: Record<string, string> & { sub: string };
}

export function personOf(number: number): Person {
  const loginId = `bench${number}`;
  const email = `${loginId}@example.com`;
  return {
    loginId,
    email,
    phoneNumber: `080-1000-${String(number).padStart(4, "0")}`,
    claims: {
      ...claimsOf({ sub: randomUUID(), userName: loginId, email }),
      /** As of a sign-in right before each call: a password that was replaced since would not be recent. */
      get auth_time() {
        return String(Math.floor(Date.now() / 1000));
      },
    },
  };
}

export const signupOf = (person: Person | undefined, requestId: unknown) => ({
  operation: "signup",
  customerKbn: 0,
  corporateName: "株式会社ベンチ",
  postalCode: "100-0001",
  prefecture: 13,
  city: "千代田区",
  streetAddress: "千代田1-1",
  chargeLastName: "計測",
  chargeFirstName: "太郎",
  kintoneDomain: "bench",
  agreedTerms: true,
  agreedBusinessUse: true,
  chargePhoneNumber: person?.phoneNumber,
  email: person?.email,
  requestId,
});

/** Upgrade, step 0 and 1. */
export const upgradeRequest = {
  operation: "upgrade",
  applicationId: "0a1b2c3d-0000-4000-8000-0123456789ab",
  apiKey: "a1b2c3d4",
  apiSecret: "Bench123456",
  privateKey: Buffer.from(newKeyPair().privateKey).toString("base64"),
  billingChargeName: "計測 太郎",
  billingPhoneNumber: "03-1234-5678",
  billingEmail: "billing@example.com",
};

export const checkoutQuery = {
  cancel_path: "/upgrade",
  success_path: "/upgrade/payment?uuid=Bench0000000001",
  ...toBillingParameters(upgradeRequest),
};
