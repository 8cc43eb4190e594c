import { AdminForgetDeviceCommand, AdminListDevicesCommand } from "@aws-sdk/client-cognito-identity-provider";
import {
  confirmSignIn,
  fetchAuthSession,
  fetchDevices,
  forgetDevice,
  rememberDevice,
  signIn,
  signOut,
} from "aws-amplify/auth";
import { expect, it } from "vitest";
import { browserAt, done, switchAppOn, username } from "./amplify-browser.ts";
import { password, userPoolId } from "./pool.ts";
import { appCode } from "./second-factor.ts";

const taro = { UserPoolId: userPoolId, Username: username };

it("asks a remembered device for its own proof instead of a code, and again for the code once it is forgotten", async () => {
  const at = await browserAt({});
  await signIn({ username, password });
  const secret = await switchAppOn(at);
  await signOut();
  await signIn({ username, password });
  await confirmSignIn({ challengeResponse: appCode(at, secret) });
  await rememberDevice();
  expect(await fetchDevices()).toHaveLength(1);
  await signOut();

  expect(await signIn({ username, password })).toEqual(done);
  const { tokens } = await fetchAuthSession({ forceRefresh: true });
  expect(tokens?.accessToken.payload.device_key).toBe((await fetchDevices())[0]?.id);
  expect(await fetchDevices()).toHaveLength(1);
  await signOut();

  const { Devices = [] } = await at.sdk.send(new AdminListDevicesCommand(taro));
  await at.sdk.send(new AdminForgetDeviceCommand({ ...taro, DeviceKey: Devices[0]?.DeviceKey }));
  expect(await signIn({ username, password })).toMatchObject({
    nextStep: { signInStep: "CONFIRM_SIGN_IN_WITH_TOTP_CODE" },
  });
  expect(await confirmSignIn({ challengeResponse: appCode(at, secret, 1) })).toEqual(done);
  expect(await fetchDevices()).toHaveLength(1);
});

it("asks a device that is not remembered for code and proof", async () => {
  const at = await browserAt({});
  await signIn({ username, password });
  const secret = await switchAppOn(at);
  await signOut();
  await signIn({ username, password });
  expect(await confirmSignIn({ challengeResponse: appCode(at, secret) })).toEqual(done);
  expect(await fetchDevices()).toHaveLength(1);
  await forgetDevice();
  expect(await fetchDevices()).toEqual([]);
});
