/** The signed-in customer's authenticator app. Each function throws as `callAsSignedIn` does. */
import { asChange } from "../../net/last-change.ts";
import { loadSiteConfig } from "../../net/site-config.ts";
import { callCognito } from "../call-cognito.ts";
import { accessToken, callAsSignedIn } from "../tokens/current-session.ts";

/** Returns a new secret (base32) for the app. It has no effect until `proveAuthenticator` succeeds. */
export const newAuthenticatorSecret = (): Promise<string> =>
  callAsSignedIn(async ({ setUpTOTP }) => (await setUpTOTP()).sharedSecret);

export const proveAuthenticator = (code: string): Promise<void> =>
  callAsSignedIn(({ verifyTOTPSetup }) => verifyTOTPSetup({ code }));

export const switchAuthenticator = (to: "on" | "off"): Promise<void> =>
  asChange(() =>
    callAsSignedIn(async (cognito) => {
      const { passkeys } = await loadSiteConfig();
      if (to === "off" && passkeys) return switchOffWithPasskeys();
      return cognito.updateMFAPreference({ totp: to === "on" ? "PREFERRED" : "DISABLED" });
    }),
  );

/**
 * Cognito accepts passkeys as a second factor only beside another factor, so both are switched off in one
 * call, which Amplify lacks.
 */
async function switchOffWithPasskeys(): Promise<void> {
  await callCognito("SetUserMFAPreference", {
    AccessToken: await accessToken(),
    SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    WebAuthnMfaSettings: { Enabled: false },
  });
}
