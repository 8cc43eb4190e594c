/** Field by field, straight at the handler: what an update changes, and what it leaves alone. */

import { beforeAll, describe, expect, test } from "vitest";
import { secretMask } from "#shared/limits.ts";
import { ellipticKey, rsaKeyBase64 } from "#test/support/rsa-keys.ts";
import { newPerson } from "../support/people.ts";
import { outcome } from "../support/replies.ts";
import { verifyPhone } from "../support/verified-phone.ts";
import type { Owner } from "../support/world/customers.ts";
import { startWorld } from "../support/world/world.ts";

const world = await startWorld();
let owner: Owner;
beforeAll(async () => {
  owner = await world.createStandardCustomer();
});

test.each([
  ["customerKbn", 1, "CustomerKbn"],
  ["corporateName", "株式会社新社名", "CorporateName"],
  ["postalCode", "530-0001", "PostalCode"],
  ["prefecture", 27, "Prefecture"],
  ["city", "大阪市北区", "City"],
  ["streetAddress", "梅田1-1", "StreetAddress"],
  ["chargeLastName", "山田", "ChargeLastName"],
  ["chargeFirstName", "次郎", "ChargeFirstName"],
  ["kintoneDomain", "new-domain", "KintoneDomain"],
  ["corporateNumber", "7000012050002", "CorporateNumber"],
  ["corporatePhoneNumber", "06-1234-5678", "CorporatePhoneNumber"],
  ["department", "情報システム部", "Department"],
  ["department", "", "Department"],
  ["position", 2, "Position"],
  ["chargeLastNameKana", "サトウ", "ChargeLastNameKana"],
  ["chargeFirstNameKana", "ジロウ", "ChargeFirstNameKana"],
  ["basicUserName", "basic_user-2", "BasicUserName"],
  ["optInServiceInfo", false, "OptInServiceInfo"],
  ["optInEvents", false, "OptInEvents"],
  ["applicationId", "7f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e11", "ApplicationId"],
  ["apiKey", "b2c3d4e5", "ApiKey"],
  ["webhookUrl", "https://hooks.example.jp/in", "IncomingWebhookUrl"],
  ["webhookUrl", "", "IncomingWebhookUrl"],
  ["billingChargeName", "請求 花子", "BillingChargeName"],
  ["billingPhoneNumber", "06-9999-0000", "BillingPhoneNumber"],
  ["billingEmail", "seikyu@example.jp", "BillingEmail"],
])("%s becomes %j, once, and nothing else changes", async (field, value, shown) => {
  const before = await world.userRecordOf(owner);
  const audits = (await world.auditOf(owner)).length;
  const request = { [field]: value, version: before.Version };
  const { status, json } = await world.update(owner, request);
  expect([status, json.result]).toEqual([200, { customerId: owner.customerId }]);
  const after = { ...before, [shown]: value, Version: before.Version + 1 };
  expect(await world.userRecordOf(owner)).toEqual(after);
  expect((await world.auditOf(owner)).slice(audits)).toEqual([[field]]);
  // As after a lost answer: the version is old, and nothing is left to do.
  const again = await world.expectNothingWritten(() => world.update(owner, request));
  expect(again.status).toBe(200);
});

test("a phone number stays verified although a row of the audit trail is taken", async () => {
  const person = newPerson();
  const requestId = await verifyPhone(world.portal, person);
  const { Version } = await world.userRecordOf(owner);
  const row = { pk: `CUSTOMER#${owner.sub}`, sk: `AUDIT#UPDATED#${Version}` };
  await world.portal.put(row);
  const change = { chargePhoneNumber: person.phoneNumber, requestId };
  expect(outcome(await world.update(owner, change))).toEqual([409, "conflict"]);
  await world.portal.remove(row.pk, row.sk);
  expect((await world.update(owner, change)).status).toBe(200);
});

test("repeated values beside new ones are no change", async () => {
  const { City, CorporateName } = await world.userRecordOf(owner);
  const fields = { city: City, corporateName: CorporateName, streetAddress: "梅田2-2" };
  expect((await world.update(owner, fields)).status).toBe(200);
  expect((await world.auditOf(owner)).at(-1)).toEqual(["streetAddress"]);
});

test("an empty update changes nothing", async () => {
  const { Version: version, City: city } = await world.userRecordOf(owner);
  for (const fields of [{}, { version }, { version: 1 }, { city }, { requestId: "request" }]) {
    const { status } = await world.expectNothingWritten(() => world.update(owner, fields));
    expect(status).toBe(200);
  }
});

