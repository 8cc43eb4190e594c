/**
 * The signed-in customer's trusted browsers, by Cognito's device keys. Each function throws as `callAsSignedIn` does.
 */
import { asChange } from "../../net/last-change.ts";
import { loadSiteConfig } from "../../net/site-config.ts";
import { callCognito } from "../call-cognito.ts";
import { isIdentityError, toFailure } from "../provider.ts";
import { accessToken, callAsSignedIn } from "../tokens/current-session.ts";
import { distrustDevice } from "../tokens/token-storage.ts";

/** Returns this browser's device key, whether or not the browser is trusted. */
export const thisBrowser = (): Promise<string | undefined> => callAsSignedIn(({ deviceKey }) => deviceKey());

/**
 * Ends the trust of browsers: their next sign-in needs a code. Tries all of them and then throws the first
 * error. This session can still be renewed.
 */
export const distrustBrowsers = (ids: readonly string[]): Promise<void> =>
  asChange(() =>
    callAsSignedIn(async (cognito) => {
      const own = await cognito.deviceKey();
      const failures: unknown[] = [];
      for (const id of ids) {
        const distrusted = id === own ? distrustThisBrowser(id) : cognito.forgetDevice({ device: { id } });
        await distrusted.catch((error: unknown) => {
          // Cognito does not know a browser that another tab has removed.
          if (!isIdentityError(toFailure(error), "ResourceNotFoundException")) failures.push(error);
        });
      }
      if (failures.length > 0) throw failures[0];
    }),
  );

/** `ForgetDevice` would end this session, because its tokens are bound to the device. */
async function distrustThisBrowser(DeviceKey: string): Promise<void> {
  await callCognito("UpdateDeviceStatus", {
    AccessToken: await accessToken(),
    DeviceKey,
    DeviceRememberedStatus: "not_remembered",
  });
  await distrustDevice((await loadSiteConfig()).userPoolClientId);
}
