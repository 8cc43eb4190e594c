/** The values that a customer's upgrade sends. */
import { rsaKey } from "#test/support/rsa-keys.ts";

/** The local voice provider knows this key. */
export const apiSecret = "Secret1234";
export const keyText = rsaKey();

export const billingContact = {
  billingChargeName: "請求 花子",
  billingPhoneNumber: "03-1234-5678",
  billingEmail: "billing@example.co.jp",
};

/** The values that the upgrade stored, to be read again. */
export const credentials = {
  applicationId: "0f2b6f0e-7c1d-4a7e-8f50-0d2f3c1b9a77",
  apiKey: "a1b2c3d4",
  webhookUrl: "https://hooks.example.co.jp/incoming",
  ...billingContact,
};

export const upgradeRequest = {
  operation: "upgrade",
  ...credentials,
  apiSecret,
  privateKey: Buffer.from(keyText).toString("base64"),
};
