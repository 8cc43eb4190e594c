import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as cognito from "#web/lib/identity/cognito.ts";
import { changePassword, resetPassword, sessionState } from "#web/lib/identity/password/password.ts";

vi.mock(import("#web/lib/identity/cognito.ts"), async () => ({
  configure: vi.fn(),
  confirmResetPassword: vi.fn(),
  contextWith: vi.fn(),
  createTokenOverlay: (await import("#web/lib/identity/tokens/token-storage.ts")).createTokenOverlay,
  fetchAuthSession: vi.fn(),
  holdsTokens: vi.fn(),
  refreshToken: vi.fn(),
  signIn: vi.fn(),
  signInOptions: () => ({ clientMetadata: { browser: "Chrome", browserId: "b" } }),
  updatePassword: vi.fn(),
}));

const named = (name: string) => Object.assign(new Error(name), { name });
const config = { region: "ap-northeast-1", userPoolId: "ap-northeast-1_a", userPoolClientId: "client" };

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json(config));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe("changing the password", () => {
  const refused = named("NotAuthorizedException");

  it("counts as done when the new one is in force: an earlier answer was lost", async () => {
    vi.mocked(cognito.updatePassword).mockRejectedValueOnce(refused).mockResolvedValueOnce();
    await changePassword("old", "new");
    expect(cognito.updatePassword).toHaveBeenLastCalledWith({ oldPassword: "new", newPassword: "new" });
  });

  it("fails with the first refusal when the current password is wrong", async () => {
    vi.mocked(cognito.updatePassword)
      .mockRejectedValueOnce(refused)
      .mockRejectedValue(named("LimitExceededException"));
    await expect(changePassword("wrong", "new")).rejects.toMatchObject({ code: "NotAuthorizedException" });
  });

  it("asks no second time after any other failure", async () => {
    vi.mocked(cognito.updatePassword).mockRejectedValue(named("InvalidPasswordException"));
    await expect(changePassword("old", "new")).rejects.toMatchObject({ code: "InvalidPasswordException" });
    expect(cognito.updatePassword).toHaveBeenCalledTimes(1);
  });
});

describe("a reset whose code is used up", () => {
  const used = named("ExpiredCodeException");
  beforeEach(() => vi.mocked(cognito.confirmResetPassword).mockRejectedValue(used));

  it("is done when the new password signs in, and leaves no session behind", async () => {
    vi.mocked(cognito.signIn).mockResolvedValue({ isSignedIn: true, nextStep: { signInStep: "DONE" } });
    vi.mocked(cognito.refreshToken).mockResolvedValue("of-taro");
    const answer = vi.fn(async (_: string, __?: RequestInit) => Response.json(config));
    vi.stubGlobal("fetch", answer);
    await resetPassword("taro", "123456", "new");
    expect(answer.mock.calls.map(([, init]) => String(init?.body)).join()).toContain("of-taro");
  });

  it("is refused otherwise", async () => {
    vi.mocked(cognito.signIn).mockRejectedValue(named("NotAuthorizedException"));
    await expect(resetPassword("taro", "123456", "new")).rejects.toMatchObject({
      code: "ExpiredCodeException",
    });
  });
});

it("is done when only what follows a reset failed", async () => {
  vi.mocked(cognito.confirmResetPassword).mockRejectedValue(named("UserLambdaValidationException"));
  await resetPassword("taro", "123456", "new");
  expect(cognito.signIn).not.toHaveBeenCalled();
});

it("tells an ended session from none", async () => {
  vi.mocked(cognito.holdsTokens).mockResolvedValueOnce(false).mockResolvedValue(true);
  expect(await sessionState()).toBe("nobody");
  vi.mocked(cognito.fetchAuthSession).mockRejectedValueOnce(named("NotAuthorizedException"));
  expect(await sessionState()).toBe("expired");
  expect(cognito.fetchAuthSession).toHaveBeenCalledWith({ forceRefresh: true });
});
