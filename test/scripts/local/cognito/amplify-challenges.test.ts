import {
  AdminCreateUserCommand,
  AdminUpdateUserAttributesCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  confirmSignIn,
  fetchDevices,
  fetchUserAttributes,
  signIn,
  signOut,
  updateMFAPreference,
} from "aws-amplify/auth";
import { expect, it } from "vitest";
import { browserAt, done, switchAppOn, username } from "./amplify-browser.ts";
import { password, userPoolId } from "./pool.ts";
import { appCode, wrongAppCode } from "./second-factor.ts";

const taro = { UserPoolId: userPoolId, Username: username };

it("signs in with an authenticator app, wrong code first, until it is switched off", async () => {
  const at = await browserAt({});
  await signIn({ username, password });
  const secret = await switchAppOn(at);
  await signOut();
  expect(await signIn({ username, password })).toMatchObject({
    nextStep: { signInStep: "CONFIRM_SIGN_IN_WITH_TOTP_CODE" },
  });
  await expect(confirmSignIn({ challengeResponse: wrongAppCode(at, secret) })).rejects.toMatchObject({
    name: "CodeMismatchException",
  });
  expect(await confirmSignIn({ challengeResponse: appCode(at, secret) })).toEqual(done);
  await updateMFAPreference({ totp: "DISABLED" });
  await signOut();
  expect(await signIn({ username, password })).toEqual(done);
});

it("replaces a temporary password", async () => {
  const at = await browserAt({});
  const UserAttributes = [{ Name: "email", Value: "hanako@example.jp" }];
  const hanako = { UserPoolId: userPoolId, Username: "hanako", UserAttributes, TemporaryPassword: password };
  await at.sdk.send(new AdminCreateUserCommand({ ...hanako, MessageAction: "SUPPRESS" }));
  expect(await signIn({ username: "hanako", password })).toMatchObject({
    nextStep: { signInStep: "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED", missingAttributes: [] },
  });
  await expect(confirmSignIn({ challengeResponse: "short" })).rejects.toMatchObject({
    name: "InvalidPasswordException",
  });
  expect(await confirmSignIn({ challengeResponse: "Battery-Staple-2" })).toEqual(done);
});

it("chooses between app and SMS", async () => {
  const at = await browserAt({
    settings: { mfa: { mode: "OPTIONAL", factors: ["SMS_MFA", "SOFTWARE_TOKEN_MFA"] } },
  });
  const UserAttributes = [{ Name: "phone_number", Value: "+819012345678" }];
  await at.sdk.send(new AdminUpdateUserAttributesCommand({ ...taro, UserAttributes }));
  await signIn({ username, password });
  await switchAppOn(at);
  await updateMFAPreference({ totp: "ENABLED", sms: "ENABLED" });
  await signOut();
  expect(await signIn({ username, password })).toMatchObject({
    nextStep: { signInStep: "CONTINUE_SIGN_IN_WITH_MFA_SELECTION", allowedMFATypes: ["SMS", "TOTP"] },
  });
  expect(await confirmSignIn({ challengeResponse: "SMS" })).toMatchObject({
    nextStep: {
      signInStep: "CONFIRM_SIGN_IN_WITH_SMS_CODE",
      codeDeliveryDetails: { deliveryMedium: "SMS", destination: "+********5678" },
    },
  });
  expect(await confirmSignIn({ challengeResponse: at.latestCode() })).toEqual(done);
});

it("sets an app up where the pool demands one", async () => {
  const at = await browserAt({ settings: { mfa: { mode: "ON", factors: ["SOFTWARE_TOKEN_MFA"] } } });
  const { nextStep } = await signIn({ username, password });
  if (nextStep.signInStep !== "CONTINUE_SIGN_IN_WITH_TOTP_SETUP") throw new Error(nextStep.signInStep);
  const { sharedSecret } = nextStep.totpSetupDetails;
  await expect(confirmSignIn({ challengeResponse: wrongAppCode(at, sharedSecret) })).rejects.toMatchObject({
    name: "EnableSoftwareTokenMFAException",
  });
  expect(await confirmSignIn({ challengeResponse: appCode(at, sharedSecret) })).toEqual(done);
  expect(await fetchUserAttributes()).toMatchObject({ email: "taro@example.jp" });
});

it("answers a question after the password", async () => {
  await browserAt({
    client: { authFlows: ["ALLOW_CUSTOM_AUTH"] },
    triggers: {
      defineAuthChallenge: async (event) => {
        const last = event.request.session.at(-1)?.challengeName;
        const issueTokens = last === "CUSTOM_CHALLENGE";
        const challengeName = last === "SRP_A" ? "PASSWORD_VERIFIER" : "CUSTOM_CHALLENGE";
        return { ...event, response: { issueTokens, challengeName } };
      },
      createAuthChallenge: async (event) => ({
        ...event,
        response: { publicChallengeParameters: { question: "合言葉" } },
      }),
      verifyAuthChallengeResponse: async (event) => ({ ...event, response: { answerCorrect: true } }),
    },
  });
  const options = { authFlowType: "CUSTOM_WITH_SRP" } as const;
  expect(await signIn({ username, password, options })).toMatchObject({
    nextStep: {
      signInStep: "CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE",
      additionalInfo: { question: "合言葉" },
    },
  });
  expect(await confirmSignIn({ challengeResponse: "山" })).toEqual(done);
  await signOut();
  expect(await signIn({ username, password, options })).toMatchObject({ isSignedIn: false });
  expect(await confirmSignIn({ challengeResponse: "川" })).toEqual(done);
  expect(await fetchDevices()).toHaveLength(1);
});
