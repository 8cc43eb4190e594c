import { afterEach, expect, it } from "vitest";
import { resumeConfirmation } from "#web/features/sign-in/loaded-later.ts";
import { forgetPassword, recallPassword } from "#web/lib/identity/password/pending-password.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

afterEach(() => {
  session.end();
  forgetPassword();
});

it("starts a draft at the e-mail code step and keeps the password in memory only", () => {
  resumeConfirmation("taro", "Abcdef-1234!");
  expect(tabStorage.read("userDetailInfo")).toEqual({
    step: 4,
    company: {},
    userId: "taro",
    accountCreated: true,
  });
  expect(recallPassword("taro")).toBe("Abcdef-1234!");
});

it("keeps what the person already filled in", () => {
  const draft = {
    company: { corporateName: "山田商事" },
    requestId: "r1",
    userId: "taro",
    email: "taro@example.com",
  };
  tabStorage.write("userDetailInfo", { ...draft, step: 2 });
  resumeConfirmation("taro", "x");
  expect(tabStorage.read("userDetailInfo")).toEqual({ ...draft, step: 4, accountCreated: true });
});

it("takes nothing of another account's along: it may be another person's", () => {
  tabStorage.write("userDetailInfo", {
    step: 4,
    company: { corporateName: "山田商事" },
    chargePhoneNumber: "090-1234-5678",
    requestId: "r1",
    phoneVerified: true,
    userId: "hanako",
    email: "hanako@example.com",
    codeSentAt: 1,
  });
  resumeConfirmation("taro", "x");
  expect(tabStorage.read("userDetailInfo")).toEqual({
    step: 4,
    company: {},
    userId: "taro",
    accountCreated: true,
  });
});

it("knows its own draft however the login ID is spelled", () => {
  tabStorage.write("userDetailInfo", { step: 4, company: { corporateName: "山田商事" }, userId: "Taro" });
  resumeConfirmation("taro", "x");
  expect(tabStorage.read("userDetailInfo")).toMatchObject({ company: { corporateName: "山田商事" } });
});
