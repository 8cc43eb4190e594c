import { beforeEach, describe, expect, it } from "vitest";
import {
  type ChangeDraft,
  clearChange,
  hasUsableCode,
  reachableChangeStep,
  readChange,
  withExpired,
  withoutTarget,
  withSent,
  writeChange,
} from "#web/features/contact-change/change-draft.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

const now = 1_800_000_000_000;
const target = { requestId: "r-1", chargePhoneNumber: "090-1234-5678" };
const fresh: ChangeDraft<"numberChangeInfo"> = { loginId: "taro", step: 0, typed: "090-1234" };

beforeEach(() => {
  session.end();
  tabStorage.write("loginId", "taro");
});

it("is kept over a reload, what the code went to under the key of the specification", () => {
  const sent = { ...withSent(fresh, { target, sentAt: now }), step: 1 as const };
  writeChange("numberChangeInfo", sent);
  expect(tabStorage.read("numberChangeInfo")).toEqual(target);
  expect(readChange("numberChangeInfo")).toEqual(sent);
  clearChange("numberChangeInfo");
  expect(readChange("numberChangeInfo")).toEqual({ loginId: "taro", step: 0, typed: "" });
  expect(tabStorage.read("numberChangeProgress")).toBeUndefined();
});

it("knows its step from the specification's key alone", () => {
  tabStorage.write("newEmail", "new@example.co.jp");
  expect(readChange("newEmail")).toMatchObject({ step: 1, target: "new@example.co.jp" });
});

it("is not shown to the next user of the tab", () => {
  writeChange("newEmail", { loginId: "taro", step: 1, typed: "t@example.jp", target: "t@example.jp" });
  tabStorage.write("loginId", "hanako");
  expect(readChange("newEmail")).toEqual({ loginId: "hanako", step: 0, typed: "" });
});

it("ignores what it did not write", () => {
  tabStorage.write("emailChangeProgress", { loginId: "taro", step: 7, typed: "x" });
  expect(readChange("newEmail")).toEqual({ loginId: "taro", step: 0, typed: "" });
});

describe("the code", () => {
  const sent = withSent(fresh, { target, sentAt: now });
  it("opens its step, until the server wants a new proof", () => {
    expect([
      reachableChangeStep(1, fresh),
      reachableChangeStep(1, sent),
      reachableChangeStep(0, sent),
    ]).toEqual([0, 1, 0]);
    writeChange("numberChangeInfo", withoutTarget(sent));
    expect(tabStorage.read("numberChangeInfo")).toBeUndefined();
    expect(readChange("numberChangeInfo").typed).toBe("090-1234");
  });

  it("is under way for a minute, unless it expired; once right it is never sent again", () => {
    expect(hasUsableCode(sent, now + 59_000)).toBe(true);
    expect(hasUsableCode(sent, now + 60_000)).toBe(false);
    expect(hasUsableCode(withExpired(sent), now)).toBe(false);
    expect(hasUsableCode({ ...sent, verified: true }, now + 600_000)).toBe(true);
  });

  it("sent anew is not proven yet", () => {
    expect(withSent({ ...sent, verified: true }, { target, sentAt: now }).verified).toBeUndefined();
  });
});
