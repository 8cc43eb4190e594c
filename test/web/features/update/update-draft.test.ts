import { beforeEach, describe, expect, it } from "vitest";
import { newProfile, toUserRecord } from "#functions/customer/profile.ts";
import { signupRequest, type UserRecord } from "#shared/customer/customer.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import {
  changedValues,
  readUpdateDraft,
  remoteChanges,
  storedValues,
  typedIn,
  type UpdateDraft,
  unsavedTabs,
  userInfoForm,
  voiceProviderUpdateForm,
  withDraft,
  writeUpdateDraft,
} from "#web/features/update/update-draft.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const person = newPerson();
const profile = newProfile(signupRequest.parse(signupOf(person, "request")), {
  ...person,
  customerId: "c-1",
  createdAt: "2026-01-01T00:00:00.000Z",
});
const userRecord: UserRecord = { ...toUserRecord(profile), Plan: "standard" };
const stored = storedValues(userRecord).user;
const rules = userInfoForm.shape;
const edited = (typed: object) => typedIn({ ...stored, ...typed }, stored, rules);
const draftOf = (typed: object): UpdateDraft => ({ ...readUpdateDraft(userRecord), user: edited(typed) });

beforeEach(() => {
  session.end();
  tabStorage.write("loginId", "taro");
});

describe("a difference from the profile", () => {
  it("is found after normalizing", () => {
    expect(edited({ corporateName: " 株式会社テスト商事 ", kintoneDomain: "TEST-SHOJI.cybozu.com" })).toEqual(
      {},
    );
    expect(edited({ city: "港区 " })).toEqual({ city: "港区 " });
  });

  it("may be a choice, taken back or made", () => {
    expect(edited({ prefecture: undefined, position: 0 })).toEqual({ prefecture: null, position: 0 });
  });

  it("is all that is sent", () => {
    expect(changedValues({ ...stored, city: "港区" }, stored)).toEqual({ city: "港区" });
    expect(changedValues(stored, stored)).toEqual({});
  });
});

describe("the draft", () => {
  it("comes back over the profile", () => {
    writeUpdateDraft(draftOf({ city: "港区", prefecture: undefined }));
    const draft = readUpdateDraft(userRecord);
    expect(unsavedTabs(draft)).toEqual(["user"]);
    expect(withDraft(stored, draft.user)).toEqual({ ...stored, city: "港区", prefecture: undefined });
  });

  it("is gone when nothing differs any more", () => {
    writeUpdateDraft(draftOf({ city: "港区" }));
    expect(unsavedTabs(readUpdateDraft({ ...userRecord, City: "港区" }))).toEqual([]);
    writeUpdateDraft(draftOf({}));
    expect(tabStorage.read("updateInfo")).toBeUndefined();
  });

  it("is this customer's, and only what was written here", () => {
    writeUpdateDraft(draftOf({ city: "港区" }));
    tabStorage.write("loginId", "hanako");
    expect(unsavedTabs(readUpdateDraft(userRecord))).toEqual([]);
    tabStorage.write("loginId", "taro");
    const forged = { city: { deep: "渋谷区" }, plan: "standard" };
    tabStorage.write("updateInfo", ["taro", { user: forged, voice: {}, billing: {} }]);
    expect(readUpdateDraft(userRecord).user).toEqual({});
    tabStorage.write("updateInfo", ["taro", { user: { plan: "x" }, voice: {}, billing: {} }]);
    expect(readUpdateDraft(userRecord).user).toEqual({});
    tabStorage.write("updateInfo", ["taro", "?"]);
    expect(unsavedTabs(readUpdateDraft(userRecord))).toEqual([]);
  });

  it("knows no secret", () => {
    const typed = { basicPassword: "Canary-Basic-1", apiSecret: "CanarySecret1", file: "canary.key" };
    writeUpdateDraft(draftOf({ ...typed, city: "港区" }));
    expect(JSON.stringify(tabStorage.read("updateInfo"))).not.toMatch(/canary/i);
  });
});

describe("another screen's change", () => {
  const newer = { ...stored, city: "港区", corporateName: "新社名" };

  it("is shown, and beside the person's own text", () => {
    expect(remoteChanges(stored, newer, edited({ corporateName: "私の入力" }))).toEqual([
      { field: "corporateName", stored: "新社名", isTyped: true },
      { field: "city", stored: "港区", isTyped: false },
    ]);
  });

  it("is not where both say the same", () => {
    expect(remoteChanges(stored, newer, edited({ city: "港区" }))).toEqual([
      { field: "corporateName", stored: "新社名", isTyped: false },
    ]);
  });
});

describe("a secret in the form", () => {
  it.each([
    [undefined, true],
    [null, true],
    ["Good-Secret-1", true],
    ["", false],
  ])("%j is left alone, removed, replaced or refused when empty", (apiSecret, isAccepted) => {
    const values = { applicationId: "0f2b6f0e-7c1d-4a7e-8f50-0d2f3c1b9a77", apiKey: "a1b2c3d4" };
    expect(voiceProviderUpdateForm.safeParse({ ...values, apiSecret }).success).toBe(isAccepted);
  });
});
