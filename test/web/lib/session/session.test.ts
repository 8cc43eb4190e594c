import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import * as z from "zod/mini";
import { defineDraft } from "#web/flow/draft.ts";
import { type SignUpDraft, signUpDraft } from "#web/flow/sign-up-draft.ts";
import { readCookie } from "#web/lib/browser/cookie.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeStorage } from "../fake-storage.ts";

const draft: SignUpDraft = {
  step: 3,
  company: { corporateName: "山田商事", prefecture: 13 },
  phoneVerified: true,
};

afterEach(() => {
  session.clear();
  vi.unstubAllGlobals();
});

describe("with session storage", () => {
  let storage: FakeStorage;
  beforeEach(() => {
    storage = new FakeStorage();
    vi.stubGlobal("sessionStorage", storage);
  });

  it("stores text as it is, under the specification's keys", () => {
    session.write("loginId", "taro");
    expect({ ...storage }).toEqual({ loginId: "taro" });
    expect(session.read("loginId")).toBe("taro");
  });

  it("gives back what was written last, also when the storage has no room for it", () => {
    session.write("newEmail", "old@example.com");
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    session.write("newEmail", "new@example.com");
    expect(session.read("newEmail")).toBe("new@example.com");
    session.remove("newEmail");
    expect(session.read("newEmail")).toBeUndefined();
  });

  it("tells an empty value from a missing one", () => {
    session.write("paymentType", "");
    expect(session.read("paymentType")).toBe("");
    expect(session.read("plan")).toBeUndefined();
  });

  it("gives the draft back as it was written", () => {
    session.write("userDetailInfo", draft);
    expect(session.read("userDetailInfo")).toEqual(draft);
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
    session.write("loginId", "taro");
    const forget = vi.fn();
    session.onClear(forget);
    session.clear();
    expect(forget).toHaveBeenCalledOnce();
    expect({ ...storage }).toEqual({});
  });

  it("removes one key", () => {
    session.write("uuid", "a");
    session.write("plan", "trial");
    session.remove("uuid");
    expect([session.read("uuid"), session.read("plan")]).toEqual([undefined, "trial"]);
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
    session.write("loginId", "taro");
    session.write("userDetailInfo", draft);
    expect(session.read("loginId")).toBe("taro");
    expect(session.read("userDetailInfo")).toEqual(draft);
    session.remove("loginId");
    expect(session.read("loginId")).toBeUndefined();
    const forget = vi.fn();
    session.onClear(forget);
    session.clear();
    expect(forget).toHaveBeenCalledOnce();
    expect(session.read("userDetailInfo")).toBeUndefined();
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
