import { Amplify } from "aws-amplify";
import {
  confirmResetPassword,
  confirmSignUp,
  confirmUserAttribute,
  fetchAuthSession,
  fetchUserAttributes,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttribute,
} from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ClientId, password, startPool, type TestPool, userPoolId } from "./pool.ts";

const newPassword = "Battery-Staple-2";
const loggedOut = { name: "UserUnAuthenticatedException" };
let pool: TestPool;

beforeAll(async () => {
  pool = await startPool();
  const Cognito = { userPoolId, userPoolClientId: ClientId, userPoolEndpoint: pool.url };
  Amplify.configure({ Auth: { Cognito } });
  const memory = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => memory.get(key) ?? null,
    setItem: async (key, value) => void memory.set(key, value),
    removeItem: async (key) => void memory.delete(key),
    clear: async () => memory.clear(),
  });
});
afterAll(() => pool.close());

beforeEach(async () => {
  await signOut();
  pool.emulator.reset();
  pool.emulator.seedUser({ userName: "Taro", password, email: "taro@example.jp" });
});

const username = "taro";
const accessToken = async () => String((await fetchAuthSession()).tokens?.accessToken);

it("signs up, resends the code, confirms and signs in with SRP", async () => {
  const input = { username: "Hanako", password, options: { userAttributes: { email: "hanako@example.jp" } } };
  expect(await signUp(input)).toMatchObject({ nextStep: { signUpStep: "CONFIRM_SIGN_UP" } });
  expect(await signIn({ username: "hanako", password })).toMatchObject({
    nextStep: { signInStep: "CONFIRM_SIGN_UP" },
  });
  await resendSignUpCode({ username: "hanako" });
  await confirmSignUp({ username: "hanako", confirmationCode: pool.latestCode() });
  expect(await signIn({ username: "hanako", password })).toMatchObject({ isSignedIn: true });
  const { tokens } = await fetchAuthSession();
  expect(tokens?.idToken?.payload).toMatchObject({
    "cognito:username": "Hanako",
    email: "hanako@example.jp",
    email_verified: true,
  });
  expect(await fetchUserAttributes()).toMatchObject({ email: "hanako@example.jp", email_verified: "true" });
});

it("refuses wrong passwords and unknown users alike", async () => {
  const refused = { name: "NotAuthorizedException", message: "Incorrect username or password." };
  await expect(signIn({ username, password: "Wrong-Horse-1" })).rejects.toMatchObject(refused);
  await expect(signIn({ username: "nobody", password })).rejects.toMatchObject(refused);
});

it("refreshes the session", async () => {
  await signIn({ username, password });
  const before = await accessToken();
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  expect(String(tokens?.accessToken)).not.toBe(before);
});

it("signs out with revocation: what was copied is worthless", async () => {
  await signIn({ username, password });
  const copied = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();
  await signOut();
  await expect(fetchUserAttributes()).rejects.toMatchObject(loggedOut);
  if (!copied) throw new Error("Signed in without tokens");
  await cognitoUserPoolsTokenProvider.authTokenStore.storeTokens(copied);
  await expect(fetchUserAttributes()).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

it("is signed out here by a global sign-out", async () => {
  await signIn({ username, password });
  const copied = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens();
  await signOut({ global: true });
  if (!copied) throw new Error("Signed in without tokens");
  await cognitoUserPoolsTokenProvider.authTokenStore.storeTokens(copied);
  expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
});

it("changes and resets the password", async () => {
  await signIn({ username, password });
  await updatePassword({ oldPassword: password, newPassword });
  await signOut();
  await resetPassword({ username });
  const confirmationCode = pool.latestCode();
  await confirmResetPassword({ username, confirmationCode, newPassword: "Third-Word-3" });
  expect(await signIn({ username, password: "Third-Word-3" })).toMatchObject({ isSignedIn: true });
});

it("changes the e-mail address in two steps", async () => {
  await signIn({ username, password });
  const result = await updateUserAttribute({
    userAttribute: { attributeKey: "email", value: "new@example.jp" },
  });
  expect(result.nextStep.updateAttributeStep).toBe("CONFIRM_ATTRIBUTE_WITH_CODE");
  expect(await fetchUserAttributes()).toMatchObject({ email: "taro@example.jp" });
  await confirmUserAttribute({ userAttributeKey: "email", confirmationCode: pool.latestCode() });
  expect(await fetchUserAttributes()).toMatchObject({ email: "new@example.jp" });
});
