import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as cognito from "#web/lib/identity/cognito.ts";

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

const named = (name: string, message = name) => Object.assign(new Error(message), { name });
const config = { region: "ap-northeast-1", userPoolId: "ap-northeast-1_a", userPoolClientId: "client" };
const fetchMock = vi.fn<typeof fetch>();
const jwt = (payload: Record<string, string>) => ({ payload, toString: () => "token" });

/** Fresh copies: the configuration is loaded once. */
const load = async () => ({
  ...(await import("#web/lib/identity/password/password.ts")),
  ...(await import("#web/lib/identity/password/sign-in.ts")),
  ...(await import("#web/lib/identity/tokens/current-session.ts")),
});

const answerRevocation = (answer: () => Promise<Response>): void => {
  fetchMock.mockImplementation(async (_, init) => (init?.body ? answer() : Response.json(config)));
};
/** The refresh tokens that Cognito was told to revoke. */
const revoked = () =>
  fetchMock.mock.calls.flatMap(([, init]) => (init?.body ? [JSON.parse(String(init.body)).Token] : []));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockImplementation(async () => Response.json(config));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const answerSignIn = (
  signInStep: "DONE" | "CONFIRM_SIGN_UP" | "CONFIRM_SIGN_IN_WITH_SMS_CODE" | "RESET_PASSWORD",
) => vi.mocked(cognito.signIn).mockResolvedValue({ isSignedIn: false, nextStep: { signInStep } });

