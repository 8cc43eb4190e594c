import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import * as z from "zod/mini";
import { defineDraft } from "#web/flow/draft.ts";
import { type SignUpDraft, signUpDraft } from "#web/flow/sign-up-draft.ts";
import { readCookie } from "#web/lib/browser/cookie.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";
import { FakeStorage } from "../fake-storage.ts";

const draft: SignUpDraft = {
  step: 3,
  company: { corporateName: "山田商事", prefecture: 13 },
  phoneVerified: true,
};

afterEach(() => {
  session.end();
  vi.unstubAllGlobals();
});

describe("with session storage", () => {
  let storage: FakeStorage;
  beforeEach(() => {
    storage = new FakeStorage();
    vi.stubGlobal("sessionStorage", storage);
  });

  it("stores text as it is, under the specification's keys", () => {
    tabStorage.write("loginId", "taro");
    expect({ ...storage }).toEqual({ loginId: "taro" });
    expect(tabStorage.read("loginId")).toBe("taro");
  });

  it("gives back what was written last, also when the storage has no room for it", () => {
    tabStorage.write("newEmail", "old@example.com");
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    tabStorage.write("newEmail", "new@example.com");
    expect(tabStorage.read("newEmail")).toBe("new@example.com");
    tabStorage.remove("newEmail");
    expect(tabStorage.read("newEmail")).toBeUndefined();
  });

  it("tells an empty value from a missing one", () => {
    tabStorage.write("paymentType", "");
    expect(tabStorage.read("paymentType")).toBe("");
    expect(tabStorage.read("plan")).toBeUndefined();
  });

  it("gives the draft back as it was written", () => {
    tabStorage.write("userDetailInfo", draft);
    expect(tabStorage.read("userDetailInfo")).toEqual(draft);
  });

  it.each(["not json", "null", "[]", '{"step":9,"company":{}}', '{"step":1}'])(
    "does not take %s for a draft",
    (text) => {
      storage.userDetailInfo = text;
      expect(signUpDraft.read()).toBeUndefined();
    },
  );

  it("keeps of a draft what its schema names, and no secret beside it", () => {
    const typed = { text: "a", apiSecret: "Canary-1" };
    const upgrade = defineDraft("upgradeInfo", z.object({ text: z.string() }));
    upgrade.write(typed);
    expect(storage.upgradeInfo).toBe('{"text":"a"}');
    expect(upgrade.read()).toEqual({ text: "a" });
    upgrade.clear();
    expect(upgrade.read()).toBeUndefined();
  });

  it("clears everything, other people's keys as well", () => {
    storage.somethingElse = "1";
    tabStorage.write("loginId", "taro");
    const forget = vi.fn();
    session.onEnd(forget);
    session.end();
    expect(forget).toHaveBeenCalledOnce();
    expect({ ...storage }).toEqual({});
  });

  it("removes one key", () => {
    tabStorage.write("uuid", "a");
    tabStorage.write("plan", "trial");
    tabStorage.remove("uuid");
    expect([tabStorage.read("uuid"), tabStorage.read("plan")]).toEqual([undefined, "trial"]);
  });
});

describe("without storage", () => {
  beforeEach(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
  });

  it("remembers in memory, and forgets on clearing", () => {
    tabStorage.write("loginId", "taro");
    tabStorage.write("userDetailInfo", draft);
    expect(tabStorage.read("loginId")).toBe("taro");
    expect(tabStorage.read("userDetailInfo")).toEqual(draft);
    tabStorage.remove("loginId");
    expect(tabStorage.read("loginId")).toBeUndefined();
    const forget = vi.fn();
    session.onEnd(forget);
    session.end();
    expect(forget).toHaveBeenCalledOnce();
    expect(tabStorage.read("userDetailInfo")).toBeUndefined();
  });
});

test.each([
  ["browserId=50%", undefined],
  ["browserId=%E3%81", undefined],
  ["browserId=50%; browserId=abc", "abc"],
  ["browserId=abc; browserId=50%", "abc"],
  ["browserId=", undefined],
  ["otherbrowserId=x; browserId=%E9%9B%BB", "電"],
  ["", undefined],
])("among the cookies “%s”, browserId is %s", (cookie, value) => {
  vi.stubGlobal("document", { cookie });
  expect(readCookie("browserId")).toBe(value);
});
