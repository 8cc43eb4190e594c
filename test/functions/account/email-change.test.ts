/**
 * Two sessions of one account, at the user pool with its trigger: the owner's, whose password was entered a moment ago, and a stolen
 * one, whose was not. The owner changes the address; between any two steps the thief tries everything that a session can.
 */
import {
  InitiateAuthCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { CustomMessageTriggerEvent } from "aws-lambda";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { ownEnvironment } from "#functions/runtime/environment.ts";
import { handler } from "#functions/triggers/custom-message.ts";
import { identifiers } from "#scripts/local/identifiers.ts";
import { customerLimits } from "#shared/customer-limits.ts";
import { contextOf } from "../support/events.ts";
import { newPerson, type Person } from "../support/people.ts";
import { advance } from "../support/portal.ts";
import { outcome } from "../support/replies.ts";
import { plainPasswords } from "../support/verified-phone.ts";
import { startWorld } from "../support/world/world.ts";

const customMessage = (event: CustomMessageTriggerEvent) =>
  ownEnvironment.run(world.portal.environmentOf("custom-message"), () =>
    handler(event, contextOf("custom-message")),
  );
const world = await startWorld({ userPool: { ...plainPasswords, triggers: { customMessage } } });
const { portal } = world;
const { cognitoClient: cognito } = portal;

/** A sign-in of that account. */
async function signIn({ loginId: USERNAME }: Person) {
  const AuthParameters = { USERNAME, PASSWORD: "Correct-Horse-1" };
  const command = { ClientId: identifiers.clientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters } as const;
  const { AuthenticationResult = {} } = await cognito.send(new InitiateAuthCommand(command));
  const { IdToken = "", AccessToken = "" } = AuthenticationResult;
  const claims = { ...decodeJwt(IdToken) };
  return {
    prepare: (email: string) =>
      portal.call("account", { claims, body: { operation: "prepare-email-change", email } }),
    /** Has Cognito send a code to that address. */
    ask: (Value: string, ClientMetadata?: Record<string, string>) => {
      const UserAttributes = [{ Name: "email", Value }];
      return cognito.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes, ClientMetadata }));
    },
    verify: (Code: string) =>
      cognito.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: "email", Code })),
    save: (email: string) => portal.call("post-user", { claims, body: { operation: "update", email } }),
  };
}
type Session = Awaited<ReturnType<typeof signIn>>;

const ticketIn = ({ json }: Awaited<ReturnType<Session["prepare"]>>): string =>
  (json as unknown as { result: { ticket: string } }).result.ticket;

/** Everything that a session without a recent password can try: each is refused. */
async function tryToMove(stolen: Session, email: string): Promise<void> {
  expect(outcome(await stolen.prepare(email))).toEqual([403, "reauthentication_required"]);
  const refusal = { name: "UserLambdaValidationException" };
  for (const metadata of [undefined, { ticket: "made up" }])
    await expect(stolen.ask(email, metadata)).rejects.toMatchObject(refusal);
}

/** The owner's steps, as the site takes them. */
function stepsOf(own: Session, email: string) {
  let ticket = "";
  const prepare = async () => {
    ticket = ticketIn(await own.prepare(email));
  };
  const ask = () => own.ask(email, { ticket });
  const verify = () => own.verify(portal.inbox.list(email)[0]?.code ?? "");
  return {
    prepare,
    ask,
    "prepare again": prepare,
    "ask again": ask,
    verify: () =>
      verify().catch(async () => {
        // AWS does not say whether a refused address takes the code before it away. Another one helps.
        await prepare();
        await ask();
        await verify();
      }),
    save: async () => expect((await own.save(email)).status).toBe(200),
  };
}

const places = [...Object.keys(stepsOf({} as Session, "")), "the end"];
const cases = [
  ...places.map((place) => ({ name: place, before: [place] })),
  { name: "every step", before: places },
];

test.each(cases)("a thief who tries before $name moves nothing and stops nothing", async ({ before }) => {
  const owner = await world.createCustomer();
  const stolen = await signIn(owner);
  advance(11 * 60_000);
  const own = await signIn(owner);
  const [email, thief] = [newPerson().email, newPerson().email];
  const attack = (place: string) => (before.includes(place) ? tryToMove(stolen, thief) : undefined);
  for (const [name, step] of Object.entries(stepsOf(own, email))) {
    await attack(name);
    await step();
  }
  await attack("the end");
  expect(portal.inbox.list(thief)).toEqual([]);
  expect([world.provenOf(owner), (await world.profileOf(owner)).email]).toEqual([email, email]);
  await world.reconcile();
  expect(portal.logged.join("")).not.toContain("UnpreparedEmails");
});

test("a session gets 20 tickets an hour, and uses up nobody else's", async () => {
  const owner = await world.createCustomer();
  const [one, other] = [await signIn(owner), await signIn(owner)];
  for (let time = 0; time < customerLimits.EMAIL_TICKETS; time += 1)
    expect((await one.prepare(newPerson().email)).status).toBe(200);
  await world.expectRefused(() => one.prepare(newPerson().email), "too_many_requests");
  expect((await other.prepare(newPerson().email)).status).toBe(200);
});
