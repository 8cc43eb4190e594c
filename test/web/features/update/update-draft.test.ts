import { beforeEach, describe, expect, it } from "vitest";
import { newProfile, toUserRecord } from "#functions/customer/profile.ts";
import { signupRequest, type UserRecord } from "#shared/customer/customer.ts";
import { newPerson, signupOf } from "#test/functions/support/people.ts";
import {
  changedValues,
  editedTabs,
  readDraft,
  remoteChanges,
  storedValues,
  typedIn,
  type UpdateDraft,
  userInfoForm,
  voiceProviderUpdateForm,
  withTyped,
  writeDraft,
} from "#web/features/update/update-draft.ts";
import { session } from "#web/lib/session/session.ts";

const person = newPerson();
const profile = newProfile(signupRequest.parse(signupOf(person, "request")), {
  ...person,
  customerId: "c-1",
  createdAt: "2026-01-01T00:00:00.000Z",
});
const record: UserRecord = { ...toUserRecord(profile), Plan: "standard" };
const stored = storedValues(record).user;
const rules = userInfoForm.shape;
const edited = (typed: object) => typedIn({ ...stored, ...typed }, stored, rules);
const draftOf = (typed: object): UpdateDraft => ({ ...readDraft(record), user: edited(typed) });

beforeEach(() => {
  session.clear();
  session.write("loginId", "taro");
});

describe("a difference from the record", () => {
  it("is found after normalising", () => {
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
  it("comes back over the record", () => {
    writeDraft(draftOf({ city: "港区", prefecture: undefined }));
    const draft = readDraft(record);
    expect(editedTabs(draft)).toEqual(["user"]);
    expect(withTyped(stored, draft.user)).toEqual({ ...stored, city: "港区", prefecture: undefined });
  });

  it("is gone when nothing differs any more", () => {
    writeDraft(draftOf({ city: "港区" }));
    expect(editedTabs(readDraft({ ...record, City: "港区" }))).toEqual([]);
    writeDraft(draftOf({}));
    expect(session.read("updateInfo")).toBeUndefined();
  });

  it("is this customer's, and only what was written here", () => {
    writeDraft(draftOf({ city: "港区" }));
    session.write("loginId", "hanako");
    expect(editedTabs(readDraft(record))).toEqual([]);
    session.write("loginId", "taro");
    const forged = { city: { deep: "渋谷区" }, plan: "standard" };
    session.write("updateInfo", ["taro", { user: forged, voice: {}, billing: {} }]);
    expect(readDraft(record).user).toEqual({});
    session.write("updateInfo", ["taro", { user: { plan: "x" }, voice: {}, billing: {} }]);
    expect(readDraft(record).user).toEqual({});
    session.write("updateInfo", ["taro", "?"]);
    expect(editedTabs(readDraft(record))).toEqual([]);
  });

  it("knows no secret", () => {
    const typed = { basicPassword: "Canary-Basic-1", apiSecret: "CanarySecret1", file: "canary.key" };
    writeDraft(draftOf({ ...typed, city: "港区" }));
    expect(JSON.stringify(session.read("updateInfo"))).not.toMatch(/canary/i);
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
