/** The signed-in customer's authenticator app. Throws as `attemptSignedIn` does. */
import { attemptSignedIn } from "./session.ts";

/** Whether signing in asks for the app's code. */
export const isAuthenticatorOn = (): Promise<boolean> =>
  attemptSignedIn(
    async ({ fetchMFAPreference }) => (await fetchMFAPreference()).enabled?.includes("TOTP") ?? false,
  );

/** A new secret (base32) for the app; nothing changes until its first code is proved. */
export const newAuthenticatorSecret = (): Promise<string> =>
  attemptSignedIn(async ({ setUpTOTP }) => (await setUpTOTP()).sharedSecret);

export const proveAuthenticator = (code: string): Promise<void> =>
  attemptSignedIn(({ verifyTOTPSetup }) => verifyTOTPSetup({ code }));

export const switchAuthenticator = (to: "on" | "off"): Promise<void> =>
  attemptSignedIn(({ updateMFAPreference }) =>
    updateMFAPreference({ totp: to === "on" ? "PREFERRED" : "DISABLED" }),
  );
