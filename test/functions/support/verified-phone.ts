import { InitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { userPoolSettings } from "#infra/settings/user-pool.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import type { Person } from "./people.ts";
import { beginDay, type Portal, type Reply } from "./portal.ts";
import { saveProfile } from "./profiles.ts";

/** `idToken`: of a customer who is signed in. */
export const send = (portal: Portal, { phoneNumber, address }: Person, idToken?: string): Promise<Reply> =>
  portal.call("verify", {
    body: { mode: "send", phone_number: phoneNumber },
    address,
    headers: idToken === undefined ? {} : { authentication: idToken },
  });

export const check = (portal: Portal, requestId: string, code: string): Promise<Reply> =>
  portal.call("verify", { body: { mode: "check", request_id: requestId, code } });

/** Has the number called with the code of that SMS. */
export const callUp = (
  portal: Portal,
  requestId: string,
  { address }: Person,
  idToken?: string,
): Promise<Reply> =>
  portal.call("verify", {
    body: { mode: "call", request_id: requestId },
    address,
    headers: idToken === undefined ? {} : { authentication: idToken },
  });

/** Another code than that one, and another one for each `more` but 0. */
export const wrong = (code: string, more = 1): string =>
  String((Number(code) + more) % 1_000_000).padStart(6, "0");

/** Operations of Vonage that were called, oldest first. */
export const vonageCalls = ({ requests }: Portal): string[] =>
  requests
    .list("vonage")
    .map(({ operation }) => operation)
    .reverse();

/** Early in a Japanese day and hour, without limits of the test before. */
export function beginSmsDay({ requests, vonage, settings }: Portal): void {
  beginDay();
  requests.clear();
  vonage.refuseAfterCancel(1);
  Object.assign(settings, { SMS_DAILY_CAP: "100000", SMS_ADDRESS_HOURLY_CAP: "10" });
}

/** The code in the newest SMS or call. */
export const codeOf = (portal: Portal, { phoneNumber }: Person): string =>
  portal.inbox.list(phoneNumber)[0]?.code ?? "";

/** The request id of a number that its owner has proven. */
export async function verifyPhone(portal: Portal, person: Person): Promise<string> {
  const sent = await send(portal, person);
  const checked = await check(portal, sent.json.request_id, codeOf(portal, person));
  for (const { status, text } of [sent, checked])
    if (status !== 200) throw new Error(`POST /api/verify answered ${status} ${text}`);
  return sent.json.request_id;
}

const { client } = userPoolSettings;
/** A pool that takes a password as it is: SRP is tested elsewhere. */
export const plainPasswords = {
  settings: {
    ...userPoolSettings,
    client: { ...client, authFlows: [...client.authFlows, "ALLOW_USER_PASSWORD_AUTH"] },
  },
  triggers: {},
};

/** Those of a new account that is signed in. Wants a portal with `plainPasswords`. */
export async function tokensOf(portal: Portal, person: Person) {
  const password = "Correct-Horse-1";
  portal.seedAccount(person);
  const { cognitoClient: cognito } = portal;
  const { AuthenticationResult } = await cognito.send(
    new InitiateAuthCommand({
      ClientId: identifiers.clientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: person.loginId, PASSWORD: password },
    }),
  );
  const { IdToken: idToken = "", AccessToken: accessToken = "" } = AuthenticationResult ?? {};
  return { idToken, accessToken, cognito, password };
}

/** The additional data from the browser of a signed-in person. */
export const idTokenOf = async (portal: Portal, person: Person): Promise<string> =>
  (await tokensOf(portal, person)).idToken;

/** The same of somebody who has signed up. */
export async function customerTokenOf(portal: Portal, person: Person): Promise<string> {
  await saveProfile(portal, person);
  return idTokenOf(portal, person);
}
