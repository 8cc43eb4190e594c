import { beforeEach, describe, expect, it } from "vitest";
import type { UserRecord } from "../../../shared/customer.ts";
import { describeValue } from "../../../web/features/update/describe-value.ts";
import {
  changedElsewhere,
  changedValues,
  type Draft,
  editedTabs,
  editsIn,
  readDraft,
  storedValues,
  withEdits,
  withTab,
  writeDraft,
} from "../../../web/features/update/edits.ts";
import { userInfoForm, voiceProviderUpdateForm } from "../../../web/features/update/forms.ts";
import { session } from "../../../web/lib/session.ts";

const record: UserRecord = {
  CustomerId: "c-1",
  CustomerKbn: 0,
  CorporateNumber: "",
  CorporateName: "株式会社テスト商事",
  PostalCode: "150-0002",
  Prefecture: 13,
  City: "渋谷区",
  StreetAddress: "渋谷2-1-1",
  CorporatePhoneNumber: "",
  Department: "",
  ChargeLastName: "佐藤",
  ChargeFirstName: "太郎",
  ChargeLastNameKana: "",
  ChargeFirstNameKana: "",
  Position: null,
  KintoneDomain: "test-shoji",
  BasicUserName: "",
  BasicPassword: "********",
  ChargePhoneNumber: "090-1234-5678",
  Email: "sato@example.co.jp",
  BillingChargeName: "",
  BillingPhoneNumber: "",
  BillingEmail: "",
  ApplicationId: "",
  ApiKey: "",
  ApiSecret: "********",
  PrivateKey: "********",
  IncomingWebhookUrl: "",
  Plan: "standard",
  PaymentType: "card",
  Version: 3,
};
const stored = storedValues(record).user;
const rules = userInfoForm.shape;
const edited = (typed: object, before = {}) => editsIn({ ...stored, ...typed }, stored, rules, before);
const draftOf = (typed: object): Draft => withTab(readDraft(record), "user", edited(typed));

beforeEach(() => session.clear());

describe("what differs from the record", () => {
  it("is told after normalising", () => {
    expect(edited({ corporateName: " 株式会社テスト商事 ", kintoneDomain: "TEST-SHOJI.cybozu.com" })).toEqual(
      {},
    );
    expect(edited({ city: "港区 " })).toEqual({ city: { base: "渋谷区", mine: "港区 " } });
  });

  it("may be a choice, taken back or made", () => {
    expect(edited({ prefecture: undefined, position: 0 })).toEqual({
      prefecture: { base: 13, mine: undefined },
      position: { base: undefined, mine: 0 },
    });
  });

  it("keeps what it was based on", () => {
    expect(edited({ city: "港区" }, { city: { base: "品川区", mine: "港" } })).toEqual({
      city: { base: "品川区", mine: "港区" },
    });
  });

  it("is all that is sent", () => {
    expect(changedValues({ ...stored, city: "港区" }, stored)).toEqual({ city: "港区" });
    expect(changedValues(stored, stored)).toEqual({});
  });
});

describe("the draft", () => {
  it("comes back over the record", () => {
    writeDraft(draftOf({ city: "港区", prefecture: undefined }));
    const draft = readDraft(record);
    expect(editedTabs(draft)).toEqual(["user"]);
    expect(withEdits(stored, draft.tabs.user)).toEqual({ ...stored, city: "港区", prefecture: undefined });
  });

  it("is gone when nothing differs any more", () => {
    writeDraft(draftOf({ city: "港区" }));
    expect(editedTabs(readDraft({ ...record, City: "港区" }))).toEqual([]);
    writeDraft(draftOf({}));
    expect(session.read("updateInfo")).toBeUndefined();
  });

  it("is nobody else's, and takes nothing that no field would", () => {
    writeDraft(draftOf({ city: "港区" }));
    expect(editedTabs(readDraft({ ...record, CustomerId: "c-2" }))).toEqual([]);
    const forged = { city: { base: "渋谷区", mine: 5 }, plan: { base: "trial", mine: "standard" } };
    session.write("updateInfo", { customerId: "c-1", tabs: { user: forged, voice: {}, billing: {} } });
    expect(readDraft(record).tabs.user).toEqual({});
    session.write("updateInfo", { customerId: "c-1", tabs: "?" });
    expect(editedTabs(readDraft(record))).toEqual([]);
  });

  it("knows no secret", () => {
    const typed = { basicPassword: "Canary-Basic-1", apiSecret: "CanarySecret1", file: "canary.key" };
    writeDraft(draftOf({ ...typed, city: "港区" }));
    expect(JSON.stringify(session.read("updateInfo"))).not.toMatch(/canary/i);
  });
});

describe("what another screen changed", () => {
  const newer = { ...stored, city: "港区", corporateName: "新社名" };

  it("is a conflict where the person typed something else", () => {
    expect(changedElsewhere(newer, edited({ corporateName: "私の入力" }), stored)).toEqual([
      { field: "corporateName", theirs: "新社名", conflict: { mine: "私の入力" } },
      { field: "city", theirs: "港区" },
    ]);
  });

  it("is none where both say the same", () => {
    expect(changedElsewhere(newer, edited({ city: "港区" }), stored)).toEqual([
      { field: "corporateName", theirs: "新社名" },
      { field: "city", theirs: "港区" },
    ]);
  });

  it("is found again by what the draft was based on", () => {
    expect(changedElsewhere(newer, edited({ corporateName: "私の入力" }))).toEqual([
      { field: "corporateName", theirs: "新社名", conflict: { mine: "私の入力" } },
    ]);
  });
});

describe("a secret in the form", () => {
  it.each([undefined, null, "", "Good-Secret-1"])("may be %s", (apiSecret) => {
    const values = { applicationId: "0f2b6f0e-7c1d-4a7e-8f50-0d2f3c1b9a77", apiKey: "a1b2c3d4" };
    expect(voiceProviderUpdateForm.safeParse({ ...values, apiSecret }).success).toBe(true);
  });
});

it("reads a value as people do", () => {
  expect(describeValue("prefecture", 27)).toBe("大阪府");
  expect(describeValue("city", "港区")).toBe("港区");
  expect(describeValue("department", "")).toBe("（空欄）");
});