describe("signing in", () => {
  it.each([
    ["DONE", "done"],
    ["CONFIRM_SIGN_UP", "confirm-sign-up"],
    ["CONFIRM_SIGN_IN_WITH_SMS_CODE", { kind: "sent-code", by: "sms" }],
  ] as const)("%s is %s", async (step, result) => {
    answerSignIn(step);
    expect(await (await load()).signIn("taro", "secret")).toEqual(result);
  });

  it("says so when the password has to be reset", async () => {
    answerSignIn("RESET_PASSWORD");
    await expect((await load()).signIn("taro", "x")).rejects.toMatchObject({
      code: "PasswordResetRequiredException",
    });
  });

  it("signs a leftover session out first", async () => {
    answerSignIn("DONE");
    vi.mocked(cognito.holdsTokens).mockResolvedValueOnce(true);
    vi.mocked(cognito.refreshToken).mockResolvedValue("of-hanako");
    expect(await (await load()).signIn("taro", "secret")).toBe("done");
    expect(revoked()).toEqual(["of-hanako"]);
  });

  it("keeps Cognito's own name and text of a refusal", async () => {
    vi.mocked(cognito.signIn).mockRejectedValue(
      named("NotAuthorizedException", "Password attempts exceeded"),
    );
    await expect((await load()).signIn("taro", "x")).rejects.toMatchObject({
      name: "IdentityError",
      code: "NotAuthorizedException",
      message: "Password attempts exceeded",
    });
  });

  it("gives up after half a minute", async () => {
    const { signIn } = await load();
    vi.useFakeTimers();
    vi.mocked(cognito.signIn).mockReturnValue(new Promise(() => {}));
    const failure = expect(signIn("taro", "x")).rejects.toMatchObject({
      name: "ConnectionError",
      reason: "timeout",
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await failure;
  });
});

it("loads the configuration once, and again after a failure", async () => {
  const { signIn } = await load();
  answerSignIn("DONE");
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(signIn("taro", "x")).rejects.toMatchObject({ name: "ConnectionError", reason: "offline" });
  await signIn("taro", "x");
  await signIn("taro", "x");
  expect(fetchMock).toHaveBeenCalledTimes(2);
  expect(cognito.configure).toHaveBeenCalledExactlyOnceWith(config);
});

it("refuses a malformed configuration", async () => {
  fetchMock.mockImplementation(async () => Response.json({ ...config, userPoolId: 1 }));
  await expect((await load()).signIn("taro", "x")).rejects.toMatchObject({
    name: "IdentityError",
    code: "Error",
  });
  expect(cognito.configure).not.toHaveBeenCalled();
});

describe("the current session", () => {
  it("is who the id token says", async () => {
    const idToken = jwt({ "cognito:username": "taro", email: "taro@example.com" });
    vi.mocked(cognito.fetchAuthSession).mockResolvedValue({ tokens: { idToken, accessToken: jwt({}) } });
    expect(await (await load()).currentSession()).toEqual({
      loginId: "taro",
      email: "taro@example.com",
      idToken: "token",
    });
    expect(cognito.fetchAuthSession).toHaveBeenCalledWith({ forceRefresh: false });
  });

  it("is undefined without tokens, or when Cognito refuses to renew them", async () => {
    const { currentSession } = await load();
    vi.mocked(cognito.fetchAuthSession).mockResolvedValueOnce({});
    expect(await currentSession()).toBeUndefined();
    vi.mocked(cognito.fetchAuthSession).mockRejectedValueOnce(named("TokenRevokedException"));
    expect(await currentSession({ refresh: true })).toBeUndefined();
  });

  it("is unknown while Cognito cannot be reached", async () => {
    vi.mocked(cognito.fetchAuthSession).mockRejectedValue(named("NetworkError"));
    await expect((await load()).currentSession()).rejects.toMatchObject({
      name: "ConnectionError",
      reason: "offline",
    });
  });
});

it("signs out without ever throwing, and without making anybody wait", async () => {
  const { signOut } = await load();
  vi.mocked(cognito.refreshToken).mockResolvedValue("of-taro");
  answerRevocation(() => Promise.reject(new TypeError("Failed to fetch")));
  await signOut();
  expect(revoked()).toEqual(["of-taro"]);
  vi.useFakeTimers();
  answerRevocation(() => new Promise(() => {}));
  const done = signOut();
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
});

describe("changing the password", () => {
  const refused = named("NotAuthorizedException");

  it("counts as done when the new one is in force: an earlier answer was lost", async () => {
    vi.mocked(cognito.updatePassword).mockRejectedValueOnce(refused).mockResolvedValueOnce();
    await (await load()).changePassword("old", "new");
    expect(cognito.updatePassword).toHaveBeenLastCalledWith({ oldPassword: "new", newPassword: "new" });
  });

  it("fails with the first refusal when the current password is wrong", async () => {
    vi.mocked(cognito.updatePassword)
      .mockRejectedValueOnce(refused)
      .mockRejectedValue(named("LimitExceededException"));
    await expect((await load()).changePassword("wrong", "new")).rejects.toMatchObject({
      code: "NotAuthorizedException",
    });
  });

  it("asks no second time after any other failure", async () => {
    vi.mocked(cognito.updatePassword).mockRejectedValue(named("InvalidPasswordException"));
    await expect((await load()).changePassword("old", "new")).rejects.toMatchObject({
      code: "InvalidPasswordException",
    });
    expect(cognito.updatePassword).toHaveBeenCalledTimes(1);
  });
});

describe("a reset whose code is used up", () => {
  const used = named("ExpiredCodeException");
  beforeEach(() => vi.mocked(cognito.confirmResetPassword).mockRejectedValue(used));

  it("is done when the new password signs in, and leaves no session behind", async () => {
    answerSignIn("DONE");
    vi.mocked(cognito.refreshToken).mockResolvedValue("of-taro");
    await (await load()).resetPassword("taro", "123456", "new");
    expect(revoked()).toEqual(["of-taro"]);
  });

  it("is refused otherwise", async () => {
    vi.mocked(cognito.signIn).mockRejectedValue(named("NotAuthorizedException"));
    await expect((await load()).resetPassword("taro", "123456", "new")).rejects.toMatchObject({
      code: "ExpiredCodeException",
    });
  });
});

it("is done when only what follows a reset failed", async () => {
  vi.mocked(cognito.confirmResetPassword).mockRejectedValue(named("UserLambdaValidationException"));
  await (await load()).resetPassword("taro", "123456", "new");
  expect(cognito.signIn).not.toHaveBeenCalled();
});

it("tells an ended session from none", async () => {
  const { sessionState } = await load();
  vi.mocked(cognito.holdsTokens).mockResolvedValueOnce(false).mockResolvedValue(true);
  expect(await sessionState()).toBe("none");
  vi.mocked(cognito.fetchAuthSession).mockRejectedValueOnce(named("NotAuthorizedException"));
  expect(await sessionState()).toBe("expired");
  expect(cognito.fetchAuthSession).toHaveBeenCalledWith({ forceRefresh: true });
});
