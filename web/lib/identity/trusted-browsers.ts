/** The browsers in which the signed-in person is not asked for a code. Throws as `attemptSignedIn` does. */
import { browserName } from "#shared/activity/browser-name.ts";
import { loadSiteConfig } from "../site-config.ts";
import { callCognito } from "./call-cognito.ts";
import type { Cognito } from "./provider.ts";
import { attemptSignedIn } from "./session.ts";
import { distrustDevice } from "./trust-device.ts";

export interface TrustedBrowser {
  /** Cognito's device key. */
  id: string;
  name: string;
  lastUsedAt: Date | undefined;
  isThisOne: boolean;
}

/** Cognito knows a device for every sign-in; only those are trusted that the customer had it remember. */
const statusAttribute = "dev:device_remembered_status";

/** Newest first. */
export const listTrustedBrowsers = (): Promise<TrustedBrowser[]> =>
  attemptSignedIn(async ({ fetchDevices, deviceKey }) => {
    const [devices, own] = await Promise.all([fetchDevices(), deviceKey()]);
    return devices
      .filter(({ attributes }) => Reflect.get(attributes, statusAttribute) === "remembered")
      .map(({ id, name = "", lastAuthenticatedDate: lastUsedAt }) => ({
        id,
        name: browserName(name),
        lastUsedAt,
        isThisOne: id === own,
      }))
      .sort((one, other) => Number(other.lastUsedAt ?? 0) - Number(one.lastUsedAt ?? 0));
  });

/** From its next sign-in on a browser is asked for the code again. */
export const forgetBrowsers = (browsers: readonly TrustedBrowser[]): Promise<void> =>
  attemptSignedIn(async (cognito) => {
    for (const { id, isThisOne } of browsers) {
      if (isThisOne) await distrustThisBrowser(cognito, id);
      else await cognito.forgetDevice({ device: { id } });
    }
  });

/** For the end of all sessions. */
export async function forgetEveryBrowser(): Promise<void> {
  const browsers = await listTrustedBrowsers();
  await forgetBrowsers(browsers.map((browser) => ({ ...browser, isThisOne: false })));
}

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
