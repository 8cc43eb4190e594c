import { InitiateAuthCommand, SetUserMFAPreferenceCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { WebAuthnEmulator } from "nid-webauthn-emulator";
import { beforeEach, describe, expect, it } from "vitest";
import {
  addPasskey,
  type CreationOptions,
  completeRegistration,
  creationOptions,
  newBrowser,
} from "#scripts/local/seed/sign-in-methods.ts";
import { ClientId, confirmedUser, plainPasswords, signIn, startPools, type TestPool } from "./pool.ts";
import { respond, userWithApp } from "./second-factor.ts";

const freshPool = startPools();

type Request = Parameters<WebAuthnEmulator["getJSON"]>[1];
type Assertion = ReturnType<WebAuthnEmulator["getJSON"]>;

const origin = "http://localhost:3000";
const refused = { name: "NotAuthorizedException", message: "Incorrect username or password." };
const unverified = () => ({ options: { uv: false, up: true } });
const careless = { userMakeCredentialInteraction: unverified, userGetAssertionInteraction: unverified };

let pool: TestPool;
let browser: WebAuthnEmulator;
let AccessToken: string;
beforeEach(async () => {
  pool = await freshPool(plainPasswords);
  browser = newBrowser();
  await confirmedUser(pool, "taro");
  ({ AccessToken } = await signIn(pool, "taro"));
});

function initiate(USERNAME: string) {
  const AuthParameters = { USERNAME, PREFERRED_CHALLENGE: "WEB_AUTHN" };
  return pool.sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow: "USER_AUTH", AuthParameters }));
}

async function challenge(userName = "taro") {
  const { Session, ChallengeName, ChallengeParameters = {} } = await initiate(userName);
  expect(ChallengeName).toBe("WEB_AUTHN");
  const options: Request = JSON.parse(ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS ?? "");
  return { Session, options };
}

const answer = (Session: string | undefined, credential: unknown, USERNAME = "taro") =>
  respond(pool, "WEB_AUTHN", Session, { USERNAME, CREDENTIAL: JSON.stringify(credential) });

async function enter(userName = "taro") {
  const { Session, options } = await challenge(userName);
  return answer(Session, browser.getJSON(origin, options), userName);
}

/** The same answer with another word in what the browser signed. */
function forged<Answer extends { response: { clientDataJSON: string } }>(
  given: Answer,
  change: Record<string, string>,
): Answer {
  const clientData = JSON.parse(Buffer.from(given.response.clientDataJSON, "base64url").toString());
  const clientDataJSON = Buffer.from(JSON.stringify({ ...clientData, ...change })).toString("base64url");
  return { ...given, response: { ...given.response, clientDataJSON } };
}

