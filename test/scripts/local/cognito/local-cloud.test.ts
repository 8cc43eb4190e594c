/** The pool as the local cloud composes it: the deployed functions behind it, and what a test changes about it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  InitiateAuthCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, expect, it } from "vitest";
import { userPoolSettings } from "../../../../infra/settings/user-pool.ts";
import { buildFunctions } from "../../../../scripts/build.ts";
import { type LocalCloud, startLocalCloud } from "../../../../scripts/local/cloud.ts";
import { identifiers } from "../../../../scripts/local/identifiers.ts";
import { demoUser } from "../../../../scripts/local/seed/demo-user.ts";

const { clientId: ClientId } = identifiers;
const { userName: Username } = demoUser;
let directory: string;
let cloud: LocalCloud;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "portal-pool-"));
  const functions = join(directory, "functions");
  await buildFunctions(functions);
  cloud = await startLocalCloud({
    port: 0,
    functions,
    site: join(directory, "site"),
    userPool: {
      settings: { client: { authFlows: ["ALLOW_USER_PASSWORD_AUTH"] } },
      authFlow: "CUSTOM_WITH_SRP",
    },
  });
});
afterAll(async () => {
  await cloud.close();
  await rm(directory, { recursive: true, force: true });
});

const ask = async (path: string) => (await fetch(`${cloud.url}${path}`)).json();
const latestMail = async () => (await ask(`/__local/messages?to=${demoUser.email}`))[0];

it("tells the site how to sign in", async () => {
  expect(await ask("/config.json")).toMatchObject({ authFlow: "CUSTOM_WITH_SRP" });
});

it("runs the deployed functions: their words in the mail, and no session survives a reset", async () => {
  const { cognito } = await ask("/__local/services");
  const sdk = new CognitoIdentityProviderClient({ endpoint: cognito.endpoint, region: identifiers.region });
  const AuthParameters = { USERNAME: Username, PASSWORD: demoUser.password };
  const signIn = new InitiateAuthCommand({ ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters });
  const { AuthenticationResult } = await sdk.send(signIn);
  const getUser = () => sdk.send(new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }));
  expect(await getUser()).toMatchObject({ Username });

  await sdk.send(new ForgotPasswordCommand({ ClientId, Username }));
  const { subject, code: ConfirmationCode } = await latestMail();
  expect(subject).not.toBe(userPoolSettings.messages.verification.subject);
  const Password = "Battery-Staple-2";
  await sdk.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));
  await expect(getUser()).rejects.toThrow("Access Token has been revoked");
});
