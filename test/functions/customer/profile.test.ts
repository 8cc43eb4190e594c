import { expect, test } from "vitest";
import { parseProfile, toUserRecord } from "#functions/customer/profile.ts";
import { userRecord } from "#shared/customer/customer.ts";

/** The fields without a default. */
const smallest = {
  schemaVersion: 1,
  customerId: "c-1",
  loginId: "taro",
  customerKbn: 0,
  prefecture: 13,
  plan: "trial",
  version: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
};

test("the user record names its fields as the specification does, and few others", () => {
  const record = toUserRecord(parseProfile(smallest));
  expect(userRecord.parse(record)).toEqual(record);
  const names =
    "CustomerId CustomerKbn CorporateNumber CorporateName PostalCode Prefecture City StreetAddress CorporatePhoneNumber Department " +
    "ChargeLastName ChargeFirstName ChargeLastNameKana ChargeFirstNameKana Position KintoneDomain BasicUserName BasicPassword " +
    "ChargePhoneNumber Email BillingChargeName BillingPhoneNumber BillingEmail ApplicationId ApiKey ApiSecret IncomingWebhookUrl " +
    "Plan PaymentType";
  const ours = ["PrivateKey", "Version", "OptInServiceInfo", "OptInEvents"];
  expect(Object.keys(record).sort()).toEqual([...names.split(" "), ...ours].sort());
});
