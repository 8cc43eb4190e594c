import { newKeyPair } from "../store.ts";
import { type CustomerParts, makeCustomer } from "./customers.ts";
import { demoStandard, demoUser } from "./demo-user.ts";

const agreements = { customerKbn: 0, agreedTerms: true, agreedBusinessUse: true };

/** The trial customer. */
export const seedDemoUser = (parts: CustomerParts): Promise<unknown> =>
  makeCustomer(parts, {
    ...demoUser,
    state: "trial",
    company: {
      ...agreements,
      corporateName: "株式会社サンプル電話",
      postalCode: "100-0001",
      prefecture: 13,
      city: "千代田区",
      streetAddress: "千代田1-1 サンプルビル3F",
      chargeLastName: "山田",
      chargeFirstName: "花子",
      kintoneDomain: "sample-denwa",
    },
  });

/** The paying customer: two paid invoices and an open one, whose payment failed. */
export const seedDemoStandard = (parts: CustomerParts): Promise<unknown> =>
  makeCustomer(parts, {
    ...demoStandard,
    state: "lateAgain",
    company: {
      ...agreements,
      corporateName: "株式会社スタンダード商事",
      postalCode: "530-0001",
      prefecture: 27,
      city: "大阪市北区",
      streetAddress: "梅田1-1 スタンダードビル5F",
      chargeLastName: "鈴木",
      chargeFirstName: "一郎",
      kintoneDomain: "standard-shoji",
    },
    upgrade: {
      applicationId: "5c0f3f2a-6c1e-4d55-9c66-8f1f0a4be201",
      apiKey: "b2c3d4e5",
      apiSecret: "Secret1234",
      privateKey: Buffer.from(newKeyPair().privateKey).toString("base64"),
      webhookUrl: "https://hooks.example.com/incoming",
      billingChargeName: "経理 良子",
      billingPhoneNumber: "06-1234-5678",
      billingEmail: "billing@example.com",
    },
  });
