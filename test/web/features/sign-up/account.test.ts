import { beforeEach, describe, expect, it, vi } from "vitest";
import { confirmAccount } from "#web/features/sign-up/confirm-account.ts";
import { createAccount, repeatAccount } from "#web/features/sign-up/create-account.ts";
import { forgetPassword, rememberPassword } from "#web/lib/identity/password/pending-password.ts";
import * as identitySignIn from "#web/lib/identity/password/sign-in.ts";
import * as identitySignUp from "#web/lib/identity/password/sign-up.ts";
import { IdentityError } from "#web/lib/identity/provider.ts";
import * as identitySession from "#web/lib/identity/tokens/current-session.ts";
import { ConnectionError } from "#web/lib/net/connection-error.ts";
import { session } from "#web/lib/session/session.ts";
import { tabStorage } from "#web/lib/storage/tab-storage.ts";

vi.mock("#web/lib/identity/password/sign-up.ts");
vi.mock("#web/lib/identity/password/sign-in.ts");
vi.mock("#web/lib/identity/tokens/current-session.ts");
const identity = { ...identitySession, ...identitySignIn, ...identitySignUp };

const signedIn = { loginId: "taro", idToken: "token", email: "taro@example.co.jp" };
const account = {
  loginId: "taro",
  password: "Passw0rd!!",
  email: "taro@example.co.jp",
  requestId: "0f1e2d3c",
};
const refusal = (code: string) => new IdentityError(code, code);

beforeEach(() => {
  vi.resetAllMocks();
  session.end();
  forgetPassword();
  vi.mocked(identity.currentSession).mockResolvedValue(signedIn);
});

describe("createAccount", () => {
  it("says that a login ID is taken", async () => {
    vi.mocked(identity.signUpAtCognito).mockRejectedValue(refusal("UsernameExistsException"));
    expect(await createAccount(account, false)).toBe("taken");
    expect(identity.signIn).not.toHaveBeenCalled();
  });

  it("knows its own account again after a lost answer, by the password alone", async () => {
    vi.mocked(identity.signUpAtCognito).mockRejectedValue(refusal("UsernameExistsException"));
    vi.mocked(identity.signIn).mockResolvedValueOnce("confirm-sign-up");
    expect(await createAccount(account, true)).toBe("unconfirmed");
    vi.mocked(identity.signIn).mockResolvedValueOnce("done");
    expect(await createAccount(account, true)).toBe("confirmed");
    vi.mocked(identity.signIn).mockRejectedValueOnce(refusal("NotAuthorizedException"));
    expect(await createAccount(account, true)).toBe("taken");
  });

  it("passes every other failure on", async () => {
    vi.mocked(identity.signUpAtCognito).mockRejectedValue(refusal("InvalidPasswordException"));
    await expect(createAccount(account, true)).rejects.toThrow("InvalidPasswordException");
  });
});

describe("repeatAccount", () => {
  it("sends the code again, but only for the password that the account has", async () => {
    rememberPassword("taro", "Passw0rd!!");
    expect(await repeatAccount({ ...account, password: "Other0rd!!" })).toBe("other-password");
    expect(identity.resendSignUpCode).not.toHaveBeenCalled();
    expect(await repeatAccount(account)).toBe("sent");
    expect(identity.resendSignUpCode).toHaveBeenCalledWith("taro");
  });
});

describe("confirmAccount", () => {
  it("signs in with the remembered password, free of the last customer's session", async () => {
    rememberPassword("taro", "Passw0rd!!");
    tabStorage.write("customerId", "someone else");
    vi.mocked(identity.signIn).mockResolvedValue("done");
    expect(await confirmAccount("taro", "123456", false)).toBe("signed-in");
    expect(tabStorage.read("idToken")).toBe("token");
    expect(tabStorage.read("loginId")).toBe("taro");
    expect(tabStorage.read("customerId")).toBeUndefined();
  });

  it("leaves signing in to the person when the password is not known", async () => {
    expect(await confirmAccount("taro", "123456", false)).toBe("confirmed");
    expect(identity.signIn).not.toHaveBeenCalled();
  });

  it("tries to sign in before it calls the address taken", async () => {
    vi.mocked(identity.confirmSignUp).mockRejectedValue(refusal("NotAuthorizedException"));
    expect(await confirmAccount("taro", "123456", false)).toBe("taken");
    expect(await confirmAccount("taro", "123456", true)).toBe("confirmed");
    rememberPassword("taro", "Passw0rd!!");
    vi.mocked(identity.signIn).mockResolvedValue("done");
    expect(await confirmAccount("taro", "123456", false)).toBe("signed-in");
  });

  it("calls any other refusal a wrong code", async () => {
    vi.mocked(identity.confirmSignUp).mockRejectedValue(refusal("CodeMismatchException"));
    expect(await confirmAccount("taro", "000000", false)).toBe("wrong-code");
  });

  it("lets a lost connection through at either call", async () => {
    vi.mocked(identity.confirmSignUp).mockRejectedValueOnce(new ConnectionError("offline"));
    await expect(confirmAccount("taro", "123456", false)).rejects.toBeInstanceOf(ConnectionError);
    rememberPassword("taro", "Passw0rd!!");
    vi.mocked(identity.signIn).mockRejectedValueOnce(new ConnectionError("offline"));
    await expect(confirmAccount("taro", "123456", false)).rejects.toBeInstanceOf(ConnectionError);
  });
});
