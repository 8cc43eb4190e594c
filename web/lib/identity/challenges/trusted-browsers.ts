/** The browsers in which the signed-in person is not asked for a code, by Cognito's device keys. Throws as `attemptSignedIn` does. */
import { loadSiteConfig } from "../../site-config.ts";
import { callCognito } from "../call-cognito.ts";
import type { Cognito } from "../provider.ts";
import { attemptSignedIn } from "../tokens/session.ts";
import { distrustDevice } from "../tokens/token-storage.ts";

/** This browser, trusted or not. */
export const thisBrowser = (): Promise<string | undefined> => attemptSignedIn(({ deviceKey }) => deviceKey());

/** From its next sign-in on a browser is asked for the code again. */
export const distrustBrowsers = (ids: readonly string[]): Promise<void> =>
  attemptSignedIn(async (cognito) => {
    const own = await cognito.deviceKey();
    for (const id of ids) {
      if (id === own) await distrustThisBrowser(cognito, id);
      else await cognito.forgetDevice({ device: { id } });
    }
  });

/**
 * For the end of all sessions, this one included: its browser comes last, because without it the tokens cannot be renewed. Resolves to
 * false if a browser may still be trusted.
 */
export const forgetBrowsers = (ids: readonly string[]): Promise<boolean> =>
  attemptSignedIn(async ({ deviceKey, forgetDevice }) => {
    const own = await deviceKey();
    let areForgotten = true;
    for (const id of [...ids.filter((each) => each !== own), ...ids.filter((each) => each === own)])
      await forgetDevice({ device: { id } }).catch((error: unknown) => {
        const isGone = error instanceof Error && error.name === "ResourceNotFoundException";
        areForgotten &&= isGone;
      });
    return areForgotten;
  });

/** Forgetting it would end this session: its tokens are bound to the device. */
async function distrustThisBrowser({ fetchAuthSession }: Cognito, DeviceKey: string): Promise<void> {
  const { tokens } = await fetchAuthSession();
  await callCognito("UpdateDeviceStatus", {
    AccessToken: String(tokens?.accessToken),
    DeviceKey,
    DeviceRememberedStatus: "not_remembered",
  });
  await distrustDevice((await loadSiteConfig()).userPoolClientId);
}