const notOurs = ["plan", "Plan", "paymentType", "customerId", "CustomerId", "loginId", "sub", "pk"];
const notHere = ["industry", "licenceKey", "stripeCustomerId", "subscriptionId"];
test.each<Record<string, unknown>>([
  {
    ...{ corporateName: "", postalCode: "1234567", prefecture: 48, customerKbn: 3, kintoneDomain: "日本" },
    ...{ corporateNumber: "7000012050003", position: 5, basicUserName: "a b", basicPassword: "1234" },
    ...{ applicationId: "6f1d7a2e-0b4c", apiKey: "a1b2c3d", apiSecret: "alllowercase1", version: "1" },
    ...{ privateKey: "not base64!", webhookUrl: "https://10.0.0.1/", billingPhoneNumber: "0612345678" },
    ...{ billingEmail: "seikyu", chargePhoneNumber: "03-1234-5678", email: "who" },
  },
  { corporateName: null, apiSecret: "" },
  { privateKey: Buffer.from(ellipticKey()).toString("base64") },
  Object.fromEntries([...notOurs, ...notHere, "hasApiSecret"].map((key) => [key, "standard"])),
])("each wrong field is refused by its name, with any other fields: %#", async (wrong) => {
  const request = { city: "港区", ...wrong };
  const { fields = {} } = await world.expectRefused(() => world.update(owner, request), "bad_request");
  expect(Object.keys(fields).sort()).toEqual(Object.keys(wrong).sort());
});

describe("permissions", () => {
  const all = {
    applicationId: "7f1d7a2e-0b4c-4a55-9f3e-2a9c7c1d8e12",
    apiKey: "c3d4e5f6",
    apiSecret: "Secret123secret",
    webhookUrl: "https://hooks.example.jp/2",
    privateKey: rsaKeyBase64(),
    billingChargeName: "請求 三郎",
    billingPhoneNumber: "06-1111-2222",
    billingEmail: "other@example.jp",
  };

  test.each(["trial", "suspended", "anything"])("%s: none of the standard plan's fields", async (plan) => {
    const other = await world.createCustomer({ plan });
    for (const [field, value] of [...Object.entries(all), ["privateKey", ""], ["webhookUrl", ""]] as const)
      await world.expectRefused(() => world.update(other, { city: "港区", [field]: value }), "forbidden");
    expect((await world.update(other, { city: "港区" })).status).toBe(200);
  });

  test("standard: all of them", async () => {
    expect((await world.update(await world.createStandardCustomer(), all)).status).toBe(200);
  });

  test("no customer without a profile", async () => {
    const stranger = { ...newPerson(), customerId: owner.customerId };
    for (const fields of [{ city: "港区" }, { apiKey: "c3d4e5f6" }, { email: stranger.email }])
      await world.expectRefused(() => world.update(stranger, fields), "not_found");
  });
});

describe("of two tabs, two devices or many clicks the second sees that there was a first:", () => {
  const [department, apiKey, apiSecret] = ["総務部", "z9y8x7w6", "Another1secret"];

  test("a tab that shows an older profile, or none there was, is refused with 409", async () => {
    const owner = await world.createStandardCustomer();
    expect((await world.update(owner, { city: "港区", version: 1 })).status).toBe(200);
    for (const fields of [{ department }, { apiKey }, { apiSecret }])
      await world.expectRefused(() => world.update(owner, { ...fields, version: 1 }), "conflict");
    for (const version of [0, -1, 3, 99])
      await world.expectRefused(() => world.update(owner, { department, version }), "conflict");
    expect((await world.update(owner, { department, version: 2 })).status).toBe(200);
    expect(await world.userRecordOf(owner)).toMatchObject({
      City: "港区",
      Department: department,
      Version: 3,
    });
  });

  test("changes of different fields at once all arrive without a version", async () => {
    const owner = await world.createStandardCustomer();
    const fields = [{ city: "港区" }, { department }, { apiKey }, { apiSecret }];
    const answers = await Promise.all(fields.map((field) => world.update(owner, field)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const seen = { City: "港区", Department: department, ApiKey: apiKey, ApiSecret: secretMask };
    expect(await world.userRecordOf(owner)).toMatchObject({ ...seen, Version: 5 });
    expect((await world.auditOf(owner)).flat().sort()).toEqual(["apiKey", "apiSecret", "city", "department"]);
  });

  test("one of two changes with the same version is written whole, and the other not", async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await world.createCustomer();
      const tabs = [
        { city: "港区", department: "総務部" },
        { city: "中央区", streetAddress: "銀座1-1" },
      ];
      const answers = await Promise.all(tabs.map((tab) => world.update(owner, { ...tab, version: 1 })));
      const statuses = answers.map(({ status }) => status);
      expect([...statuses].sort()).toEqual([200, 409]);
      const profile = await world.profileOf(owner);
      expect(profile).toMatchObject({ ...tabs[statuses.indexOf(200)], version: 2 });
      expect(await world.auditOf(owner)).toHaveLength(1);
    }
  });

  test("a double click is one change", async () => {
    const owner = await world.createStandardCustomer();
    const clicks = Array.from({ length: 8 }, () => world.update(owner, { city: "港区", version: 1 }));
    expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await world.userRecordOf(owner)).toMatchObject({ City: "港区", Version: 2 });
    expect(await world.auditOf(owner)).toEqual([["city"]]);
  });
});