describe("passkeys", () => {
  it("of a user without any, or who does not exist, are not requested", async () => {
    const none = { ChallengeName: "SELECT_CHALLENGE", AvailableChallenges: ["PASSWORD", "PASSWORD_SRP"] };
    for (const name of ["taro", "nobody"]) expect(await initiate(name)).toMatchObject(none);
  });

  it("are added once for each challenge, and in time", async () => {
    const options = () => creationOptions(pool.sdk, AccessToken);
    const complete = (credential: ReturnType<WebAuthnEmulator["createJSON"]>) =>
      completeRegistration(pool.sdk, AccessToken, credential);
    const gone = { name: "WebAuthnChallengeNotFoundException" };
    const asked = await options();
    expect(asked).toMatchObject({
      rp: { id: "localhost" },
      user: { name: "taro" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const credential = browser.createJSON(origin, asked);
    await complete(credential);
    await expect(complete(credential)).rejects.toMatchObject(gone);
    const replaced = newBrowser().createJSON(origin, await options());
    const late = newBrowser().createJSON(origin, await options());
    await expect(complete(replaced)).rejects.toMatchObject(gone);
    await options();
    pool.passMinutes(4);
    await expect(complete(late)).rejects.toMatchObject(gone);
  });

  const elsewhere = "localhost.example.com";
  it.each([
    ["of another site", `https://${elsewhere}`, "WebAuthnOriginNotAllowedException"],
    ["of another relying party", origin, "WebAuthnRelyingPartyMismatchException"],
  ])("%s are refused when they are added", async (_, from, name) => {
    const options = await creationOptions(pool.sdk, AccessToken);
    const rp = { id: elsewhere, name: elsewhere };
    const credential = browser.createJSON(`https://${elsewhere}`, { ...options, rp });
    const adding = completeRegistration(pool.sdk, AccessToken, forged(credential, { origin: from }));
    await expect(adding).rejects.toMatchObject({ name });
  });

  it("want the user verified, when they are added and when they are used", async () => {
    const options = await creationOptions(pool.sdk, AccessToken);
    const relaxed = {
      ...options,
      authenticatorSelection: { ...options.authenticatorSelection, userVerification: "discouraged" },
    } as CreationOptions;
    const careful = newBrowser(careless).createJSON(origin, relaxed);
    await expect(completeRegistration(pool.sdk, AccessToken, careful)).rejects.toMatchObject({
      name: "WebAuthnCredentialNotSupportedException",
    });
    await addPasskey(pool.sdk, AccessToken, browser);
    const { Session, options: asked } = await challenge();
    Object.assign(browser.authenticator.params, careless);
    const unproven = browser.getJSON(origin, { ...asked, userVerification: "discouraged" });
    await expect(answer(Session, unproven)).rejects.toMatchObject(refused);
  });

  it("answer a challenge once, in time, only their own, with a counter that goes on", async () => {
    await addPasskey(pool.sdk, AccessToken, browser);
    const first = await challenge();
    const used = browser.getJSON(origin, first.options);
    await answer(first.Session, used);
    await expect(answer(first.Session, used)).rejects.toThrow("session can only be used once");
    await expect(answer((await challenge()).Session, used)).rejects.toMatchObject(refused);
    const late = await challenge();
    pool.passMinutes(4);
    const assertion = browser.getJSON(origin, late.options);
    await expect(answer(late.Session, assertion)).rejects.toThrow("session is expired");
    await enter();
    Object.assign(browser.authenticator.params, { signCounterIncrement: 0 });
    await expect(enter()).rejects.toMatchObject(refused);
  });

  it.each<[string, (own: Assertion, foreign: Assertion) => unknown]>([
    ["another origin", (own) => forged(own, { origin: `https://${elsewhere}` })],
    ["an origin without https", (own) => forged(own, { origin: "http://sub.localhost" })],
    ["another challenge", (own) => forged(own, { challenge: "AAAA" })],
    ["another purpose", (own) => forged(own, { type: "webauthn.create" })],
    [
      "another key",
      (own, { response: { signature } }) => ({ ...own, response: { ...own.response, signature } }),
    ],
    ["another customer", (_, foreign) => foreign],
  ])("of %s are refused", async (_, change) => {
    await addPasskey(pool.sdk, AccessToken, browser);
    await confirmedUser(pool, "hanako", "hanako@example.jp");
    const hers = newBrowser();
    const id = await addPasskey(pool.sdk, (await signIn(pool, "hanako")).AccessToken, hers);
    const { Session, options } = await challenge();
    const foreign = hers.getJSON(origin, { ...options, allowCredentials: [{ id, type: "public-key" }] });
    const assertion = change(browser.getJSON(origin, options), foreign);
    await expect(answer(Session, assertion)).rejects.toMatchObject(refused);
  });

  it("stand in for the authenticator app once they are switched on beside it", async () => {
    const { AccessToken: his } = await userWithApp(pool, "saburo");
    await addPasskey(pool.sdk, his, browser);
    const set = (app: { Enabled: boolean } | undefined, passkey?: { Enabled: boolean }) =>
      pool.sdk.send(
        new SetUserMFAPreferenceCommand({
          AccessToken: his,
          SoftwareTokenMfaSettings: app,
          WebAuthnMfaSettings: passkey,
        }),
      );
    expect((await initiate("saburo")).ChallengeName).toBe("SELECT_CHALLENGE");
    await set(undefined, { Enabled: true });
    expect((await enter("saburo")).AuthenticationResult).toBeDefined();
    const off = { Enabled: false };
    await expect(set(off)).rejects.toMatchObject({ name: "InvalidParameterException" });
    await set(off, off);
    expect((await enter("saburo")).AuthenticationResult).toBeDefined();
  });
});
