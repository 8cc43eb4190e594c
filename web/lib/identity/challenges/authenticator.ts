/** The signed-in customer's authenticator app. Throws as `callAsSignedIn` does. */
import { asChange } from "../../net/last-change.ts";
import { loadSiteConfig } from "../../net/site-config.ts";
import { callCognito } from "../call-cognito.ts";
import { accessToken, callAsSignedIn } from "../tokens/session.ts";

/** A new secret (base32) for the app; nothing changes until its first code is proved. */
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

/** Passkeys count as a second factor only beside another one: both end in one call, which Amplify does not have. */
async function switchOffWithPasskeys(): Promise<void> {
  await callCognito("SetUserMFAPreference", {
    AccessToken: await accessToken(),
    SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    WebAuthnMfaSettings: { Enabled: false },
  });
}
