/** Requests that each endpoint takes, with every parameter that it knows. An endpoint without one does not compile. */

import type * as z from "zod/mini";
import type { EndpointName, endpoints } from "#shared/endpoints.ts";
import { agreements, company } from "#test/support/company.ts";
import { rsaKeyBase64 } from "#test/support/rsa-keys.ts";

type EndpointNamed<N extends EndpointName> = (typeof endpoints)[N];
type QueryInput<E> = E extends { query: infer Q extends z.ZodMiniType } ? { query: z.input<Q> } : object;
type BodyInput<E> = E extends { body: infer B extends z.ZodMiniType } ? { body: z.input<B> } : object;
type Requests = {
  readonly [N in EndpointName]: readonly (QueryInput<EndpointNamed<N>> & BodyInput<EndpointNamed<N>>)[];
};

/** The values in one customer's requests. */
export interface Requester {
  loginId: string;
  email: string;
  phoneNumber: string;
  customerId: string;
  accessToken: string;
  /** Of a phone verification. */
  requestId: string;
  unsubscribeToken: string;
}

const uuid = "A1b2C3d4E5f6G7h";
export const billing = {
  billingChargeName: "経理 次郎",
  billingPhoneNumber: "03-1234-5678",
  billingEmail: "keiri@example.com",
};
const billingQuery = {
  billing_charge_name: billing.billingChargeName,
  billing_phone_number: billing.billingPhoneNumber,
  billing_email: billing.billingEmail,
};
/** Of an account that is ready. */
export const credentials = {
  applicationId: "6f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e10",
  apiKey: "a1b2c3d4",
  apiSecret: "Secret123456",
  webhookUrl: "https://hooks.example.com/incoming",
};
export const voiceProvider = { ...credentials, privateKey: rsaKeyBase64() };
const customer = {
  ...company,
  corporateNumber: "7000012050002",
  corporatePhoneNumber: "03-1234-5678",
  department: "情報システム部",
  position: 1,
  chargeLastNameKana: "サトウ",
  chargeFirstNameKana: "タロウ",
  basicUserName: "plugin",
  basicPassword: "basic-pass",
};
const questionnaire = { industry: 0, task: 0, discoverySource: 0, usage: [0] };
const optIns = { optInServiceInfo: true, optInEvents: true };

export function requestsOf(who: Requester): Requests {
  const { loginId, email, requestId, phoneNumber: chargePhoneNumber } = who;
  const contact = { chargePhoneNumber, email, requestId };
  return {
    "get-user": [{ query: { name: loginId } }],
    "post-user": [
      { body: { operation: "signup", ...customer, ...questionnaire, ...optIns, ...agreements, ...contact } },
      { body: { operation: "upgrade", ...voiceProvider, ...billing } },
      { body: { operation: "update", version: 1, ...customer, ...voiceProvider, ...billing, ...contact } },
    ],
    "download-file": [{ query: { file_type: "plugin", version: "1.0.0" } }],
    releases: [{ query: { file_type: "plugin" } }],
    "checkout-session": [
      {
        query: {
          cancel_path: "/upgrade",
          success_path: `/upgrade/payment?uuid=${uuid}`,
          customer_id: who.customerId,
          ...billingQuery,
        },
      },
    ],
    "setup-session": [{ query: { cancel_path: "/update", success_path: "/update" } }],
    subscription: [
      { body: { mode: "card" } },
      { body: { mode: "invoice", ...billingQuery, price_yen: 11_000 } },
    ],
    "get-contract": [{ query: { cursor: "in_1" } }],
    "post-contract": [
      { body: { operation: "cancel", reason: "too_expensive" } },
      { body: { operation: "resume" } },
      { body: { operation: "change-payment-type", paymentType: "invoice" } },
      {
        body: {
          operation: "invoice-fields",
          addressee: company.corporateName,
          orderNumber: "PO-1",
          before: { addressee: "", department: "", orderNumber: "", ccAddresses: "" },
        },
      },
    ],
    invoices: [{ query: { year: "2026", format: "csv" } }],
    quotes: [{}],
    "create-quote": [
      { body: { addressee: company.corporateName, department: "総務部", person: "佐藤 太郎", months: 12 } },
    ],
    "public-quote": [{ body: { addressee: company.corporateName, months: 12 } }],
    "quote-pdf": [{ query: { id: "0f1e2d3c4b5a69788796a5b4c3d2e1f0" } }],
    "voice-provider-check": [{ body: { api_key: voiceProvider.apiKey } }],
    "voice-provider-diagnose": [{ body: voiceProvider }],
    verify: [
      { body: { mode: "send", phone_number: chargePhoneNumber } },
      { body: { mode: "check", code: "123456", request_id: requestId } },
      { body: { mode: "call", request_id: requestId } },
    ],
    "withdraw-sign-up": [{ body: { operation: "withdraw", loginId, email, requestId } }],
    "login-ids": [{ body: { email } }],
    "corporate-number": [{ query: { number: customer.corporateNumber } }],
    "licence-key": [
      { body: { operation: "reveal" } },
      { body: { operation: "resend" } },
      { body: { operation: "reissue" } },
    ],
    activity: [{ query: { cursor: Buffer.from(`${new Date(0).toISOString()}#`).toString("base64url") } }],
    "sign-in-methods": [{ body: { access_token: who.accessToken } }],
    sessions: [
      { body: { operation: "begin" } },
      { body: { operation: "prepare-end" } },
      { body: { operation: "cancel-end", id: 1 } },
      { body: { operation: "end" } },
    ],
    account: [{ body: { operation: "close" } }, { body: { operation: "prepare-email-change", email } }],
    export: [{}],
    unsubscribe: [{ query: { token: who.unsubscribeToken, resubscribe: "true" } }],
    "unsubscribe-link": [{ query: { token: who.unsubscribeToken } }],
    "stripe-webhook": [{}],
    notices: [{}],
    health: [{}],
  };
}
