/** Amplify as the site has it, in front of a pool of its own with the confirmed user `taro`, and an authenticator app. */
import { Amplify } from "aws-amplify";
import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { afterAll, beforeEach, expect } from "vitest";
import { type Changes, ClientId, password, startPool, type TestPool, userPoolId } from "./pool.ts";
import { appCode, wrongAppCode } from "./second-factor.ts";

export const username = "taro";
export const done = { isSignedIn: true, nextStep: { signInStep: "DONE" } };
let pool: TestPool | undefined;
const memory = new Map<string, string>();

export async function browserAt(changes: Changes): Promise<TestPool> {
  await pool?.close();
  const started = await startPool(changes);
  pool = started;
  const Cognito = { userPoolId, userPoolClientId: ClientId, userPoolEndpoint: started.url };
  Amplify.configure({ Auth: { Cognito } });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => memory.get(key) ?? null,
    setItem: async (key, value) => void memory.set(key, value),
    removeItem: async (key) => void memory.delete(key),
    clear: async () => memory.clear(),
  });
  started.emulator.seedUser({ userName: username, password, email: "taro@example.jp" });
  return started;
}

beforeEach(() => memory.clear());
afterAll(() => pool?.close());

/** Signed in, with an app that is asked for from now on and whose present code is unused. */
export async function switchAppOn(at: TestPool): Promise<string> {
  const { sharedSecret, getSetupUri } = await setUpTOTP();
  expect(getSetupUri("portal").href).toContain(sharedSecret);
  await expect(verifyTOTPSetup({ code: wrongAppCode(at, sharedSecret) })).rejects.toMatchObject({
    name: "EnableSoftwareTokenMFAException",
  });
  await verifyTOTPSetup({ code: appCode(at, sharedSecret, -1) });
  await updateMFAPreference({ totp: "PREFERRED" });
  expect(await fetchMFAPreference()).toEqual({ enabled: ["TOTP"], preferred: "TOTP" });
  return sharedSecret;
}
