/** The browsers in which the signed-in person is not asked for a code, by Cognito's device keys. Throws as `callAsSignedIn` does. */
import { asChange } from "../../net/last-change.ts";
import { loadSiteConfig } from "../../net/site-config.ts";
import { callCognito } from "../call-cognito.ts";
import { isIdentityError, toFailure } from "../provider.ts";
import { accessToken, callAsSignedIn } from "../tokens/session.ts";
import { distrustDevice } from "../tokens/token-storage.ts";

/** This browser, trusted or not. */
export const thisBrowser = (): Promise<string | undefined> => callAsSignedIn(({ deviceKey }) => deviceKey());

/**
 * From its next sign-in on a browser is asked for the code again. One that fails keeps no other from it: the first failure is thrown
 * at the end. This session can still be renewed afterwards.
 */
export const distrustBrowsers = (ids: readonly string[]): Promise<void> =>
  asChange(() =>
    callAsSignedIn(async (cognito) => {
      const own = await cognito.deviceKey();
      const failures: unknown[] = [];
      for (const id of ids) {
        const distrusted = id === own ? distrustThisBrowser(id) : cognito.forgetDevice({ device: { id } });
        await distrusted.catch((error: unknown) => {
          // One that is unknown was forgotten elsewhere, e.g. in another tab.
          if (!isIdentityError(toFailure(error), "ResourceNotFoundException")) failures.push(error);
        });
      }
      if (failures.length > 0) throw failures[0];
    }),
  );

/** Forgetting it would end this session: its tokens are bound to the device. */
async function distrustThisBrowser(DeviceKey: string): Promise<void> {
  await callCognito("UpdateDeviceStatus", {
    AccessToken: await accessToken(),
    DeviceKey,
    DeviceRememberedStatus: "not_remembered",
  });
  await distrustDevice((await loadSiteConfig()).userPoolClientId);
}
