import { beforeEach, describe, expect, it } from "vitest";
import type { UserRecord } from "#shared/customer/customer.ts";
import {
  isRegistered,
  reachableUpgradeStep,
  readUpgradeDraft,
  type UpgradeDraft,
  upgradeDraft,
  withChecked,
  withoutSecrets,
  withRegistered,
} from "#web/features/upgrade/upgrade-draft.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const record = {
  CustomerId: "c-1",
  ApplicationId: "",
  ApiKey: "",
  IncomingWebhookUrl: "",
  BillingChargeName: "",
  BillingPhoneNumber: "",
  BillingEmail: "",
} as UserRecord;

const voiceProvider = {
  applicationId: "0f2b6f0e-7c1d-4a7e-8f50-0d2f3c1b9a77",
  apiKey: "abcd1234",
  webhookUrl: "",
  file: "customer.key",
};
const billingContact = {
  billingChargeName: "請求 花子",
  billingPhoneNumber: "03-1234-5678",
  billingEmail: "bill@example.co.jp",
};

const fresh = (): UpgradeDraft => readUpgradeDraft(record);
const checked = () => withChecked(fresh(), voiceProvider);
const registered = () => withRegistered(checked(), billingContact);

beforeEach(() => {
  session.end();
  tabStorage.write("loginId", "taro");
});

describe("the wizard's first values", () => {
  it("is what the record has from an earlier attempt", () => {
    const { voiceProvider, billingContact, step } = readUpgradeDraft({
      ...record,
      ApiKey: "abcd1234",
      BillingEmail: "bill@example.co.jp",
    });
    expect(step).toBe(0);
    expect(voiceProvider).toEqual({ applicationId: "", apiKey: "abcd1234", webhookUrl: "", file: "" });
    expect(billingContact.billingEmail).toBe("bill@example.co.jp");
  });

  it("is this customer's stored draft, and no other's", () => {
    upgradeDraft.write(registered());
    expect(readUpgradeDraft(record)).toEqual(registered());
    tabStorage.write("loginId", "hanako");
    expect(readUpgradeDraft(record).voiceProvider.apiKey).toBe("");
  });

  it("is the record again when what is stored is not ours", () => {
    tabStorage.write("upgradeInfo", ["taro", { ...registered(), step: 7 }]);
    expect(readUpgradeDraft(record)).toEqual(fresh());
  });
});

it("never stores the API secret", () => {
  const values = { ...voiceProvider, apiSecret: "Secret1234" };
  expect(JSON.stringify([withoutSecrets(values), withChecked(fresh(), values)])).not.toContain("Secret1234");
});

describe("the step that can be shown", () => {
  it("is the first until the key was checked", () => {
    expect(reachableUpgradeStep(2, fresh(), true)).toBe(0);
  });

  it("is the billing contact with the secrets, unless a reload forgot them", () => {
    expect(reachableUpgradeStep(2, checked(), true)).toBe(1);
    expect(reachableUpgradeStep(2, checked(), false)).toBe(0);
  });

  it("is the payment when the server has everything, secrets at hand or not", () => {
    expect(reachableUpgradeStep(2, registered(), false)).toBe(2);
    expect(reachableUpgradeStep(1, registered(), false)).toBe(1);
    expect(reachableUpgradeStep(0, registered(), true)).toBe(0);
  });

  it("is held back by what was typed but not submitted", () => {
    const typed = {
      ...registered(),
      billingContact: { ...billingContact, billingEmail: "other@example.com" },
    };
    expect(reachableUpgradeStep(2, typed, true)).toBe(1);
    const otherKey = { ...registered(), voiceProvider: { ...voiceProvider, apiKey: "zzzz9999" } };
    expect(reachableUpgradeStep(2, otherKey, true)).toBe(0);
  });

  it("is the billing contact again when step 0 was submitted anew, with any values", () => {
    const again = withChecked(registered(), voiceProvider);
    expect(isRegistered(again)).toBe(false);
    expect(reachableUpgradeStep(2, again, true)).toBe(1);
    expect(reachableUpgradeStep(1, again, false)).toBe(0);
  });
});
