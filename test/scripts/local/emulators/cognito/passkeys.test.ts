import {
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  SetUserMFAPreferenceCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { WebAuthnEmulator } from "nid-webauthn-emulator";
import { beforeEach, describe, expect, it } from "vitest";
import {
  addPasskey as addTo,
  type CreationOptions,
  completeRegistration,
  newBrowser,
  creationOptions as optionsOf,
} from "#test/support/authenticator.ts";
import { ClientId, confirmedUser, plainPasswords, signIn, startPools, type TestPool } from "./pool.ts";
import { respond, userWithApp } from "./second-factor.ts";

const freshPool = startPools();

type Request = Parameters<WebAuthnEmulator["getJSON"]>[1];

const origin = "http://localhost:3000";
const refused = { name: "NotAuthorizedException", message: "Incorrect username or password." };
const unverified = () => ({ options: { uv: false, up: true } });
const careless = { userMakeCredentialInteraction: unverified, userGetAssertionInteraction: unverified };

let pool: TestPool;
let browser: WebAuthnEmulator;

const creationOptions = (AccessToken: string) => optionsOf(pool.sdk, AccessToken);
const complete = (AccessToken: string, credential: ReturnType<WebAuthnEmulator["createJSON"]>) =>
  completeRegistration(pool.sdk, AccessToken, credential);
const addPasskey = (AccessToken: string, authenticator = browser) =>
  addTo(pool.sdk, AccessToken, authenticator);

async function list(AccessToken: string) {
  const { Credentials = [] } = await pool.sdk.send(new ListWebAuthnCredentialsCommand({ AccessToken }));
  return Credentials;
}

function initiate(USERNAME: string, PREFERRED_CHALLENGE = "WEB_AUTHN") {
  const AuthParameters = { USERNAME, PREFERRED_CHALLENGE };
  return pool.sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow: "USER_AUTH", AuthParameters }));
}

async function challenge(userName: string) {
  const { Session, ChallengeName, ChallengeParameters = {} } = await initiate(userName);
  expect(ChallengeName).toBe("WEB_AUTHN");
  const options: Request = JSON.parse(ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS ?? "");
  return { Session, options };
}

const answer = (Session: string | undefined, USERNAME: string, credential: unknown) =>
  respond(pool, "WEB_AUTHN", Session, { USERNAME, CREDENTIAL: JSON.stringify(credential) });

async function enter(userName: string, authenticator = browser) {
  const { Session, options } = await challenge(userName);
  return answer(Session, userName, authenticator.getJSON(origin, options));
}

/** The same answer with another word in what the browser signed. */
const forged = (assertion: ReturnType<WebAuthnEmulator["getJSON"]>, change: Record<string, string>) => {
  const clientData = JSON.parse(Buffer.from(assertion.response.clientDataJSON, "base64url").toString());
  const clientDataJSON = Buffer.from(JSON.stringify({ ...clientData, ...change })).toString("base64url");
  return { ...assertion, response: { ...assertion.response, clientDataJSON } };
};

describe("passkeys", () => {
  let AccessToken: string;

  beforeEach(async () => {
    pool = await freshPool(plainPasswords);
    browser = newBrowser();
    await confirmedUser(pool, "taro");
    ({ AccessToken } = await signIn(pool, "taro"));
  });

  it("are added, listed, used for tokens, and removed", async () => {
    const options = await creationOptions(AccessToken);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      user: { name: "taro" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const id = await addPasskey(AccessToken);
    expect(await list(AccessToken)).toMatchObject([
      { CredentialId: id, RelyingPartyId: "localhost", CreatedAt: expect.any(Date) },
    ]);
    const second = await addPasskey(AccessToken, newBrowser());
    expect(await list(AccessToken)).toHaveLength(2);
    const { AuthenticationResult } = await enter("Taro");
    expect(AuthenticationResult).toMatchObject({
      IdToken: expect.any(String),
      RefreshToken: expect.any(String),
    });

    await pool.sdk.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: id }));
    expect(await list(AccessToken)).toMatchObject([{ CredentialId: second }]);
    const { options: asked } = await challenge("taro");
    expect(asked.allowCredentials).toMatchObject([{ id: second }]);
    await expect(
      pool.sdk.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: id })),
    ).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });

  it("of a user without any, or who does not exist, are not requested", async () => {
    const none = { ChallengeName: "SELECT_CHALLENGE", AvailableChallenges: ["PASSWORD", "PASSWORD_SRP"] };
    expect(await initiate("taro")).toMatchObject(none);
    expect(await initiate("nobody")).toMatchObject(none);
    await addPasskey(AccessToken);
    expect((await initiate("taro", "PASSWORD_SRP")).AvailableChallenges).toContain("WEB_AUTHN");
  });

  it("are added once for each challenge, and in time", async () => {
    const credential = browser.createJSON(origin, await creationOptions(AccessToken));
    await complete(AccessToken, credential);
    const gone = { name: "WebAuthnChallengeNotFoundException" };
    await expect(complete(AccessToken, credential)).rejects.toMatchObject(gone);
    const replaced = browser.createJSON(origin, {
      ...(await creationOptions(AccessToken)),
      excludeCredentials: [],
    });
    await creationOptions(AccessToken);
    await expect(complete(AccessToken, replaced)).rejects.toMatchObject(gone);
    const late = newBrowser().createJSON(origin, await creationOptions(AccessToken));
    pool.passMinutes(4);
    await expect(complete(AccessToken, late)).rejects.toMatchObject(gone);
    expect(await list(AccessToken)).toHaveLength(1);
  });

  it.each([
    [
      "another site's",
      "https://localhost.example.com",
      "localhost.example.com",
      "WebAuthnOriginNotAllowedException",
    ],
    ["another relying party's", origin, "localhost.example.com", "WebAuthnRelyingPartyMismatchException"],
  ])("%s are refused when they are added", async (_whose, from, id, name) => {
    const options = await creationOptions(AccessToken);
    const credential = browser.createJSON(`https://${id}`, { ...options, rp: { id, name: id } });
    const clientData = JSON.parse(Buffer.from(credential.response.clientDataJSON, "base64url").toString());
    const clientDataJSON = Buffer.from(JSON.stringify({ ...clientData, origin: from })).toString("base64url");
    const changed = { ...credential, response: { ...credential.response, clientDataJSON } };
    await expect(complete(AccessToken, changed)).rejects.toMatchObject({ name });
  });

  it("want the user verified, when they are added and when they are used", async () => {
    const options = await creationOptions(AccessToken);
    const relaxed = {
      ...options,
      authenticatorSelection: { ...options.authenticatorSelection, userVerification: "discouraged" },
    } as CreationOptions;
    await expect(
      complete(AccessToken, newBrowser(careless).createJSON(origin, relaxed)),
    ).rejects.toMatchObject({
      name: "WebAuthnCredentialNotSupportedException",
    });
    await addPasskey(AccessToken);
    const { Session, options: asked } = await challenge("taro");
    Object.assign(browser.authenticator.params, careless);
    const unproven = browser.getJSON(origin, { ...asked, userVerification: "discouraged" });
    await expect(answer(Session, "taro", unproven)).rejects.toMatchObject(refused);
  });

  it("answer a challenge once, in time, and only their own", async () => {
    await addPasskey(AccessToken);
    const first = await challenge("taro");
    const used = browser.getJSON(origin, first.options);
    await answer(first.Session, "taro", used);
    await expect(answer(first.Session, "taro", used)).rejects.toMatchObject({
      message: "Invalid session for the user, session can only be used once.",
    });
    const second = await challenge("taro");
    await expect(answer(second.Session, "taro", used)).rejects.toMatchObject(refused);
    const third = await challenge("taro");
    pool.passMinutes(4);
    await expect(answer(third.Session, "taro", browser.getJSON(origin, third.options))).rejects.toMatchObject(
      {
        message: "Invalid session for the user, session is expired.",
      },
    );
  });

  it.each([
    ["origin", { origin: "https://localhost.example.com" }],
    ["origin, without https", { origin: "http://sub.localhost" }],
    ["challenge", { challenge: "AAAA" }],
    ["purpose", { type: "webauthn.create" }],
  ])("that name another %s are refused", async (_what, change) => {
    await addPasskey(AccessToken);
    const { Session, options } = await challenge("taro");
    const assertion = forged(browser.getJSON(origin, options), change);
    await expect(answer(Session, "taro", assertion)).rejects.toMatchObject(refused);
  });

  it("with another key, a counter that went back, or another customer's are refused", async () => {
    await addPasskey(AccessToken);
    await confirmedUser(pool, "hanako", "hanako@example.jp");
    const { AccessToken: hers } = await signIn(pool, "hanako");
    const herBrowser = newBrowser();
    const herId = await addPasskey(hers, herBrowser);
    const { Session, options } = await challenge("taro");
    const foreign = herBrowser.getJSON(origin, {
      ...options,
      allowCredentials: [{ id: herId, type: "public-key" }],
    });
    await expect(answer(Session, "taro", foreign)).rejects.toMatchObject(refused);

    const again = await challenge("taro");
    const own = browser.getJSON(origin, again.options);
    const { signature } = foreign.response;
    const swapped = { ...own, response: { ...own.response, signature } };
    await expect(answer(again.Session, "taro", swapped)).rejects.toMatchObject(refused);

    await enter("taro");
    Object.assign(browser.authenticator.params, { signCounterIncrement: 0 });
    await expect(enter("taro")).rejects.toMatchObject(refused);
    const nonsense = await challenge("taro");
    await expect(answer(nonsense.Session, "taro", { id: "x" })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
  });

  it("stand in for the authenticator app once they are switched on beside it", async () => {
    const { AccessToken: his } = await userWithApp(pool, "saburo");
    type Preference = ConstructorParameters<typeof SetUserMFAPreferenceCommand>[0];
    const setPreference = (preference: Omit<Preference, "AccessToken">) =>
      pool.sdk.send(new SetUserMFAPreferenceCommand({ AccessToken: his, ...preference }));
    await addPasskey(his);
    expect((await initiate("saburo")).ChallengeName).toBe("SELECT_CHALLENGE");
    await setPreference({ WebAuthnMfaSettings: { Enabled: true } });
    expect((await enter("saburo")).AuthenticationResult).toBeDefined();
    await expect(setPreference({ SoftwareTokenMfaSettings: { Enabled: false } })).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
    const off = { Enabled: false };
    await setPreference({ SoftwareTokenMfaSettings: off, WebAuthnMfaSettings: off });
    expect((await enter("saburo")).AuthenticationResult).toBeDefined();
  });
});
